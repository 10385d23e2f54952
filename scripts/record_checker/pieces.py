"""The pieces, read from the list of components, and the names of their sides."""
import tomllib
from pathlib import Path

COMPONENTS = tomllib.loads((Path(__file__).parents[2] / "crates/rules/components.toml").read_text())
LETTER = {"denar": "d", "dirham": "h", "ducat": "u", "florin": "f"}
SPACES = [LETTER[c] for c in COMPONENTS["market"]["spaces"]]
ALHAMBRA, GRANADA = list("PSACGT"), ["Ar", "Ba", "Li", "Hl", "Hp", "Ma", "Pa", "Sc", "Re"]
STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
BACK = {"n": "s", "e": "w", "s": "n", "w": "e"}
SHORT = dict(zip(COMPONENTS["granada"]["kinds"], GRANADA))
FACES = [(f"{SHORT[row['even']]}{row['price']}{row['moats']}", f"{SHORT[row['odd']]}{row['price'] + 1}{row['moats']}")
         for row in COMPONENTS["granada"]["tiles"]]  # GR1


class Broken(Exception):
    """A rule that a record breaks."""


def need(condition, *what):
    if not condition:
        raise Broken(" ".join(str(w) for w in what))


class Tile:
    """The meaning of a code (C1, C4)."""

    def __init__(self, code, granada_start=False):
        self.code, self.kind, self.price, self.walls, self.colours = code, None, None, "", ""
        self.family = "granada" if granada_start else "alhambra"
        if code == "F":
            self.piece = "start"
        elif code[0] == "h":
            self.piece, self.kind, self.walls = "hut", code[1], code[2:]
        elif code[0] == "c":
            self.piece, self.family = "camp", "camp"
            self.price, self.walls = split(code[1:])
        elif code[0] == "b":
            self.piece, self.colours = "bazaar", code[1:]
        else:
            self.piece = "building"
            self.kind = code[:2] if code[:2] in GRANADA else code[0]
            self.price, self.walls = split(code[len(self.kind):])
            self.family = "granada" if self.kind in GRANADA else "alhambra"

    def side(self, d):
        closed = d in self.walls
        names = {"alhambra": ("open", "wall"), "granada": ("street", "moat"), "camp": ("green", "bastion")}
        return names[self.family][closed]


def split(text):
    digits = "".join(c for c in text if c.isdigit())
    return int(digits), text[len(digits):]


def other_face(code):
    for even, odd in FACES:
        if code in (even, odd):
            return odd if code == even else even
    return None


def value(card):
    return 0 if card[0] == "x" else int(card[1:])


def cell_of(text):
    x, y = text.split(",")
    return int(x), int(y)
