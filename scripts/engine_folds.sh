#!/usr/bin/env bash
# Plays tables natively and replays them in the browsers' engine: the states must be the same. TABLES sets how many. ROWS names the program
# that plays them; without it, it is built.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

rows=$(target_dir)/rows
scripts/engine.sh
if [ -z "${ROWS:-}" ]; then
    "${CARGO:-cargo}" build --quiet --package sabika-local --example rows
    ROWS=$(target_dir)/debug/examples/rows
fi
rm -rf "$rows"
"$ROWS" "${TABLES:-60}" "$rows"
node scripts/fold_rows.mjs web/engine/sabika.wasm "$rows"
