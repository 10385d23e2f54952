#!/usr/bin/env bash
# Plays tables natively and replays them in the browsers' engine: the states must be the same. TABLES sets how many.
set -euo pipefail
cd "$(dirname "$0")/.."

rows=${CARGO_TARGET_DIR:-target}/rows
scripts/engine.sh
rm -rf "$rows"
"${CARGO:-cargo}" run --quiet --package sabika-local --example rows -- "${TABLES:-60}" "$rows"
node scripts/fold_rows.mjs web/engine/sabika.wasm "$rows"
