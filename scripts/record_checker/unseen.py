"""What nobody has seen yet. A piece that is revealed is taken from here, and rejected if it is not here."""
from collections import Counter

from .pieces import ALHAMBRA, COMPONENTS, FACES, LETTER, Broken, need


class Bag(set):
    """Pieces that exist once each, as the codes of their faces."""

    def draw(self, code):
        piece = next((faces for faces in self if code in faces), None)
        need(piece, code, "is not among the pieces still unseen here")
        self.remove(piece)


class Deck:
    """The money deck, top pile first. A pile consists of groups: so many cards of those of a sort that are unseen."""

    def __init__(self, copies):
        self.money = Counter({f"{letter}{number}": copies for letter in LETTER.values() for number in range(1, 10)})
        self.piles = [[[self.money.total(), self.money]]]

    def cut(self, cards, into):
        """S5: five piles of nearly equal size; `into` says what else is shuffled into which pile."""
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
        """T7; in the combined game the first reshuffle adds card B (CO2)."""
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
