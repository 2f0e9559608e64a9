"""Views are what their game declares: nothing of another kind, nothing besides, in whole random games."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bestiary.core.match import Match
from bestiary.core.registry import load
from bestiary.server.web.export import view_types, view_typescript

FIVE = ("totem", "totemic", "tiger", "klaw", "shogun")
ENOUGH = 120  # decisions of a match


def check(game: Any, view: dict[str, Any]) -> None:
    text = msgspec.json.encode(view)
    read = msgspec.json.decode(text, type=view_types(game)[0])
    assert msgspec.json.decode(msgspec.json.encode(read)) == msgspec.json.decode(text), "nothing undeclared"


@pytest.mark.parametrize("slug", FIVE)
def test_every_view_is_what_the_game_declares(slug: str) -> None:
    chance, left = random.Random(slug), ENOUGH
    options: dict[str, object] = {}
    while left:
        match = Match(slug, options, seed=chance.getrandbits(60))
        while not match.over and left:
            left -= 1
            for seat in range(-1, match.seats):
                check(match.game, match.view(seat))
            if match.more:
                match.next_game()
            else:
                match.play(chance.choice(match.legal()))
        for seat in range(-1, match.seats):
            check(match.game, match.view(seat))


@pytest.mark.parametrize("slug", FIVE)
def test_cards_that_a_page_draws_are_declared_too(slug: str) -> None:
    game = load(slug)
    _, found = msgspec.json.schema_components(view_types(game))
    card = next(found[name] for name in found if {"code", "figures"} <= set(found[name]["properties"]))
    for k, one in enumerate(game.content().cards):
        assert set(one.shown(k)) <= set(card["properties"]), one.code
        assert set(card["required"]) <= set(one.shown(k)), one.code


def test_typescript_of_a_view_extends_the_card_that_all_games_share() -> None:
    text = view_typescript(load("totem"))
    assert "export interface TotemCard extends Card {" in text and "clash: (TotemCard | null)[];" in text
    assert "code:" not in text


def test_a_game_from_outside_need_not_declare_its_views() -> None:
    class Outside:
        @staticmethod
        def view() -> None: ...

    Outside.view.__module__ = "json.view"
    assert view_types(Outside) == ()  # type: ignore[arg-type]
