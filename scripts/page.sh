#!/bin/sh
# Builds the page that is embedded in the program: web/dist.
set -eu
cd "$(dirname "$0")/../web"

command -v npm >/dev/null || { echo 'npm is missing: building the page requires Node 20.19 or newer with npm.' >&2; exit 1; }

# The last npm install is still valid while the lock file is older.
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --no-audit --no-fund
    touch node_modules/.package-lock.json
fi
# Skips the build if no source file is newer, so that a second start takes a second.
if [ ! -f dist/index.html ] || [ -n "$(find . -path ./node_modules -prune -o -path ./dist -prune -o -type f -newer dist/index.html -print | head -n 1)" ]; then
    npm run build
fi
