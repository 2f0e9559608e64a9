"""Number 0 is one like any other: the first character, the first square, the first minion."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, SIDE, WHO
from bestiary.games.shogun.moves import V
from bestiary.games.shogun.rules import effects, turn
from bestiary.games.shogun.rules.frames import END, END_STEP
from bestiary.games.shogun.state import FRAME
from bestiary.testing.plain import plain

from .table import Table
from .test_conditions import ASH, strike

interact, phase = plain(turn.interact), plain(turn.phase)
targets = plain(effects.targets)


@pytest.mark.rule("SHG-32.1", "SHG-32.5")
@pytest.mark.parametrize(("hero", "asked"), [(0, 0b01), (3, 0b10)])
def test_a_personal_kami_is_asked_of_its_player_alone(hero: int, asked: int) -> None:
    table = Table("A.J", level=3, players=2)
    s, row = table.s, table.match.state[0]
    s.owner[[0, 3]] = 0, 1
    s.kami[:], s.opened, s.unlocked, s.personal[:] = -1, 0b100, 0, 0
    s.personal[2] = 1 + hero
    table.frame(FRAME.END, pc=END_STEP.KAMI)
    frame = s.stack[int(s.sp) - 1]
    frame[END.HERO] = 1 + hero
    phase.ask_kami(row, frame)
    assert int(s.actors) == asked and int(s.cand[1]) == hero


@pytest.mark.rule("SHG-14.1")
def test_a_villager_on_the_very_first_square_can_be_met() -> None:
    table = Table("R....\nA....", {"R": "R"}, level=3)
    table.t_record["res_interact"][table.c, 0] = 1
    assert int(table.s.res_sq[0]) == 0
    assert int(interact.no_meeting(table.t_record, table.match.state[0], 0, V.RESISTOR, 0)) == 0


@pytest.mark.rule("SHG-6.1", "SHG-7.12")
def test_the_first_minion_is_no_character_of_its_zone() -> None:
    table = Table("Ak...", {"k": "kachi"}, level=3)
    t, s, row = table.t_record.copy(), table.s, table.match.state[0]
    minion = st.HEROES
    s.sq[minion], s.side_of[minion] = table.q(2, 0), SIDE.FOLLOWERS
    t["fx_who"][0] = WHO.ZONE_CHARACTERS
    zone = int(targets.figures.zone_of(t, row, 0))
    found = [bool(targets.belongs(t, row, 0, f, st.NOBODY, zone, st.NOBODY, st.NOBODY)) for f in (0, minion)]
    assert found == [True, False]


@pytest.mark.rule("SHG-22.12")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_of_the_blinded_has_six_sides(die: int) -> None:
    table = Table("Aa", ASH)
    table.s.cond[0, COND.BLINDED] = 1
    strike(table, "akira", "ashigaru-red", ["2", "2"], ["0"], die)
    assert [h.words["number"] for h in table.match.events(None) if h.kind == "blind"] == [die]
