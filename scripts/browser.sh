#!/usr/bin/env bash
# Plays on the page in a real browser against a real server. Installs Debian's Chromium if it is missing. Names of test files
# (`browser.sh modules`) run only those. With SUITE=screenshots it takes the screenshots in docs/screenshots instead.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

need() { # need PROGRAM PACKAGE [ADVICE]: the Debian package that has the program, and what else can be done
    command -v "$1" >/dev/null || debian_install "$2" || {
        echo "$1 is missing. On Debian, as root: apt-get install $2${3:-}" >&2
        exit 1
    }
}
SUITE=${SUITE:-test:browser}
need "${CHROMIUM:-chromium}" chromium '; otherwise set its path: CHROMIUM=/path/to/it'
[ "$SUITE" != screenshots ] || need pngquant pngquant
CHROMIUM=$(command -v "${CHROMIUM:-chromium}")
export CHROMIUM
scripts/engine.sh
scripts/page.sh
SABIKA=$(scripts/program.sh) npm --prefix web run "$SUITE" -- "$@"
