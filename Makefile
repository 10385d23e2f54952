# Two commands are enough: `make run` and `make test`. `make help` lists the rest.

.DEFAULT_GOAL := help
.PHONY: help run site show test screenshots wire lighthouse lint style deny advisories bench load soak deb upgrade tools page-tools

CARGO ?= cargo
GAME_DIR := $(or $(CARGO_TARGET_DIR),target)/run
TIMES ?= 20
MINUTES ?= 60
# Set one to see the same game again.
ifndef SEED
SEED := $(shell date +%s)
endif

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: tools page-tools ## build everything and start a server on this machine (with an embedded database in your data folder)
	@echo "Building the page and the program: several minutes the first time, a second after that."
	@CARGO="$(CARGO)" scripts/engine.sh --if-possible
	@scripts/page.sh
	$(CARGO) run --package sabika -- serve --open

site: tools page-tools ## build a folder for any static web server: games on the player's device, replays and rules, without a game server
	@CARGO="$(CARGO)" scripts/site.sh

show: tools ## simulate one game and show it in the terminal (SEED=7 repeats a game)
	$(CARGO) build --package sabika
	@rm -rf "$(GAME_DIR)"
	$(CARGO) run --quiet --package sabika -- simulate --players 3 --games 1 --bot quick --seed $(SEED) --records "$(GAME_DIR)"
	$(CARGO) run --quiet --package sabika -- replay "$(GAME_DIR)/game-$(SEED).json"

test: tools page-tools ## run every test, and report the time of each suite
	@CARGO="$(CARGO)" scripts/test.sh

screenshots: tools page-tools ## take the screenshots in docs/screenshots again
	@CARGO="$(CARGO)" SUITE=screenshots scripts/browser.sh

wire: tools ## generate web/src/lib/wire.ts from the server's types, and catalogue.ts from the components
	SABIKA_WRITE=1 $(CARGO) test --quiet --package sabika-server --lib wire_ts_is_current
	SABIKA_WRITE=1 $(CARGO) test --quiet --package sabika-table --lib catalogue_ts_is_current

lighthouse: tools page-tools ## run Lighthouse on the home page and a table (downloads it once; needs Chromium)
	@CARGO="$(CARGO)" scripts/lighthouse.sh

lint: style deny ## everything that style checks, and the licences of dependencies

style: tools page-tools ## check formatting, clippy, documentation, and the page's types and style
	$(CARGO) fmt --all --check
	@scripts/page.sh
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --all-features --no-deps
	npm --prefix web run check
	npm --prefix web run lint

deny: tools
	@$(CARGO) deny --version >/dev/null 2>&1 || { echo "cargo-deny is missing: building it, which takes a few minutes."; $(CARGO) install --locked cargo-deny; }
	$(CARGO) deny check licenses bans sources

advisories: tools ## check dependencies for known vulnerabilities (needs cargo-deny and the network)
	@$(CARGO) deny --version >/dev/null 2>&1 || { echo "cargo-deny is missing: cargo install --locked cargo-deny"; exit 1; }
	@echo "Downloading the advisory database: this needs the network."
	$(CARGO) deny check advisories

bench: tools ## measure the engine, as one JSON line (docs/figures.md); AGAINST=revision compares with that revision
	@if [ -n "$(AGAINST)" ]; then CARGO="$(CARGO)" scripts/bench_against.sh "$(AGAINST)"; \
		else $(CARGO) run --profile bench --package sabika -- bench; fi

load: tools ## load-test a server: 1,000 tables with SQLite and PostgreSQL, compared with a bare echo (docs/figures.md)
	@CARGO="$(CARGO)" scripts/load.sh

soak: tools ## TIMES=20 times as many random walks and property tests; 10,000 bot games; then MINUTES=60 of games at a site under attack (slow)
	SABIKA_WALKS=$(TIMES) PROPTEST_CASES=$$(($(TIMES) * 256)) $(CARGO) test --package sabika-rules --all-features \
		--test walks --test board_against_plain --test payments_against_plain --test any_text -- --nocapture
	TABLES=300 scripts/engine_folds.sh
	SABIKA_BOT_GAMES=10000 $(CARGO) test --release --package sabika-bots --test legal
	SABIKA_SOAK_MINUTES=$(MINUTES) $(CARGO) test --package sabika --all-features --test serve lose_nothing -- \
		--nocapture --test-threads 1

deb: tools page-tools ## build the Debian package in target/debian (`scripts/deb.sh --try` also installs, starts and removes it)
	@CARGO="$(CARGO)" scripts/deb.sh

upgrade: tools ## play games during a rolling upgrade from FROM=COMMIT (default: the last release) to the current build (slow)
	@CARGO="$(CARGO)" scripts/upgrade.sh $(FROM)

# What must be installed before anything can be built.
tools:
	@command -v $(CARGO) >/dev/null || { echo "cargo is missing. Install Rust 1.94 or newer, with rustup or from your system's packages."; exit 1; }
	@command -v cc >/dev/null || { echo "cc is missing: Rust needs it for linking. On Debian: apt-get install gcc libc6-dev; on macOS: xcode-select --install."; exit 1; }

# What must be installed before the page can be built.
page-tools:
	@scripts/page.sh --tools
