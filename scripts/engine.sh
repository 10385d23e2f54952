#!/usr/bin/env bash
# Builds the engine that plays and replays games in a browser: web/engine/sabika.wasm, used by the page's build.
#
# With `--if-possible` it is not an error if the standard library for wasm32 is unavailable: this script then says what is missing, and
# the page is built without an engine and needs a server for everything.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/wasm32.sh

if ! wasm_std; then
    [ "${1:-}" = --if-possible ] || exit 1
    rm -rf web/engine
    echo 'The page is therefore built without its own engine: games need this server, and records cannot be replayed.' >&2
    exit 0
fi
# Only as a cdylib, so that unused code is removed across crates.
wasm_cargo rustc --package sabika-local --lib --crate-type cdylib --profile engine
built=$out/$target/engine/sabika_local.wasm
mkdir -p web/engine
# An unchanged engine does not trigger a rebuild of the page.
cmp -s "$built" web/engine/sabika.wasm || cp "$built" web/engine/sabika.wasm
echo "web/engine/sabika.wasm: $(wc -c <web/engine/sabika.wasm) bytes, $(gzip -9c web/engine/sabika.wasm | wc -c) gzipped"
