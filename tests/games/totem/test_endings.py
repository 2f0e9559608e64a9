"""Chapters 17 and 18: conquest, and the empty deck."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .table import GAME, Table, cards, position


def counted(row: str, q_row: str, hand: str = "C1 A1", q_hand: str = "V1", **options: Any) -> Table:
    """P's final turn has ended with these rows."""
    table = position(hand, q_row, row, q_hand, deck=0, **options)
    table.play(f"P discard {hand.split()[0]}")
    return table


@pytest.mark.rule("TOT-17.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_who_defeats_every_enemy_totem_wins(turn: int) -> None:
    table = position("V9 ?", "-- -- (J4) --", turn=turn)
    table.play("P attack V9 3")
    assert table.question == "over" and table.result == "P by conquest"
    assert f"Player {turn + 1} has defeated every enemy Totem" in table.Q.log


@pytest.mark.rule("TOT-17.2")
def test_a_conquest_is_immediate() -> None:
    table = position("V9 A1 A2 A3 A4 A5 A6 A7", "-- -- (J4) --", q_hand="C1 C2 C3 C4 C5", deck=9)
    table.play("P attack V9 3")
    assert table.result == "P by conquest"
    assert len(table.P.hand) == 7 and len(table.Q.hand) == 5 and len(table.deck) == 9
    assert table.Q.row == "-- -- -- --" and table.match.asked == [] and table.match.legal() == []


@pytest.mark.rule("TOT-17.3")
def test_conquest_goes_before_the_count() -> None:
    table = position("V9 ?", "-- J4 -- --", "(C1) -- -- --", deck=0)
    table.play("P attack V9 2")
    assert table.result == "P by conquest" and "Totems" not in table.Q.log
    table = position("J6 ?", "-- J4 -- --", "(C1) -- -- --", deck=1)
    table.play("P attack J6 2")
    assert table.deck == [] and table.result == "P by conquest"
    assert "has drawn the last card" in table.Q.log and "Player 1 has 1" not in table.Q.log


@pytest.mark.rule("TOT-18.1")
@pytest.mark.parametrize("turn", [0, 1])
def test_who_draws_the_last_card_takes_one_final_turn(turn: int) -> None:
    table = position("C1 ?", deck="C2", phase="start", turn=turn)
    assert "C2" in table.P.hand and table.question == "P action"
    assert table.P.view["final"] == 1
    table.play("P discard C1")
    assert table.match.game_over and int(table.state.turns) == 2


@pytest.mark.rule("TOT-18.2")
@pytest.mark.parametrize("turn", [0, 1])
def test_who_draws_the_last_card_by_a_discard_still_gets_a_final_turn(turn: int) -> None:
    table = position("C1 C2", q_hand="V1 V2", deck="C3", turn=turn)
    table.play("P discard C1")
    assert "C3" in table.P.hand and f"Player {turn + 1} has drawn the last card of the deck" in table.Q.log
    assert table.question == "Q action" and table.Q.view["final"] == 2
    table.play("Q discard V1")
    assert table.question == "P action" and table.P.view["final"] == 1
    table.play("P discard C2")
    assert table.match.game_over


@pytest.mark.rule("TOT-18.2")
def test_a_draw_for_an_empty_hand_or_in_a_second_attack_leaves_the_next_turn_as_the_final_one() -> None:
    table = position("V9", "(C4) (J2) (?) --", q_hand="C1", deck="A7")
    table.play("P attack V9 1", "P reveal 2")
    assert table.P.hand == {"A7"} and table.question == "Q action" and table.Q.view["final"] == 2
    table = position("C9 J6 ?", "(C4) (C5) (?) --", q_hand="C1", deck="A7")
    table.play("P attack C9 1", "P attack J6 2")
    assert "A7" in table.P.hand and table.question == "Q action" and table.Q.view["final"] == 2


@pytest.mark.rule("TOT-18.2")
def test_with_a_second_attack_to_come_the_turn_in_progress_is_the_final_one() -> None:
    table = position("J6 C2", "(C5) (A1) -- --", deck="A12")
    table.play("P attack J6 1")
    assert table.question == "P second" and table.P.view["final"] == 1
    table.play("P attack A12 2")
    assert table.match.game_over and table.Q.place(2) == "A1"


@pytest.mark.rule("TOT-18.3")
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("final_turn", ["action", "current", "extra", "round"])
def test_drawn_out_of_turn_the_next_turn_is_the_final_one(turn: int, final_turn: str) -> None:
    hand = "C3 A2 A3 A4 A5 A6 A7 A8"
    table = position(hand, "(J7) (?) -- --", q_hand="C1", deck="C2", turn=turn, final_turn=final_turn)
    table.play("P attack C3 1")
    assert table.question == "P trim" and table.P.view["final"] == 2  # played to its end
    table.play("P trim A2")
    assert table.question == "Q action" and table.Q.hand == {"C1", "C2"}
    table.play("Q discard C1")
    assert table.match.game_over


@pytest.mark.rule("TOT-18.4")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_final_turn_may_be_a_further_turn(turn: int) -> None:
    for final_turn, order in (("extra", "PP"), ("round", "PQP"), ("current", "P"), ("action", "P")):
        table = position("? ?", deck="C2", phase="start", turn=turn, final_turn=final_turn)
        assert table.deck == []
        for who in order:
            assert table.question == f"{who} action"
            held = len((table.P if who == "P" else table.Q).hand)
            table.idle()
            assert len((table.P if who == "P" else table.Q).hand) == held - 1
        assert table.match.game_over


@pytest.mark.rule("TOT-18.4")
def test_with_current_the_turn_in_progress_is_the_final_one_whatever_drew_the_last_card() -> None:
    table = position("C1 C2", deck="C3", final_turn="current")
    table.play("P discard C1")
    assert table.match.game_over and "C3" in table.P.hand


@pytest.mark.rule("TOT-18.5")
def test_with_an_empty_deck_all_draws_are_left_out() -> None:
    table = position("C3 ?", "(J7) (?) -- --", row="(C5) (C4) (?) --", q_hand="J6", deck="V9")
    table.play("P attack C3 1")
    assert table.deck == [] and table.Q.hand == cards("J6 V9")
    table.play("Q attack J6 1")
    assert table.Q.hand == {"V9"} and table.question == "Q second"
    table.play("Q attack V9 2")
    assert table.Q.hand == set() and table.match.game_over


@pytest.mark.rule("TOT-18.6")
def test_more_totems_win() -> None:
    table = counted("(C2) J2 -- (A3)", "V13 (J12) -- --")
    assert table.result == "P by count"
    assert "Player 1 has 3 Totems" in table.Q.log and "You have 2 Totems" in table.Q.log
    assert "Player 1 wins" in table.Q.log
    assert table.P.row == "(C2) J2 -- (A3)"  # nothing is revealed


@pytest.mark.rule("TOT-18.7")
def test_cards_in_hand_do_not_count() -> None:
    table = counted("(C13) (A13) -- --", "(C2) C3 (C4) --", "V1 V2 V3 V4 V5 V6", "")
    assert table.result == "Q by count"


@pytest.mark.rule("TOT-18.8")
def test_with_equal_numbers_the_higher_sum_wins() -> None:
    table = counted("(C9) J2 -- --", "(V3) (A7) -- --")
    assert table.result == "P by sum" and table.state.sums.tolist() == [11, 10]
    assert table.P.row == "C9 J2 -- --" and table.Q.row == "V3 A7 -- --"
    assert (
        "Player 1's Totems have a power of 11" in table.Q.log
        and "Your Totems have a power of 10" in table.Q.log
    )
    assert "Player 1's place 1 is turned up: Crimson Wolf" in table.Q.log
    table = counted("(C8) J2 -- --", "(V4) (A7) -- --")
    assert table.result == "Q by sum" and "Player 2 wins" in table.P.log


@pytest.mark.rule("TOT-18.9")
def test_totems_revealed_before_are_summed_too() -> None:
    table = counted("J13 (C2) -- --", "(V5) (A6) -- --")
    assert table.result == "P by sum" and table.state.sums.tolist() == [15, 11]


@pytest.mark.rule("TOT-18.10")
def test_a_table_may_sum_only_concealed_totems() -> None:
    table = counted("J13 (C2) -- --", "(V5) (A6) -- --", tie_sum="concealed")
    assert table.result == "Q by sum" and table.state.sums.tolist() == [2, 11]
    assert table.P.row == "J13 C2 -- --"


@pytest.mark.rule("TOT-18.11")
def test_the_tie_break_activates_no_ability() -> None:
    table = position("C1 C2", "(J7) (V5) -- --", "(C9) (A8) -- --", "V1", deck="J1", final_turn="current")
    table.play("P discard C1")
    assert table.result == "P by sum" and table.Q.row == "J7 V5 -- --"
    assert table.P.hand == cards("C2 J1") and table.Q.hand == {"V1"}
    assert table.match.asked == []


@pytest.mark.rule("TOT-18.12")
def test_equal_sums_are_a_tie() -> None:
    table = counted("(C9) J2 -- --", "(V4) (A7) -- --")
    assert table.result == "nobody by sum" and "the game is a tie" in table.Q.log
    assert table.Q.view["winner"] is None and table.Q.view["over"]


@pytest.mark.rule("TOT-18.13")
@pytest.mark.parametrize("turn", [0, 1])
def test_the_winner_scores_one_and_the_loser_minus_one(turn: int) -> None:
    table = position("V9 ?", "J3 -- -- --", turn=turn)
    assert table.match.returns() == [0, 0]
    table.play("P attack V9 1")
    assert table.match.returns() == ([1, -1] if turn == 0 else [-1, 1])
    assert table.P.view["winner"] == turn
    assert counted("(C2) (C3) -- --", "(C4) -- -- --").match.returns() == [1, -1]
    tied = counted("(C9) J2 -- --", "(V4) (A7) -- --").match
    assert tied.returns() == [0, 0]
    used = np.full(2, 9.0)  # whatever stood there before
    tied.engine.kernels.k_returns(tied.engine.tables, tied.state, 0, used)
    assert used.tolist() == [0, 0]


@pytest.mark.rule("TOT-18.14")
def test_once_a_game_is_over_nothing_is_accepted() -> None:
    table = position("V9 A1 A2 A3", "J3 -- -- --")
    table.play("P attack V9 1")
    for seat in (0, 1):
        assert {table.match.why(a, seat) for a in range(len(GAME.actions))} == {"TOT-18.14"}
    cited = {int(n) for n in table.match.engine.why_all(table.match.state)}
    assert cited == {GAME.rulebook.number("TOT-18.14")}
    table.play("P attack A1 1 refused TOT-18.14", "Q stop refused TOT-18.14")
