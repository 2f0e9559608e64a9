"""Chapter 12: the Shield."""

from __future__ import annotations

import pytest

from .table import cards, position

RETURN = {"shield_attacker": "return"}


@pytest.mark.rule("TOT-12.1")
def test_a_shield_withstands_any_power() -> None:
    table = position("J13 ?", "(A1) (?) -- --")
    table.play("P attack J13 1")
    assert table.Q.place(1) == "A1"
    assert "Azure Mouse has a Shield: it withstands the attack" in table.P.log
    table = position("C9 V13 ?", "(A2) (?) -- --")
    table.play("P pair C9 V13", "P strike 1")
    assert table.Q.place(1) == "A2"


@pytest.mark.rule("TOT-12.2")
def test_an_attack_stopped_by_a_shield_has_failed() -> None:
    table = position("J13 ?", "(A1) (?) -- --", deck=9)
    table.play("P attack J13 1")
    assert table.discarded == {"J13"} and table.question == "Q action"
    assert len(table.deck) == 8  # Q's start card
    table = position("V9 ?", "(A3) (?) (?) --")
    table.play("P attack V9 1")
    assert table.discarded == {"V9"} and table.Q.hidden == 2 and table.question == "Q action"
    table = position("J9 ?", "(A3) (?) (?) --", deck=9)
    table.play("P attack J9 1")
    assert len(table.P.hand) == 1 and len(table.deck) == 8


@pytest.mark.rule("TOT-12.3")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_table_may_send_stronger_attackers_home(turn: int) -> None:
    table = position("J13 ?", "(A1) (?) -- --", turn=turn, **RETURN)
    table.play("P attack J13 1")
    assert table.Q.place(1) == "A1" and "J13" in table.P.hand
    assert table.discarded == set() and table.clash == [] and table.question == "Q action"
    table = position("V2 ?", "(A3) (?) -- --", turn=turn, **RETURN)
    table.play("P attack V2 1")
    assert table.discarded == {"V2"} and table.Q.place(1) == "A3"
    table = position("C4 J5 ?", "(A9) (?) -- --", turn=turn, **RETURN)
    table.play("P pair C4 J5", "P strike 1")
    assert table.P.hand >= cards("C4 J5") and table.discarded == set()
    assert f"Crimson Raven goes back to Player {turn + 1}'s hand" in table.Q.log


@pytest.mark.rule("TOT-12.3")
def test_without_a_shield_a_failed_attacker_never_returns() -> None:
    table = position("V2 ?", "(J3) (?) -- --", **RETURN)
    table.play("P attack V2 1")
    assert table.discarded == {"V2"} and table.Q.knows == set()


@pytest.mark.rule("TOT-12.4")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_returned_card_stays_known_until_a_card_goes_face_down(turn: int) -> None:
    table = position("J13 C1 ?", "(A1) (?) -- --", turn=turn, deck=20, **RETURN)
    table.play("P attack J13 1")
    assert table.Q.knows == {"J13"} and table.P.knows == set()
    table.idle()
    table.play("P discard C1")
    assert table.Q.knows == {"J13"}
    table.idle()
    spare = sorted(table.P.hand - {"J13"})[0]
    table.play(f"P exchange {spare} 2")
    assert table.Q.knows == set() and "J13" in table.P.hand


@pytest.mark.rule("TOT-12.4")
def test_restocking_makes_the_whole_hand_secret_again() -> None:
    table = position("J13 C4 J5 ?", "(A1) (A9) -- --", q_hand="J12 ?", row="(A2) (?) -- --", **RETURN)
    table.play("P attack J13 1", "Q attack J12 1")
    assert table.Q.knows == {"J13"} and table.P.knows == {"J12"}
    table.play("P restock C4", "P stop")
    assert table.Q.knows == set()
    assert table.P.knows == {"J12"}  # the other hand has not changed


@pytest.mark.rule("TOT-12.4")
def test_a_known_card_that_leaves_the_hand_openly_is_no_longer_shown_in_it() -> None:
    table = position("J13 C1", "(A1) (?) -- --", deck=20, **RETURN)
    table.play("P attack J13 1")
    table.idle()
    table.play("P discard J13")
    assert table.Q.knows == set()


@pytest.mark.rule("TOT-12.5")
def test_a_shield_works_the_first_time_only() -> None:
    table = position("J13 C4 V5", "(A5) (?) -- --")
    table.play("P attack J13 1")
    table.idle()
    table.play("P attack C4 1 refused TOT-9.4", "P attack V5 1")
    assert table.Q.place(1) == "--"


@pytest.mark.rule("TOT-12.6")
def test_a_shield_is_used_up_even_where_it_was_not_needed() -> None:
    table = position("J3 V9 ?", "(A5) (?) -- --")
    table.play("P attack J3 1")
    assert table.Q.place(1) == "A5" and "withstands" in table.P.log
    table.idle()
    table.play("P attack V9 1")
    assert table.Q.place(1) == "--"


@pytest.mark.rule("TOT-12.7")
def test_an_eye_counters_a_shield() -> None:
    table = position("V6 J8 ?", "(C4) (A5) (?) --")
    table.play("P attack V6 1", "P reveal 2", "P attack J8 2")
    assert "A5" in table.discarded and table.Q.place(2) == "--"


@pytest.mark.rule("TOT-12.8")
def test_in_attack_a_shield_has_no_effect() -> None:
    table = position("A9 ?", "(J10) (?) -- --")
    table.play("P attack A9 1")
    assert table.discarded == {"A9"} and table.Q.place(1) == "J10"
    table = position("A9 ?", "(J8) (?) -- --", deck=9)
    table.play("P attack A9 1")
    assert table.discarded == cards("A9 J8") and table.question == "P second"
    assert len(table.deck) == 9 and table.Q.hidden == 1


@pytest.mark.rule("TOT-12.9")
def test_a_returned_sword_may_be_paired_again() -> None:
    table = position("C4 J5 ?", "(A9) (?) -- --", **RETURN)
    table.play("P pair C4 J5", "P strike 1")
    table.idle()
    table.play("P pair C4 J5", "P strike 1")
    assert table.Q.place(1) == "--" and table.discarded >= cards("C4 J5 A9")
