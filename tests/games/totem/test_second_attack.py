"""Chapter 15: the second attack."""

from __future__ import annotations

import pytest

from .table import cards, position


@pytest.mark.rule("TOT-15.1")
def test_after_a_won_attack_a_second_one_is_allowed() -> None:
    table = position("A9 C2 J3", "(C4) (?) -- --", row="(?) -- -- --")
    table.play("P attack A9 1")
    table.play("P restock C2 refused TOT-15.1", "P exchange C2 1 refused TOT-15.1")
    table.play("P discard C2 refused TOT-15.1")
    assert table.match.choices() == ["attack C2 2", "attack J3 2", "pair C2 J3", "stop"]
    table.play("P stop")
    assert table.question == "Q action" and table.P.hand == cards("C2 J3")


@pytest.mark.rule("TOT-15.2")
def test_nobody_attacks_three_times() -> None:
    table = position("V9 J12 A13", "(C4) (J2) (?) (?)", deck=9)
    table.play("P attack V9 1", "P reveal 3", "P attack J12 2")
    assert table.P.hand == {"A13"} and table.question == "Q action"
    assert int(table.state.attacks) == 0  # Q's turn has begun


@pytest.mark.rule("TOT-15.3")
def test_after_a_failed_attack_there_is_no_other() -> None:
    table = position("C3 A13", "(J11) (?) -- --")
    table.play("P attack C3 1")
    assert table.P.hand == {"A13"} and table.question == "Q action"


@pytest.mark.rule("TOT-15.4")
def test_the_second_attack_follows_all_rules_of_the_first() -> None:
    table = position("V6 A8 A9 C3 V7", "(C4) (J9) (?) --")
    table.play("P attack V6 1", "P reveal 2", "P attack A8 2 refused TOT-9.4")
    table.play("P attack A8 1 refused TOT-9.2", "P attack C13 2 refused TOT-9.1")
    assert table.allows("P pair C3 V7") and not table.allows("P pair A8 A9")
    table.play("P attack A9 2")
    assert table.Q.place(2) == "--"


@pytest.mark.rule("TOT-15.5")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_winner_without_a_card_draws_one_and_the_turn_ends(turn: int) -> None:
    table = position("V9", "(C4) (?) (?) --", deck=9, turn=turn)
    top = table.deck[0]
    table.play("P attack V9 1", "P reveal 2")
    assert table.P.hand == {top} and table.question == "Q action"
    assert len(table.deck) == 7


@pytest.mark.rule("TOT-15.6")
def test_the_hand_is_looked_at_after_the_ability() -> None:
    table = position("J6", "(C5) (?) -- --", deck=9)
    table.play("P attack J6 1")
    assert len(table.deck) == 8 and len(table.P.hand) == 1
    assert table.question == "P second"


@pytest.mark.rule("TOT-15.7")
def test_with_an_empty_deck_nothing_is_drawn_for_an_empty_hand() -> None:
    table = position("V9", "(C4) (?) (?) --", deck=0)
    table.play("P attack V9 1", "P reveal 2")
    assert table.P.hand == set() and table.match.game_over


@pytest.mark.rule("TOT-15.8")
def test_no_card_for_an_empty_hand_after_a_failure_or_a_second_attack() -> None:
    table = position("C3", "(A11) (?) -- --", deck=9)
    table.play("P attack C3 1")
    assert table.P.hand == set() and len(table.deck) == 8  # Q's start card
    table = position("V9 J12", "(C4) (J2) (?) --", deck=9)
    table.play("P attack V9 1", "P reveal 2", "P attack J12 2")
    assert table.P.hand == set() and len(table.deck) == 8


@pytest.mark.rule("TOT-15.9")
def test_a_hand_that_cannot_attack_can_only_stop() -> None:
    table = position("V9 J5", "(C4) J13 -- --", deck=9)
    table.play("P attack V9 1")
    assert table.match.choices() == ["stop"]
    table.play("P attack J5 2 refused TOT-9.4", "P stop")
    assert table.P.hand == {"J5"} and len(table.deck) == 8 and table.question == "Q action"
