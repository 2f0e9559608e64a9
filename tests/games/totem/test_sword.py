"""Chapter 10: the Sword."""

from __future__ import annotations

import pytest

from bestiary.core.errors import BestiaryError

from .table import GAME, cards, position


@pytest.mark.rule("TOT-10.1")
def test_a_sword_may_be_joined_by_any_other_hand_card() -> None:
    table = position("C4 J7 A12")
    pairs = [choice for choice in table.match.choices() if choice.startswith("pair")]
    assert pairs == ["pair C4 J7", "pair C4 A12"]
    table.play("P pair J7 A12 refused TOT-10.1", "P pair C4 V1 refused TOT-10.1")
    with pytest.raises(BestiaryError):
        table.match.play("pair C4 C4")
    with pytest.raises(ValueError):
        GAME.actions.id("pair", 0, 0)


@pytest.mark.rule("TOT-10.1")
def test_the_sword_may_be_any_card_of_the_hand() -> None:
    table = position("J7 A12 C4")
    pairs = [choice for choice in table.match.choices() if choice.startswith("pair")]
    assert pairs == ["pair J7 C4", "pair A12 C4"]
    table.play("P pair A12 C4")
    assert table.clash == ["A12", "C4"]


@pytest.mark.rule("TOT-10.2")
def test_the_powers_of_a_pair_are_summed() -> None:
    table = position("C4 J7 ?", "(A11) (?) (?) --")
    table.play("P pair C4 J7", "P strike 1")
    assert table.Q.place(1) == "--" and "11 against 11: the attack succeeds" in table.Q.log
    table = position("C4 V6 ?", "(A11) (?) (?) --")
    table.play("P pair C4 V6", "P strike 1")
    assert table.Q.place(1) == "A11" and "10 against 11: the attack fails" in table.Q.log


@pytest.mark.rule("TOT-10.3")
def test_the_second_cards_ability_is_cancelled() -> None:
    for hand, swords_first in (("C4 J7 ?", True), ("J7 C4 ?", False)):
        table = position(hand, "(A11) (?) (?) --", deck=9)
        table.play("P pair C4 J7", "P strike 1")
        assert len(table.deck) == 9 and len(table.P.hand) == 1, swords_first
        assert table.question == "P second"
    for hand in ("C4 V7 ?", "V7 C4 ?"):
        table = position(hand, "(A11) (?) (?) --")
        table.play("P pair C4 V7", "P strike 1")
        assert table.Q.hidden == 2 and table.question == "P second"


@pytest.mark.rule("TOT-10.4")
def test_an_attack_never_has_more_than_two_cards() -> None:
    table = position("C4 C6 C9", "(J10) (?) (?) --")
    table.play("P pair C4 C6", "P pair C9 C4 refused TOT-9.5", "P strike 1")
    assert table.Q.place(1) == "--" and table.P.hand == {"C9"}
    table = position("C4 C6 C9")
    assert table.find("P pair C4 C6") == table.find("P pair C6 C4")


@pytest.mark.rule("TOT-10.5")
def test_a_sword_may_attack_alone() -> None:
    table = position("C9 J2", "(J8) (?) (?) --")
    table.play("P attack C9 1")
    assert table.Q.place(1) == "--" and table.P.hand == {"J2"}


@pytest.mark.rule("TOT-10.6")
def test_against_a_revealed_totem_the_sum_counts() -> None:
    row = "J13 (V2) (J1) --"
    table = position("C6 J7 V5", row)
    table.play("P attack C6 1 refused TOT-9.4", "P pair C6 J7")
    assert table.match.choices() == ["strike 1", "strike 2", "strike 3"]
    table.play("P strike 1")
    assert table.Q.place(1) == "--"
    table = position("C6 J7 V5", row)
    table.play("P pair C6 V5", "P strike 1 refused TOT-10.6", "P strike 4 refused TOT-9.2")
    assert table.match.choices() == ["strike 2", "strike 3"]


@pytest.mark.rule("TOT-10.7")
def test_both_cards_of_a_pair_are_discarded() -> None:
    table = position("C4 J7 ?", "(A11) (?) -- --")
    table.play("P pair C4 J7")
    assert len(table.P.hand) == 1 and table.clash == ["C4", "J7"]
    table.play("P strike 1")
    assert table.discarded == cards("C4 J7 A11") and table.clash == []
    table = position("C4 J3 ?", "(A11) (?) -- --")
    table.play("P pair C4 J3", "P strike 1")
    assert table.discarded == cards("C4 J3") and table.Q.place(1) == "A11" and table.clash == []


@pytest.mark.rule("TOT-10.8")
def test_a_pair_is_one_attack() -> None:
    table = position("C4 J7 C5 V6 A2", "(A11) (J10) (?) --")
    table.play("P pair C4 J7", "P strike 1", "P pair C5 V6", "P strike 2")
    assert table.discarded == cards("C4 J7 C5 V6 A11 J10")
    assert table.P.hand == {"A2"} and table.question == "Q action"


@pytest.mark.rule("TOT-10.9")
def test_a_pair_activates_no_eye_and_no_requisition() -> None:
    for hand in ("C9 V9 ?", "V9 C9 ?"):
        table = position(hand, "(J13) (?) (?) (?)", deck=7)
        table.play("P pair C9 V9", "P strike 1")
        assert table.Q.hidden == 3 and len(table.deck) == 7
        assert table.question == "P second"


@pytest.mark.rule("TOT-10.10")
def test_a_pair_is_declared_only_with_a_target() -> None:
    table = position("C6 V5 J7", "J13 -- -- --")
    table.play("P pair C6 V5 refused TOT-10.10", "P pair C6 J7")
    assert table.result == "P by conquest"
    assert "strikes place 1 with a power of 13" in table.Q.log


@pytest.mark.rule("TOT-10.11")
def test_in_defence_a_sword_has_no_effect() -> None:
    table = position("J5 ?", "(C9) (?) -- --", deck=9)
    held = table.Q.hand
    table.play("P attack J5 1")
    assert table.Q.place(1) == "C9" and table.Q.hidden == 1 and table.P.hidden == 2
    assert table.question == "Q action" and len(table.deck) == 8  # Q's start card
    assert len(table.Q.hand) == len(held) + 1


@pytest.mark.rule("TOT-9.6")
def test_the_story_of_a_pair_names_who_strikes_whom() -> None:
    table = position("C4 J7 ?", "(A11) (V2) ? ?")
    table.play("P pair C4 J7", "P strike 1")
    p, q = table.P.seat, table.Q.seat
    told = [(h.kind, h.words.get("seat")) for h in table.match.events(None)]
    assert told[:4] == [("joins", p), ("strikes", p), ("flips", q), ("wins", None)]
