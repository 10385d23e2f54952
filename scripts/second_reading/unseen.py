"""What nobody has seen yet. A piece that comes to light is taken from here, and refused if it is not there."""
from collections import Counter

from .pieces import ALHAMBRA, COMPONENTS, FACES, LETTER, Broken, need


class Bag(set):
    """Pieces of which each exists once, as the codes of their faces."""

    def draw(self, code):
        piece = next((faces for faces in self if code in faces), None)
        need(piece, code, "is not among the pieces still unseen here")
        self.remove(piece)


class Deck:
    """The money deck, its top pile first. A pile is known as groups: so many cards out of what is unseen of their sort."""

    def __init__(self, copies):
        self.money = Counter({f"{letter}{number}": copies for letter in LETTER.values() for number in range(1, 10)})
        self.piles = [[[self.money.total(), self.money]]]

    def cut(self, cards, into):
        """S5: five piles as equal as can be; then `into` says which pile gets what else."""
        each, rest = divmod(cards.total(), 5)
        self.piles = [[[each + (i < rest), cards]] + into.get(i + 1, []) for i in range(5)]

    def cut_first(self, bureau, combined):
        into = {3: [scoring("A")]} if combined else {2: [scoring("A")], 4: [scoring("B")]}  # CO2, S5
        if bureau:  # BC1
            cards = Counter("x" + LETTER[a] + LETTER[b] for a, b in COMPONENTS["bureau"]["cards"])
            for pile in (2, 3, 4):
                into.setdefault(pile, []).append([2, cards])
        self.cut(self.money, into)

    def shuffle(self, discard, with_b):
        """T7; in the combined game B comes in with the first one (CO2)."""
        cards = Counter(discard)
        if with_b:
            self.cut(cards, {2: [scoring("B")]})
        else:
            self.piles = [[[cards.total(), cards]]]

    def empty(self):
        return not any(count for pile in self.piles for count, _ in pile)

    def draw(self, card):
        top = next((pile for pile in self.piles if any(count for count, _ in pile)), [])
        for group in top:
            if group[0] and group[1][card]:
                group[0] -= 1
                group[1][card] -= 1
                return
        deeper = any(cards[card] for pile in self.piles for _, cards in pile)
        raise Broken(f"S5: {card} lies deeper in the deck" if deeper else f"{card} is not among the cards still unseen")


def scoring(card):
    return [1, Counter([card])]


def alhambra_bag(modules):
    kinds = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
    codes = [code for kind in kinds for code in COMPONENTS["alhambra"][kind]]
    if "camps" in modules:  # CA1
        codes += [f"c{row['price']}{row['bastions']}" for row in COMPONENTS["camps"]]
    if "bazaars" in modules:  # BZ1
        codes += ["b" + row["kinds"] for row in COMPONENTS["bazaars"]]
    return Bag((code,) for code in codes)


def granada_bag():
    return Bag(FACES)


def hut_piles():
    huts = COMPONENTS["huts"]
    return [Bag(("h" + kind + hut["walls"],) for hut in huts if hut["kind"] == kind) for kind in ALHAMBRA]


def bonus_cards():
    return Bag(("+" + code,) for code in COMPONENTS["alhambra"]["bonus_cards"])


def falcons():
    return Bag(("f" + row["kinds"],) for row in COMPONENTS["falcons"])
