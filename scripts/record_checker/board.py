"""A player's board and what the player has."""
from .pieces import BACK, STEP, Tile, need

MAY_TOUCH = [{"open"}, {"wall"}, {"street"}, {"moat"}, {"wall", "moat"}, {"bastion", "wall"}, {"green"}]


def near(cell, d):
    return cell[0] + STEP[d][0], cell[1] + STEP[d][1]


class Board:
    """A player's board: cell -> tile, judged as a whole after every change (P1–P5)."""

    def __init__(self, granada):
        self.at = {(0, 0): Tile("F", granada)}
        self.founded = None

    def legal(self):
        for cell, tile in self.at.items():
            for d in "nesw":
                other = self.at.get(near(cell, d))
                if other and {tile.side(d), other.side(BACK[d])} not in MAY_TOUCH:
                    return False
            if tile.piece == "camp" and not any(self.leans(cell, tile, d) for d in "nesw"):
                return False  # CA3
        walkers = {c for c, t in self.at.items() if t.piece != "camp"}
        starts = {(0, 0)} | ({self.founded} if self.founded else set())
        if self.flood(starts, lambda c, d: self.walks(c, d)) != walkers:
            return False  # P3
        if self.flood({(0, 0)}, lambda c, d: near(c, d) in self.at) != set(self.at):
            return False  # P4
        return not self.holes()

    def leans(self, cell, tile, d):
        other = self.at.get(near(cell, d))
        return tile.side(d) == "bastion" and other is not None and other.side(BACK[d]) == "wall"

    def walks(self, cell, d):
        other = self.at.get(near(cell, d))
        return other and self.at[cell].side(d) == other.side(BACK[d]) and self.at[cell].side(d) in ("open", "street")

    def flood(self, todo, goes):
        todo, seen = list(todo), set()
        while todo:
            cell = todo.pop()
            if cell not in seen:
                seen.add(cell)
                todo += [near(cell, d) for d in "nesw" if goes(cell, d)]
        return seen

    def holes(self):
        xs, ys = [c[0] for c in self.at], [c[1] for c in self.at]
        inside = lambda c: min(xs) - 1 <= c[0] <= max(xs) + 1 and min(ys) - 1 <= c[1] <= max(ys) + 1
        outside = self.flood({(min(xs) - 1, min(ys) - 1)}, lambda c, d: inside(near(c, d)) and near(c, d) not in self.at)
        area = (max(xs) - min(xs) + 3) * (max(ys) - min(ys) + 3)
        return len(outside) + len(self.at) != area

    def changed(self, cell, tile):
        """The board with a tile placed on a cell, or removed from it (None)."""
        board = Board(False)
        board.at, board.founded = dict(self.at), self.founded
        if tile is None:
            del board.at[cell]
        else:
            if tile.family == "granada" and board.at[(0, 0)].family == "alhambra" and not board.founded:
                board.founded = cell  # CO4
            board.at[cell] = tile
        return board

    def fixed(self, cell):
        return cell == (0, 0) or cell == self.founded

    def longest(self, mine, against):
        """The largest set of sides that share end points (W2); `against` says whether what lies beyond counts."""
        sides = []
        for (x, y), tile in self.at.items():
            for d in "nesw":
                other = self.at.get(near((x, y), d))
                if tile.side(d) == mine and against(other.side(BACK[d]) if other else None):
                    ends = {"n": ((x, y), (x + 1, y)), "s": ((x, y + 1), (x + 1, y + 1)),
                            "w": ((x, y), (x, y + 1)), "e": ((x + 1, y), (x + 1, y + 1))}[d]
                    sides.append(set(ends))
        best = 0
        while sides:
            group, points = 1, sides.pop()
            while touching := [s for s in sides if s & points]:
                for side in touching:
                    sides.remove(side)
                    points |= side
                    group += 1
            best = max(best, group)
        return best

    def buildings(self, kind):
        return [t for t in self.at.values() if t.piece == "building" and t.kind == kind]

    def hut_count(self, kind):
        count = 0
        for cell, hut in self.at.items():
            if hut.piece == "hut" and hut.kind == kind:
                same = [d for d in "nesw" if hut.side(d) == "open" and (t := self.at.get(near(cell, d)))
                        and t.piece == "building" and t.kind == kind]
                count += min(3, len(same))
        return count

    def camp_points(self):
        points = 0
        for cell, camp in self.at.items():
            for d in camp.walls if camp.piece == "camp" else "":
                c = near(cell, d)
                while c in self.at and self.at[c].piece != "camp":
                    points, c = points + 1, near(c, d)
        return points

    def bazaar_points(self):
        points = 0
        for (x, y), bazaar in self.at.items():
            if bazaar.piece == "bazaar":
                around = [self.at.get((x + i, y + j)) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
                kinds = [t.kind for t in around if t and t.piece == "building" and t.kind in bazaar.colours]
                points += len(kinds) * len(set(kinds))
        return points


class Player:
    def __init__(self, hand, granada):
        self.hand, self.board, self.reserve, self.score = list(hand), Board(granada), [], 0
        self.awake, self.bonus, self.open, self.falcons = True, [], [], {}

    def pay(self, cards, discard):
        for card in cards:
            need(card in self.hand, "card", card, "is not in hand")
            self.hand.remove(card)
            discard.append(card)
