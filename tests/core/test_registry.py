"""The registry: names, versions, games of this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bestiary.core.errors import UnknownName
from bestiary.core.registry import load, names, register, unregister
from tests.testing.tiny import GAME

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it


@pytest.fixture
def tiny() -> Iterator[None]:
    register(GAME)
    yield
    unregister("tiny")


def test_a_game_is_found_by_slug_and_by_version() -> None:
    assert load("totem") is load("totem-v2")
    assert "totem" in names()


def test_an_unknown_game_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"There is no game 'totme'\. Did you mean totem\?"):
        load("totme")
    with pytest.raises(UnknownName, match=r"There is no game 'go'\. There is: "):
        load("go")


def test_another_version_is_not_this_one() -> None:
    with pytest.raises(UnknownName, match=r"no game 'totem-v9'\. Did you mean totem-v2\?"):
        load("totem-v9")


def test_a_game_of_this_process(tiny: None) -> None:
    assert load("tiny") is GAME and "tiny" in names()
    unregister("tiny")
    assert "tiny" not in names()
    unregister("tiny")  # twice does no harm
    with pytest.raises(UnknownName):
        load("tiny")


def test_a_registered_game_stands_before_a_packaged_one() -> None:
    from dataclasses import replace

    stand_in = replace(GAME, slug="totem")
    packaged = load("totem")
    register(stand_in)
    try:
        assert load("totem") is stand_in
    finally:
        unregister("totem")
    assert load("totem") is packaged
