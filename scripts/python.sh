#!/usr/bin/env bash
# Builds the Python package, installs it into a virtual environment under target/, and tests it there.
# scripts/python.sh -k records runs the tests whose name contains that word.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

target=$(target_dir)
venv=$(python_venv)
# Like `pip install ./python`, but with the profile of the other tests, so that their build is reused.
MATURIN_PEP517_ARGS='--profile dev' CARGO_TARGET_DIR="$target" PATH="$venv/bin:$PATH" \
    "$venv/bin/pip" install --quiet --no-build-isolation --force-reinstall --no-deps ./python
SABIKA=$(scripts/program.sh)
export SABIKA
exec "$venv/bin/python" -m pytest --quiet --durations=5 python/tests "$@"
