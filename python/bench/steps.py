"""Steps per second of random play from Python, compared with OpenSpiel's backgammon and catanatron in the same run.

pip install open_spiel catanatron, then `python bench/steps.py [seconds] [cpu]`. One line of JSON: decisions per second of each, best of three,
alternating. With `cpu`, all on one core and in processor time: for a machine that is otherwise busy.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

import numpy as np
import sabika

CPU = "cpu" in sys.argv
SECONDS = float(next((word for word in sys.argv[1:] if word != "cpu"), 2.0))
clock = time.process_time if CPU else time.perf_counter


def openspiel() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def catan() -> Callable[[], int]:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        steps = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            steps += 1
        return steps

    return play


def one_game() -> Callable[[], int]:
    seeds = iter(range(10**9))

    def play() -> int:
        game, steps = sabika.Game(players=4, seed=next(seeds)), 0
        while not game.over:
            game.apply(int(random.choice(game.legal_ids())))
            steps += 1
        return steps

    return play


def vectorised(observe: bool, count: int = 512) -> Callable[[], int]:
    env = sabika.VecEnv(count, players=4, seed=1, observe=observe, threads=1 if CPU else 0)

    def play() -> int:
        for _ in range(8):
            env.step(env.random_actions())
        return 8 * count

    return play


def main() -> None:
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        "openspiel_backgammon": openspiel,
        "catanatron": catan,
        "sabika_game": one_game,
        "sabika_vectorised": lambda: vectorised(False),
        "sabika_vectorised_observed": lambda: vectorised(True),
    }
    random.seed(1)
    np.random.seed(1)
    plays = {}
    for name, make in makers.items():
        try:
            plays[name] = make()
        except ImportError as missing:
            print(f"{name}: {missing}", file=sys.stderr)
    best = dict.fromkeys(plays, 0.0)
    for _ in range(3):
        for name, play in plays.items():
            begin, steps = clock(), 0
            while clock() - begin < SECONDS:
                steps += play()
            best[name] = max(best[name], steps / (clock() - begin))
    print(json.dumps({name: round(rate) for name, rate in best.items()}))


if __name__ == "__main__":
    main()
