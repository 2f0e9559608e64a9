"""Chapter 14: Requisition."""

from __future__ import annotations

import pytest

from .table import cards, position

MAY = {"requisition": "may"}


@pytest.mark.rule("TOT-14.1")
def test_requisition_draws_a_card() -> None:
    table = position("J6 C2", "(C5) (?) -- --", deck=9)
    top = table.deck[0]
    table.play("P attack J6 1")
    assert table.P.hand == {"C2", top} and len(table.deck) == 8


@pytest.mark.rule("TOT-14.2")
@pytest.mark.parametrize("turn", [0, 1])
def test_requisition_draws_out_of_turn_too(turn: int) -> None:
    table = position("C3 ?", "(J7) (?) -- --", q_hand="A1 A2 A3", deck="A4 A5 A6", turn=turn)
    table.play("P attack C3 1")
    assert table.Q.hand == cards("A1 A2 A3 A4 A5")  # A4 out of turn, A5 as start card
    assert len(table.P.hand) == 1 and table.question == "Q action"


@pytest.mark.rule("TOT-14.3")
def test_the_card_is_drawn_without_a_question() -> None:
    table = position("J6 ?", "(C5) (?) -- --", deck="A12 C1")
    table.play("P attack J6 1")
    assert table.question == "P second" and "A12" in table.P.hand


@pytest.mark.rule("TOT-14.4")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_table_may_let_the_owner_decide(turn: int) -> None:
    table = position("C3 ?", "(J7) (?) -- --", q_hand="A1", deck="A2", turn=turn, **MAY)
    table.play("P attack C3 1")
    assert table.question == "Q requisition"
    assert table.match.choices() == ["draw", "decline"]
    table.play("Q stop refused TOT-14.4", "P draw refused TOT-5.7", "Q decline")
    assert f"Player {2 - turn} leaves the ability unused" in table.P.log
    assert table.Q.hand == {"A1", "A2"}  # as start card of Q's turn
    assert table.question == "Q action"
    table.play("Q discard A1")
    assert table.match.game_over


@pytest.mark.rule("TOT-14.4")
def test_an_attacker_who_may_draw_or_decline() -> None:
    for answer, hand in (("draw", {"C2", "A2"}), ("decline", {"C2"})):
        table = position("J6 C2", "(C5) (?) -- --", deck="A2 A3", **MAY)
        table.play("P attack J6 1")
        assert table.question == "P requisition" and table.clash == ["J6"]
        table.play(f"P {answer}")
        assert table.P.hand == hand and table.question == "P second"
        assert table.discarded == cards("J6 C5")


@pytest.mark.rule("TOT-14.5")
def test_with_an_empty_deck_requisition_has_no_effect() -> None:
    for options in ({}, MAY):
        table = position("J6 C2", "(C5) (?) -- --", deck=0, **options)
        table.play("P attack J6 1")
        assert table.P.hand == {"C2"} and table.question == "P second"
        assert table.discarded == cards("J6 C5")


@pytest.mark.rule("TOT-14.6")
def test_the_drawn_card_may_attack_in_the_same_turn() -> None:
    table = position("J6", "(C5) (J11) (?) --", deck="A12 C1 C2")
    table.play("P attack J6 1", "P attack A12 2")
    assert table.Q.place(2) == "--"


@pytest.mark.rule("TOT-14.7")
def test_a_card_drawn_out_of_turn_may_raise_the_hand_above_six() -> None:
    hand = "A1 A2 A3 A4 A5 A6"
    table = position("C3 ?", "(J7) (?) -- --", q_hand=hand, deck="V1 V2 V3 V4")
    table.play("P attack C3 1")
    assert table.question == "Q action"
    assert table.Q.hand == cards(hand + " V1 V2")
    table.play("Q exchange V1 2")
    assert table.question == "Q trim"
    table.play("Q trim A1")
    assert table.question == "Q trim"
    table.play("Q trim A2")
    assert len(table.Q.hand) == 6 and table.question == "P action"
