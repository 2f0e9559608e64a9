"""Chapters 7 and 8: Exchange and Discard."""

from __future__ import annotations

import pytest

from .table import cards, position

ROW = "(A3) (J5) J10 --"


@pytest.mark.rule("TOT-7.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_exchange_swaps_a_hidden_totem_with_a_hand_card(turn: int) -> None:
    table = position("C1 V13", row=ROW, turn=turn)
    table.play("P exchange A1 2 refused TOT-7.1")  # not in hand
    table.play("P exchange V13 2")
    assert table.P.row == "(A3) (V13) J10 --"
    assert table.P.hand == cards("C1 J5")
    assert table.question == "Q action"


@pytest.mark.rule("TOT-7.2")
def test_a_revealed_totem_cannot_be_exchanged() -> None:
    position("C1 V13", row=ROW).play("P exchange V13 3 refused TOT-7.2")


@pytest.mark.rule("TOT-7.3")
def test_an_empty_place_cannot_be_exchanged() -> None:
    position("C1 V13", row=ROW).play("P exchange V13 4 refused TOT-7.3")


@pytest.mark.rule("TOT-7.4")
def test_the_opponent_sees_neither_card_of_an_exchange() -> None:
    table = position("C1 V13", row=ROW)
    table.play("P exchange V13 2")
    assert table.P.place(2) == "(V13)" and "J5" in table.P.hand
    assert table.Q.view["seats"][0]["row"][1] == {"card": None, "revealed": False, "horizontal": False}
    assert table.Q.view["seats"][0]["hand"] == [None, None] and table.Q.knows == set()
    assert "Violet Mammoth" not in table.Q.log and "Jade Otter" not in table.Q.log
    assert "Violet Mammoth goes down, Jade Otter comes back to hand" in table.P.log


@pytest.mark.rule("TOT-7.5")
def test_a_totem_taken_back_has_its_ability_unused() -> None:
    table = position("C11 ?", row="(A6) -- (?) (?)", q_hand="V12 ? ?", deck=12)
    table.play("P exchange C11 1", "Q discard " + sorted(table.Q.hand - {"V12"})[0])
    table.play("P discard " + sorted(table.P.hand - {"A6"})[0])
    table.play("Q discard " + sorted(table.Q.hand - {"V12"})[0])
    table.play("P restock A6", "Q attack V12 2")
    assert table.P.place(2) == "A6" and "V12" in table.discarded


@pytest.mark.rule("TOT-7.6")
def test_the_opponent_sees_which_place_was_exchanged() -> None:
    table = position("C1 V13", row=ROW)
    table.play("P exchange V13 2")
    assert "Player 1 exchanges place 2: a card goes down, a card comes back to hand." in table.Q.log
    assert len(table.Q.view["seats"][0]["hand"]) == 2


@pytest.mark.rule("TOT-8.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_discard_throws_a_card_and_draws_one(turn: int) -> None:
    table = position("C1 J4 V9", deck=12, turn=turn)
    top, start = table.deck[:2]
    table.play("P discard A1 refused TOT-8.1")  # not in hand
    table.play("P discard C1")
    assert table.discarded == {"C1"}
    assert table.P.hand == {"J4", "V9", top}
    assert len(table.deck) == 10 and start in table.Q.hand
    assert table.question == "Q action"


@pytest.mark.rule("TOT-8.2")
def test_with_an_empty_deck_discard_draws_nothing() -> None:
    table = position("C1 J4", deck=0)
    table.play("P discard C1")
    assert table.P.hand == {"J4"} and table.deck == []
    assert table.match.game_over
