#!/usr/bin/env bash
# Plays on the page in a real browser against a real server. Installs Debian's Chromium if it is missing. Names of test files
# (`browser.sh modules`) run only those. With SUITE=screenshots it takes the screenshots in docs/screenshots instead.
set -euo pipefail
cd "$(dirname "$0")/.."

need() { # a program, and the Debian package that has it
    command -v "$1" >/dev/null && return
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2"
    else
        echo "$1 is missing. On Debian, as root: apt-get install $2; otherwise set its path: CHROMIUM=/path/to/it" >&2
        exit 1
    fi
}
SUITE=${SUITE:-test:browser}
need "${CHROMIUM:-chromium}" chromium
[ "$SUITE" != screenshots ] || need pngquant pngquant
CHROMIUM=$(command -v "${CHROMIUM:-chromium}")
export CHROMIUM
scripts/engine.sh
scripts/page.sh
SABIKA=$(scripts/program.sh) npm --prefix web run "$SUITE" -- "$@"
