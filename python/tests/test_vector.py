"""Many games at once."""

import threading

import numpy as np
import pytest
import sabika
from conftest import SETUPS


@pytest.mark.parametrize("setup", SETUPS)
def test_lanes_are_games(setup):
    """The arrays agree with each game; when a game ends, the next one starts."""
    env = sabika.VecEnv(6, players=3, seed=1, **setup)
    ended = step = 0
    while ended < 2:
        step += 1
        assert env.masks.sum(1).min() > 0
        if step % 200 == 1:
            for at in range(env.count):
                game = sabika.Game.from_position(env.position(at))
                assert game.to_act == env.seats[at]
                assert np.array_equal(game.mask(), env.masks[at])
                assert np.array_equal(game.observation(game.to_act), env.observations[at])
        ids, starts = env.legal()
        assert np.array_equal(np.diff(starts), env.masks.sum(1))
        actions = env.random_actions()
        assert all(a in ids[starts[i] : starts[i + 1]] for i, a in enumerate(actions))
        env.step(actions)
        ended += int(env.dones.sum())
        assert np.allclose(env.rewards.sum(1), 0, atol=1e-5)
        assert not env.rewards[~env.dones].any()
        assert (env.scores[env.dones].max(1) > 0).all() if env.dones.any() else True


def test_the_seed_decides_on_any_number_of_threads():
    def run(threads: int, seed: int = 3) -> list[str]:
        env = sabika.VecEnv(8, players=2, seed=seed, observe=False, threads=threads)
        for _ in range(100):
            env.step(env.random_actions())
        assert env.observations is None
        return [env.position(at) for at in range(8)]

    assert run(1) == run(2)
    assert run(1) != run(1, seed=4)


def test_bots_play_their_seats():
    env = sabika.VecEnv(4, players=3, seed=1, bots=[None, "novice", "random"], observe=False)
    for _ in range(200):
        assert (env.seats == 0).all()
        env.step(env.random_actions())
    with pytest.raises(ValueError, match="at least one seat"):
        sabika.VecEnv(1, players=2, bots=["random", "random"])


def test_whole_turns():
    env = sabika.VecEnv(4, players=2, seed=1, masks=False)
    done = 0
    for _ in range(150):
        seen, starts = env.turns()
        assert seen.shape == (starts[-1], sabika.OBSERVATION) and (np.diff(starts) > 0).all()
        env.step_turns(np.zeros(4, np.int64))
        done += int(env.dones.sum())
    assert done >= 4
    with pytest.raises(ValueError, match="no turn 0"):
        env.step_turns(np.zeros(4, np.int64))


def test_faults_are_told():
    env = sabika.VecEnv(2, players=2)
    with pytest.raises(ValueError, match="game 1: id -1 is not legal now"):
        env.step(np.array([env.random_actions()[0], -1], np.int32))
    with pytest.raises(ValueError, match="1 actions for 2 games"):
        env.step(np.zeros(1, np.int32))


def test_other_threads_go_on():
    """Python's lock is released: another thread counts while games are played."""
    env = sabika.VecEnv(256, players=4, seed=1, threads=1)
    stop, counted = threading.Event(), [0]

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    actions = env.random_actions()
    before = counted[0]
    env.step(actions)
    during = counted[0] - before
    stop.set()
    thread.join()
    assert during > 0
