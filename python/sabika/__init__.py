"""Alhambra and Granada with all modules, for bot writers and researchers.

A `Game` is played in notation or by fixed action ids; a `View` is what one seat knows about it; `VecEnv` plays many games at once without Python's
global lock; `env` is a PettingZoo environment. docs/research.md shows how to get from here to a measured bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._sabika import (
    ACTIONS,
    ACTIONS_VERSION,
    MODULES,
    OBSERVATION,
    OBSERVATION_VERSION,
    SEAT_BLOCK,
    Bot,
    Game,
    Record,
    VecEnv,
    View,
    __version__,
)

if TYPE_CHECKING:
    from .environment import SabikaEnv

__all__ = [
    "ACTIONS",
    "ACTIONS_VERSION",
    "MODULES",
    "OBSERVATION",
    "OBSERVATION_VERSION",
    "SEAT_BLOCK",
    "Bot",
    "Game",
    "Record",
    "VecEnv",
    "View",
    "__version__",
    "env",
]


def env(players: int = 4, game: str = "alhambra", modules: list[str] | None = None, **options: Any) -> SabikaEnv:
    """A PettingZoo AEC environment; see `sabika.environment.SabikaEnv`."""
    from .environment import SabikaEnv

    return SabikaEnv(players=players, game=game, modules=modules, **options)
