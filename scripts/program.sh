#!/usr/bin/env bash
# Prints the path of the program that tests start: $SABIKA if set; otherwise builds it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

if [ -z "${SABIKA:-}" ]; then
    "${CARGO:-cargo}" build --quiet --package sabika
    SABIKA=$(target_dir)/debug/sabika
fi
[ -x "$SABIKA" ] || { echo "no program at $SABIKA" >&2; exit 1; }
echo "$SABIKA"
