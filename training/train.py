#!/usr/bin/env python3
"""Trains a network on shards and writes a file that the bots read: `train.py --out new.net shards/*.shard`."""

import argparse
import math
import sys
from itertools import permutations
from pathlib import Path

import numpy as np

import network
import shards
from learners import learner
from network import Layout


def usual_sizes(tables: dict, layout: Layout) -> np.ndarray:
    """The typical size of each number where it is nonzero, at least 1: flags are unchanged, sixteenths become about one."""
    sums, counts = np.zeros(layout.seat + layout.shared), np.ones(layout.seat + layout.shared)
    for players, table in tables.items():
        some = table.vectors[:: max(1, len(table.vectors) // 20_000)].astype(np.float64)
        seats = some[:, : players * layout.seat].reshape(-1, layout.seat)
        for block, part in ((seats, slice(0, layout.seat)), (some[:, players * layout.seat :], slice(layout.seat, None))):
            sums[part] += (block**2).sum(0)
            counts[part] += (block != 0).sum(0)
    return np.maximum(np.sqrt(sums / counts), 1.0).astype(np.float32)


def orders(header: dict, players: int) -> list:
    """Permuting the currencies does not change a position's value: for each of their 24 orders, the order of the columns."""
    seat, shared = int(header["seat"]), int(header["shared"])
    blocks = [(i * seat, seat, int(header["seat_currency"])) for i in range(players)]
    blocks.append((players * seat, shared, int(header["shared_currency"])))
    all_orders = []
    for order in permutations(range(4)):
        columns = np.arange(players * seat + shared)
        for begin, size, one in blocks:
            first = begin + size - 4 * one
            for to, source in enumerate(order):
                columns[first + to * one : first + (to + 1) * one] = np.arange(first + source * one, first + (source + 1) * one)
        all_orders.append(columns)
    return all_orders


def train(paths: list, out: Path, *, start: Path | None, hidden: int, middle: int, steps: int, batch: int, rate: float, kind: str, seed: int, about: str, say=print) -> dict:
    """One network from these shards. The last shard of each number of players is held out for testing."""
    paths = sorted(paths)
    tables = shards.read_all(paths)
    first = next(iter(tables.values()))
    layout = Layout.of(first.header)
    usual = usual_sizes(tables, layout)
    if start:
        layers, layout_of_start = network.load(start)
        if layout_of_start != layout:
            raise ValueError(f"{start}: {layout_of_start} where the shards have {layout}")
    else:
        layers = network.fresh(layout, hidden, middle, seed, usual)
    student = learner(kind)(layers, usual)
    dice = np.random.default_rng(seed)
    kept, seen, columns = {}, {}, {}
    for players, table in tables.items():
        many = len(table.vectors)
        back = max(1, min(many // 20, 50_000))
        # Whole games: the last positions of the last shard.
        kept[players], seen[players] = np.arange(many - back, many), many - back
        columns[players] = orders(table.header, players)
        tables[players] = student.prepare(table)
    shares = np.array(list(seen.values()), float)
    sizes = list(tables)

    def tested() -> tuple:
        losses = [student.loss(tables[p], kept[p]) for p in sizes]
        return tuple(np.average([loss[i] for loss in losses], weights=shares) for i in (0, 1))

    before = tested()
    say(f"{int(shares.sum())} positions; before: wins {before[0]:.4f}, points {before[1]:.4f}")
    for step in range(steps):
        players = sizes[dice.choice(len(sizes), p=shares / shares.sum())]
        rows = dice.integers(0, seen[players], batch)
        warm = min(1.0, (step + 1) / max(1, min(200, steps // 10)))
        slower = 0.5 * (1 + math.cos(math.pi * step / steps))
        student.step(tables[players], rows, rate * warm * (0.02 + 0.98 * slower), columns[players][dice.integers(24)])
        if steps >= 10 and (step + 1) % (steps // 5) == 0:
            wins, points = tested()
            say(f"step {step + 1}: wins {wins:.4f}, points {points:.4f}")
    network.save(out, student.export(), layout, about)
    after = tested()
    return {"positions": int(shares.sum()), "before": before, "after": after}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="the network file")
    parser.add_argument("--start", type=Path, help="continue from this network instead of random weights")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--middle", type=int, default=32)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--with", dest="kind", choices=("auto", "torch", "numpy"), default="auto")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--about", default="", help="a note on how it was made, stored in the file")
    args = parser.parse_args()
    try:
        train(args.shards, args.out, start=args.start, hidden=args.hidden, middle=args.middle, steps=args.steps, batch=args.batch, rate=args.rate, kind=args.kind, seed=args.seed, about=args.about)
    except (ValueError, OSError) as error:
        sys.exit(f"train.py: {error}")


if __name__ == "__main__":
    main()
