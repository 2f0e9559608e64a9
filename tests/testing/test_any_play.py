"""Whatever is chosen: Hypothesis looks for a game that breaks an invariant, and shortens it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.core.driver import Engine
from bestiary.core.game import Game
from bestiary.core.registry import load
from bestiary.testing import keeping, moves, news, sight
from bestiary.testing.bench import Bench, Position, legal_of

from .tiny import GAME

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it

CHECKS: tuple[Callable[[Position], None], ...] = (
    moves.legal_moves,
    moves.reasons,
    keeping.conservation,
    keeping.unused_slots,
    sight.hiding,
    sight.own_choices,
    news.news,
)


def positions(game: Game, seed: int, choices: list[int]) -> None:
    """Plays the choices, each taken round the legal actions, and checks the last position."""
    engine = Engine(game)
    bench = Bench(game, engine, seed, 1, [{}], running="any play")
    states = engine.start(seed=seed)
    for choice in choices:
        if engine.over(states):
            break
        legal = legal_of(engine, states)
        engine.apply(states, legal[choice % len(legal)])
    at = Position(bench, states, {}, seed, len(choices), random.Random(seed))
    if not at.over:
        at.choices = legal_of(engine, states)
        at.action = at.choices[seed % len(at.choices)]
    for check in CHECKS:
        check(at)


@pytest.mark.parametrize("name", ["tiny", "totem"])
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), choices=st.lists(st.integers(0, 99), max_size=80))
def test_any_choices_keep_every_invariant(name: str, seed: int, choices: list[int]) -> None:
    positions(GAME if name == "tiny" else load(name), seed, choices)
