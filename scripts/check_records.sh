#!/usr/bin/env bash
# Plays games of every kind and checks their records with scripts/check_record.py, an independent implementation of the rules; then
# checks that records falsified by scripts/tamper_records.py are rejected, using games of the quick policy because they are shorter.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

has_tomllib() { python3 -c 'import tomllib' 2>/dev/null; }
has_tomllib || { debian_install python3 && has_tomllib; } || { echo 'Checking records needs Python 3.11 or newer.' >&2; exit 1; }

records=$(mktemp -d)
trap 'rm -rf "$records"' EXIT
sabika=$(scripts/program.sh)

# play FOLDER FLAG…: a few random games and a few of the quick policy, for 2 to 6 players.
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
