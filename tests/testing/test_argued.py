"""Changes of rules that are argued to alter nothing: each is one that the mutation check can make."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("tests/games/*/equivalent.toml"))


@pytest.mark.parametrize("game", GAMES)
def test_every_argued_change_can_be_made(game: str) -> None:
    told = subprocess.run(
        [sys.executable, ROOT / "tools" / "mutants.py", game, "--list", "--sample", "1"],
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
