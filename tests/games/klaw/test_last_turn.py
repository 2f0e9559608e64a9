"""States in the last turn that they last, fights that nobody wins, and a card that came last."""

from __future__ import annotations

import pytest

from bestiary.games.klaw.rules import rehearsal as rehearsals
from bestiary.games.klaw.state import FRAME, OUTCOME, STAGE, TASK
from bestiary.testing.plain import plain

from .table import Table, duel, number
from .test_edges import Log, parts
from .test_hidden import worlds

rehearsal = plain(rehearsals)


@pytest.mark.rule("KLW-3.8", "KLW-3.19", "KLW-10.6")
@pytest.mark.parametrize(
    ("state", "entry"), [("asleep", "KLW-3.8"), ("shackled", "KLW-3.19"), ("resting", "KLW-10.6")]
)
def test_in_its_last_turn_too_a_state_keeps_a_host_from_attacking(state: str, entry: str) -> None:
    table, _, _ = duel("firefighter", "surgeon", own={state: 1})
    table.refuses("attack firefighter", entry)


@pytest.mark.rule("KLW-3.4", "KLW-10.6")
@pytest.mark.parametrize("state", ["protected", "resting"])
def test_in_its_last_turn_too_a_state_keeps_a_host_from_being_attacked(state: str) -> None:
    table, _, _ = duel("firefighter", "surgeon", enemy={state: 1})
    assert not table.offers("attack firefighter")


def test_a_rehearsed_fight_that_nobody_wins_leaves_the_turn_under_way() -> None:
    table, own, enemy = duel(own={"life": 20}, enemy={"life": 20})
    t, row, s = parts(table.ready())
    under_way = int(s.tasks)
    table.play("attack firefighter")
    assert s.task[under_way, FRAME.TASK] == TASK.FIGHT and s.fight == STAGE.FIGHTING
    s.outcome = OUTCOME.FLED
    assert rehearsal.play_out(t, row, own, enemy, Log(table).row) == 0
    assert s.tasks == under_way


@pytest.mark.rule("KLW-8.26", "KLW-H7")
def test_a_card_that_just_came_is_imagined_where_it_came() -> None:
    """Seat 2 knows what seat 0 holds, and not what it has just taken from seat 1's hand."""
    table = Table(players=3)
    for seat, code in enumerate(("firefighter", "surgeon", "sentinel")):
        table.host(seat, code)
    table.hand(0, "pressgang", "tiger", "dog")
    table.hand(1, "berserker", "abbess", "shot")
    table.play("action pressgang 1", "decline", "take berserker")
    for known in ("tiger", "dog"):
        table.s.know[2, number(known)] = 1 << 0
    for world in worlds(table, 2, 20):
        hand = [int(c) for c in world["hand"][0] if c >= 0]
        assert {number("tiger"), number("dog")} == set(hand[:-1]) and hand[-1] not in hand[:-1]
