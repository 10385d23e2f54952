#!/bin/sh
# Builds the page that the program carries inside it: web/dist.
set -eu
cd "$(dirname "$0")/../web"

command -v npm >/dev/null || { echo 'npm is missing: the page is built with Node 20.19 or newer and its npm.' >&2; exit 1; }

# What npm installed last time still holds while the lock file is older.
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --no-audit --no-fund
    touch node_modules/.package-lock.json
fi
# A second start takes a second: nothing is built again while no source is newer.
if [ ! -f dist/index.html ] || [ -n "$(find . -path ./node_modules -prune -o -path ./dist -prune -o -type f -newer dist/index.html -print | head -n 1)" ]; then
    npm run build
fi
