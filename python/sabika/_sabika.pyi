from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

ACTIONS: int
"""The number of action ids, the same in every game."""
ACTIONS_VERSION: int
"""Increased whenever an id changes its meaning."""
OBSERVATION: int
"""The length of an observation, for any number of players."""
OBSERVATION_VERSION: int
"""The version of the layout, shared with the bots' networks."""
SEAT_BLOCK: int
"""The length of a seat's block: six such blocks, then the shared block."""
MODULES: list[str]
__version__: str

class Game:
    """A game in progress or finished, including everything hidden."""

    def __init__(
        self,
        players: int = 4,
        game: str = "alhambra",
        modules: Sequence[str] = (),
        seed: int = 0,
        *,
        simplified: bool = False,
        english_end: bool = False,
    ) -> None: ...
    @staticmethod
    def from_position(position: str) -> Game: ...
    def position(self) -> str:
        """The whole game as one line of text, which `from_position` reads."""

    @property
    def players(self) -> int: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    def rewards(self) -> list[float]:
        """1 for a sole winner; the rewards sum to zero. All zero before the end."""

    def hand(self, seat: int) -> list[str]: ...
    def legal_actions(self) -> list[str]:
        """What the seat to act may do, in notation."""

    def legal_ids(self) -> NDArray[np.int32]: ...
    def mask(self) -> NDArray[np.int8]:
        """1 for each legal id, 0 for the others: `ACTIONS` numbers."""

    def action(self, id: int) -> str: ...
    def id(self, action: str) -> int | None: ...
    def apply(self, action: str | int, seat: int | None = None) -> list[str]:
        """Applies an action, by notation or id, and returns what it revealed. Raises ValueError with the rule if it is illegal."""

    def observation(self, seat: int | None = None) -> NDArray[np.int8]:
        """What a seat that counts cards observes: `OBSERVATION` numbers. Defaults to the seat to act."""

    def turns(self, breadth: str = "full") -> tuple[list[list[str]], NDArray[np.int8]]:
        """Whole turns of the seat to act, and what it would observe just before the last action of each. Breadth: quick, full or wide."""

    def view(self, seat: int | None = None, counting: bool = False) -> View: ...
    def force(self, cards: Sequence[str] = (), tiles: Sequence[str] = ()) -> None:
        """Sets what is drawn next, if it can come next."""

    def record(self, names: Sequence[str] | None = None) -> Record: ...
    def clone(self) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any) -> Game: ...
    def state_hash(self) -> int: ...

class View:
    """What a viewer may know about a game."""

    def __init__(self, position: str) -> None: ...
    def position(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def scores(self) -> list[int]: ...
    def legal_actions(self) -> list[str]: ...
    def legal_ids(self) -> NDArray[np.int32]: ...
    def mask(self) -> NDArray[np.int8]: ...
    def action(self, id: int) -> str: ...
    def refusal(self, action: str) -> str | None:
        """The rule and the reason why an action is illegal; None if it is legal."""

    def score_now(self, round: int) -> list[int]:
        """What every seat would score if this round, 1 to 3, were held now."""

    def observation(self) -> NDArray[np.int8]:
        """Only for a view that counts cards."""

    def sample(self, seed: int = 0) -> Game:
        """A game that the viewer cannot tell from the real one."""

class Record:
    """The record of a game: docs/record.md."""

    def __init__(self, json: str) -> None: ...
    def to_json(self) -> str: ...
    @property
    def steps(self) -> list[tuple[int, str]]: ...
    @property
    def scores(self) -> list[int] | None: ...
    def game(self, steps: int | None = None) -> Game: ...

class Bot:
    """One of our bots: random, novice, apprentice, builder, architect, grandmaster, with settings as in `sabika arena`."""

    def __init__(self, name: str, seed: int = 0) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def counts_cards(self) -> bool: ...
    def choose(self, view: View, budget: str = "100") -> str: ...

class VecEnv:
    """Many games at once, on several cores, without Python's global lock. When a game ends, the next one starts.

    Every step overwrites the same arrays: copy what you keep.
    """

    def __init__(
        self,
        count: int,
        players: int = 4,
        game: str = "alhambra",
        modules: Sequence[str] = (),
        seed: int = 0,
        *,
        simplified: bool = False,
        english_end: bool = False,
        bots: Sequence[str | None] = (),
        budget: str = "20",
        observe: bool = True,
        masks: bool = True,
        threads: int = 0,
    ) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def observations(self) -> NDArray[np.int8] | None: ...
    @property
    def masks(self) -> NDArray[np.int8] | None: ...
    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat to act in each game."""

    @property
    def rewards(self) -> NDArray[np.float32]:
        """For games that ended with the last step, by seat; six columns."""

    @property
    def scores(self) -> NDArray[np.int32]:
        """Points by seat: the final ones where a game has just ended."""

    @property
    def dones(self) -> NDArray[np.bool_]: ...
    def step(self, actions: NDArray[np.int32]) -> None: ...
    def random_actions(self) -> NDArray[np.int32]: ...
    def legal(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All legal ids, game by game, and where each game's part starts."""

    def turns(self, breadth: str = "full") -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """What the seats to act would observe after each of their whole turns, and where each game's part starts."""

    def step_turns(self, chosen: NDArray[np.int64]) -> None:
        """Plays one of the turns that `turns` listed in each game, by its index."""

    def position(self, at: int) -> str: ...
