"""What the tests of all adapters share: the games and their modes, and random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bestiary.core.driver import Engine
from bestiary.core.record import Records
from bestiary.core.registry import load

GAMES = ("totem", "totemic", "klaw", "shogun", "tiger")
STEPS = 150  # decisions of a game that are looked at one by one; most games are shorter


def modes() -> list[Any]:
    """Every game with every number of players."""
    found = []
    for slug in GAMES:
        for players in load(slug).players:
            name = f"{slug}-{players}"
            group = pytest.mark.xdist_group(slug)
            found.append(pytest.param(slug, {"players": players}, id=name, marks=group))
    return found


def games() -> list[Any]:
    """Every game once."""
    return [pytest.param(slug, marks=pytest.mark.xdist_group(slug)) for slug in GAMES]


def walk(slug: str, options: dict[str, Any], seed: int) -> Iterator[tuple[Engine, Records, int, int]]:
    """A random game on the engine alone: engine, state, who answers, the action that comes next."""
    engine = Engine(load(slug))
    states = engine.start(options, seed)
    pick = random.Random(seed)
    while not engine.over(states):
        action = pick.choice(engine.legal(states))
        yield engine, states, engine.actors(states)[0], action
        engine.apply(states, action)
    yield engine, states, -1, -1
