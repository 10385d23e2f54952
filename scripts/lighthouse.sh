#!/usr/bin/env bash
# Runs Lighthouse on the home page and a table in play, on our own server; fails below 95. Lighthouse is downloaded once into the
# user's cache, because it is too large to be a dependency.
set -euo pipefail
cd "$(dirname "$0")/.."

CHROME_PATH=$(command -v "${CHROMIUM:-chromium}") || { echo 'Chromium is missing. On Debian, as root: apt-get install chromium; otherwise set its path: CHROMIUM=/path/to/it' >&2; exit 1; }
export CHROME_PATH
cache=${XDG_CACHE_HOME:-$HOME/.cache}/sabika-lighthouse
if [ ! -x "$cache/node_modules/.bin/lighthouse" ]; then
    echo 'Downloading Lighthouse: this needs the network once.'
    mkdir -p "$cache"
    PUPPETEER_SKIP_DOWNLOAD=1 npm install --prefix "$cache" --no-save --no-audit --no-fund lighthouse@12
fi
if [ -z "${SABIKA:-}" ]; then
    scripts/engine.sh
    scripts/page.sh
    SABIKA=$(scripts/program.sh)
fi
LIGHTHOUSE=$cache/node_modules/.bin/lighthouse SABIKA=$SABIKA node web/tests/lighthouse.mjs
