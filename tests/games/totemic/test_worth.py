"""The guess of what a position is worth: its signs, and that a solo game is more than its end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.game import Hints
from bestiary.games.totemic.rules import evaluate

from .table import CONTENT, GAME, Table, duel, new, solo


def worth(table: Table) -> float:
    """The guess for the first side."""
    out = np.zeros(2)
    evaluate(CONTENT.tables[0], table.match.state[0], out)
    assert -1 <= out[0] <= 1
    assert out[1] == (-out[0] if table.match.seats == 2 else 0)
    return float(out[0])


SOLO: dict[str, Any] = {"hand": "vigor resilience menace", "rival": "agility memory hunger", "turn": 0}
BETTER: list[dict[str, Any]] = [
    {"power": (21, 20)},
    {"power": (20, 19)},
    {"hand": "fury resilience menace"},  # a stronger pair
    {"rival": "cunning memory hunger"},
    {"fates": (0, 2, 4), "used": (6,)},  # the worst challenge card is gone
]


@pytest.mark.parametrize("better", BETTER)
def test_what_anybody_alone_would_rather_have_is_worth_more(better: dict[str, Any]) -> None:
    assert worth(solo(**(SOLO | better))) > worth(solo(**SOLO))


def test_dominance_is_worth_having() -> None:
    assert worth(solo(**SOLO, token=0)) > worth(solo(**SOLO, token=1))


def test_fewer_rivals_further_up_are_worth_more() -> None:
    one = solo(**SOLO, hierarchy=("owl", "turtle"))
    three = solo(**SOLO, hierarchy=("owl", "turtle", "bat", "wolf"))
    assert worth(one) > worth(three)


def test_power_is_worth_something_even_where_this_rival_is_as_good_as_beaten() -> None:
    assert worth(solo(**SOLO, power=(30, 1))) > worth(solo(**SOLO, power=(20, 1)))


def test_a_higher_stake_is_worth_more_to_whoever_will_win_it() -> None:
    strong = solo("fury rivalry vigor", "menace memory cunning", turn=0, token=1).play("challenge")
    before = worth(strong)
    strong.state.level = 1
    assert worth(strong) > before


@pytest.mark.parametrize(
    "better", [{"power": (21, 20)}, {"hand": "fury vigor ?", "other": "menace memory ?"}]
)
def test_a_duel_is_judged_for_both_sides(better: dict[str, Any]) -> None:
    base = {"hand": "menace memory ?", "other": "fury vigor ?"}
    assert worth(duel(**(base | better))) > worth(duel(**base))


def test_before_there_are_spirits_nothing_is_known() -> None:
    match = new(players=1)
    out = np.ones(2)
    evaluate(CONTENT.tables[0], match.state[0], out)
    assert out.tolist() == [0, 0]


def test_alone_the_search_asks_for_the_worth_and_a_duel_is_played_to_its_end() -> None:
    assert GAME.hints.horizon == -1 and GAME.hints.alone is not None
    assert Hints().alone is None
