"""Thinking in a process of its own, for a game whose rules Python runs."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bestiary import Match
from bestiary.agents.apart import Apart
from bestiary.core.driver import play_compiled, play_plain
from bestiary.core.registry import load


@pytest.fixture
def apart() -> Iterator[Apart]:
    made = Apart(most=2)
    play_plain(load("totem"))
    yield made
    play_compiled(load("totem"))
    made.close()


def asked(apart: Apart, match: Match, kind: str) -> int:
    seat = match.asked[0]
    hidden = match.engine.hidden(match.state, seat)
    return apart.opinions(match.game, match.content, kind, hidden, seat, 1)[0].action


def test_machines_of_several_tables_are_asked_at_once(apart: Apart) -> None:
    apart.prepare([load("totem")])
    matches = [Match("totem", seed=seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        chosen = list(pool.map(lambda match: asked(apart, match, "novice"), matches))
    assert all(action in match.legal() for action, match in zip(chosen, matches, strict=True))
    assert asked(apart, matches[0], "random") in matches[0].legal()


def test_a_machine_that_fails_says_why_and_the_next_question_is_answered(apart: Apart) -> None:
    match = Match("totem", seed=1)
    with pytest.raises(RuntimeError, match="IndexError"):
        apart.opinions(match.game, match.content, "novice", match.state, "no seat", 1)  # type: ignore[arg-type]
    assert asked(apart, match, "adept") in match.legal()


def test_a_process_that_has_ended_is_replaced(apart: Apart) -> None:
    match = Match("totem", seed=1)
    apart.prepare([match.game])
    (child,) = apart._all
    child.kill()
    child.wait()
    assert asked(apart, match, "novice") in match.legal()
