"""Chapter 6: the Invoke action."""

from __future__ import annotations

import pytest

from .table import duel


@pytest.mark.rule("TMC-6.1")
def test_only_cards_of_the_offering_are_invoked() -> None:
    table = duel("hunger memory menace", offering="vigor fury courage")
    assert [c for c in table.choices if c.startswith("invoke")] == [
        "invoke vigor",
        "invoke fury",
        "invoke courage",
    ]
    assert table.refused("invoke hunger") == "TMC-6.1"


@pytest.mark.rule("TMC-6.2", "TMC-11.12")
def test_the_selected_card_lies_apart() -> None:
    table = duel("hunger memory menace", offering="long-season vigor fury").play("invoke long-season")
    assert table.offering == "" and table.pile == "vigor fury"
    assert [table.P.view["apart"]["name"], table.P.hand] == ["Long Season", "hunger memory menace"]
    table.play("discard menace")
    assert table.P.hand == "hunger memory long-season"


@pytest.mark.rule("TMC-6.3")
def test_the_ability_comes_before_the_discard() -> None:
    table = duel(offering="vigor ? ?", power=(12, 20)).play("invoke vigor")
    assert table.P.power == 14 and table.asked == (0, "invoke_pay") and table.P.cards == 3


@pytest.mark.rule("TMC-6.4")
def test_a_hand_of_four_is_cut_to_three_first() -> None:
    table = duel("fury memory menace", offering="determination ? ?", deck="hunger").play(
        "invoke determination"
    )
    assert table.asked == (0, "trim") and len(table.choices) == 4
    assert table.refused("draw") == "TMC-6.4"
    table.play("discard hunger")
    assert table.asked == (0, "invoke_pay") and len(table.choices) == 3


@pytest.mark.rule("TMC-6.4")
def test_a_hand_of_two_is_filled_to_three_first() -> None:
    table = duel("fury memory menace", offering="shed-skin ? ?", spirits=("mouse", "snake"))
    table.play("invoke shed-skin", "discard fury", "discard memory")
    assert table.P.cards == 4 and table.asked == (0, "trim")
    table.match.play(table.match.legal()[0])
    assert table.P.cards == 3 and table.asked == (0, "invoke_pay")


@pytest.mark.rule("TMC-6.5", "TMC-6.6")
def test_one_card_is_discarded_and_the_selected_one_joins() -> None:
    table = duel("fury memory menace", offering="vigor ? ?").play("invoke vigor")
    assert table.choices == ["discard fury", "discard memory", "discard menace"]
    assert table.refused("draw") == "TMC-6.5"
    assert table.refused("discard hunger") == "TMC-6.5"
    table.play("discard menace")
    assert table.P.hand == "fury memory vigor" and table.pile == "menace"


@pytest.mark.rule("TMC-6.7")
def test_the_selected_card_cannot_pay_for_itself() -> None:
    table = duel("fury memory menace", offering="vigor ? ?").play("invoke vigor")
    assert table.refused("discard vigor-a") == "TMC-6.7"


@pytest.mark.rule("TMC-6.8", "TMC-7.16")
def test_a_challenge_inside_an_invoke_is_finished_first() -> None:
    table = duel("fury rivalry menace", "memory cunning hunger", offering="courage ? ?")
    table.play("invoke courage", "accept", "select fury rivalry", "select memory cunning")
    assert table.asked == (0, "invoke_pay") and table.P.cards == 3 and table.Q.cards == 1
    table.play("discard menace")
    assert table.P.cards == 3 and table.Q.cards == 3 and "courage" in table.P.hand
    assert {"fury", "rivalry", "menace"} <= set(table.pile.split())


@pytest.mark.rule("TMC-6.9")
def test_the_selected_card_takes_no_part_in_its_challenge() -> None:
    table = duel("fury memory menace", offering="courage ? ?").play("invoke courage", "accept")
    assert table.choices == ["select fury memory", "select fury menace", "select memory menace"]
    assert table.refused("select fury courage-a") == "TMC-6.9"


@pytest.mark.rule("TMC-6.10", "TMC-11.11")
def test_the_offering_is_not_refilled_meanwhile() -> None:
    table = duel("fury memory menace", offering="agility vigor hunger").play("invoke agility")
    assert len(table.choices) == 3 * 2 + 1 and table.offering == "vigor hunger"


@pytest.mark.rule("TMC-6.11")
def test_a_card_may_be_invoked_without_effect() -> None:
    table = duel("fury memory menace", offering="resilience ? ?", power=(20, 10)).play("invoke resilience")
    assert table.P.power == 20 and table.asked == (0, "invoke_pay")
    table.play("discard memory")
    assert table.P.hand == "fury menace resilience"
