"""What people read: prompts that name the task, reasons in the log, and why a game ended."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.words import result
from bestiary.games.totemic import GAME

from .table import CONTENT, Table, duel, new, solo


def asked(table: Table) -> str:
    return table.match.prompt()


def test_an_answer_says_who_challenges_and_what_is_at_stake() -> None:
    table = duel("fury memory ?", "vigor hunger ?", spirits=("wolf", "mouse")).play("challenge")
    assert asked(table) == ("The Wolf challenges you. The loser loses 5 power: accept, threaten or submit?")
    said = [table.match.sentence(action) for action in table.match.legal()]
    assert said[1:] == [
        "Threaten: raise the stake to 10 power",
        "Submit: lose 5 power, and the Wolf discards two cards",
    ]
    table.play("threaten", "threaten")
    assert asked(table).startswith("The Wolf threatens you. The loser loses 15 power")
    assert "lose 1 power" in table.match.sentence(table.match.find("submit"))  # the Mouse's advantage


def test_the_owl_reads_how_many_cards_it_draws() -> None:
    table = duel(spirits=("owl", "mouse"))
    assert asked(table) == (
        "Your turn: draw 2 cards, invoke an aspect from the offering or challenge the Mouse."
    )


@pytest.mark.parametrize(
    ("hand", "offering", "prompt", "choice"),
    [
        (
            "memory menace cunning",
            "vigor patience hunger",
            "The Turtle invokes one of the strongest aspects of the offering: which one?",
            "The Turtle invokes Vigor (4)",
        ),
        (
            "memory menace hunger",
            "fury vigor cunning",
            "The Turtle discards its weakest card to take Fury (7): which one?",
            "The Turtle discards Memory (2)",
        ),
    ],
)
def test_a_solo_pick_names_its_task(hand: str, offering: str, prompt: str, choice: str) -> None:
    table = solo("courage rivalry agility", hand, offering=offering)
    assert asked(table) == prompt
    assert choice in [table.match.sentence(action) for action in table.match.legal()]


def test_a_loss_says_why_and_is_told_to_its_reader() -> None:
    table = duel("fury rivalry ?", "memory menace ?", spirits=("wolf", "porcupine"))
    table.challenge("fury rivalry", "memory menace")
    assert "You have a total of 14, 1 of it from advantages and abilities." in table.P.log  # Run as One
    assert "You win the challenge, 14 to 4." in table.P.log
    assert "The Porcupine loses 5 power for the lost challenge." in table.P.log
    assert "You lose 1 power (Barbed Coat)." in table.P.log
    assert "You lose 5 power for the lost challenge." in table.Q.log
    assert "The Wolf loses 1 power (Barbed Coat)." in table.Q.log


def test_the_end_of_a_duel_says_why_with_the_powers() -> None:
    table = duel("fury rivalry ?", "memory menace ?", spirits=("wolf", "mouse"), power=(20, 3))
    table.challenge("fury rivalry", "memory menace")
    assert result(table.match, 0) == "You win. Player 2 has no power left: 20 to -2."
    assert result(table.match, 1) == "Player 1 wins. You have no power left: 20 to -2."


def test_a_lost_solo_game_says_how_many_rivals_were_beaten() -> None:
    table = solo("memory menace cunning", "fury rivalry agility", power=(3, 20), turn=1)
    table.play("accept", "select memory menace")
    words = result(table.match, 0)
    assert words.startswith("You lose. You are at -2 power and the Turtle at 20.")
    assert words.endswith("Rivals beaten: 0 of 2.")


def test_the_cards_of_a_table_follow_its_options() -> None:
    def names(**options: object) -> set[str]:
        return {card.name for card in GAME.readable(CONTENT, GAME.settle(options))}

    two = names(spirit_0="wolf", spirit_1="owl")
    assert {"Wolf", "Owl", "Kinship", "Vigor", "Totem"} <= two
    assert not two & {"Fox", "Sleight", "Challenge 4"}
    alone = names(players=1)
    assert {"Fox", "Challenge 4"} <= alone and not alone & {"Crow", "Mouse", "Omen"}
    assert (
        GAME.content().cards[44].whole
        == "Power 27 · Hold the Den\nWhen you are challenged, add 1 to your total."
    )


def test_the_prompt_stands_in_the_view_of_whoever_is_asked() -> None:
    match = new()
    seat = match.asked[0]
    assert match.view(seat)["prompt"] == "Choose your animal spirit." and not match.view(1 - seat)["prompt"]


@pytest.mark.parametrize(
    ("spirit", "selected", "total", "more"),
    [
        ("wolf", "resilience vigor", 10, {}),  # a close pair, 9 and 1 more
        ("wolf", "fury vigor", 11, {}),
        ("stag", "fury vigor", 12, {"token": 0}),
        ("stag", "fury vigor", 11, {"token": 1}),
        ("catfish", "fury vigor", 12, {"reshuffles": 2}),
        ("badger", "fury vigor", 11, {}),  # only when it is challenged
    ],
)
def test_a_selection_says_the_total_that_it_comes_to(
    spirit: str, selected: str, total: int, more: dict[str, Any]
) -> None:
    hand = "fury resilience vigor"
    table = duel(hand, "menace memory hunger", spirits=(spirit, "crow"), **more).play("challenge", "accept")
    said = [table.match.sentence(a) for a in table.match.legal()]
    first, second = (word.capitalize() for word in selected.split())
    assert any(
        s.startswith(f"Select {first} (") and f"and {second} (" in s and s.endswith(f": {total} in all")
        for s in said
    )
    table.play(f"select {selected}", "select menace hunger")
    assert f"You have a total of {total}" in table.P.log


def test_the_first_discard_of_an_invoke_says_that_another_one_follows() -> None:
    table = duel("fury memory menace", offering="patience ? ?").play("invoke patience")
    assert table.match.prompt().startswith(
        "You hold 5 cards: discard down to 3. Then you exchange one of them for Patience (4)."
    )
    table = duel("fury memory menace").play("draw")
    assert table.match.prompt() == "You hold 4 cards: discard down to 3."


def test_alone_a_challenge_says_what_the_rival_comes_to() -> None:
    hands = ("fury vigor menace", "resilience agility hunger")
    table = solo(*hands, turn=0, token=1, spirits=("owl", "stag"), used=(4,), fates=(0, 2, 6))
    came_to = "11 plus a challenge card of 0, 2 or 6"  # 10, and 1 while the Stag has dominance
    assert any(s == f"Challenge the Stag for 5 power: its total is {came_to}" for s in sentences(table))
    table.play("challenge")
    assert (
        asked(table)
        == f"Select two cards against the Stag, whose total is {came_to}. The loser loses 5 power."
    )
    table.play("select fury vigor")
    assert "The Stag turns up Challenge 0, which adds to its total." in table.P.log
    assert "The Stag has a total of 11" in table.P.log
    plain = solo(*hands, turn=0, token=1, spirits=("owl", "stag"), plain_rivals=True)
    assert any("total is 10 plus a challenge card of 0, 2, 4 or 6" in s for s in sentences(plain))


def sentences(table: Table) -> list[str]:
    return [table.match.sentence(action) for action in table.match.legal()]
