#!/usr/bin/env bash
# Compares the engine's speed with another revision: builds both and alternates between them, so that noise on the machine affects both alike.
# Usage: scripts/bench_against.sh REVISION [ROUNDS [SECONDS]]; the best round of each counts.
set -euo pipefail
cd "$(dirname "$0")/.."

: "${CARGO:=cargo}"
revision=${1:?which revision? A commit, a tag or a branch}
rounds=${2:-5}
seconds=${3:-1}
target=${CARGO_TARGET_DIR:-$PWD/target}
commit=$(git rev-parse --verify --quiet "$revision^{commit}") || { echo "no such revision: $revision" >&2; exit 1; }
other=$target/against/$commit

speed() { "$CARGO" build --quiet --profile bench --package sabika-rules --example speed --target-dir "$1" --manifest-path "$2/Cargo.toml"; }

mkdir -p "$other/source"
git archive "$commit" | tar -x -C "$other/source"
echo "building $revision and the working tree ..." >&2
speed "$other/built" "$other/source"
speed "$target" "$PWD"

for game in alhambra alhambra+all granada combined; do
    for what in random quick; do
        for _ in $(seq "$rounds"); do
            "$other/built/release/examples/speed" "$seconds" "$game" "$what" | sed 's/^/before /'
            "$target/release/examples/speed" "$seconds" "$game" "$what" | sed 's/^/now /'
        done
    done
done | awk -v revision="$revision" '
    { key = $2 " " $3; if (!(key in seen)) { seen[key] = ++n; keys[n] = key; unit[key] = $5 } if ($4 > best[$1, key]) best[$1, key] = $4 }
    END {
        printf "%-20s %12s %12s %8s\n", "", revision, "now", "factor"
        for (i = 1; i <= n; i++) {
            key = keys[i]; sub(/,$/, "", unit[key])
            printf "%-20s %12d %12d %8.2f  %s\n", key, best["before", key], best["now", key], best["now", key] / best["before", key], unit[key]
        }
    }'
