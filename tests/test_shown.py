"""What a game shows beside its position: what a line of the log speaks of, and how near the end is."""

from __future__ import annotations

import random

import pytest

from bestiary.core.match import Match
from bestiary.core.record import UNKNOWN
from bestiary.core.registry import load, names

ENOUGH = 150  # decisions


def played(slug: str) -> Match:
    """A match that is well under way, or over."""
    chance = random.Random(slug)
    match = Match(slug, seed=5)
    for _ in range(ENOUGH):
        if match.game_over:
            break
        match.play(chance.choice(match.legal()))
    return match


@pytest.mark.parametrize("slug", names())
def test_an_event_speaks_of_nothing_that_its_reader_may_not_know(slug: str) -> None:
    match = played(slug)
    spoken = [(h, match.about(h)) for h in match.events(0)]
    assert any(about for _, about in spoken)
    for happening, about in spoken:
        secrets = [w for w in load(slug).events.kind(happening.kind).secret if happening.words[w] == UNKNOWN]
        assert len(about) <= 2 * (len(happening.words) - len(secrets)), happening
        assert all(" " not in token and token.split(":")[1] for token in about), about


def test_a_place_belongs_to_whoever_it_is_a_place_of() -> None:
    match = played("totem")
    for happening in match.events(None):
        whose, place = happening.words.get("seat"), happening.words.get("place")
        if happening.kind == "attacks" and whose is not None:
            assert f"place:{1 - whose}:{place}" in match.about(happening)
        if happening.kind == "falls":
            assert f"place:{whose}:{place}" in match.about(happening)


@pytest.mark.parametrize("slug", ["totem", "totemic", "tiger", "klaw"])
def test_a_view_says_how_near_the_end_is(slug: str) -> None:
    chance = random.Random(slug)
    match = Match(slug, seed=5)
    before: dict[str, int] = {}
    moved = False
    for _ in range(ENOUGH):
        for way in match.view(0)["near"]:
            assert 0 <= way["gone"] <= way["of"] and way["told"] and way["then"]
            moved = moved or before.get(way["then"], way["gone"]) != way["gone"]
            before[way["then"]] = way["gone"]
        if match.game_over:
            break
        match.play(chance.choice(match.legal()))
    assert moved, "it never comes nearer"


def test_while_totems_are_laid_out_nobody_is_near_the_end() -> None:
    match = Match("totem", seed=7)
    while match.view(0)["phase"] == "place":
        assert match.view(0)["near"] == []
        match.play(match.legal()[0])
    assert "Totems 4 to 4" in [way["told"] for way in match.view(0)["near"]]
