"""The guess of what a position is worth: its signs, and that it is even."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.games.totem.rules import evaluate

from .table import Table, position


def worth(table: Table) -> float:
    """The guess for P, after a check that it is the other side's loss."""
    out = np.zeros(2)
    evaluate(table.match.content.tables[0], table.match.state[0], out)
    assert out[0] == -out[1] and -1 < out[0] < 1
    return float(out[table.P.seat])


BASE = {"hand": "C9 V8", "q_hand": "J9 A8", "row": "(C5) (V6) -- --", "q_row": "(J5) (A6) -- --"}


@pytest.mark.parametrize(
    "better",
    [
        {"row": "(C5) (V6) (A1) --"},  # one Totem more
        {"row": "(C5) (V11) -- --"},  # a stronger one
        {"hand": "C9 V13"},
        {"q_row": "(J5) -- -- --"},
        {"q_row": "(J5) A6 -- --"},  # one whose power is known
        {"hand": "C9"} | {"q_hand": "J9 A1"},
    ],
)
@pytest.mark.parametrize("turn", [0, 1])
def test_what_anybody_would_rather_have_is_worth_more(better: dict[str, str], turn: int) -> None:
    assert worth(position(**(BASE | better), turn=turn)) > worth(position(**BASE, turn=turn))


def test_equal_positions_differ_by_the_turn_alone() -> None:
    mine = worth(position(**BASE, turn=0))
    assert mine > 0
    assert mine == worth(position(**BASE, turn=1))


def test_cards_joined_for_an_attack_are_not_lost_yet() -> None:
    table = position("C2 V9 J4", "(J4) (A2) -- --", row="(A3) (?) -- --")
    before = worth(table)
    pair = next(a for a in table.match.legal() if table.match.engine.game.actions.name(a) == "pair")
    table.match.play(pair)
    assert worth(table) == pytest.approx(before)
