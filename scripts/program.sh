#!/bin/sh
# Prints the path of the program that tests start: $SABIKA if set; otherwise builds it.
set -eu
cd "$(dirname "$0")/.."

if [ -z "${SABIKA:-}" ]; then
    "${CARGO:-cargo}" build --quiet --package sabika
    SABIKA=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/debug/sabika
fi
[ -x "$SABIKA" ] || { echo "no program at $SABIKA" >&2; exit 1; }
echo "$SABIKA"
