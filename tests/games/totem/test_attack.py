"""Chapter 9: declaring an attack."""

from __future__ import annotations

import pytest

from .table import cards, position


@pytest.mark.rule("TOT-9.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_an_attack_sends_a_card_from_the_hand(turn: int) -> None:
    table = position("C1 V9", "(J4) (A2) (C8) (J11)", row="(A3) -- -- --", turn=turn)
    table.play("P attack C13 1 refused TOT-9.1", "P attack A3 1 refused TOT-9.1")
    table.play("P attack V9 1")
    assert table.P.hand == {"C1"} and table.clash == ["V9"]


@pytest.mark.rule("TOT-9.2")
def test_the_target_is_a_place_with_a_totem() -> None:
    table = position("C1 V9 A13", "-- (A2) C8 (J11)")
    for card in ("C1", "V9", "A13"):
        table.play(f"P attack {card} 1 refused TOT-9.2")
        assert table.allows(f"P attack {card} 2") and table.allows(f"P attack {card} 4")


@pytest.mark.rule("TOT-9.3")
def test_a_hidden_totem_may_be_attacked_by_any_card() -> None:
    table = position("C1 ?", "(J11) (?) -- --")
    table.play("P attack C1 1")
    assert table.Q.place(1) == "J11" and table.discarded == {"C1"}
    story = table.P.log
    assert story.index("turned up: Jade") < story.index("1 against 11: the attack fails")


@pytest.mark.rule("TOT-9.4")
def test_a_revealed_totem_needs_at_least_its_power() -> None:
    table = position("V7 J8 ?", "C8 (?) -- --")
    table.play("P attack V7 1 refused TOT-9.4", "P attack J8 1")
    assert table.Q.place(1) == "--"
    table = position("V7 J5", "C8 -- -- --", row="(?) -- -- --")
    assert {choice.split()[0] for choice in table.match.choices()} == {"restock", "exchange", "discard"}


@pytest.mark.rule("TOT-9.5")
def test_an_attack_cannot_be_changed_after_the_flip() -> None:
    table = position("C4 C5 A13", "(J9) (?) -- --")
    table.play("P attack C4 1")
    assert "C4" in table.discarded and table.question == "Q action"
    table.play("P pair C5 A13 refused TOT-5.7", "P attack C5 2 refused TOT-5.7")
    assert not table.match.can_undo(table.P.seat)
    table = position("C5 V6 A13", "(J9) (?) -- --")
    table.play("P pair C5 V6", "P attack A13 1 refused TOT-9.5", "P stop refused TOT-9.5")
    assert table.match.choices() == ["strike 1", "strike 2"]
    assert table.P.view["target"] is None


@pytest.mark.rule("TOT-9.6")
def test_both_players_see_every_attacking_card() -> None:
    table = position("C4 J3 ?", "(J9) (?) -- --")
    table.play("P pair C4 J3")
    assert [card["code"] for card in table.Q.view["clash"]] == ["C4", "J3"]
    assert "attacks with Crimson Raven and Jade Hare together" in table.Q.log
    table.play("P strike 1")
    assert table.discarded == cards("C4 J3")
    assert "discards Crimson Raven" in table.Q.log and "discards Jade Hare" in table.Q.log
    table = position("V2 ?", "(J9) (?) -- --")
    table.play("P attack V2 1")
    assert "attacks place 1 with Violet Frog" in table.Q.log
