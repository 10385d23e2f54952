# Two commands are enough: `make run` and `make test`. `make help` lists the rest.

.DEFAULT_GOAL := help
.PHONY: help run show test screenshots wire lighthouse lint deny advisories bench load soak tools

CARGO ?= cargo
GAME_DIR := $(or $(CARGO_TARGET_DIR),target)/run
TIMES ?= 20
MINUTES ?= 30
# Give one to see the same game again.
ifndef SEED
SEED := $(shell date +%s)
endif

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: tools ## build everything and serve the game on this machine (an embedded database in your data folder)
	@echo "Building page and program: several minutes the first time, a second later on."
	@scripts/page.sh
	$(CARGO) run --package sabika -- serve --open

show: tools ## play one game by chance and show it in the terminal (SEED=7 for the same one again)
	$(CARGO) build --package sabika
	@rm -rf "$(GAME_DIR)"
	$(CARGO) run --quiet --package sabika -- simulate --players 3 --games 1 --bot quick --seed $(SEED) --records "$(GAME_DIR)"
	$(CARGO) run --quiet --package sabika -- replay "$(GAME_DIR)/game-$(SEED).json"

test: tools ## every test, with the time of each suite
	@CARGO="$(CARGO)" scripts/test.sh

screenshots: tools ## the pictures of the page in docs/screenshots, made anew
	@CARGO="$(CARGO)" SUITE=screenshots scripts/browser.sh

wire: tools ## write web/src/lib/wire.ts from the server's types
	SABIKA_WRITE=1 $(CARGO) test --quiet --package sabika-server --lib wire_ts_is_current

lighthouse: tools ## what Lighthouse says of the first page and a table (fetches it once; needs Chromium)
	@CARGO="$(CARGO)" scripts/lighthouse.sh

lint: tools ## formatting, clippy, documentation, the page's types and style, licences
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --all-features --no-deps
	@scripts/page.sh
	npm --prefix web run check
	npm --prefix web run lint
	@$(MAKE) --no-print-directory deny

deny: tools
	@$(CARGO) deny --version >/dev/null 2>&1 || { echo "cargo-deny is missing; it is built now, which takes some minutes."; $(CARGO) install --locked cargo-deny; }
	$(CARGO) deny check licenses bans sources

advisories: tools ## known holes in dependencies (needs cargo-deny and the network)
	@$(CARGO) deny --version >/dev/null 2>&1 || { echo "cargo-deny is missing: cargo install --locked cargo-deny"; exit 1; }
	@echo "This fetches the advisory database: it needs the network."
	$(CARGO) deny check advisories

bench: tools ## the engine's figures, as one JSON line (docs/figures.md)
	$(CARGO) run --profile bench --package sabika -- bench

load: tools ## what a server carries: 1,000 tables with SQLite and PostgreSQL, beside a bare echo (docs/figures.md)
	@CARGO="$(CARGO)" scripts/load.sh

soak: tools ## random walks and properties, TIMES=20 times as many; then nodes killed for MINUTES=30 (takes long)
	SABIKA_WALKS=$(TIMES) PROPTEST_CASES=$$(($(TIMES) * 256)) $(CARGO) test --package sabika-rules --all-features \
		--test walks --test board_against_plain --test payments_against_plain -- --nocapture
	SABIKA_SOAK_MINUTES=$(MINUTES) $(CARGO) test --package sabika --all-features --test serve lose_nothing -- \
		--nocapture --test-threads 1

# What has to be there before anything can be built.
tools:
	@command -v $(CARGO) >/dev/null || { echo "cargo is missing. Install Rust 1.94 or newer, with rustup or from your system's packages."; exit 1; }
	@command -v cc >/dev/null || { echo "cc is missing: Rust links with it. On Debian: apt-get install gcc libc6-dev; on macOS: xcode-select --install."; exit 1; }
