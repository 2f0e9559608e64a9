"""Chapter 13: the Eye."""

from __future__ import annotations

import pytest

from .table import position


@pytest.mark.rule("TOT-13.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_an_eye_reveals_an_enemy_totem(turn: int) -> None:
    table = position("V6 ?", "(C4) (A1) (A2) --", turn=turn)
    table.play("P attack V6 1", "P reveal 3")
    assert table.Q.row == "-- (A1) A2 --" and table.P.hidden == 2
    assert f"Player {turn + 1}'s Eye reveals place 3: Azure Frog" in table.Q.log
    table = position("J3 ?", "(V8) (?) -- --", row="(A1) (A2) -- --", turn=turn)
    table.play("P attack J3 1", "Q reveal 2")
    assert table.P.row == "(A1) A2 -- --" and table.Q.hidden == 1


@pytest.mark.rule("TOT-13.2")
def test_the_owner_of_the_eye_chooses() -> None:
    table = position("V6 ?", "(C4) (A5) J9 (J11)")
    table.play("P attack V6 1")
    assert table.match.choices() == ["reveal 2", "reveal 4"]
    table.play("P reveal 3 refused TOT-13.2", "P reveal 1 refused TOT-13.2", "Q reveal 2 refused TOT-5.7")
    table.play("P reveal 4")
    assert table.Q.row == "-- (A5) J9 J11"


@pytest.mark.rule("TOT-13.3")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_defending_eye_chooses_before_the_turn_ends(turn: int) -> None:
    table = position("J3 C1 C2 C3 C4 C5 C6 C7", "(V8) (?) -- --", row="(?) (?) C13 --", turn=turn)
    table.play("P attack J3 1")
    assert table.question == "Q eye" and len(table.P.hand) == 7
    assert table.match.choices() == ["reveal 1", "reveal 2"]
    table.play("Q reveal 3 refused TOT-13.2", "Q reveal 4 refused TOT-13.2", "Q reveal 1")
    assert table.question == "P trim"
    table.play("P trim C1")
    assert table.question == "Q action"


@pytest.mark.rule("TOT-13.4")
def test_the_revealed_totems_ability_is_countered() -> None:
    table = position("V6 C8 ?", "(C4) (J7) (?) --", deck=9)
    held = table.Q.hand
    table.play("P attack V6 1", "P reveal 2")
    totem = table.Q.view["seats"][table.Q.seat]["row"][1]
    assert totem["revealed"] and totem["horizontal"]
    table.play("P attack C8 2")
    assert table.Q.place(2) == "--"
    assert len(table.deck) == 8 and len(table.Q.hand) == len(held) + 1  # the start card only


@pytest.mark.rule("TOT-13.5")
def test_an_eye_without_a_hidden_enemy_has_no_effect() -> None:
    table = position("V6 ?", "(C4) J9 -- --")
    table.play("P attack V6 1")
    assert table.Q.row == "-- J9 -- --" and table.question == "P second"
    table = position("J3 ?", "(V8) (?) -- --", row="C13 A13 -- --")
    table.play("P attack J3 1")
    assert table.question == "Q action" and table.P.row == "C13 A13 -- --"


@pytest.mark.rule("TOT-13.6")
def test_a_single_hidden_totem_is_revealed_without_asking() -> None:
    table = position("V6 ?", "(C4) (A5) J9 --")
    table.play("P attack V6 1")
    assert table.Q.row == "-- A5 J9 --" and table.question == "P second"
    table = position("J3 ?", "(V8) (?) -- --", row="C13 (A12) -- --")
    table.play("P attack J3 1")
    assert table.P.row == "C13 A12 -- --" and table.question == "Q action"


@pytest.mark.rule("TOT-13.7")
def test_being_revealed_by_an_eye_is_not_an_attack() -> None:
    table = position("V6 A13 ?", "(C4) (V9) (?) --", row="(?) (?) (?) (?)")
    table.play("P attack V6 1", "P reveal 2")
    assert table.P.hidden == 4 and table.Q.place(2) == "V9"
    assert table.question == "P second" and int(table.state.attacks) == 1
    table.play("P attack A13 2")
    assert table.Q.place(2) == "--" and table.P.hidden == 4
