"""Chapter 3: hidden and revealed."""

from __future__ import annotations

import pytest

from bestiary.core.record import same

from .table import Table, position
from .test_set_up import placed


def shown(table: Table, seat: int, of: int) -> list[str]:
    """The row of a player as a seat sees it; ?? for a card it cannot name."""
    row = table.match.view(seat)["seats"][of]["row"]
    return ["--" if t is None else t["card"]["code"] if t["card"] else "??" for t in row]


@pytest.mark.rule("TOT-3.1")
def test_all_totems_are_hidden_after_the_set_up() -> None:
    table = placed()
    assert table.P.hidden == table.Q.hidden == 4


@pytest.mark.rule("TOT-3.2")
def test_players_may_look_at_their_own_hidden_totems() -> None:
    for turn in (0, 1):
        rows = ["(A3) (J5) (J10) (A13)", "(?) (?) (?) (?)"]
        table = Table(["V9 ? ?", "V8 ? ?"], rows, turn=turn)
        assert shown(table, 0, of=0) == ["A3", "J5", "J10", "A13"]
        table.play(f"{turn} discard {'V9' if turn == 0 else 'V8'}")
        assert shown(table, 0, of=0) == ["A3", "J5", "J10", "A13"]


@pytest.mark.rule("TOT-3.3")
@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_totems_and_hands_are_secret(seat: int) -> None:
    """P's cards change places with cards of the deck: nothing changes for Q."""
    tables = [
        position("C1 J2", row="(A3) (J5) J10 --", deck="C3 C5 V2 C4 V1 V3 V4", turn=1 - seat),
        position("V1 V3", row="(V4) (V2) J10 --", deck="C3 C5 J5 C4 C1 J2 A3", turn=1 - seat),
    ]
    for table, first, second in zip(tables, ("C1", "V1"), ("J2", "V3"), strict=True):
        table.play(f"P exchange {first} 1", "Q discard " + sorted(table.Q.hand)[0], f"P restock {second}")
    hidden = [t.match.engine.hidden(t.match.state, seat) for t in tables]
    assert same(*hidden)
    assert shown(tables[0], seat, of=1 - seat) == ["??", "??", "J10", "??"]
    assert tables[0].Q.view == tables[1].Q.view
    assert tables[0].Q.knows == set()


@pytest.mark.rule("TOT-3.3")
def test_what_a_player_may_do_does_not_depend_on_hidden_cards() -> None:
    choices = []
    for row, q_hand in (("(A3) (J5) J10 --", "C1 C2"), ("(C1) (C2) J10 --", "A3 J5")):
        table = position("C9 V4", row, q_hand=q_hand, deck="C3")
        choices.append((table.match.choices(), table.P.view))
    assert choices[0] == choices[1]


@pytest.mark.rule("TOT-3.4")
def test_a_revealed_totem_is_seen_by_both() -> None:
    table = position("J4 ?", "(A12) (?) -- --")
    assert shown(table, table.P.seat, of=table.Q.seat) == ["??", "??", "--", "--"]
    table.play("P attack J4 1")
    for side in (table.P, table.Q):
        totem = side.view["seats"][table.Q.seat]["row"][0]
        assert totem["revealed"] and totem["card"]["code"] == "A12"
    assert "place 1 is turned up: Azure" in table.P.log


@pytest.mark.rule("TOT-3.5")
def test_a_revealed_totem_stays_until_it_is_defeated() -> None:
    table = position("J4 ? ?", "(A12) (?) (?) --", q_hand="C1 ? ?", deck=20)
    table.play("P attack J4 1")
    for _ in range(3):
        table.play("Q exchange C1 1 refused TOT-7.2")
        table.play("Q discard " + sorted(table.Q.hand - {"C1"})[0])
        table.idle()
        assert table.Q.place(1) == "A12"
