#!/bin/sh
# Runs every suite, also after one has failed, and says at the end how long each took.
set -u
cd "$(dirname "$0")/.."

: "${CARGO:=cargo}"
report=''
failed=0

suite() {
    name=$1
    shift
    printf '\n== %s\n' "$name"
    begin=$(date +%s)
    if "$@"; then verdict=ok; else verdict=FAILED failed=$((failed + 1)); fi
    seconds=$(($(date +%s) - begin))
    line=$(printf '%-22s %3d min %02d s  %s' "$name" $((seconds / 60)) $((seconds % 60)) "$verdict")
    report="$report$line
"
}

# All suites ask for the same packages and features, so that nothing is built twice.
tests() { "$CARGO" test --workspace --all-features --no-fail-fast "$@"; }

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

# The program carries the page inside it, so the page comes first.
suite 'page: build' scripts/page.sh
suite 'build' tests --no-run
# The program of that build serves the scripts below: building it apart, with the features of no test, would build all anew.
SABIKA=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/debug/sabika
export SABIKA
suite 'units' tests --lib --bins
for crate in crates/*; do
    [ ! -d "$crate/tests" ] || suite "${crate#crates/}: integration" integration "${crate#crates/}"
done
suite 'doc-tests' tests --doc
suite 'second reading' scripts/second_reading.sh
suite 'API: schemathesis' scripts/api.sh
suite 'page: units' npm --prefix web test
suite 'page: browser' scripts/browser.sh
suite 'wasm32' scripts/wasm.sh

printf '\n%s' "$report"
[ "$failed" -eq 0 ] || { echo "$failed of the suites failed."; exit 1; }
