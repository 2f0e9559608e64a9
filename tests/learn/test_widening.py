"""A network goes on playing when its game gets an option that it never saw."""

from __future__ import annotations

import importlib.util
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.commands.common import warn_of_learned
from bestiary.core.errors import BestiaryError
from bestiary.core.registry import load
from bestiary.learn.network import Network, at_home, layout_of

TOOL = Path(__file__).parents[2] / "tools" / "widen_network.py"
GAME = load("shogun")


def tool() -> Any:
    made = importlib.util.spec_from_file_location("widen_network", TOOL)
    assert made is not None and made.loader is not None
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


def narrowed(path: Path) -> Network:
    """The network of the room as it was before the last option."""
    taught = Network.load(at_home(GAME), GAME)
    own = taught.at(GAME, GAME.content(), GAME.settle({"mode": "chapter"}))  # not told which level
    before = tool().narrower(GAME, 1)
    plain = own.reading.plain.copy()
    assert GAME.observed - 1 not in plain, "the network takes no notice of the last option"
    plain[plain >= GAME.observed] -= 1
    header = {**own.header, "layout": layout_of(before)}
    replace(own, header=header, reading=replace(own.reading, plain=plain)).save(path)
    return Network.load(path, before)


def test_a_wider_network_answers_as_the_narrow_one_did(tmp_path: Path) -> None:
    before = narrowed(tmp_path / "net.npz")
    with pytest.raises(BestiaryError, match="observed otherwise"):
        Network.load(tmp_path / "net.npz", GAME)
    wide = Network.load(tool().widen(GAME, tmp_path / "net.npz", ["difficulty"]), GAME)
    assert wide.header["cards"] == GAME.content().fingerprint
    chance = random.Random(1)
    for chapter in (1, 4, 7):
        match = Match(GAME, {"mode": "chapter", "chapter": chapter}, seed=chapter)
        narrow = before.at(tool().narrower(GAME, 1), match.content, match.options)
        wider = wide.at(GAME, match.content, match.options)
        for _ in range(20):
            seen = np.asarray(match.engine.observe(match.state, match.asked[0]), np.float32)[None]
            for old, new in zip(narrow.look(seen[:, :-1]), wider.look(seen), strict=True):
                assert np.array_equal(old, new)
            match.play(chance.choice(match.legal()))


def test_only_the_last_options_can_be_new(tmp_path: Path) -> None:
    narrowed(tmp_path / "net.npz")
    with pytest.raises(BestiaryError, match=r"last options of .* are not interlude"):
        tool().widen(GAME, tmp_path / "net.npz", ["interlude"])


@pytest.mark.parametrize("start_ap", ["full", "empty"])
def test_who_plays_with_it_at_a_table_that_it_never_saw_is_told(
    start_ap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"mode": "chapter", "players": 1, "start_ap": start_ap}
    warn_of_learned(GAME, GAME.content(), ["net"], 1, options)
    said = " ".join(capsys.readouterr().err.split())
    assert said == (
        ""
        if start_ap == "full"
        else "The network learned no table where start_ap is empty, and may play there less well."
    )


@pytest.mark.parametrize("difficulty", ["gentle", "standard", "grim"])
def test_every_level_of_difficulty_was_taught(difficulty: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"mode": "chapter", "players": 1, "difficulty": difficulty}
    warn_of_learned(GAME, GAME.content(), ["net"], 1, options)
    assert not capsys.readouterr().err
