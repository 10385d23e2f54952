#!/usr/bin/env python3
"""Falsifies records in one place each and checks that check_record.py rejects them there and says why.

    python3 scripts/tamper_records.py game-1.json …     exit 1 if a falsified record passes, or is rejected for another reason
"""
import copy
import random
import sys
from collections import Counter
from pathlib import Path

from check_record import read
from record_checker.checker import check
from record_checker.pieces import Broken

PIECES = ("hut", "display", "bazaar", "market", "granada", "dirk")


def shown(record, *which):
    """(step, index in its shows, words) of everything revealed, in order."""
    return [(s, i, text.split()) for s, step in enumerate(record["steps"]) for i, text in enumerate(step.get("shows", []))
            if isinstance(text, str) and text.split()[0] in which]


def put(record, place, code):
    """Replaces a revealed piece; the error must name the step and the piece."""
    step, i, words = place
    record["steps"][step]["shows"][i] = " ".join(words[:-1] + [code])
    return f"step {step + 1},", code


def no_such_piece(record, chance):
    return put(record, chance.choice(shown(record, *PIECES)), "z77")


def no_such_tile(record, chance):
    return put(record, chance.choice(shown(record, "market", "granada")), "P99")


def drawn_twice(record, chance):
    """A tile that was drawn before: a hut, a bazaar or a building."""
    deal = record["deal"]
    seen = {"hut": deal.get("huts", []), "bazaar": deal.get("bazaars", []), "market": deal["market"],
            "granada": deal.get("granada", []), "dirk": deal.get("dirk", [])}
    seen, found = {word: list(codes) for word, codes in seen.items()}, []
    for place in shown(record, *seen):
        word, code = place[2][0], place[2][-1]
        found += [(place, earlier) for earlier in seen[word][-3:]]
        seen[word].append(code)
    return *put(record, *chance.choice(found)), "still unseen"


def card_too_many(record, chance):
    """One more copy of a card than there is."""
    deal = record["deal"]
    seen, found = Counter(sum(deal["hands"], deal["display"])), []
    for place in shown(record, "display", "shuffle"):
        if place[2] == ["shuffle"]:
            break
        found += [(place, card) for card in seen if seen[card] == (2 if len(deal["hands"]) == 2 else 3)]
        seen[place[2][1]] += 1
    return (*put(record, *chance.choice(found)), "still unseen") if found else None


def scored_early(record, _):
    step, i, _ = shown(record, "display")[0]
    record["steps"][step]["shows"][i] = "scoring A"
    return f"step {step + 1},", "S5: A"


def dealt_twice(record, chance):
    market = record["deal"]["market"]
    one, other = chance.sample(range(4), 2)
    market[one] = market[other]
    return "deal:", market[one], "still unseen"


def no_such_card_dealt(record, chance):
    chance.choice(record["deal"]["hands"])[0] = "d10"
    return "deal:", "d10", "still unseen"


def unknown_verb(record, chance):
    step = chance.randrange(len(record["steps"]))
    record["steps"][step]["do"] = "jump 1,0"
    return f"step {step + 1},", "`jump` is none of"


def word_missing(record, chance):
    step, verb = chance.choice([(i, s["do"].split()[0]) for i, s in enumerate(record["steps"]) if " " in s["do"]])
    record["steps"][step]["do"] = verb
    return f"step {step + 1},", f"is not how `{verb}` is written"


def seat_missing(record, chance):
    step = chance.randrange(len(record["steps"]))
    del record["steps"][step]["seat"]
    return f"step {step + 1}:", "`seat` is missing"


def hands_missing(record, _):
    del record["deal"]["hands"]
    return "`hands` is missing", "deal"


WAYS = [no_such_piece, no_such_tile, drawn_twice, card_too_many, scored_early, dealt_twice, no_such_card_dealt, unknown_verb,
        word_missing, seat_missing, hands_missing]


def fault(record, words):
    """What is wrong with the checker's answer to a falsified record; None if nothing is."""
    try:
        check(record)
    except Broken as broken:
        return None if all(word in str(broken) for word in words) else f"rejected for another reason: {broken}"
    return "passes"


def main(paths):
    refused = Counter()
    for path in paths:
        record, chance = read(path), random.Random("/".join(Path(path).parts[-2:]))
        for way in WAYS:
            falsified = copy.deepcopy(record)
            if words := way(falsified, chance):
                if wrong := fault(falsified, words):
                    print(f"{path}: {way.__name__}, {words}: {wrong}")
                    return 1
                refused[way.__name__] += 1
    if untried := [way.__name__ for way in WAYS if way.__name__ not in refused]:
        print("no record to try on:", *untried)
        return 1
    print(f"{refused.total()} falsified records, {len(WAYS)} ways: all rejected, each for its own reason")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
