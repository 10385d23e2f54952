"""A random agent in every seat, over PettingZoo's interface. `python examples/random_agent.py [players]`"""

import sys

import numpy as np
import sabika


def play(players: int, seed: int, modules: list[str]) -> list[int]:
    """One game; returns the scores."""
    env = sabika.env(players=players, modules=modules)
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    scores = []
    for agent in env.agent_iter():
        observation, _reward, ended, cut_off, info = env.last()
        scores = info["scores"]
        env.step(None if ended or cut_off else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return scores


if __name__ == "__main__":
    print(play(int(sys.argv[1]) if len(sys.argv) > 1 else 4, 1, ["vizier", "huts"]))
