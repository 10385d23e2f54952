"""A game before its first turn."""
from .board import Player
from .pieces import Broken, Tile, need, value
from .unseen import Bag, Deck, alhambra_bag, bonus_cards, falcons, granada_bag, hut_piles

MODULES = ["vizier", "bureau", "bonus", "huts", "camps", "bazaars", "falconers"]


class Dealt:
    """What is visible after the deal (S1–S5), and what is still unseen."""

    def __init__(self, record):
        setup, deal = record["setup"], record["deal"]
        self.game, self.n, self.modules, self.options = setup["game"], setup["players"], setup["modules"], setup["options"]
        self.granada = self.game == "granada"
        try:
            self.check_setup()
            need(len(record["seats"]) == self.n, "names for", len(record["seats"]), "seats")
        except Broken as broken:
            raise Broken(f"setup: {broken}") from None
        try:
            self.check_keys(deal)
            self.deal_money(deal)
            self.deal_tiles(deal)
            self.deal_modules(deal)
        except Broken as broken:
            raise Broken(f"deal: {broken}") from None

    def check_setup(self):
        need(self.game in ("alhambra", "granada", "combined"), "no game", self.game)
        need(2 <= self.n <= 6, "S1:", self.n, "players")
        known = MODULES if self.game == "alhambra" else MODULES[:2]
        need(self.modules == [m for m in known if m in self.modules], "modules", *self.modules)
        need(self.options.get("end", "german") in ("german", "english"), "CO6")
        need(self.game != "alhambra" or not self.options.get("simplified"), "GR6")
        need(self.game == "combined" or self.options.get("end", "german") == "german", "CO6")

    def check_keys(self, deal):
        applies = {"granada": self.game == "combined", "dirk": self.n == 2, "huts": "huts" in self.modules,
                   "bazaars": "bazaars" in self.modules, "bonus": "bonus" in self.modules}
        for key, there in applies.items():
            need(there or key not in deal, f"`{key}` does not apply")
            need(key in deal or not there, f"`{key}` is missing" + " (hidden while the game runs)" * (key == "bonus"))

    def deal_money(self, deal):
        hands = deal["hands"]
        need(len(hands) == self.n and len(deal["display"]) == 4, "S2, S4: so many hands, four cards")
        self.deck, self.discard = Deck(2 if self.n == 2 else 3), []  # N1
        for card in sum(hands, []) + deal["display"]:
            self.deck.draw(card)
        self.deck.cut_first("bureau" in self.modules, self.game == "combined")
        for hand in hands:
            need(sum(map(value, hand)) >= 20 > sum(map(value, hand[:-1])), "S2: hand", hand)
        order = min(range(self.n), key=lambda s: (len(hands[s]), sum(map(value, hands[s])), s))
        need(order == deal["first"], "S3: first player")
        self.display, self.players = list(deal["display"]), [Player(hand, self.granada) for hand in hands]

    def deal_tiles(self, deal):
        self.bag = granada_bag() if self.granada else alhambra_bag(self.modules)
        self.granada_bag = granada_bag() if self.game == "combined" else Bag()
        self.odd = False  # GR2
        self.aside, self.dirk = list(deal.get("bazaars", [])), list(deal.get("dirk", []))
        second = deal.get("granada", [None] * 4)
        need(len(deal["market"]) == len(second) == 4, "S1: four spaces")
        for code in self.aside:
            self.draw_bazaar(code)
        for code in deal["market"]:
            self.draw_tile(self.bag, code, True)
        for code in filter(None, second):
            self.draw_tile(self.granada_bag, code, True)
            need(Tile(code).walls, "CO1:", code, "has no moat")
        if self.n == 2:  # N2, CO7
            need(len(self.dirk) == (12 if self.game == "combined" else 6), "N2: tiles for Dirk")
            for i, code in enumerate(self.dirk):
                self.draw_tile(self.bag if i < 6 else self.granada_bag, code, False)
        self.market = [[m, g] for m, g in zip(deal["market"], second)]
        self.odd = True

    def draw_bazaar(self, code):
        self.bag.draw(code)
        need(code[0] == "b", "BZ1:", code, "is not a bazaar")

    def draw_tile(self, bag, code, for_market):
        """Whether it is a Granada tile, which must show the face given by the marker (GR2, GR7)."""
        bag.draw(code)
        need(code[0] != "b" or not for_market, "BZ1:", code, "lies beside the market")
        tile = Tile(code)
        need(tile.family != "granada" or tile.price % 2 == self.odd, "GR2:", code)
        return tile.family == "granada"

    def deal_modules(self, deal):
        self.huts, self.hut_piles = list(deal.get("huts", [])), hut_piles()
        if "huts" in self.modules:  # HU1
            need(len(self.huts) == 6, "HU1: six huts")
            for pile, code in zip(self.hut_piles, self.huts):
                pile.draw(code)
        if "bonus" in self.modules:  # BN1
            cards, each = bonus_cards(), {2: 3, 3: 3, 4: 2, 5: 2, 6: 1}[self.n]
            need([len(hand) for hand in deal["bonus"]] == [each] * self.n, "BN1:", each, "bonus cards each")
            for player, hand in zip(self.players, deal["bonus"]):
                player.bonus = list(hand)
                for card in hand:
                    cards.draw(card)
        self.falcons = falcons() if "falconers" in self.modules else Bag()
