#!/usr/bin/env python3
"""Self-play and training side by side, for a limited time: `continuous.py --folder run --start old.net --players 2 --seconds 540`.

While the newest network plays games on some of the processor's cores, the next one learns from the games of earlier generations, on the GPU if there
is one. Unlike `loop.py`, no core waits for the training, positions stay in memory, and there is no gate: measure the last network in the arena.
"""

import argparse
import math
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import network
import shards
from learners import learner
from network import Layout
from train import orders, usual_sizes


def play(args, number: int, net: Path, seconds: float) -> subprocess.Popen:
    """Starts self-play of one generation, which ends by itself."""
    folder = args.folder / f"generation-{number:03}"
    modules = args.modules[number % len(args.modules)]
    games = ("--game", args.game, "--players", args.players, "--modules", modules, "--games", 10_000_000, "--shard", args.shard)
    bot = ("--bot", f"architect:network={net}:rules={args.rules}", "--exploration", args.exploration, "--lambda", args.lam)
    limits = ("--seed", args.seed + number, "--seconds", int(seconds), "--threads", args.threads)
    return subprocess.Popen(list(map(str, (args.sabika, "selfplay", "--out", folder, *games, *bot, *limits))), stdout=subprocess.DEVNULL)


def read(folder: Path) -> list:
    """The positions of one generation, by number of players."""
    with ThreadPoolExecutor(3) as pool:
        read = list(pool.map(shards.read, sorted(folder.glob("*.shard"))))
    tables = []
    for players in sorted({shard.players for shard in read}):
        alike = [shard for shard in read if shard.players == players]
        parts = (np.concatenate([getattr(s, name) for s in alike]) for name in ("vectors", "win", "to_come"))
        tables.append(shards.Positions(players, alike[0].header, *parts))
    return tables


class Generation:
    """Positions on the training device; the last twentieth is held out for testing."""

    def __init__(self, student, table):
        many = len(table.vectors)
        self.players, self.columns = table.players, orders(table.header, table.players)
        self.seen = many - max(1, min(many // 20, 20_000))
        self.held_out = np.arange(self.seen, many)
        self.positions = student.prepare(table)


def train(student, tables: list, args, dice, number: int) -> str:
    """One generation's steps; returns the losses on held-out positions before and after."""
    shares = np.array([table.seen for table in tables], float)

    def tested() -> str:
        # The newest positions say most.
        newest = tables[-len({t.players for t in tables}) :]
        losses = [student.loss(t.positions, t.held_out) for t in newest]
        weights = [t.seen for t in newest]
        return " ".join(f"{np.average([loss[i] for loss in losses], weights=weights):.4f}" for i in (0, 1))

    before = tested()
    for step in range(args.steps):
        table = tables[dice.choice(len(tables), p=shares / shares.sum())]
        rows = dice.integers(0, table.seen, args.batch)
        warm = min(1.0, (step + 1) / 100)
        slower = 0.5 * (1 + math.cos(math.pi * step / args.steps))
        student.step(table.positions, rows, args.rate * warm * (0.02 + 0.98 * slower), table.columns[dice.integers(24)])
    return f"generation {number}: {int(shares.sum())} positions; wins and points before {before}, after {tested()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="folder for shards and networks")
    parser.add_argument("--start", type=Path, required=True, help="the network to start from")
    parser.add_argument("--out", type=Path, help="where to copy the newest network after each generation")
    parser.add_argument("--sabika", default="sabika", help="the program")
    parser.add_argument("--game", default="alhambra", choices=("alhambra", "granada", "combined"))
    parser.add_argument("--players", default="2,4,3,2,4,5,6", help="alternating from shard to shard")
    parser.add_argument("--modules", default="any", help="none, all or any; several, separated by commas, alternate from generation to generation")
    parser.add_argument("--seconds", type=float, default=540, help="duration of the whole run")
    parser.add_argument("--generation", type=float, default=60, help="seconds of self-play per generation")
    parser.add_argument("--threads", type=int, default=4, help="cores for self-play")
    parser.add_argument("--shard", type=int, default=100, help="games per shard")
    parser.add_argument("--keep", type=int, default=6, help="number of most recent generations to train on")
    parser.add_argument("--rules", type=float, default=0, help="weight of the hand-written rules while playing")
    parser.add_argument("--exploration", type=float, default=0.08)
    parser.add_argument("--lambda", dest="lam", type=float, default=0.7)
    parser.add_argument("--steps", type=int, default=4000, help="steps of training per generation")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--with", dest="kind", choices=("auto", "torch", "numpy"), default="auto")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.modules = args.modules.split(",")
    begin = time.monotonic()
    left = lambda: args.seconds - (time.monotonic() - begin)
    dice = np.random.default_rng(args.seed)
    args.folder.mkdir(parents=True, exist_ok=True)
    net, tables, student, number, reserve = args.start, [], None, 0, 40.0
    while left() > 15 + reserve or not tables:
        number += 1
        playing = play(args, number, net, max(5, min(args.generation, left() - reserve)))
        if tables:
            start = time.monotonic()
            print(train(student, tables, args, dice, number - 1), flush=True)
            net = args.folder / f"generation-{number - 1:03}.net"
            network.save(net, student.export(), layout, f"{args.game}, {args.players} players, modules {','.join(args.modules)}, generation {number - 1}")
            if args.out:
                shutil.copy(net, args.out)
            reserve = 1.3 * (time.monotonic() - start) + 10
        if playing.wait() != 0:
            sys.exit("continuous.py: self-play failed")
        new = read(args.folder / f"generation-{number:03}")
        if student is None:
            layout = Layout.of(new[0].header)
            layers, of_start = network.load(args.start)
            if of_start != layout:
                sys.exit(f"continuous.py: {args.start}: {of_start} where the shards have {layout}")
            usual = usual_sizes({table.players: table for table in new}, layout)
            student = learner(args.kind)(layers, usual)
        tables += [Generation(student, table) for table in new]
        tables = tables[-args.keep * len(new) :]
        shutil.rmtree(args.folder / f"generation-{number:03}")
    print(train(student, tables, args, dice, number), flush=True)
    last = args.out or args.folder / "last.net"
    network.save(last, student.export(), layout, f"{args.game}, {args.players} players, modules {','.join(args.modules)}, generation {number}")
    print(f"last: {last}, {left():.0f} s left")


if __name__ == "__main__":
    main()
