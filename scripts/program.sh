#!/bin/sh
# Says where the program is that tests start: $SABIKA if it is set, else one that is built now.
set -eu
cd "$(dirname "$0")/.."

if [ -z "${SABIKA:-}" ]; then
    "${CARGO:-cargo}" build --quiet --package sabika
    SABIKA=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/debug/sabika
fi
[ -x "$SABIKA" ] || { echo "there is no program at $SABIKA" >&2; exit 1; }
echo "$SABIKA"
