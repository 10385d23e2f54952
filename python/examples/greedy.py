"""A greedy bot for the arena: it takes the action that gives it the largest lead in the coming scoring rounds, and otherwise saves money.

sabika arena --bots "cmd:python3 python/examples/greedy.py",random --players 3 --blocks 10
"""

import sys

import sabika


def worth(game: sabika.Game, seat: int) -> float:
    """Points if rounds 2 and 3 were held now, minus those of the best of the others; plus a little for money and reserve tiles."""
    view = game.view(seat)
    lead = 0.0
    for round in (2, 3):
        points = [own + now for own, now in zip(view.scores, view.score_now(round))]
        lead += points[seat] - max(points[:seat] + points[seat + 1 :])
    money = sum(int(card[1]) for card in game.hand(seat) if not card.startswith("x"))
    return lead + 0.1 * min(money, 30)


def choose(view: sabika.View) -> str:
    def after(action: str) -> float:
        game = view.sample()  # hidden pieces are sampled: what follows `end` is a guess
        game.apply(action)
        bought = 6.0 if action.startswith(("buy", "vizier", "hut")) else 0.0
        return worth(game, view.seat) + bought

    return max(view.legal_actions(), key=after)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "sabika-bot":
        print("name Greedy", "ready", sep="\n", flush=True)
    elif word == "position":
        view = sabika.View(rest)
    elif word == "go":
        print("action", choose(view), flush=True)
