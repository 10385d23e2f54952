#!/usr/bin/env bash
# Plays games of every kind and has their records checked by scripts/check_record.py, which knows the rules on its own; then sees to it
# that records falsified by scripts/tamper_records.py are refused. The quick policy's will do for that: its games are shorter.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! python3 -c 'import tomllib' 2>/dev/null; then
    if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
        apt-get update -qq && apt-get install -y -qq --no-install-recommends python3
    fi
    python3 -c 'import tomllib' 2>/dev/null || { echo 'python3 of version 3.11 or newer is needed to check records.' >&2; exit 1; }
fi

records=$(mktemp -d)
trap 'rm -rf "$records"' EXIT
sabika=$(scripts/program.sh)

# play FOLDER FLAG…: a few games by chance and a few of the quick policy, for 2 to 6 players.
play() {
    folder=$1
    shift
    for players in 2 3 4 5 6; do
        for bot in random quick; do
            "$sabika" simulate --players "$players" --games "${GAMES:-1}" --seed "$players" --bot "$bot" "$@" \
                --records "$records/$folder-$players-$bot" >/dev/null
        done
    done
}

play alhambra
play modules --modules all
for game in granada combined; do
    play "$game" --game "$game"
    play "$game-modules" --game "$game" --modules vizier,bureau
done
play simplified --game granada --simplified
play english --game combined --end english
python3 scripts/check_record.py "$records"/*/*.json
python3 scripts/tamper_records.py "$records"/*-quick/*.json
