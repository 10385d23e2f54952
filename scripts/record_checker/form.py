"""The form of a record: its keys (docs/record.md) and words (docs/notation.md). Whether the rules allow them is checked elsewhere."""
import re

from .pieces import need

POINTS = {"kinds": dict, "total": int} | {f"{key}?": int for key in ("walls", "moats", "stretch", "camps", "bazaars", "falcons")}
RECORD = {
    "format": str,
    "setup": {"game": str, "players": int, "modules": [str], "options": {"simplified?": bool, "end?": str}},
    "seats": [str],
    "rules": int,
    "seed?": str,
    "fairness?": {"commitment": str, "secret?": str, "nonces": [str]},
    "deal": {"hands": [[str]], "first": int, "display": [str], "market": [str], "granada?": [str], "bazaars?": [str],
             "dirk?": [str], "huts?": [str], "bonus?": [[str]]},
    "steps": list,
    "result?": dict,
}
NAMES = {dict: "an object", list: "a list", str: "a text", int: "a number", bool: "true or false", type(None): "null"}
STEP = {"seat": int, "do": str, "shows?": list}

CARD, TILE, CELL = "([dhuf][1-9]|x[dhuf]{2})", "[A-Za-z0-9]+", r"-?\d{1,3},-?\d{1,3}"
CARDS = f"{CARD}( {CARD})*"
DO = {
    "take": CARDS, "buy": f"{TILE} with {CARDS}", "build": f"{TILE} {CELL}", "remove": CELL, "exchange": f"{TILE} {CELL}",
    "place": f"{TILE} {CELL}( flip {CARDS})?", "reserve": TILE, "dirk": TILE, "end": "", "vizier": f"{TILE} with {CARDS}",
    "wake": "", "pass": "", "reveal": rf"\+{TILE}", "hut": TILE, "falcon": f"{TILE} {CELL} with {CARD}", "done": "",
}
SHOWS = {
    "hut": TILE, "shuffle": "", "display": TILE, "scoring": "[AB]", "bazaar": TILE, "market": f"[1-4] {TILE}",
    "granada": f"[1-4] {TILE}", "dirk": TILE, "gain": f"[0-5] {TILE}", "left": TILE,
}


def fits(value, form, where):
    """A key with `?` may be absent; one that is not listed is refused."""
    kind = form if isinstance(form, type) else type(form)
    need(type(value) is kind, f"`{where}` should be {NAMES[kind]}")
    if isinstance(form, list):
        for number, part in enumerate(value):
            fits(part, form[0], f"{where}[{number}]")
    elif isinstance(form, dict):
        for key, part in form.items():
            name = key.rstrip("?")
            need(name in value or name != key, f"`{name}` is missing in `{where}`")
            if name in value:
                fits(value[name], part, f"{where}.{name}")
        for name in value:
            need(name in form or name + "?" in form, f"`{where}` has an unknown key `{name}`")


def line(text, forms):
    need(isinstance(text, str) and text.split(), "a word is missing in", text)
    first, *rest = text.split()
    need(first in forms, f"`{first}` is none of", *forms)
    need(re.fullmatch(forms[first], " ".join(rest), re.ASCII), f"`{text}` is not how `{first}` is written")
    return [first, *rest]
