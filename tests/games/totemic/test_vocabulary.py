"""Words of the vocabulary in combinations that no card of the set has yet: altered cards."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.games.totemic import state as st
from bestiary.games.totemic.effects import PICK, WHO

from .table import NUMBER, Table, duel, solo, spirit


def altered(table: Table, card: str, **words: Any) -> Table:
    """The same table with the first effect of a card or spirit changed."""
    row = st.SPIRIT_CARD + spirit(card) if card in st.SPIRIT_NAMES else NUMBER[card]
    tables = table.match.engine.tables.copy()
    for word, value in words.items():
        tables[f"fx_{word}"][0, row, 0] = value
    table.match.engine.tables = tables
    return table


@pytest.mark.rule("TMC-11.8")
@pytest.mark.parametrize(("answer", "left"), [("yes", 18), ("no", 20)])
def test_a_cost_is_paid_only_with_yes(answer: str, left: int) -> None:
    table = altered(duel(spirits=("snake", "mouse")), "snake", cost=2).play("challenge", answer)
    assert table.P.power == left


@pytest.mark.rule("TMC-11.13")
def test_a_card_can_be_stolen_by_choice() -> None:
    table = duel("? ? ?", "fury vigor memory", offering="sleight ? ?", spirits=("fox", "turtle"))
    altered(table, "sleight", pick=PICK.OPPONENT).play("invoke sleight")
    assert table.asked == (0, "remove")
    table.play("remove vigor")
    assert table.P.hand.endswith("vigor") and table.Q.hand == "fury memory" and table.Q.knows == "vigor"


@pytest.mark.rule("TMC-11.2", "TMC-13.11")
def test_the_holder_chooses_and_the_rival_gives_its_weakest() -> None:
    table = altered(duel("? ? ?", "fury vigor memory", offering="menace ? ?"), "menace", pick=PICK.HOLDER)
    table.play("invoke menace")
    assert table.asked == (1, "discard") and len(table.choices) == 3
    table = solo("? ? ?", "rivalry vigor memory", offering="menace ? ?", turn=0)
    altered(table, "menace", pick=PICK.HOLDER).play("invoke menace")
    assert table.pile == "memory" and table.asked == (0, "invoke_pay")


@pytest.mark.rule("TMC-11.11")
def test_an_exchange_without_may_cannot_be_declined() -> None:
    table = altered(duel("fury ? ?", offering="agility vigor hunger"), "agility", may=0).play(
        "invoke agility"
    )
    assert "pass" not in table.choices and table.refused("pass") == "TMC-11.11"


@pytest.mark.rule("TMC-11.15")
def test_a_feint_without_may_cannot_be_declined() -> None:
    table = altered(duel("fury hunger ?", "resilience vigor ?", spirits=("mouse", "fox")), "fox", may=0)
    table.challenge("fury hunger", "resilience vigor")
    assert "keep" not in table.choices and table.refused("keep") == "TMC-11.15"


@pytest.mark.rule("TMC-7.6")
def test_an_advantage_can_weaken_the_other_total() -> None:
    table = duel("vigor hunger ?", "resilience memory ?", spirits=("mouse", "badger"))
    altered(table, "badger", who=WHO.OPPONENT).challenge("vigor hunger", "resilience memory")
    assert table.totals == (8, 7)
