"""PettingZoo's own tests."""

import sys
import warnings

import numpy as np
import pytest
import sabika
from conftest import SETUPS
from pettingzoo.test import api_test, performance_benchmark, seed_test

PLAYERS = range(2, 7)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("setup", SETUPS)
def test_api(setup, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(sabika.env(players=players, **setup), num_cycles=100)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("setup", SETUPS)
def test_seed(setup, players):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: sabika.env(players=players, **setup), num_cycles=60)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("setup", SETUPS)
def test_performance_benchmark(setup, players, monkeypatch, capsys):
    """PettingZoo measures for five seconds of clock time: here with a fake clock that reaches five seconds after a few calls."""
    ticks = iter(np.arange(0.0, 10_000.0, 0.05))
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__].time, "time", lambda: float(next(ticks)))
    performance_benchmark(sabika.env(players=players, **setup))
    assert "cycles per second" in capsys.readouterr().out


@pytest.mark.parametrize("reward", ["win", "points", "margin"])
def test_rewards(reward):
    env = sabika.env(players=3, reward=reward)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, paid, ended, _, info = env.last()
        total[agent] += paid
        env.step(None if ended else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    scores = np.array(info["scores"])
    paid = np.array(list(total.values()))
    if reward == "win":
        assert paid.sum() == pytest.approx(0, abs=1e-6) and paid[info["winners"]].max() == pytest.approx(1)
    elif reward == "points":
        assert np.array_equal(paid, scores)
    else:
        assert paid.max() == pytest.approx((np.sort(scores)[-1] - np.sort(scores)[-2]) / 100)
    with pytest.raises(ValueError, match="is not one of win, points, margin"):
        sabika.env(reward="fame")


def test_a_position_to_begin_with():
    game = sabika.Game(players=4, seed=9)
    env = sabika.env(players=4, render_mode="ansi")
    env.reset(options={"position": game.position()})
    assert env.game == game and env.render() == game.position()


def test_long_games_are_cut_off():
    env = sabika.env(players=2, longest=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())
