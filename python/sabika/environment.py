"""A game as a PettingZoo environment in which agents act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from ._sabika import ACTIONS, OBSERVATION, Game

REWARDS = ("win", "points", "margin")


class SabikaEnv(AECEnv):
    """Alhambra, Granada, or both together, for two to six agents `seat_0` to `seat_5`.

    An observation has what a player who counts cards knows, in the layout of the bots' networks, and a mask of legal actions. Rewards:

    - `win`: at the end, 1 for a sole winner; the rewards sum to zero;
    - `points`: each seat's points, when they are scored;
    - `margin`: at the end, a hundredth of the lead over the best of the others.

    A game is truncated after `longest` choices, which can happen in random play with falconers.
    """

    metadata = {"name": "sabika_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        players: int = 4,
        game: str = "alhambra",
        modules: list[str] | None = None,
        reward: str = "win",
        longest: int = 20_000,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise ValueError(f"reward: {reward!r} is not one of {', '.join(REWARDS)}")
        self.render_mode = render_mode
        self._setup: dict[str, Any] = {"players": players, "game": game, "modules": list(modules or ()), **options}
        self._reward, self._longest = reward, longest
        self._rng = np.random.default_rng()
        self._game = Game(**self._setup)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        space = {
            "observation": Box(-128, 127, (OBSERVATION,), np.int8),
            "action_mask": Box(0, 1, (ACTIONS,), np.int8),
        }
        self.observation_spaces = {agent: Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game itself, including everything hidden."""
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; `options={"position": line}` starts from a whole position instead."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        position = (options or {}).get("position")
        deal = int(self._rng.integers(2**63))
        self._game = Game.from_position(position) if position else Game(seed=deal, **self._setup)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._choices, self._scores = 0, self._game.scores
        self._tell()
        self.agent_selection = self._acting()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        acts = self._game.to_act == seat and agent in self.agents
        mask = self._game.mask() if acts else np.zeros(ACTIONS, np.int8)
        return {"observation": self._game.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._game.apply(int(action))
        self._choices += 1
        over, long = self._game.over, self._choices >= self._longest
        self._pay(over)
        if over or long:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, not over)
        self._tell()
        if not over:
            self.agent_selection = self._acting()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        return self._game.position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _acting(self) -> str:
        return self.possible_agents[self._game.to_act or 0]

    def _pay(self, over: bool) -> None:
        scores = self._game.scores
        if self._reward == "points":
            paid = [float(now - before) for now, before in zip(scores, self._scores, strict=True)]
        elif not over:
            paid = [0.0] * len(scores)
        elif self._reward == "win":
            paid = self._game.rewards()
        else:
            best = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(len(scores))]
            paid = [(own - other) / 100 for own, other in zip(scores, best, strict=True)]
        self._scores = scores
        self.rewards = {agent: paid[seat] for seat, agent in enumerate(self.possible_agents) if agent in self.agents}

    def _tell(self) -> None:
        shared = {"scores": self._game.scores, "winners": self._game.winners}
        self.infos = {agent: {"seat": self.possible_agents.index(agent), **shared} for agent in self.agents}
