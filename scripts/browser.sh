#!/usr/bin/env bash
# Plays on the page in a real browser, at a real server: Debian's Chromium, installed when it is missing. Names of test files
# (`browser.sh modules`) run only those.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v "${CHROMIUM:-chromium}" >/dev/null; then
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
    else
        echo 'Chromium is missing. On Debian, as root: apt-get install chromium; elsewhere say where it is: CHROMIUM=/path/to/it' >&2
        exit 1
    fi
fi
CHROMIUM=$(command -v "${CHROMIUM:-chromium}")
export CHROMIUM
scripts/page.sh
SABIKA=$(scripts/program.sh) npm --prefix web run test:browser -- "$@"
