"""Chapter 16: the end of the turn."""

from __future__ import annotations

import pytest

from .table import cards, position

EIGHT = "C1 C2 V4 J5 J6 A12 V13 A1"


@pytest.mark.rule("TOT-16.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_at_most_six_cards_are_kept(turn: int) -> None:
    table = position(EIGHT, turn=turn)
    table.play("P exchange C1 1", "P stop refused TOT-16.1", "P discard C2 refused TOT-16.1")
    table.play("P trim C2", "P trim V4")
    assert len(table.P.hand) == 6 and table.discarded == cards("C2 V4")
    assert table.question == "Q action"
    table = position("C1 C2 V4 J5 J6 A12", turn=turn)
    table.play("P exchange C1 1")
    assert len(table.P.hand) == 6 and table.question == "Q action"


@pytest.mark.rule("TOT-16.2")
def test_the_player_chooses_what_to_throw_away() -> None:
    table = position("C1 C2 V4 J5 J6 A12 V3", row="(V13) (?) -- --")
    table.play("P exchange V3 1")
    assert cards(" ".join(choice.split()[1] for choice in table.match.choices())) == table.P.hand
    assert len(table.match.choices()) == 7
    table.play("P trim A1 refused TOT-16.2", "P trim C1")
    assert table.P.hand == cards("C2 V4 J5 J6 A12 V13")


@pytest.mark.rule("TOT-16.3")
def test_only_the_player_whose_turn_ends_is_checked() -> None:
    table = position("C3 C1 C2 V4 V5 V6 V7", "(J8) (?) -- --", q_hand="A1 A2 A3 A4 A5 A6", deck=9)
    table.play("P attack C3 1")
    assert len(table.P.hand) == 6 and len(table.Q.hand) == 8  # one out of turn, one start card
    assert table.question == "Q action"
    table.play("Q discard A1", "Q trim A2", "Q trim A3")
    assert table.question == "P action" and len(table.P.hand) == 7


@pytest.mark.rule("TOT-16.4")
@pytest.mark.parametrize("turn", [0, 1])
def test_then_the_other_players_turn_begins(turn: int) -> None:
    table = position("C1 ? ? ? ?", deck=20, turn=turn)
    held = len(table.Q.hand)
    table.play("P discard C1")
    assert len(table.P.hand) == 5 and len(table.Q.hand) == held + 1
    assert table.question == "Q action" and len(table.deck) == 18
