#!/usr/bin/env python3
"""Checks records of games step by step, using only docs/rules.md and docs/record.md: an independent implementation of the rules that
shares nothing with the engine except the list of components.

    python3 scripts/check_record.py game-1.json …     exit 1 and the step at fault if a record breaks a rule
"""
import json
import sys
from pathlib import Path

from record_checker.checker import check
from record_checker.pieces import Broken


def read(path):
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise Broken(f"cannot be read: {error}") from None


def main(paths):
    sys.stdout.reconfigure(errors="backslashreplace")
    steps = 0
    for path in paths:
        try:
            steps += check(read(path))
        except Broken as broken:
            print(f"{path}: {broken}")
            return 1
    print(f"{len(paths)} records, {steps} steps: every one as the rules say")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
