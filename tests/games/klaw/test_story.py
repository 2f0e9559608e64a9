"""A fight is told as a story: who rolls what, the modifiers, every pair, and what it did."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table, duel, number

TOBIAS, ANSELM = "Tobias Ash", "Brother Anselm"
FIGHT = f"Player 1's {TOBIAS} attacks your {ANSELM}."


def told(table: Table, since: str) -> list[str]:
    """The story from a sentence on."""
    story = table.story(1)
    return story[story.index(since) :]


def test_an_exchange_is_told_die_by_die() -> None:
    table, _, _ = duel(own={"life": 9}, enemy={"totems": ["dog"], "items": ["smoke"], "life": 9})
    table.dice(3, 6, 1, 6, 1, 3)
    assert told(table.play("attack firefighter"), FIGHT) == [
        FIGHT,
        f"Exchange 1: {TOBIAS} attacks {ANSELM}.",
        f"{TOBIAS} rolls 6 3; {ANSELM} rolls 6 3 1 1.",
        "6 against 6: a tie.",
        "3 against 3: a tie.",
        "1 against no die: a hit back.",
        "1 against no die: a hit back.",
        f"{TOBIAS} has 7 Life left.",
        f"Exchange 2: {ANSELM} attacks {TOBIAS}.",
    ]


def test_modifiers_are_told_before_the_comparison() -> None:
    table, _, _ = duel(own={"items": ["gauntlets"]}, enemy={"items": ["plate", "smoke"]})
    table.dice(4, 2, 5, 1)
    assert told(table.play("attack firefighter"), FIGHT)[2:-1] == [
        f"{TOBIAS} rolls 4 2; {ANSELM} rolls 5 1.",
        f"With all modifiers the dice of {TOBIAS} are 5 3.",
        "5 against 5: a tie.",
        "3 against 1: a hit.",
        f"{ANSELM} is armoured: the hit costs nothing.",
    ]
    assert table.told("counts") == [{"host": number("firefighter"), "dice": 53}]


def test_a_die_that_counts_for_more_than_nine_is_told() -> None:
    table, _, _ = duel(own={"items": ["scope", "gauntlets"]}, enemy={"items": ["smoke"]}, die_cap="none")
    table.dice(6, 6, 5, 1)
    assert f"With all modifiers the dice of {TOBIAS} are 12 7." in table.play("attack firefighter").story(1)


def test_a_wild_die_is_told_with_what_it_means() -> None:
    table, _, _ = duel(own={"totems": ["buffalo", "tiger"]}, enemy={"items": ["smoke"], "life": 24})
    table.dice(1, 1, 1, 1, 1, 6, 5, 5)
    story = table.play("attack firefighter").story(1)
    assert f"The Wild die of {TOBIAS} shows 6: Exceptional Success." in story
    assert story.count("6 against no die: a hit.") == 4


def named(*moves: str, hand: tuple[str, ...] = (), **enemy: Any) -> dict[str, list[int]]:
    """Seat 1 of three plays against seat 2: which seats the events name, by kind."""
    table = Table(players=3)
    for p, code in ((0, "sentinel"), (1, "firefighter"), (2, "apothecary")):
        table.host(p, code, **(enemy if p == 2 else {}))
    table.hand(1, *hand)
    table.hand(2, "plate", "mirror")
    table.turn(1, 21)
    table.play(*moves)
    seats: dict[str, list[int]] = {}
    for h in table.match.events(None):
        seats.setdefault(h.kind, []).extend(h.words[w] for w in ("seat", "other") if w in h.words)
    return seats


@pytest.mark.parametrize(
    ("moves", "hand", "told"),
    [
        (["pass"], [], {"passes": [1], "draws": [1], "turn": [2]}),
        (["action shot", "target apothecary", "decline"], ["shot"], {"plays": [1], "yields": [2]}),
        (
            ["action shot", "target apothecary", "answer_hand mirror1"],
            ["shot"],
            {"plays": [1], "answers": [2], "reflects": [1]},
        ),
        (["action sleight1", "decline"], ["sleight"], {"raids": [2], "steals": [1, 2]}),
        (["action panic1", "decline"], ["panic"], {"raids": [2], "discards": [2, 2]}),
        (["action interrogation1", "decline"], ["interrogation"], {"peeks": [1, 2]}),
        (["action stakeout1"], ["stakeout"], {"looks": [1], "sees": [1] * 4}),
        (["consume medkit1"], ["medkit"], {"uses": [1]}),
        (["support surgeon"], ["surgeon"], {"supports": [1]}),
    ],
)
def test_the_story_names_the_right_players(
    moves: list[str], hand: list[str], told: dict[str, list[int]]
) -> None:
    seats = named(*moves, hand=tuple(hand))
    assert {kind: seats.get(kind) for kind in told} == told


def test_the_story_names_whose_host_falls() -> None:
    seats = named("action shot", "target apothecary", "decline", hand=("shot",), life=2)
    assert seats["falls"] == [2]


def test_the_cards_of_the_box_are_told_in_one_line_and_listed_by_the_view() -> None:
    table, _, _ = duel(own={"totems": ["tiger"]}, totem_goal=2)
    table.hand(0, "rat")
    table.dice(6)
    story = table.play("totem rat").match.story(0)
    box = table.match.view(0)["box"]
    assert [line for line in story if "box" in line] == [f"{len(box)} cards stayed in the box."]
    assert len(table.told("boxed")) == len(box) > 100
