"""What is said to somebody who leaves a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary import Match
from bestiary.terminal.keep import Keeper


@pytest.mark.parametrize(
    ("called", "found", "command"),
    [
        (".venv/bin/bestiary", None, ".venv/bin/bestiary"),
        (".venv/bin/bestiary", "/usr/bin/bestiary", "bestiary"),
        ("pytest", None, "bestiary"),
    ],
)
def test_the_way_back_can_be_typed_as_it_stands(
    called: str, found: str | None, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [called, "play", "totem"])
    monkeypatch.setattr("shutil.which", lambda name: found)
    keeper = Keeper(Match("totem", seed=1), tmp_path / "a match")
    assert (
        keeper.farewell()
        == f"The match is kept. Go on with: {command} play --resume '{tmp_path / 'a match'}'"
    )
