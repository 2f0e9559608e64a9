"""Chapter 6: Restock."""

from __future__ import annotations

import pytest

from .table import cards, position


@pytest.mark.rule("TOT-6.1")
def test_restock_needs_fewer_than_four_totems() -> None:
    table = position("C1 C2", row="(A3) J5 (J10) (A13)")
    table.play("P restock C1 refused TOT-6.1")
    table = position("C1 C2", row="(A3) -- (J10) (A13)")
    table.play("P restock C1")
    assert table.P.row == "(A3) (C1) (J10) (A13)"


@pytest.mark.rule("TOT-6.2")
@pytest.mark.parametrize("turn", [0, 1])
def test_restock_fills_up_to_four_totems(turn: int) -> None:
    table = position("C1 C2 V8 J4 V12", row="(A3) -- -- J9", turn=turn)
    table.play("P restock A1 refused TOT-6.2")  # not in hand
    table.play("P restock V12", "P restock A1 refused TOT-6.2", "P restock V8")
    assert table.P.row == "(A3) (V12) (V8) J9"
    assert table.P.hand == cards("C1 C2 J4")
    table.play("P restock C1 refused TOT-5.7")
    assert table.question == "Q action"


@pytest.mark.rule("TOT-6.3")
def test_one_restock_may_fill_any_number_of_places() -> None:
    table = position("C1 C2 V8 J4", row="J9 -- -- --")
    table.play("P restock V8", "P restock C2")
    assert table.question == "P restock_more"
    table.play("P restock J4")
    assert table.P.row == "J9 (V8) (C2) (J4)"
    assert table.P.hand == {"C1"}
    assert table.question == "Q action"


@pytest.mark.rule("TOT-6.4")
def test_a_table_may_restock_one_card_at_a_time() -> None:
    table = position("C1 C2 V8 J4", row="J9 -- -- --", restock="one")
    table.play("P restock V8")
    assert table.P.row == "J9 (V8) -- --"
    assert table.question == "Q action"


@pytest.mark.rule("TOT-6.5")
def test_a_restocked_totem_is_hidden_and_unused() -> None:
    table = position("A6 ?", row="(?) -- (?) (?)", q_hand="J13 ?")
    table.play("P restock A6")
    totem = table.Q.view["seats"][table.P.seat]["row"][1]
    assert totem == {"card": None, "revealed": False, "horizontal": False}
    assert "lays a card face down in place 2" in table.Q.log
    table.play("Q attack J13 2")
    assert table.P.place(2) == "A6" and table.discarded == {"J13"}


@pytest.mark.rule("TOT-6.6")
def test_a_restocked_card_goes_to_the_leftmost_free_place() -> None:
    table = position("C1 V8 J4", row="-- (J10) -- --")
    table.play("P restock V8", "P restock C1")
    assert table.P.row == "(V8) (J10) (C1) --"


@pytest.mark.rule("TOT-6.7")
def test_after_each_card_the_player_goes_on_or_stops() -> None:
    table = position("C1 V8 J4", "(?) (?) -- --", row="-- (J10) -- --")
    table.play("P stop refused TOT-5.4", "P restock V8")
    table.play("P attack C1 1 refused TOT-6.7", "P exchange C1 1 refused TOT-6.7")
    table.play("P discard C1 refused TOT-6.7", "P pair C1 J4 refused TOT-6.7")
    assert table.match.choices() == ["restock C1", "restock J4", "stop"]
    table.play("P stop")
    assert table.P.row == "(V8) (J10) -- --"
    assert table.question == "Q action"
    assert "Player 1 stops." in table.Q.log


def test_with_the_last_card_restocked_nothing_more_is_asked() -> None:
    table = position("C1", row="-- (J10) -- --")
    table.play("P restock C1")
    assert table.P.hand == set() and table.question == "Q action"
