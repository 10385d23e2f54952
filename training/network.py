"""The network's numbers, and the file that crates/bots/src/net/file.rs reads."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"sabika-network 1"
POINTS = 20.0  # points to come are predicted in units of this many
NAMES = ("own", "other", "shared", "hidden_bias", "second", "second_bias", "last", "last_bias")


@dataclass
class Layout:
    """The sizes given in a shard or a network file."""

    version: int
    rules: int
    seat: int
    shared: int

    @staticmethod
    def of(header: dict) -> "Layout":
        return Layout(*(int(header[name]) for name in ("layout", "rules", "seat", "shared")))


def shapes(layout: Layout, hidden: int, middle: int) -> dict:
    """The inputs and outputs of each layer."""
    sizes = [(layout.seat, hidden), (layout.seat, hidden), (layout.shared, hidden), (hidden,), (hidden, middle), (middle,), (middle, 2), (2,)]
    return dict(zip(NAMES, sizes))


def fresh(layout: Layout, hidden: int, middle: int, seed: int, usual: np.ndarray) -> dict:
    """Random weights; `usual` has the typical size of each number of a seat's block, then of the shared one."""
    dice = np.random.default_rng(seed)
    layers = {name: np.zeros(shape, np.float32) for name, shape in shapes(layout, hidden, middle).items()}
    active = 0.25 * (2 * layout.seat + layout.shared)
    for name, part in (("own", usual[: layout.seat]), ("other", usual[: layout.seat]), ("shared", usual[layout.seat :])):
        layers[name] = (dice.standard_normal(layers[name].shape) / np.sqrt(active) / part[:, None]).astype(np.float32)
    for name, inputs in (("second", hidden), ("last", middle)):
        layers[name] = (dice.standard_normal(layers[name].shape) * np.sqrt(2.0 / inputs)).astype(np.float32)
    return layers


def save(path: Path, layers: dict, layout: Layout, about: str) -> None:
    """Each layer as a scale and 16-bit numbers."""
    hidden, middle = layers["second"].shape
    header = f"layout {layout.version}\nrules {layout.rules}\nseat {layout.seat}\nshared {layout.shared}\nhidden {hidden}\nmiddle {middle}\nabout {about}\n\n"
    parts = [MAGIC + b"\n", header.encode()]
    for name in NAMES:
        scale = np.float32(max(float(np.abs(layers[name]).max()), 1e-9) / 32767)
        parts.append(np.array([scale], "<f4").tobytes())
        parts.append(np.round(layers[name] / scale).astype("<i2").tobytes())
    part = Path(path).with_suffix(".part")
    part.write_bytes(b"".join(parts))
    part.replace(path)


def load(path: Path):
    """The layers of a file, and its layout."""
    text, _, rest = Path(path).read_bytes().partition(b"\n\n")
    lines = text.split(b"\n")
    if lines[0] != MAGIC:
        raise ValueError(f"{path}: not a network file: the first line is not `{MAGIC.decode()}`")
    header = dict(line.decode().split(" ", 1) for line in lines[1:])
    layout = Layout.of(header)
    layers, at = {}, 0
    for name, shape in shapes(layout, int(header["hidden"]), int(header["middle"])).items():
        size = int(np.prod(shape))
        scale = np.frombuffer(rest, "<f4", 1, at)[0]
        layers[name] = np.frombuffer(rest, "<i2", size, at + 4).reshape(shape).astype(np.float32) * scale
        at += 4 + 2 * size
    if at != len(rest):
        raise ValueError(f"{path}: {len(rest)} bytes of weights, but the header calls for {at}")
    return layers, layout
