#!/usr/bin/env python3
"""Checks the training program itself, on the results of a small run: `check.py FOLDER`."""

import sys
import tempfile
from pathlib import Path

import numpy as np

import network
import shards
from learners import POINTS_WEIGHT, Numpy
from train import orders


def written_networks_are_read_again(path: Path) -> None:
    layers, layout = network.load(path)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.net"
        network.save(copy, layers, layout, "a copy")
        again, _ = network.load(copy)
    for name, layer in layers.items():
        assert np.allclose(again[name], layer, atol=np.abs(layer).max() / 30_000), name


def gradients_are_right(positions, layers: dict) -> None:
    """A small step against the gradient lowers the loss by as much as the gradient predicts."""
    usual = np.ones(layers["own"].shape[0] + layers["shared"].shape[0], np.float32)
    rows = np.arange(min(64, len(positions.vectors)))
    same = np.arange(positions.vectors.shape[1])

    def total(student) -> float:
        wins, points = student.loss(positions, rows)
        return wins + POINTS_WEIGHT * points

    for name, at in (("own", (0, 0)), ("other", (0, 1)), ("shared", (0, 0)), ("second", (1, 1)), ("last", (0, 1)), ("last_bias", (0,))):
        student = Numpy(layers, usual)
        student.step(positions, rows, 0.0, same)
        # After one step the first moment is a tenth of the gradient.
        gradient = float(student.first[name][at]) / 0.1
        change = 1e-2
        higher, lower = Numpy(layers, usual), Numpy(layers, usual)
        higher.layers[name][at] += change
        lower.layers[name][at] -= change
        measured = (total(higher) - total(lower)) / (2 * change)
        assert abs(measured - gradient) < 1e-3 + 0.05 * abs(gradient), f"{name}: {measured} instead of {gradient}"


def currencies_change_places(positions) -> None:
    all_orders = orders(positions.header, positions.players)
    assert len(all_orders) == 24
    for columns in all_orders:
        assert sorted(columns) == list(range(positions.vectors.shape[1]))
    assert (all_orders[0] == np.arange(positions.vectors.shape[1])).all()


def targets_make_sense(positions) -> None:
    assert np.allclose(positions.win.sum(1), 1.0, atol=1e-3)
    assert np.abs(positions.to_come).max() < 400


def main() -> None:
    folder = Path(sys.argv[1])
    newest = sorted(folder.glob("generation-*.net"))[-1]
    layers, _ = network.load(newest)
    written_networks_are_read_again(newest)
    for positions in shards.read_all(sorted((folder / "generation-002").glob("*.shard"))).values():
        gradients_are_right(positions, layers)
        currencies_change_places(positions)
        targets_make_sense(positions)
    print("training: checked")


if __name__ == "__main__":
    main()
