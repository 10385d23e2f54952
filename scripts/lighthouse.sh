#!/usr/bin/env bash
# What Lighthouse says about the first page and a table in play, at our own server; fails below 95. It is fetched once, into the
# user's cache: too large to be a dependency.
set -euo pipefail
cd "$(dirname "$0")/.."

CHROME_PATH=$(command -v "${CHROMIUM:-chromium}") || { echo 'Chromium is missing. On Debian, as root: apt-get install chromium; elsewhere say where it is: CHROMIUM=/path/to/it' >&2; exit 1; }
export CHROME_PATH
cache=${XDG_CACHE_HOME:-$HOME/.cache}/sabika-lighthouse
if [ ! -x "$cache/node_modules/.bin/lighthouse" ]; then
    echo 'Fetching Lighthouse: this needs the network, once.'
    mkdir -p "$cache"
    PUPPETEER_SKIP_DOWNLOAD=1 npm install --prefix "$cache" --no-save --no-audit --no-fund lighthouse@12
fi
if [ -z "${SABIKA:-}" ]; then
    scripts/page.sh
    "${CARGO:-cargo}" build --package sabika
    SABIKA=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/debug/sabika
fi
LIGHTHOUSE=$cache/node_modules/.bin/lighthouse SABIKA=$SABIKA node web/tests/lighthouse.mjs
