"""Reads what `sabika selfplay` writes (docs/training.md describes the format)."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"sabika-shard 1"
SURE = 16384.0  # a chance of winning of 1
UNITS = 32.0  # units per point


@dataclass
class Positions:
    """Positions with one number of players. Seats are in turn order, starting with the observing seat."""

    players: int
    header: dict
    vectors: np.ndarray  # int8: positions × width
    win: np.ndarray  # float32: positions × players
    to_come: np.ndarray  # float32: positions × players, in points


def read(path: Path) -> Positions:
    """One shard; a ValueError says what is wrong with it."""
    data = Path(path).read_bytes()
    text, found, rest = data.partition(b"\n\n")
    lines = text.split(b"\n")
    if not found or lines[0] != MAGIC:
        raise ValueError(f"{path}: not a shard: the first line is not `{MAGIC.decode()}`")
    header = dict(line.decode().split(" ", 1) for line in lines[1:])
    number = {name: int(header[name]) for name in ("players", "positions", "values", "seat", "shared")}
    players, many = number["players"], number["positions"]
    width = players * number["seat"] + number["shared"]
    in_mask = -(-width // 8)
    sizes = [many * players * 4, many * in_mask, number["values"]]
    if len(rest) != sum(sizes):
        raise ValueError(f"{path}: {len(rest)} bytes where the header calls for {sum(sizes)}")
    targets = np.frombuffer(rest, "<i2", many * players * 2).reshape(many, players, 2)
    mask = np.frombuffer(rest, np.uint8, many * in_mask, sizes[0]).reshape(many, in_mask)
    values = np.frombuffer(rest, np.int8, number["values"], sizes[0] + sizes[1])
    there = np.unpackbits(mask, axis=1, count=width, bitorder="little").view(bool)
    vectors = np.zeros((many, width), np.int8)
    vectors[there] = values
    return Positions(players, header, vectors, targets[..., 0] / np.float32(SURE), targets[..., 1] / np.float32(UNITS))


def read_all(paths) -> dict:
    """Shards combined by number of players. All must have the same layout."""
    shards = [read(path) for path in paths]
    for shard in shards:
        for name in ("layout", "rules", "seat", "shared", "seat_currency", "shared_currency"):
            if shard.header[name] != shards[0].header[name]:
                raise ValueError(f"shards of different versions: `{name}` {shard.header[name]} and {shards[0].header[name]}")
    together = {}
    for players in sorted({shard.players for shard in shards}):
        alike = [shard for shard in shards if shard.players == players]
        parts = (np.concatenate([getattr(s, name) for s in alike]) for name in ("vectors", "win", "to_come"))
        together[players] = Positions(players, alike[0].header, *parts)
    return together
