#!/usr/bin/env bash
# Runs every suite, also after one has failed, and says at the end how long each took, and what was red and why.
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

# The lines of a log that say which test is red and why: of cargo's tests, of the page's, or of a compiler.
reasons() {
    sed 's/\x1b\[[0-9;]*m//g' "$1" |
        grep -aE '^ *FAIL |^[A-Za-z]*Error: |^test .* FAILED$|panicked at|^error|^ *[-+] [^ ]' | grep -av ' plugin ' |
        awk '!seen[$0]++' | cut -c1-180 | head -n 12
}

# The program carries the page inside it, so the page comes first.
suite 'page: build' scripts/page.sh
suite 'build' tests --no-run
# The program of that build serves the scripts below: building it apart, with the features of no test, would build all anew.
SABIKA=$(cd "$target" && pwd)/debug/sabika
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
[ "${#red[@]}" -gt 0 ] || exit 0
for log in "${red[@]}"; do
    printf '\nred, all of it in %s:\n' "$log"
    reasons "$log"
done
exit 1
