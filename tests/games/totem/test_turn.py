"""Chapter 5: the turn."""

from __future__ import annotations

import pytest

from .table import GAME, position
from .test_set_up import placed


@pytest.mark.rule("TOT-5.1")
def test_the_players_take_turns() -> None:
    table = placed(first=1)
    turns = []
    for number in range(1, 7):
        assert table.P.view["turns"] == number
        turns.append(table.match.asked[0])
        table.idle()
    assert turns == [1, 0, 1, 0, 1, 0]


@pytest.mark.rule("TOT-5.2")
def test_a_turn_begins_with_a_card() -> None:
    table = placed(first=1)
    assert table.question == "P action" and table.P.seat == 1
    assert len(table.P.hand) == 4 and len(table.Q.hand) == 3
    assert len(table.deck) == 37


@pytest.mark.rule("TOT-5.3")
def test_with_an_empty_deck_the_turn_goes_on_without_a_card() -> None:
    table = position("C3 ?", "(J7) (?) -- --", q_hand="A1", deck="A2")
    table.play("P attack C3 1")
    assert table.deck == []
    assert table.Q.hand == {"A1", "A2"}
    assert table.question == "Q action"


@pytest.mark.rule("TOT-5.4")
def test_exactly_one_of_four_actions() -> None:
    table = position("C1 C2 C3 C4", turn=1)
    table.play("P stop refused TOT-5.4", "P decline refused TOT-5.4")
    table.play("P discard C1", "P attack C2 1 refused TOT-5.7")
    assert table.question == "Q action"
    verbs = {choice.split()[0] for choice in table.match.choices()}
    assert verbs <= {"restock", "attack", "pair", "exchange", "discard"}


@pytest.mark.rule("TOT-5.5")
def test_without_a_card_the_turn_ends_at_once() -> None:
    table = position("", "(J9) (?) -- --", deck="C2", phase="start", final_turn="extra")
    assert table.P.hand == {"C2"}
    table.play("P attack C2 1")
    assert table.match.game_over
    assert int(table.state.turns) == 3  # the turn before, P's turn, and P's extra turn
    assert table.result.endswith("sum")


@pytest.mark.rule("TOT-5.6")
def test_the_first_turn_is_a_full_turn() -> None:
    table = placed()
    assert len(table.P.hand) == 4 and table.P.view["turns"] == 1
    for choice in ("restock", "attack", "pair", "exchange", "discard"):
        offered = any(c.startswith(choice) for c in table.match.choices())
        assert offered == (choice != "restock")  # four Totems lie there
    table.play("P attack V4 3")
    assert "attacks place 3 with Violet Raven" in table.Q.log


@pytest.mark.rule("TOT-5.7")
def test_only_the_player_who_is_asked_may_act() -> None:
    table = position("J3 ?", "(V8) (?) -- --")
    every = range(len(GAME.actions))
    assert len(every) == 134
    assert {table.match.why(action, table.Q.seat) for action in every} == {"TOT-5.7"}
    table.play("P attack J3 1")
    assert table.question == "Q eye"
    assert {table.match.why(action, table.P.seat) for action in every} == {"TOT-5.7"}
    table.play("P stop refused TOT-5.7", "Q reveal 1")
    assert table.question == "Q action"


@pytest.mark.rule("TOT-5.8")
def test_a_player_is_asked_even_if_only_one_choice_is_legal() -> None:
    table = position("V9 V5", "(C4) J13 -- --")
    table.play("P attack V9 1")
    assert table.question == "P second"
    assert table.match.choices() == ["stop"]


@pytest.mark.rule("TOT-5.8")
def test_a_choice_that_everybody_sees_is_made_without_asking() -> None:
    empty_hand = position("V9", "(C4) J13 -- --")
    empty_hand.play("P attack V9 1")
    assert empty_hand.question == "Q action"
    one_hidden = position("V9 ?", "(C4) (A5) J13 --")
    one_hidden.play("P attack V9 1")
    assert one_hidden.Q.place(2) == "A5" and one_hidden.question == "P second"
    one_target = position("C4 C5 ?", "J9 J13 J12 --")
    one_target.play("P pair C4 C5")
    assert one_target.Q.place(1) == "--" and one_target.question == "P second"


@pytest.mark.rule("TOT-5.9")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_drawn_card_is_seen_by_its_drawer_only(turn: int) -> None:
    table = position("? ?", deck="C1 A12 C2", turn=1 - turn)
    table.idle()  # draws C1; the start card of the player whom we watch is A12
    mine, theirs = table.Q, table.P
    assert "A12" in mine.hand and mine.seat == turn
    assert "A12" in [card["code"] for card in mine.view["seats"][turn]["hand"]]
    assert "You draw Azure" in mine.log
    assert theirs.view["seats"][turn]["hand"] == [None, None, None]
    assert f"Player {turn + 1} draws a card." in theirs.log
    assert theirs.knows == set()
