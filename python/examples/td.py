"""Learns the two-player game from self-play alone, and measures itself: `python examples/td.py --minutes 5 --curve curve.png`

For every whole turn it could play, a small network predicts the chance of winning from the resulting position. After each game, the predictions for
the positions it chose are moved towards the result. This is Monte Carlo value learning on afterstates, in plain numpy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np
import sabika

PLAYERS = 2
# The blocks of the seats in play, and the shared block.
COLUMNS = np.r_[: PLAYERS * sabika.SEAT_BLOCK, 6 * sabika.SEAT_BLOCK : sabika.OBSERVATION]


class Network:
    """Predicts the chance of winning, with one hidden layer."""

    def __init__(self, hidden: int, rng: np.random.Generator) -> None:
        width = len(COLUMNS)
        self.weights = [
            rng.normal(0, width**-0.5, (width, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            rng.normal(0, hidden**-0.5, hidden).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def forward(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        # Flags are 1, numbers are in sixteenths: squashed, so that neither drowns the other.
        inputs = np.tanh(rows[:, COLUMNS].astype(np.float32) / 8)
        hidden = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        return inputs, hidden, 1 / (1 + np.exp(-(hidden @ self.weights[2] + self.weights[3])))

    def win(self, rows: np.ndarray) -> np.ndarray:
        return self.forward(rows)[2]

    def learn(self, rows: np.ndarray, targets: np.ndarray, rate: float) -> None:
        """One step of Adam on the cross entropy."""
        inputs, hidden, win = self.forward(rows)
        error = (win - targets) / len(rows)
        back = np.outer(error, self.weights[2]) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)]
        self.steps += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = (1 - 0.9**self.steps), (1 - 0.999**self.steps)
            weight -= rate * (mean / corrected[0]) / (np.sqrt(square / corrected[1]) + 1e-8)


def chosen(values: np.ndarray, starts: np.ndarray, explore: float, rng: np.random.Generator) -> np.ndarray:
    """For each game, the turn with the best value; occasionally another."""
    best = np.array([int(np.argmax(values[a:b])) for a, b in zip(starts[:-1], starts[1:], strict=True)])
    other = rng.integers(np.diff(starts))
    return np.where(rng.random(len(best)) < explore, other, best)


def self_play(net: Network, lanes: int, seed: int, rng: np.random.Generator) -> Iterator[int]:
    """Plays and learns; yields the number of finished games after every round of turns."""
    env = sabika.VecEnv(lanes, players=PLAYERS, seed=seed, observe=False, masks=False)
    running: list[list[tuple[int, np.ndarray]]] = [[] for _ in range(lanes)]
    rows: list[np.ndarray] = []
    targets: list[float] = []
    games = 0
    while True:
        seen, starts = env.turns("quick")
        explore = max(0.02, 0.3 * 0.5 ** (games / 200))
        turns = chosen(net.win(seen), starts, explore, rng)
        seats = env.seats.copy()
        for lane, at in enumerate(starts[:-1] + turns):
            running[lane].append((int(seats[lane]), seen[at].copy()))
        env.step_turns(turns)
        for lane in np.flatnonzero(env.dones):
            games += 1
            for seat, row in running[lane]:
                rows.append(row)
                targets.append((env.rewards[lane, seat] + 1) / 2)
            running[lane] = []
        rows, targets = rows[-30_000:], targets[-30_000:]
        if len(rows) >= 1_000:
            for _ in range(4):
                some = rng.integers(len(rows), size=256)
                net.learn(np.stack([rows[i] for i in some]), np.array([targets[i] for i in some], np.float32), 1e-3)
        yield games


def measure(net: Network, opponent: str, games: int, seed: int) -> float:
    """The win rate against one of our bots, playing each seat half of the time."""
    won = played = 0.0
    for seat in range(PLAYERS):
        bots: list[str | None] = [opponent] * PLAYERS
        bots[seat] = None
        env = sabika.VecEnv(min(games, 64) // 2, players=PLAYERS, seed=seed + seat, bots=bots, observe=False, masks=False)
        ended = 0
        while ended < games // 2:
            seen, starts = env.turns("quick")
            env.step_turns(chosen(net.win(seen), starts, 0.0, np.random.default_rng(0)))
            ended += int(env.dones.sum())
            won += float(((env.rewards[env.dones, seat]) + 1).sum() / 2)
        played += ended
    return won / played


def train(minutes: float, games: int, opponent: str, every: int, sample: int, seed: int, lanes: int) -> list[tuple[int, float, float]]:
    """Learns until the time or the games run out; returns games, seconds and the win rate of each measurement."""
    rng = np.random.default_rng(seed)
    net = Network(32, rng)
    begin, spent_measuring = time.monotonic(), 0.0
    curve = [(0, 0.0, measure(net, opponent, sample, 1_000))]
    for played in self_play(net, lanes, seed, rng):
        seconds = time.monotonic() - begin - spent_measuring
        over = seconds > 60 * minutes or played >= games
        if over or played >= curve[-1][0] + every:
            pause = time.monotonic()
            curve.append((played, seconds, measure(net, opponent, sample, 1_000 + played)))
            spent_measuring += time.monotonic() - pause
            print(f"{played:6} games {seconds:6.0f} s  wins {100 * curve[-1][2]:5.1f} % against {opponent}", flush=True)
        if over:
            return curve
    return curve


def draw(curve: list[tuple[int, float, float]], opponent: str, file: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot([seconds / 60 for _, seconds, _ in curve], [100 * wins for *_, wins in curve], marker="o")
    axes.axhline(50, color="grey", linewidth=1)
    axes.set(xlabel="minutes of self-play", ylabel=f"wins against {opponent}, %", ylim=(0, 100), title=f"{curve[-1][0]} games")
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=10**9)
    parser.add_argument("--every", type=int, default=250, help="games between measurements")
    parser.add_argument("--lanes", type=int, default=32, help="games played in parallel")
    parser.add_argument("--sample", type=int, default=200, help="games per measurement")
    parser.add_argument("--opponent", default="novice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="file for a plot of the learning curve")
    args = parser.parse_args()
    curve = train(args.minutes, args.games, args.opponent, args.every, args.sample, args.seed, args.lanes)
    if args.curve:
        draw(curve, args.opponent, args.curve)


if __name__ == "__main__":
    main()
