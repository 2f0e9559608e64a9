"""Chapter 11: the outcome of an attack."""

from __future__ import annotations

import pytest

from .table import cards, position


@pytest.mark.rule("TOT-11.1")
def test_a_weaker_attacker_is_discarded() -> None:
    table = position("V9 ?", "(J10) (?) -- --")
    table.play("P attack V9 1")
    assert table.discarded == {"V9"} and table.Q.place(1) == "J10"


@pytest.mark.rule("TOT-11.2")
def test_a_defender_that_holds_activates_its_ability() -> None:
    table = position("C3 ?", "(J7) (?) -- --", q_hand="A1", deck="A2 A3 A4 A5 A6 A7 A8 A9 C9")
    table.play("P attack C3 1")
    assert table.Q.place(1) == "J7"
    assert table.Q.hand == cards("A1 A2 A3")  # A2 by Requisition, then A3 as start card
    assert table.P.log.count("Player 2 draws") == 2


@pytest.mark.rule("TOT-11.3")
def test_equal_power_succeeds() -> None:
    table = position("V9 ?", "(J9) (?) -- --")
    table.play("P attack V9 1")
    assert table.Q.place(1) == "--" and "J9" in table.discarded


@pytest.mark.rule("TOT-11.4")
def test_a_winning_attackers_ability_comes_before_the_discards() -> None:
    table = position("J6 ?", "(C5) (?) -- --", deck=9)
    top = table.deck[0]
    table.play("P attack J6 1")
    assert len(table.deck) == 8 and top in table.P.hand
    assert table.discarded == cards("J6 C5") and table.Q.place(1) == "--"
    told = table.P.log
    assert (
        told.index("you draw") < told.index("You discard Jade Fox") < told.index("Player 2's Crimson Otter")
    )


@pytest.mark.rule("TOT-11.5")
def test_a_defeated_totems_ability_is_not_activated() -> None:
    table = position("A12 ?", "(J7) (?) -- --", deck=9)
    held = table.Q.hand
    table.play("P attack A12 1")
    assert table.Q.hand == held and len(table.deck) == 9
    table = position("A12 ?", "(V7) (?) -- --")
    table.play("P attack A12 1")
    assert table.P.hidden == 2 and table.question == "P second"


@pytest.mark.rule("TOT-11.6")
def test_the_ability_comes_before_the_look_at_the_hand() -> None:
    table = position("J5", "(C5) (?) -- --", deck=3)
    table.play("P attack J5 1")
    assert len(table.deck) == 2 and len(table.P.hand) == 1
    assert table.discarded == cards("J5 C5")
    assert table.question == "P second"


@pytest.mark.rule("TOT-11.6")
def test_where_the_cards_lie_while_an_eye_chooses() -> None:
    won = position("V6 ?", "(C4) (?) (?) --")
    won.play("P attack V6 1")
    assert won.question == "P eye"
    assert won.clash == ["V6"] and won.Q.place(1) == "C4" and won.discarded == set()
    assert won.Q.view["target"] == 0
    held = position("C4 V2 ?", "(?) (V8) -- --")
    held.play("P pair C4 V2", "P strike 2")
    assert held.question == "Q eye"
    assert held.clash == [] and held.discarded == cards("C4 V2") and held.Q.place(2) == "V8"
    assert held.Q.view["target"] == 1


@pytest.mark.rule("TOT-11.7")
@pytest.mark.parametrize("defender", ["A5", "J5", "V5", "C5", "A9", "A13"])
def test_an_attack_on_a_revealed_totem_succeeds(defender: str) -> None:
    table = position("C13 ?", f"{defender} (?) -- --", deck=9)
    table.play("P attack C13 1")
    assert table.Q.place(1) == "--" and table.question == "P second"
    assert len(table.deck) == 9 and table.P.hidden == 2


@pytest.mark.rule("TOT-14.1", "TOT-15.5")
def test_a_card_drawn_in_an_attack_says_what_for() -> None:
    table = position("J6 C2", "(C5) (A1) -- --", deck="A12 A11")
    table.play("P attack J6 1")
    assert "Requisition: Player 1 draws a card" in table.Q.log
    table = position("V9", "(C4) (J2) (?) --", q_hand="C1", deck="A7 A8")
    table.play("P attack V9 1", "P reveal 2")
    assert "With no card left to attack with, Player 1 draws a card" in table.Q.log
