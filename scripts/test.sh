#!/usr/bin/env bash
# Runs every suite, even after one has failed, and reports at the end how long each took, which tests failed, and why.
set -uo pipefail
cd "$(dirname "$0")/.."

: "${CARGO:=cargo}"
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/suites"
report=''
red=()

suite() {
    name=$1
    log="$target/suites/${name//[^a-zA-Z0-9]/-}.log"
    shift
    printf '\n== %s\n' "$name"
    begin=$(date +%s)
    if "$@" 2>&1 | tee "$log"; then verdict=ok; else verdict=FAILED red+=("$log"); fi
    seconds=$(($(date +%s) - begin))
    report+=$(printf '%-22s %3d min %02d s  %s' "$name" $((seconds / 60)) $((seconds % 60)) "$verdict")$'\n'
}

# All suites use the same packages and features, so that nothing is built twice. The extension module cannot be run as a program: its tests
# are in Python.
tests() { "$CARGO" test --workspace --exclude sabika-python --all-features --no-fail-fast "$@"; }

# The integration tests of one crate: the files in its tests/, and folders there with a main.rs.
integration() {
    crate=$1
    set --
    for file in "crates/$crate/tests"/*.rs "crates/$crate/tests"/*/main.rs; do
        case $file in
            *'*'*) continue ;;
            */main.rs) file=${file%/main.rs} ;;
        esac
        set -- "$@" --test "$(basename "$file" .rs)"
    done
    tests "$@"
}

# The lines of a log that say which test failed and why: from cargo's tests, from the page's, or from a compiler.
reasons() {
    sed 's/\x1b\[[0-9;]*m//g' "$1" |
        grep -aE '^ *FAIL |^[A-Za-z]*Error: |^test .* FAILED$|panicked at|^error|^ *[-+] [^ ]' | grep -av ' plugin ' |
        awk '!seen[$0]++' | cut -c1-180 | head -n 12
}

# The page embeds the engine, and the program embeds the page, so these come first.
suite 'engine' scripts/engine.sh
suite 'page: build' scripts/page.sh
suite 'build' tests --no-run
# The scripts below use the programs from that build: building them separately, without the test features, would rebuild everything.
SABIKA=$(cd "$target" && pwd)/debug/sabika
ROWS=$(cd "$target" && pwd)/debug/examples/rows
export SABIKA ROWS
suite 'units' tests --lib --bins
for crate in crates/*; do
    [ ! -d "$crate/tests" ] || suite "${crate#crates/}: integration" integration "${crate#crates/}"
done
suite 'doc-tests' tests --doc
# An invented module, which shows what adding one takes (CONTRIBUTING.md). It has its own build, so that nothing else is rebuilt.
eighth() { SABIKA_EIGHTH_MODULE=1 "$CARGO" test --package sabika-rules --all-features --target-dir "$target/eighth" --lib "$@"; }
suite 'an eighth module' eighth fountains
suite 'records' scripts/check_records.sh
suite 'training' scripts/training.sh
suite 'python' scripts/python.sh
suite 'API: schemathesis' scripts/api.sh
suite 'page: units' npm --prefix web test
suite 'page: browser' scripts/browser.sh
suite 'wasm32' scripts/wasm.sh
suite 'engine: folds' scripts/engine_folds.sh

printf '\n%s' "$report"
[ "${#red[@]}" -gt 0 ] || exit 0
for log in "${red[@]}"; do
    printf '\nfailures (full log in %s):\n' "$log"
    reasons "$log"
done
exit 1
