#!/usr/bin/env bash
# Builds a site that any static web server can host, without a game server: games against bots and on a shared screen, replays
# of record files, and the rules. The first argument names the folder.
set -euo pipefail
cd "$(dirname "$0")/.."

site=${1:-${CARGO_TARGET_DIR:-target}/site}
scripts/engine.sh
scripts/page.sh
rm -rf "$site"
mkdir -p "$site"
cp -R web/dist/. "$site"
# For web servers that serve this for unknown paths: every address leads to the page.
cp "$site/index.html" "$site/404.html"
echo "The site is in $site. To try it: python3 -m http.server --directory $site"
