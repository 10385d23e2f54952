#!/bin/sh
# Builds the page that is embedded in the program: web/dist. With `--tools`, only checks that this is possible.
set -eu
cd "$(dirname "$0")/../web"

missing() {
    echo "$1: building the page requires Node 20.19 or newer with npm, from https://nodejs.org or your system's packages." >&2
    exit 1
}
command -v node >/dev/null || missing 'node is missing'
command -v npm >/dev/null || missing 'npm is missing'
node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' ||
    missing "Node $(node --version) is too old"
[ "${1:-}" != --tools ] || exit 0

# The last npm install is still valid while the lock file is older.
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --no-audit --no-fund
    touch node_modules/.package-lock.json
fi
# Skips the build if no source file is newer, so that a second start takes a second.
if [ ! -f dist/index.html ] || [ -n "$(find . -path ./node_modules -prune -o -path ./dist -prune -o -type f -newer dist/index.html -print | head -n 1)" ]; then
    npm run build
fi
