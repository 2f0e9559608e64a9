"""Chapter 4: abilities in general."""

from __future__ import annotations

import pytest

from .table import Table, position


def horizontal(table: Table, seat: int) -> list[str]:
    """The Totems of a player that lie horizontal, as the other player sees them."""
    row = table.match.view(1 - seat)["seats"][seat]["row"]
    return [totem["card"]["code"] for totem in row if totem and totem["horizontal"]]


@pytest.mark.rule("TOT-4.1")
def test_a_card_that_loses_activates_nothing() -> None:
    table = position("C5 ?", "(J4) (?) (?) --", deck=10)
    held = table.Q.hand
    table.play("P attack C5 1")
    assert table.question == "P second" and table.Q.hand == held and len(table.deck) == 10
    table = position("V3 ?", "(C12) (?) (?) --")
    table.play("P attack V3 1")
    assert table.Q.place(1) == "C12" and table.Q.hidden == 2


@pytest.mark.rule("TOT-4.2")
def test_an_ability_is_activated_once() -> None:
    table = position("C3 V9 ?", "(J8) C10 C11 --", q_hand="A1 A2", deck="A3 A4 A5 A6 A7")
    table.play("P attack C3 1")
    assert table.Q.hand == {"A1", "A2", "A3", "A4"}  # by Requisition, and the start card
    table.play("Q discard A1", "P attack V9 1")
    assert table.Q.place(1) == "--" and table.question == "P second"
    assert table.Q.hand == {"A2", "A3", "A4", "A5"}


@pytest.mark.rule("TOT-4.3")
def test_an_activated_totem_is_turned() -> None:
    table = position("C3 ?", "(J8) (A1) (A2) (A3)")
    table.play("P attack C3 1")
    assert horizontal(table, table.Q.seat) == ["J8"]
    assert table.Q.row == "J8 (A1) (A2) (A3)"


@pytest.mark.rule("TOT-4.4")
def test_revealed_totems_of_power_1_to_9_are_horizontal() -> None:
    table = position("V7 J2 J3 ?", "(A5) (C9) (V6) (J12)", row="C10 -- -- --")
    table.play("P attack V7 3", "P reveal 1", "P attack J2 2")
    assert horizontal(table, table.Q.seat) == ["A5", "C9"]
    table = position("J2 ?", "(V6) (J12) -- --", row="C10 -- -- --")
    table.play("P attack J2 1")
    assert horizontal(table, table.Q.seat) == ["V6"]
    table = position("J2 ?", "(V6) (J12) -- --", row="C10 -- -- --")
    table.play("P attack J2 2")
    assert table.Q.place(2) == "J12" and horizontal(table, table.Q.seat) == []


@pytest.mark.rule("TOT-4.5")
def test_sword_and_shield_work_during_an_attack() -> None:
    table = position("C4 J7 ?", "(A10) (?) (?) --")
    table.play("P pair C4 J7", "P strike 1")
    assert table.Q.place(1) == "--"
    table = position("V13 ?", "(A2) (?) (?) --")
    table.play("P attack V13 1")
    assert table.Q.place(1) == "A2" and table.discarded == {"V13"}


@pytest.mark.rule("TOT-4.6")
def test_an_eye_must_be_used() -> None:
    table = position("V6 ? ?", "(C4) (A1) (A2) (A3)")
    table.play("P attack V6 1")
    spare = sorted(table.P.hand)[0]
    table.play("P stop refused TOT-4.6", f"P attack {spare} 2 refused TOT-4.6")
    table.play("P decline refused TOT-4.6")
    assert table.match.choices() == ["reveal 2", "reveal 3", "reveal 4"]
    table.play("P reveal 3")
    assert table.Q.row == "-- (A1) A2 (A3)" and table.question == "P second"
