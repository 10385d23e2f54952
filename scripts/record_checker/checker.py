"""Replays a record, step by step."""
from .board import near
from .deal import Dealt
from .form import DO, POINTS, RECORD, SHOWS, STEP, fits, line
from .pieces import ALHAMBRA, GRANADA, LETTER, SPACES, COMPONENTS, Broken, Tile, cell_of, need, other_face, value

GAINS = {1: [0], 2: [7, 0], 3: [15, 7, 0]}  # W3, above the kind's number 1 to 6


class Checker(Dealt):
    """A game replayed from its record. Draws are taken from the record and must still be unseen; everything else is checked."""

    def __init__(self, record):
        super().__init__(record)
        self.b_in, self.dirk_score, self.result = False, 0, None
        self.begin(record["deal"]["first"])

    # Whose turn it is.

    def begin(self, seat):
        self.turn, self.actor, self.stage, self.first, self.waiting = seat, seat, "action", True, []
        self.occasion, self.queue, self.closing, self.window = "turn", [], False, None
        if not self.possible():
            self.stage = "placing"

    def acted(self, again=False):
        self.first = False
        self.stage = "action" if again and self.possible() else "placing"

    def offers(self):
        found = {}
        for space, halves in enumerate(self.market):
            for code in filter(None, halves):
                found[code] = (SPACES[space], Tile(code).price, False)
        for code in self.aside:
            row = next(b for b in COMPONENTS["bazaars"] if b["kinds"] == code[1:])
            letter = LETTER[row["currency"]]
            if at := self.market[SPACES.index(letter)][0]:
                found[code] = (letter, Tile(at).price, True)
        return found

    def payable(self, player, exact_only):
        """Whether some tile on offer can be paid for; exactly, if `exact_only`."""
        for letter, price, exact in self.offers().values():
            for pair in [None] + [c for c in player.hand if c[0] == "x" and letter in c[1:]]:
                money = [value(c) for c in player.hand if c[0] == letter or pair and c[0] != "x" and c[0] in pair[1:]]
                sums = {0}
                for v in money:
                    sums |= {s + v for s in sums}
                if price in sums or not (exact or exact_only) and max(sums) >= price:
                    return True
        return False

    def possible(self):
        """T1, T3: can the actor do anything at all?"""
        player = self.players[self.actor]
        if self.display or self.payable(player, False):
            return True
        if "vizier" in self.modules and not player.awake or any(self.huts) and self.hut_total(player) < 3:
            return True
        cells = {near(c, d) for c in player.board.at for d in "nesw"} | set(player.board.at)
        for cell in cells:
            if cell not in player.board.at:
                if any(player.board.changed(cell, Tile(t)).legal() for t in player.reserve):
                    return True
            elif not player.board.fixed(cell):
                if any(player.board.changed(cell, t and Tile(t)).legal() for t in [None] + player.reserve):
                    return True
        return self.first and self.falcon_possible(player)

    def falcon_possible(self, player):
        money = any(c[0] != "x" for c in player.hand)
        free = [falcon[1:] for [falcon] in self.falcons]
        return money and any(self.crossing(player, point, kinds) for point in player.board.at for kinds in free)

    def crossing(self, player, point, kinds):
        x, y = point
        four = [player.board.at.get(c) for c in ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1))]
        if any(t is None or t.piece == "camp" for t in four) or point in player.falcons.values():
            return False
        return all(any(t.piece == "building" and t.kind == k for t in four) for k in kinds)

    def hut_total(self, player):
        return sum(t.piece == "hut" for t in player.board.at.values()) + sum(t[0] == "h" for t in player.reserve)

    # Steps.

    def step(self, step):
        need(self.stage != "over", "the game is over")
        (verb, *rest), seat, self.shows = line(step["do"], DO), step["seat"], list(step.get("shows", []))
        need(0 <= seat < self.n, "unknown seat")
        player = self.players[seat]
        if verb == "reveal":
            self.reveal(player, rest[0])
            if self.stage == "window" and self.window == "scoring" and self.asked == seat:
                self.ask()
        else:
            need(seat == (self.asked if self.stage == "window" else self.actor), "it is not this seat's turn")
            getattr(self, "do_" + verb)(player, rest)
        need(not self.shows, "shows too much:", self.shows)

    def do_take(self, player, cards):
        need(self.stage == "action" and cards, "T1")
        need(len(cards) == 1 or all(c[0] != "x" for c in cards) and sum(map(value, cards)) <= 5, "M1, BC2")
        for card in cards:
            need(card in self.display, "M1:", card, "is not on the display")
            self.display.remove(card)
            player.hand.append(card)
        self.acted()

    def purchase(self, player, code, cards, exact_only):
        offers = self.offers()
        need(code in offers, "B1:", code, "is not on offer")
        letter, price, exact = offers[code]
        pairs = [c for c in cards if c[0] == "x"]
        need(len(pairs) <= 1 and all(letter in p[1:] for p in pairs), "BC3")
        allowed = set(pairs[0][1:]) if pairs else {letter}
        need(all(c[0] in allowed for c in cards if c[0] != "x"), "B1: currency")
        total = sum(map(value, cards))
        need(total >= price and (total == price or not (exact or exact_only)), "B1, BZ2, VZ2: price", price, "paid", total)
        player.pay(cards, self.discard)
        if code in self.aside:
            self.aside.remove(code)
        else:
            self.market = [[None if t == code else t for t in halves] for halves in self.market]
        self.waiting.append(code)
        return total == price

    def do_buy(self, player, words):
        need(self.stage == "action", "T1")
        self.acted(self.purchase(player, words[0], words[2:], False))

    def do_vizier(self, player, words):
        need(self.stage == "window" and self.window == "vizier" and player.awake, "VZ2")
        self.purchase(player, words[0], words[2:], True)
        player.awake = False
        self.actor, self.stage, self.occasion = self.asked, "placing", "favour"

    def do_wake(self, player, _):
        need(self.stage == "action" and "vizier" in self.modules and not player.awake, "VZ5")
        player.awake = True
        self.acted()

    def do_hut(self, player, words):
        need(self.stage == "action" and words[0] in self.huts, "HU2")
        need(self.hut_total(player) < 3, "HU3")
        self.huts[self.huts.index(words[0])] = None
        self.waiting.append(words[0])
        self.acted()

    def do_falcon(self, player, words):
        need(self.stage == "chain" or self.stage == "action" and self.first, "FA2")
        point = cell_of(words[1])
        self.falcons.draw(words[0])  # FA1
        need(self.crossing(player, point, words[0][1:]), "FA3")
        need(words[3][0] != "x", "BC4")
        player.pay([words[3]], self.discard)
        player.falcons[words[0]] = point
        self.stage = "chain"

    def do_done(self, *_):
        need(self.stage == "chain", "FA2")
        self.acted()

    def take_waiting(self, code, turned_ok):
        if code in self.waiting:
            self.waiting.remove(code)
            return False
        other = other_face(code)
        need(turned_ok and other in self.waiting and self.occasion != "handout", "T4, GR3:", code, "does not wait")
        self.waiting.remove(other)
        return True

    def do_place(self, player, words):
        need(self.stage == "placing", "T4")
        turned = self.take_waiting(words[0], True)
        need(turned == (len(words) > 2), "GR3: a turned tile is paid, another is not")
        if turned:
            cards = words[3:]
            need(len({c[0] for c in cards}) == 1 and sum(map(value, cards)) >= 3, "GR3")
            player.pay(cards, self.discard)
        self.put(player, words[0], cell_of(words[1]))

    def put(self, player, code, cell):
        need(cell not in player.board.at, "P4: occupied")
        board = player.board.changed(cell, Tile(code))
        need(board.legal(), "P1–P5:", code, "at", cell)
        player.board = board

    def do_reserve(self, player, words):
        need(self.stage == "placing", "T4")
        self.take_waiting(words[0], True)
        player.reserve.append(words[0])

    def do_dirk(self, player, words):
        need(self.stage == "placing" and self.n == 2 and self.occasion != "handout" and words[0][0] != "h", "N4")
        self.take_waiting(words[0], False)
        self.dirk.append(words[0])

    def do_build(self, player, words):
        need(self.stage == "action" and words[0] in player.reserve, "D1")
        player.reserve.remove(words[0])
        self.put(player, words[0], cell_of(words[1]))
        self.acted()

    def do_remove(self, player, words):
        self.redesign(player, cell_of(words[0]), None)

    def do_exchange(self, player, words):
        need(words[0] in player.reserve, "D1")
        player.reserve.remove(words[0])
        self.redesign(player, cell_of(words[1]), Tile(words[0]))

    def redesign(self, player, cell, tile):
        need(self.stage == "action" and cell in player.board.at and not player.board.fixed(cell), "D1, D2, CO4")
        gone = player.board.at[cell].code
        board = player.board.changed(cell, tile)
        need(board.legal(), "D3, P1–P5")
        player.board = board
        player.reserve.append(gone)
        if "+" + gone in player.open:  # BN3
            player.open.remove("+" + gone)
            player.bonus.append("+" + gone)
        for falcon, (x, y) in list(player.falcons.items()):  # FA4
            if cell in ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)):
                del player.falcons[falcon]
                self.falcons.add((falcon,))
        self.acted()

    def reveal(self, player, card):
        need(card in player.bonus and any("+" + t.code == card for t in player.board.at.values()), "BN2")
        player.bonus.remove(card)
        player.open.append(card)

    def do_pass(self, *_):
        need(self.stage == "window", "nobody asked")
        self.answered += 1
        self.ask()

    def do_end(self, *_):
        need(self.stage == "placing" and not self.waiting, "T4, T6")
        if self.occasion == "handout":
            return self.hand_on()
        if self.occasion == "turn":
            self.turn_up()
            self.fill_display()
        self.closing = not self.fill_market()
        self.answered = 0
        self.ask()

    # What follows (T5).

    def show(self, word, what=""):
        need(self.shows and isinstance(self.shows[0], str), "T5:", word, what, "should be shown")
        first, *rest = line(self.shows.pop(0), SHOWS)
        need(first == word, "T5: shown", first, *rest, "where", word, "should be")
        return rest

    def shown(self, word):
        return self.shows and isinstance(self.shows[0], str) and self.shows[0].split()[:1] == [word]

    def turn_up(self):
        for i, hut in enumerate(self.huts):
            if hut is None and self.hut_piles[i]:
                [self.huts[i]] = self.show("hut")
                self.hut_piles[i].draw(self.huts[i])

    def fill_display(self):
        while len(self.display) < 4:
            if self.deck.empty():
                if not self.discard:
                    return
                self.show("shuffle")
                first = self.game == "combined" and not self.b_in
                self.deck.shuffle(self.discard, first)
                self.discard, self.b_in = [], self.b_in or first
            if self.shown("scoring"):
                [card] = self.show("scoring")
                self.queue.append({"A": 1, "B": 2}[card])
            else:
                [card] = self.show("display")
                need(card not in ("A", "B"), "W1: a scoring card is set aside")
                self.display.append(card)
            self.deck.draw(card)

    def fill_market(self):
        laid = False
        for space in range(4):
            if self.market[space][0] is None:
                while self.bag:
                    if self.shown("bazaar"):
                        self.aside += self.show("bazaar")
                        self.draw_bazaar(self.aside[-1])
                        continue
                    at, code = self.show("market")
                    need(int(at) == space + 1, "T5: ascending order")
                    self.market[space][0] = code
                    laid |= self.draw_tile(self.bag, code, True)
                    break
            if self.market[space][1] is None and self.granada_bag:
                at, code = self.show("granada")
                need(int(at) == space + 1, "CO3")
                self.market[space][1] = code
                laid |= self.draw_tile(self.granada_bag, code, True)
        self.odd ^= laid
        holds = all if self.options.get("end") == "english" else any
        if self.game == "combined":
            return all(holds(halves) for halves in self.market)
        return all(halves[0] for halves in self.market)

    def ask(self):
        """Continues until somebody has to choose."""
        self.stage, self.asked = "between", None
        order = [(self.turn + 1 + i) % self.n for i in range(self.n)]
        while self.queue:
            self.window = "scoring"
            if self.find(order, lambda p: any("+" + t.code in p.bonus for t in p.board.at.values())):
                return
            self.score(self.queue.pop(0))
        if self.closing:
            return self.begin_end()
        self.window = "vizier"
        if "vizier" in self.modules and self.find(order, lambda p: p.awake and self.payable(p, True)):
            return
        self.begin(order[0])

    def find(self, order, asks):
        for i in range(self.answered, self.n):
            if asks(self.players[order[i]]):
                self.answered, self.asked, self.stage = i, order[i], "window"
                return True
        self.answered = 0
        return False

    # Scoring and the end.

    def score(self, rounds):
        kinds = (ALHAMBRA if not self.granada else []) + (GRANADA if self.game != "alhambra" else [])
        rows = [{"kinds": {}} for _ in self.players]
        dirk_row = {"kinds": {}}
        for kind in kinds:
            ranks = []
            for player in self.players:
                mine = player.board.buildings(kind)
                count = len(mine) + player.board.hut_count(kind) + sum(Tile(c[1:]).kind == kind for c in player.open)
                ranks.append((count, max([t.price for t in mine], default=0) if kind in GRANADA else 0))
            his = [Tile(c) for c in self.dirk if Tile(c).piece == "building" and Tile(c).kind == kind]
            ranks.append((len(his), max([t.price for t in his], default=0) if kind in GRANADA else 0))
            total = sum(r[0] for r in ranks)
            pays = [self.pays(kind, rounds, place, total) for place in range(len(ranks))]
            for row, rank in zip(rows + [dirk_row], ranks):
                above, level = sum(r > rank for r in ranks), ranks.count(rank)
                points = sum(pays[above:above + level]) // level if rank[0] else 0
                if points:
                    row["kinds"][kind] = points
        for player, row in zip(self.players, rows):
            board = player.board
            row["walls"] = board.longest("wall", lambda s: s != "wall")
            row["moats"] = board.longest("moat", lambda s: s != "moat")
            row["stretch"] = 2 * board.longest("wall", lambda s: s == "moat")
            row["camps"], row["bazaars"] = board.camp_points(), board.bazaar_points() if rounds == 3 else 0
            colours = [f["falcon"] for f in COMPONENTS["falcons"] if "f" + f["kinds"] in player.falcons]
            row["falcons"] = sum([0, 2, 6, 12, 20, 30][colours.count(c)] for c in set(colours))
            row["total"] = sum(v for k, v in row.items() if k != "kinds") + sum(row["kinds"].values())
            player.score += row["total"]
        dirk_row["total"] = sum(dirk_row["kinds"].values())
        self.compare(rounds, rows, dirk_row)
        if self.n == 2:
            self.dirk_score += dirk_row["total"]
            if rounds < 3:
                self.dirk_draws(rounds)

    def pays(self, kind, rounds, place, total):
        if place >= rounds:
            return 0
        if kind in ALHAMBRA:
            return GAINS[rounds][place] + ALHAMBRA.index(kind) + 1
        return [18, 10, 3][place + 3 - rounds] if self.options.get("simplified") else (rounds - place) * total

    def compare(self, rounds, rows, dirk_row):
        need(self.shows and isinstance(self.shows[0], dict), "W1: the score of round", rounds, "should be shown")
        shown = self.shows.pop(0)
        fits(shown, {"score": int, "seats": [POINTS], "dirk": POINTS if self.n == 2 else type(None)}, "score")
        need(shown["score"] == rounds and len(shown["seats"]) == self.n, "W1: round", rounds, "of all seats")
        clean = lambda row: {k: v for k, v in row.items() if v or k == "kinds"}
        for seat, (mine, theirs) in enumerate(zip(rows, shown["seats"])):
            need(clean(mine) == clean(theirs), "W2–W5: seat", seat, "should get", clean(mine), "not", clean(theirs))
        need(self.n > 2 or clean(dirk_row) == clean(shown["dirk"]), "N3: Dirk should get", dirk_row)

    def dirk_draws(self, rounds):
        for bag in (self.bag, self.granada_bag):  # CO7
            for _ in range(min(6, len(bag)) if rounds == 1 else len(bag) // 3):
                self.dirk += self.show("dirk")
                self.draw_tile(bag, self.dirk[-1], False)

    def begin_end(self):
        self.halves = [(s, h) for s in range(4) for h in range(2) if self.market[s][h]]
        self.gained, self.occasion = {}, "handout"
        if self.game == "alhambra":
            for space, half in self.halves:
                self.hand_out(space, half)
            self.halves = []
        self.hand_on()

    def hand_out(self, space, half):
        code, letter = self.market[space][half], SPACES[space]
        money = [sum(value(c) for c in p.hand if c[0] == letter) for p in self.players]
        best = max(money)
        if best and money.count(best) == 1:
            seat, shown = self.show("gain")
            need(int(seat) == money.index(best) and shown == code, "E2")
            self.gained.setdefault(int(seat), []).append(code)
        else:
            need(self.show("left") == [code], "E2")

    def hand_on(self):
        while True:
            for seat in [(self.turn + 1 + i) % self.n for i in range(self.n)]:
                if seat in self.gained:
                    self.actor, self.stage, self.waiting = seat, "placing", self.gained.pop(seat)
                    return
            if not self.halves:
                break
            self.hand_out(*self.halves.pop(0))
        for player in self.players:  # BN4
            for card in list(player.bonus):
                if any("+" + t.code == card for t in player.board.at.values()):
                    self.reveal(player, card)
        self.score(3)
        self.stage = "over"
        scores = [p.score for p in self.players]
        self.result = {"scores": scores, "dirk": self.dirk_score if self.n == 2 else None,
                       "winners": [s for s in range(self.n) if scores[s] == max(scores)]}


def check(record):
    fits(record, RECORD, "record")
    need(record["format"] == "sabika-record/1", "format", record["format"])
    checker = Checker(record)
    for number, step in enumerate(record["steps"], 1):
        try:
            fits(step, STEP, "step")
            checker.step(step)
        except Broken as broken:
            said = f", seat {step['seat']}, `{step['do']}`" if isinstance(step, dict) and {"seat", "do"} <= set(step) else ""
            raise Broken(f"step {number}{said}: {broken}") from None
    need(record.get("result") == checker.result, "result:", checker.result, "not", record.get("result"))
    return len(record["steps"])
