"""What people read: who won a battle and why, the cards of a table, the end."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary import Match
from bestiary.core.cards import Card
from bestiary.core.words import result
from bestiary.games.tiger import GAME
from bestiary.games.tiger import events as ev
from bestiary.games.tiger.effects import IF
from bestiary.games.tiger.state import WON

from .table import Table, decks, war


def told(made: Table, seat: int, start: str = "Battle") -> list[str]:
    return [line for line in made.match.story(seat) if line.startswith(start)]


def faces(**options: Any) -> dict[str, Card]:
    return {card.code: card for card in GAME.readable(GAME.content(), GAME.settle(options))}


@pytest.mark.rule("TTR-7.2")
def test_a_battle_says_whose_animal_beats_whose() -> None:
    made = war("leopard leopard", "crane crane", chance="A1 leopard, D1 crane")
    assert told(made, 0)[-1] == "Battle 1: your Leopard beats Player 2's Crane."
    assert told(made, 1)[-1] == "Battle 1: Player 1's Leopard beats your Crane."


@pytest.mark.rule("TTR-7.4")
def test_a_battle_without_a_single_winner_says_why() -> None:
    made = war("mantis mantis", "crane crane", chance="A1 mantis, D1 crane")
    why = "neither your Mantis nor Player 2's Crane is strong against the other: both win."
    assert told(made, 0)[-1] == f"Battle 1: {why}"


@pytest.mark.rule("TTR-10.1")
def test_a_toss_is_a_reason() -> None:
    made = war("tiger tiger", "crane crane", chance="A1 tiger, A1 up, D1 crane")
    assert told(made, 0)[-2:] == [
        "Battle 1: Player 2's die shows Crouching Crane.",
        "Battle 1: your Tiger beats Player 2's Crane: it landed face up.",
    ]


@pytest.mark.rule("TTR-10.10", "TTR-10.13")
def test_a_disabled_tiger_is_told_of() -> None:
    made = war("tiger tiger", "turtle turtle", chance="A1 tiger, A1 up, D1 turtle")
    assert told(made, 0)[-2:] == [
        "Battle 1: your Tiger is disabled by Player 2's Turtle.",
        "Battle 1: neither your Tiger nor Player 2's Turtle is strong against the other: both win.",
    ]
    plain = war("crane crane", "turtle turtle", chance="A1 crane, D1 turtle")  # no action to disable
    assert not [line for line in told(plain, 0) if "disabled" in line]


def test_every_reason_has_its_sentence() -> None:
    for won in range(ev.OUTCOMES):
        level = won in (WON.NOBODY, WON.BOTH)
        whys = list(ev.LEVEL if level else ev.DECIDED)
        if not level:
            whys += [fate + i for fate in (ev.FATE_WINS, ev.FATE_LOSES) for i in range(len(IF))]
        for why in whys:
            said = ev.battle({"outcome": won + ev.OUTCOMES * why})
            assert said.startswith("Battle {place}: ") and "{x" not in said and "{y" not in said
    assert {*ev.LEVEL, *ev.DECIDED} == set(range(len(ev.WHY)))


def test_the_cards_of_a_table_are_those_of_its_sets() -> None:
    assert len(faces()) == 8 and len(faces(zoo=True)) == 16
    assert len(faces(dawn=True)) == 22 and len(faces(dawn=True, extra_roosters=True)) == 24
    assert "bird" in faces(together=True) and "bird" not in faces(zoo=True)
    assert faces()["crane"].figures == "Strong against Tiger, Crane · 6 copies"
    assert faces(highscore=True)["crane"].figures.endswith("-2 points")


@pytest.mark.rule("TTR-14.18")
def test_roosters_say_what_this_table_made_of_them() -> None:
    options = {"dawn": True, "roosters": "random", "rooster_seed": 3}
    shown = {code: card.text for code, card in faces(**options).items() if code.startswith("rooster")}
    assert shown == Match("tiger", options).view(0)["rooster_texts"]
    assert shown != {code: card.text for code, card in faces(dawn=True).items() if code in shown}


@pytest.mark.rule("TTR-18.3")
def test_generated_strengths_stand_on_the_cards() -> None:
    shown = faces(strengths="generated", strength_seed=1)
    assert shown["leopard"].figures.startswith("Strong against Dragon, Crane, Leopard")


def test_a_printed_rooster_says_the_same_as_its_rules() -> None:
    for card in faces(dawn=True, extra_roosters=True).values():
        printed = next(c for c in GAME.content().cards if c.code == card.code)
        assert card.text == printed.text and card.figures == printed.figures


@pytest.mark.rule("TTR-9.1", "TTR-9.2")
def test_the_end_says_why() -> None:
    made = decks("monkey*2", "crane*2")
    made.match.play("number 1")
    while not made.match.game_over:
        made.match.play(made.match.legal()[0])
    assert (
        result(made.match, 0)
        == "You win. Player 2 has too few cards to go on; you have 4 cards, Player 2 has 0."
    )
    assert (
        result(made.match, 1)
        == "Player 1 wins. You have too few cards to go on; Player 1 has 4 cards, you have 0."
    )
