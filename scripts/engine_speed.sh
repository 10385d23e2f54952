#!/usr/bin/env bash
# How fast the browsers' engine is, compared with the same code built natively: it answers the same requests under Node. TABLES sets how
# many tables are folded.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${CARGO_TARGET_DIR:-target}
scripts/engine.sh
rm -rf "$out/rows"
"${CARGO:-cargo}" run --quiet --package sabika-local --example rows -- "${TABLES:-24}" "$out/rows"
"${CARGO:-cargo}" build --quiet --release --package sabika-local --example requests
node scripts/engine_speed.mjs web/engine/sabika.wasm "$out/rows" "$out/release/examples/requests"
