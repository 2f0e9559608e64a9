"""A network is kept for the tables at which it is strong."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from bestiary.core.errors import BestiaryError
from bestiary.core.registry import load
from bestiary.learn.network import Network, at_home

TOOL = Path(__file__).parents[2] / "tools" / "keep_network.py"


def tool() -> Any:
    made = importlib.util.spec_from_file_location("keep_network", TOOL)
    assert made is not None and made.loader is not None
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


def test_who_may_sit_down_is_some_of_what_was_learned_and_paths_are_left_behind(tmp_path: Path) -> None:
    game, own = load("totemic"), at_home(load("totemic"))
    learned = Network.load(own, game)
    learned.header["command"] = "bestiary train totemic --out /somewhere/else/net.npz"
    learned.save(tmp_path / "learned.npz")
    place = tool().keep("totemic", tmp_path / "learned.npz", [2], tmp_path / "kept.npz")
    kept = Network.load(place, game)
    assert kept.header["players"] == [2] and kept.header["command"].endswith("--out net.npz")
    assert kept.header["tables"] == learned.header["tables"]
    with pytest.raises(BestiaryError, match="tables of 2, not of 1"):
        kept.refuse(game, 1, game.settle({"players": 1}))
    place = tool().keep("totemic", own, [1, 2], tmp_path / "apart.npz", ["deal_spirits=true"])
    apart = Network.load(place, game)
    assert apart.plays(2) and apart.plays(2, game.settle({"deal_spirits": True}))
    assert not apart.plays(2, game.settle({}))
    with pytest.raises(BestiaryError, match="plays where deal_spirits is true; it was taught no other"):
        apart.refuse(game, 2, game.settle({}))
    with pytest.raises(BestiaryError, match="not of \\[7\\]"):
        tool().keep("totemic", own, [7], tmp_path / "other.npz")
