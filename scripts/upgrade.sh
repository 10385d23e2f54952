#!/usr/bin/env bash
# Plays games on three nodes of an older version, which are replaced by this one, one by one (docs/running.md, "Upgrades").
# upgrade.sh [COMMIT]: the older version; the last tag by default.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

: "${CARGO:=cargo}"
from=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
[ -n "$from" ] || { echo 'There is no tag: name a commit with FROM=COMMIT.' >&2; exit 1; }
target=$(target_dir)
commit=$(git rev-parse --verify --short "$from^{commit}")
old=$target/old/$commit
if [ ! -x "$old/debug/sabika" ]; then
    source=$(mktemp -d)
    trap 'git worktree remove --force "$source"' EXIT
    git worktree add --quiet --detach "$source" "$commit"
    # The page is not needed: without one, none is embedded.
    (cd "$source" && mkdir -p web/dist && "$CARGO" build --package sabika --target-dir "$old")
fi
echo "from $from ($commit) to the current build"
SABIKA_OLD=$old/debug/sabika "$CARGO" test --package sabika --all-features --test serve lose_nothing_in_an_upgrade -- --nocapture
