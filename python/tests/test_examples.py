"""The examples run, and play as well as they say."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
import sabika
from conftest import EXAMPLES, run_example


def test_random_agent():
    scores = json.loads(run_example("random_agent.py", "3").stdout)
    assert len(scores) == 3 and max(scores) > 0


def test_greedy_beats_random_in_the_arena():
    """The arena of the program plays the Python bot as a separate process."""
    program = os.environ.get("SABIKA")
    if not program:
        pytest.fail("SABIKA names no program: scripts/python.sh sets it")
    bots = f"cmd:{sys.executable} {EXAMPLES / 'greedy.py'},random"
    command = [program, "arena", "--bots", bots, "--players", "2", "--blocks", "2", "--seed", "1", "--budget", "1", "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout)
    assert report["stopped"] == [] and report["bots"] == ["Greedy", "random"]
    assert report["wins"] == 1.0, report


def test_the_shortest_bot_of_the_documents(tmp_path):
    page = (EXAMPLES.parents[1] / "docs" / "bot-protocol.md").read_text()
    program = tmp_path / "first.py"
    program.write_text(page.split("```python\n")[1].split("```")[0])
    game = sabika.Game(players=2, seed=1)
    lines = ["sabika-bot 1", f"position {game.view(game.to_act).position()}", "go 100ms"]
    run = subprocess.run([sys.executable, program], input="\n".join(lines), capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["name First", "ready", f"action {game.legal_actions()[0]}"]


def test_td(tmp_path):
    """A short run learns, measures itself and draws its curve; how well it plays after minutes is beyond a test of seconds."""
    curve = tmp_path / "curve.png"
    command = ["--games", "4", "--every", "4", "--sample", "4", "--lanes", "4", "--opponent", "random", "--seed", "1", "--curve", str(curve)]
    lines = run_example("td.py", *command).stdout.splitlines()
    assert lines and all("% against random" in line for line in lines)
    assert curve.read_bytes().startswith(b"\x89PNG")


def test_td_learns_what_wins():
    """The network of the example learns to tell won positions from lost ones."""
    sys.path.insert(0, str(EXAMPLES))
    import td

    rng = np.random.default_rng(1)
    net = td.Network(16, rng)
    rows = rng.integers(-16, 17, (512, sabika.OBSERVATION), dtype=np.int8)
    won = (rows[:, 5] > 0).astype(np.float32)
    for _ in range(200):
        some = rng.integers(len(rows), size=128)
        net.learn(rows[some], won[some], 1e-2)
    assert ((net.win(rows) > 0.5) == (won > 0.5)).mean() > 0.95
