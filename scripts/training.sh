#!/usr/bin/env bash
# The whole loop of docs/training.md at a tiny scale, using only numpy: self-play, training, export, gate, and resuming after an interruption.
# Then broken files, which must be rejected with a reason.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

python=${PYTHON:-python3}
if ! "$python" -c 'import numpy' 2>/dev/null; then
    python=$(python_venv)/bin/python
fi
sabika=$(scripts/program.sh)
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
fail() { echo "$1" >&2; exit 1; }

loop() {
    "$python" training/loop.py --sabika "$sabika" --folder "$run" --players 2,3 --games 8 --shard 2 --hidden 16 --middle 4 --steps 30 --batch 256 --gate 2 \
        --with numpy "$@"
}
loop --generations 1 | tee "$run/first"
grep -q 'generation 1: 8 games of builder' "$run/first" || fail 'the first generation plays like the builder'
loop --generations 2 | tee "$run/second"
grep -q "generation 2: 8 games of architect:network=$run/generation-001.net" "$run/second" || fail 'the second generation uses the first network'
! grep -q 'generation 1:' "$run/second" || fail 'finished generations are not repeated'

"$python" training/check.py "$run"

# Playing and training at the same time, from the network that the loop made.
"$python" training/continuous.py --sabika "$sabika" --folder "$run/continuous" --start "$run/generation-002.net" --out "$run/continuous.net" --players 2 --modules none \
    --seconds 1 --generation 1 --threads 1 --shard 2 --steps 5 --batch 64 --with numpy | tee "$run/third"
grep -q 'generation 1: [0-9]* positions' "$run/third" || fail 'continuous training learns from its games'
"$sabika" arena --bots "architect:network=$run/continuous.net,builder" --players 2 --blocks 1 --budget 1 >/dev/null || fail 'the arena reads its network'

# Existing shards are kept, unless they were made with different arguments.
again() { "$sabika" selfplay --out "$run/again" --games 4 --shard 2 --players 2 --modules none --seed 9 --bot builder "$@" 2>&1; }
again | grep -q '2 shards written' || fail 'selfplay writes shards'
rm "$run/again/alhambra-9-000001.shard"
again | grep -q '1 shards written with [0-9]* positions, 1 kept' || fail 'selfplay continues where it stopped'
(again --exploration 0.5 || true) | grep -q 'was made with different arguments' || fail 'shards made with different arguments are reported'

# Broken files are rejected by both sides.
refused() { "$sabika" arena --bots "architect:network=$run/broken.net,builder" --players 2 --blocks 1 2>&1 || true; }
head -c 5000 "$run/generation-001.net" > "$run/broken.net"
refused | grep -q 'bytes of weights, but the header calls for' || fail 'a truncated network is rejected'
sed 's/^layout .*/layout 99/' "$run/generation-001.net" > "$run/broken.net"
refused | grep -q '`layout` is 99, but this version needs' || fail 'a network with another layout is rejected'
head -c 5000 "$run/again/alhambra-9-000000.shard" > "$run/broken.shard"
("$python" training/train.py --out "$run/x.net" "$run/broken.shard" 2>&1 || true) | grep -q 'bytes where the header calls for' || fail 'a truncated shard is rejected'
echo 'the loop works'
