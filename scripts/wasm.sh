#!/usr/bin/env bash
# Builds the rules for wasm32-unknown-unknown with all their features, because other projects may use them in browsers. (Table, bots and
# the rest are built by scripts/engine.sh.)
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/wasm32.sh

wasm_std
# As a cdylib, so that it is linked as well. It is never run, so it is not optimised.
wasm_cargo rustc --package sabika-rules --lib --all-features --crate-type cdylib \
    --config profile.dev.opt-level=0 --config 'profile.dev.package."*".opt-level=0'
echo "sabika-rules builds for $target: $(ls "$out/$target/debug/sabika_rules.wasm")"
