"""What is in a game's box, and its rulebook as a booklet: what somebody gets who prints it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bestiary.core import booklet
from bestiary.core.box import Box, box_of, components
from bestiary.core.registry import load

GAMES = ("totem", "totemic", "klaw", "tiger", "shogun")


def boxed(slug: str) -> tuple[Box, Mapping[str, int]]:
    game = load(slug)
    return box_of(game, game.content()), components(game.content())


def sizes(box: Box) -> dict[str, int]:
    return {deck.name: deck.size for deck in box.decks}


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_of_the_game_is_printed_and_is_the_one_with_its_number(slug: str) -> None:
    game = load(slug)
    cards = game.content().cards
    printed = [one for deck in box_of(game, game.content()).decks for one in deck.cards if one.number >= 0]
    assert sorted(one.number for one in printed) == list(range(len(cards)))
    assert all(one.card.code == cards[one.number].code and one.copies > 0 for one in printed)


def test_totem_has_52_cards_and_two_summaries() -> None:
    box, many = boxed("totem")
    assert sizes(box) == {"Totem cards": many["totem_cards"], "Summary cards": many["summary_cards"]}
    assert box.size == 54


def test_totemic_has_the_cards_of_its_box() -> None:
    box, many = boxed("totemic")
    assert box.size == sum(n for name, n in many.items() if name.endswith("_cards")) == 62
    assert sum(token.copies for token in box.tokens if token.name == "Dominance") == many["dominance_tokens"]
    levels = [one.steps for one in box.decks[-1].cards]
    assert levels == [("15", "10", "5"), ("30", "25", "20")]


def test_klaw_has_both_sets_thirty_markers_and_twelve_dice() -> None:
    box, many = boxed("klaw")
    core = sum(size for name, size in sizes(box).items() if name.endswith("core set"))
    assert core == many["core_game_cards"] and box.size == many["all_game_cards"]
    assert sum(token.copies for token in box.tokens) == many["state_markers"]
    assert sum(die.copies for die in box.dice) == many["dice"]


def test_tiger_has_as_many_of_each_animal_as_its_decks() -> None:
    box, _ = boxed("tiger")
    assert list(sizes(box).values()) == [48, 40, 14, 2, 9]  # TTR-1.2, TTR-1.3, and the Birds
    assert {one.copies for one in box.decks[0].cards} == {6}


def test_shogun_has_the_decks_tokens_and_dice_of_its_box() -> None:
    box, many = boxed("shogun")
    found = sizes(box)
    assert found["Market"] == many["market_cards"] and found["Blacksmith"] == many["blacksmith_cards"]
    assert found["Oracle"] == many["oracle_cards"] and found["Initiative"] == many["initiative_cards"]
    assert found["Kami"] == many["kami_cards"] and found["Skill tiles"] == many["skill_tiles"]
    assert sum(n for name, n in found.items() if "event" in name) == many["event_cards"]
    assert sum(found[n] for n in found if "Oni" in n or "Widow" in n or "Tengu" in n) == many["ai_cards"]
    tokens = Counter[str]()
    for token in box.tokens:
        tokens[token.code] += token.copies
    for name in ("poisoned", "bleeding", "blinded", "downed", "head", "karma", "coin", "spawn"):
        assert tokens[name] == many[f"{name}_tokens"], name
    assert {die.name: die.copies for die in box.dice}["Ki die"] == many["ki_dice"]


def test_a_skill_tile_has_the_other_skill_of_its_level_behind_it() -> None:
    box, _ = boxed("shogun")
    tile = next(one for one in box.decks[-1].cards if one.card.code == "stab")
    assert tile.reverse is not None and tile.reverse.code == "iron_stance"


def test_a_map_shows_every_square_of_its_zone_and_nothing_of_others() -> None:
    box, _ = boxed("shogun")
    first = box.maps[0]
    assert (first.columns, first.rows) == (10, 8)
    assert first.view["plane"]["rows"][0] == "##...o..##"
    assert [point["id"] for point in first.view["plane"]["points"]] == ["A"]
    assert len(first.view["plane"]["arrivals"]) == 4


def test_an_event_card_says_its_events() -> None:
    box, _ = boxed("shogun")
    card = next(deck for deck in box.decks if deck.name == "Green event, act 1").cards[0].card
    assert len(card.text.splitlines()) == 4


def nothing(*_: Any) -> dict[str, Any]:
    return {}


def test_a_game_that_declares_no_box_has_every_card_once() -> None:
    game = replace(load("totem"), view=nothing, _contents={})
    box = box_of(game, game.content())
    assert box.size == 52 and not box.tokens


# ---- the booklet -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_booklet_has_every_entry_and_every_example_once(slug: str) -> None:
    rulebook = load(slug).rulebook
    made = booklet.chapters(rulebook)
    assert sorted(rule.id for chapter in made for rule in chapter.rules) == sorted(rulebook.rules)
    told = [example for chapter in made for example in chapter.examples]
    assert len(told) == len(rulebook.examples) and all(example.told for example in told)
    assert len({chapter.name for chapter in made}) == len(made), "a section stands in one place"


@pytest.mark.parametrize("slug", GAMES)
def test_an_example_stands_where_all_that_it_cites_has_been_read(slug: str) -> None:
    read: set[str] = set()
    for chapter in booklet.chapters(load(slug).rulebook):
        read |= {rule.id for rule in chapter.rules}
        for example in chapter.examples:
            assert set(example.rules) <= read, example.id
