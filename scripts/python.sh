#!/usr/bin/env bash
# Builds the Python package, installs it into a virtual environment under target/, and tests it there.
# scripts/python.sh -k records runs the tests whose name contains that word.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
venv=$target/python-venv
if ! python3 -m venv --help >/dev/null 2>&1 || ! python3 -c 'import ensurepip' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get install --yes --quiet python3-venv || { apt-get update --quiet && apt-get install --yes --quiet python3-venv; }
    else
        echo 'python3 with venv is missing (on Debian: apt-get install python3-venv)' >&2
        exit 1
    fi
fi
if [ ! -x "$venv/bin/maturin" ]; then
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'maturin>=1.9,<2' 'numpy>=1.26' 'pettingzoo>=1.25' 'gymnasium>=1.0' \
        'pytest>=8' 'matplotlib>=3.8' || {
        rm -rf "$venv"
        echo 'the packages that the tests need could not be installed: this needs access to PyPI' >&2
        exit 1
    }
fi

# Like `pip install ./python`, but with the profile of the other tests, so that their build is reused.
MATURIN_PEP517_ARGS='--profile dev' CARGO_TARGET_DIR="$target" PATH="$venv/bin:$PATH" \
    "$venv/bin/pip" install --quiet --no-build-isolation --force-reinstall --no-deps ./python
SABIKA=$(scripts/program.sh)
export SABIKA
exec "$venv/bin/python" -m pytest --quiet --durations=5 python/tests "$@"
