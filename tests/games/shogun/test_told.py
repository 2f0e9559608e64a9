"""What is told of levels, heads and the fallen; who is asked in an interlude; the very first square."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.rules import judgement, turn
from bestiary.games.shogun.rules.frames import END, END_STEP, FALL, PC
from bestiary.games.shogun.state import FRAME, STATUS
from bestiary.testing.plain import plain

from .table import Table
from .test_campaign import Tale

goals, worth, phase = plain(judgement.goals), plain(judgement.worth), plain(turn.phase)


def told(table: Table, kind: str) -> list[dict[str, int]]:
    return [dict(h.words) for h in table.match.engine.happenings(table.log, None) if h.kind == kind]


@pytest.mark.rule("SHG-13.13", "SHG-13.14")
@pytest.mark.parametrize(("name", "floor"), [("kachi-red", "floor"), ("blood_oni", "floor_boss")])
def test_a_head_that_falls_to_the_ground_is_told_with_its_square(name: str, floor: str) -> None:
    table = Table("A........\n.........\n.........", level=3)
    f = table.put(name, 6, 1)
    table.s.hp[f] = 0
    table.frame(FRAME.DEFEAT, f, st.NOBODY, FALL.OTHERWISE)
    table.go()
    assert [w["square"] for w in told(table, "drops")] == [table.q(6, 1)]
    assert [w["figure"] for w in told(table, "falls")] == [f]
    assert int(getattr(table.s, floor)[table.q(6, 1)]) == 1 and told(table, "head") == []


@pytest.mark.rule("SHG-13.15")
def test_a_head_that_is_taken_at_once_is_told_with_whose_it_is() -> None:
    table = Table("Ak.......\n.........", {"k": "kachi"}, level=3)
    f = table.id("kachi-red")
    table.s.hp[f] = 0
    table.frame(FRAME.DEFEAT, f, 0, FALL.STRUCK_DOWN)
    table.go()
    assert [w["figure"] for w in told(table, "head")] == [0] and told(table, "drops") == []
    assert int(table.s.heads[0]) == 1 and not table.s.floor.any()


@pytest.mark.rule("SHG-33.7")
def test_a_new_level_is_told() -> None:
    table = Table("A.T", level=3)
    t, s, row = table.t_record, table.s, table.match.state[0]
    table.frame(FRAME.END, pc=END_STEP.LEVEL)
    frame = s.stack[int(s.sp) - 1]
    frame[END.LEVELS], frame[END.HERO] = 1, 2
    log = table.match.engine.new_log()
    phase.next_level(t, row, frame, log[0])
    table.log = log
    assert [list(w.values()) for w in told(table, "level")] == [[2, 4]]
    assert int(s.level[2]) == 4 and int(s.hp[2]) == int(s.max_hp[2]) == int(t["h_health"][2, 3])


@pytest.mark.rule("SHG-32.2")
def test_an_absent_character_is_not_offered_its_kami() -> None:
    table = Table("T.J", level=3)
    s, row = table.s, table.match.state[0]
    assert int(s.status[0]) == STATUS.ABSENT
    s.kami[:], s.opened, s.unlocked, s.personal[:] = -1, 0b100, 0, 0
    s.personal[2] = 1  # of Akira, who is not there
    table.frame(FRAME.END, pc=END_STEP.KAMI)
    frame = s.stack[int(s.sp) - 1]
    frame[END.HERO] = 1
    phase.ask_kami(row, frame)
    assert int(frame[END.HERO]) == 2 and int(frame[PC]) == END_STEP.KAMI
    s.personal[2], frame[END.HERO] = 3, 3
    phase.ask_kami(row, frame)
    assert int(frame[PC]) == END_STEP.TAKE and (int(s.cand[0]), int(s.cand[1])) == (0b100, 2)


@pytest.mark.rule("SHG-35.1", "SHG-1.3")
def test_an_exchange_in_the_interlude_is_everybodys() -> None:
    tale = Tale("akira+hikaru+jinen", players=3).until("act.main").finish().until("none").next()
    tale.play("trade akira-hikaru")
    assert tale.asks == "trade.give" and tale.match.asked == [0, 1, 2]


def test_an_enemy_on_the_very_first_square_is_an_enemy() -> None:
    table = Table("k.A..\n.....", {"k": "kachi"}, level=3)
    t, row, f = table.t_record, table.match.state[0], table.id("kachi-red")
    assert int(table.s.sq[f]) == 0 and goals.is_foe(row, f) and goals.foe_near(t, row, table.q(2, 0), 2)
    assert not goals.foe_near(t, row, table.q(2, 0), 1)
    there = float(worth.threat(t, row))
    table.s.sq[f] = -1
    assert not goals.is_foe(row, f) and there > float(worth.threat(t, row)) == 0
