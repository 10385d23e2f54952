"""Games, views, records, ids, chance."""

import copy
import json

import numpy as np
import pytest
import sabika
from conftest import SETUPS


def play(game: sabika.Game, rng: np.random.Generator, most: int = 10**9) -> sabika.Game:
    """Plays at random, by ids."""
    while not game.over and most > 0:
        game.apply(int(rng.choice(game.legal_ids())))
        most -= 1
    return game


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("setup", SETUPS)
def test_whole_games_by_ids(setup, players):
    """Every id means one legal action, some action always has one, and observations have one shape."""
    rng = np.random.default_rng(players)
    game = sabika.Game(players=players, seed=players, **setup)
    steps = 0
    while not game.over:
        ids = game.legal_ids()
        assert len(ids) > 0
        if steps % 40 == 0:
            mask = game.mask()
            assert mask.shape == (sabika.ACTIONS,) and mask.dtype == np.int8
            assert np.array_equal(np.flatnonzero(mask), ids)
            actions = [game.action(int(i)) for i in ids]
            assert len(set(actions)) == len(ids) and set(actions) <= set(game.legal_actions())
            assert [game.id(action) for action in actions] == ids.tolist()
            assert all(game.observation(seat).shape == (sabika.OBSERVATION,) for seat in range(players))
            view = game.view(game.to_act, counting=True)
            assert np.array_equal(view.mask(), mask) and set(view.legal_actions()) == set(game.legal_actions())
            assert np.array_equal(view.observation(), game.observation(game.to_act))
        game.apply(int(rng.choice(ids)))
        steps += 1
    assert game.to_act is None and game.winners and sum(game.rewards()) == pytest.approx(0, abs=1e-6)
    assert max(game.scores) == game.scores[game.winners[0]]


def test_notation_and_refusals():
    game = sabika.Game(players=3, seed=7)
    assert game.legal_actions()[0].startswith("take ")
    with pytest.raises(ValueError, match="T3: action-due"):
        game.apply("end")
    with pytest.raises(ValueError, match="word 1: unknown action `fly`"):
        game.apply("fly")
    with pytest.raises(ValueError, match="id 99999 is not legal now"):
        game.apply(99_999)
    with pytest.raises(ValueError, match="7 players: the game is for 2 to 6"):
        sabika.Game(players=7)
    with pytest.raises(ValueError, match="modules: `chess` is not the name of a module"):
        sabika.Game(modules=["chess"])
    assert game.apply(game.legal_actions()[0]) == []
    assert game.apply("end")[0].startswith("display ")


@pytest.mark.parametrize("setup", SETUPS)
def test_positions_and_clones(setup):
    rng = np.random.default_rng(1)
    game = play(sabika.Game(players=3, seed=1, **setup), rng, 60)
    again = sabika.Game.from_position(game.position())
    assert again == game and again.state_hash() == game.state_hash()
    view = game.view(1)
    assert sabika.View(view.position()) == view and view.seat == 1
    for clone in (game.clone(), copy.copy(game), copy.deepcopy(game)):
        before = game.position()
        play(clone, np.random.default_rng(2), 5)
        assert clone != game and game.position() == before
    with pytest.raises(ValueError, match="market: 1 items instead of 4"):
        sabika.Game.from_position(" ".join("market=-" if w.startswith("market=") else w for w in game.position().split()))


def test_the_seed_decides():
    games = [play(sabika.Game(seed=seed, modules=["all"]), np.random.default_rng(0)) for seed in (4, 4, 5)]
    assert games[0] == games[1] and games[0] != games[2]


def test_samples_look_the_same_to_the_viewer():
    game = play(sabika.Game(players=3, seed=2, modules=["bonus", "huts"]), np.random.default_rng(2), 40)
    view = game.view(0)
    samples = [view.sample(seed) for seed in (1, 1, 2)]
    assert samples[0] == samples[1] and samples[0] != samples[2]
    assert all(sample.view(0) == view for sample in samples)


def test_forced_chance():
    game = sabika.Game(players=3, seed=3)
    game.apply(next(action for action in game.legal_actions() if action.startswith("take") and action.count(" ") == 1))
    for card in ("d1", "u9", "f5"):
        forced = game.clone()
        forced.force(cards=[card])
        assert forced.apply("end")[0] == f"display {card}"
    with pytest.raises(ValueError, match="tiles.0.: Ba2new is not in the bag"):
        game.force(tiles=["Ba2new"])


def test_records():
    game = play(sabika.Game(players=2, seed=5, modules=["vizier"]), np.random.default_rng(5))
    record = game.record(["Ana", "Ben"])
    again = sabika.Record(record.to_json())
    assert again == record and again.scores == game.scores
    assert json.loads(record.to_json())["seats"] == ["Ana", "Ben"]
    assert again.game().scores == game.scores
    assert again.game(0).scores == [0, 0] and len(again.steps) > 50
    with pytest.raises(ValueError, match="has a record"):
        sabika.Game.from_position(game.position()).record()


def test_turns_and_bots():
    game = sabika.Game(players=3, seed=6, modules=["all"])
    turns, seen = game.turns()
    assert seen.shape == (len(turns), sabika.OBSERVATION) and all(turn[-1] == "end" for turn in turns)
    bot = sabika.Bot("builder")
    assert bot.counts_cards and bot.choose(game.view(game.to_act, counting=True)) in game.legal_actions()
    with pytest.raises(ValueError, match="unknown bot `chess`"):
        sabika.Bot("chess")
    with pytest.raises(ValueError, match="this viewer is not to act"):
        sabika.Bot("random").choose(game.view((game.to_act + 1) % 3))


def test_scores_and_refusals_of_a_view():
    view = sabika.Game(players=3, seed=1).view(0)
    assert view.score_now(3) == [0, 0, 0]
    assert view.refusal("done").startswith("T1")
    with pytest.raises(ValueError, match="unknown round 4"):
        view.score_now(4)
