#!/usr/bin/env python3
"""Checks records of games step by step, from docs/rules.md and docs/record.md alone: a second reading of the rules, in another
language, that shares nothing with the engine but the list of components.

    python3 scripts/check_record.py game-1.json …     exit 1 and the step at fault if a record breaks a rule
"""
import json
import sys
from pathlib import Path

from second_reading.checker import Checker
from second_reading.pieces import Broken, need


def check(path):
    record = json.loads(Path(path).read_text())
    need(record["format"] == "sabika-record/1", "format")
    checker = Checker(record)
    for number, step in enumerate(record["steps"], 1):
        try:
            checker.step(step)
        except Broken as broken:
            raise Broken(f"step {number}, seat {step['seat']}, `{step['do']}`: {broken}") from None
    need(record.get("result") == checker.result, "result:", checker.result, "not", record.get("result"))
    return len(record["steps"])


def main(paths):
    steps = 0
    for path in paths:
        try:
            steps += check(path)
        except Broken as broken:
            print(f"{path}: {broken}")
            return 1
    print(f"{len(paths)} records, {steps} steps: every one as the rules say")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
