"""Shared fixtures."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

# Every game, with all modules allowed in it, and Alhambra without any.
SETUPS = [
    pytest.param({"game": "alhambra"}, id="alhambra"),
    pytest.param({"game": "alhambra", "modules": ["all"]}, id="all-modules"),
    pytest.param({"game": "granada", "modules": ["all"]}, id="granada"),
    pytest.param({"game": "combined", "modules": ["all"]}, id="combined"),
]


def run_example(name: str, *args: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Runs an example with this interpreter, and returns what it printed."""
    command = [sys.executable, str(EXAMPLES / name), *args]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=600, **options)
