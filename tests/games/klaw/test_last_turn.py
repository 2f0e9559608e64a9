"""States in the last turn that they last, fights that nobody wins, and a card that came last."""

from __future__ import annotations

import pytest

from bestiary.games.klaw.rules import rehearsal as rehearsals
from bestiary.testing.plain import plain

from .table import Table, duel, number
from .test_edges import Log, parts

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
    table, own, enemy = duel(own={"asleep": 2}, enemy={"asleep": 2})
    t, row, s = parts(table.ready())
    under_way, frames = int(s.tasks), s.task.copy()
    assert rehearsal.play_out(t, row, own, enemy, Log(table).row) == 0
    assert s.tasks == under_way and (s.task == frames).all()


@pytest.mark.rule("KLW-8.26", "KLW-H7")
def test_a_card_that_just_came_is_imagined_where_it_came() -> None:
    """Everybody knows two cards of the first hand, and not the Host that it has just taken."""
    table = Table()
    table.host(1, "firefighter")
    table.hand(0, "pressgang", "tiger", "dog")
    table.hand(1, "berserker", "shot")
    table.play("action pressgang", "decline", "take berserker")
    known = {number("tiger1"), number("dog1")}
    table.s.know[:, sorted(known)] = 1 << 0
    for seed in range(20):
        world = table.match.engine.resampled(table.match.state, -1, seed)[0]
        hand = [int(card) for card in world["hand"][0] if card >= 0]
        assert set(hand[:-1]) == known and hand[-1] not in known
