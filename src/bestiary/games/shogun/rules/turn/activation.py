"""The Shogun's Chosen: how every activation begins and ends (chapters 9, 16, 22)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import COND, LATER, ON, STATS, TERRAIN, UNTIL
from ...state import CREATURES, FRAME, HEROES, NOBODY, STATUS
from ..fight import conditions, health
from ..frames import FALL, push, push_list


@rule
def open_turn(t: Any, s: Any, f: Any, log: Any) -> None:
    # SHG-9.9, SHG-22.8, SHG-22.9
    for what in range(STATS):
        s.mod[f, what, UNTIL.NEXT_START] = 0
    s.flag[f, UNTIL.NEXT_START] = 0
    health.wound(t, s, f, s.cond[f, COND.BLEEDING], NOBODY, log)


@rule
def on_special(t: Any, s: Any, f: Any) -> None:
    # SHG-30.3, SHG-9.9
    q = s.sq[f]
    if q < 0 or s.ground[q] != TERRAIN.SPECIAL:
        return
    zone = t.zone_at[s.chapter, q]
    effects = t.z_special[s.chapter, zone]
    if effects >= 0 and (t.list_on[effects] >> ON.BEGIN) & 1:
        push_list(s, effects, ON.BEGIN, f, zone, 0)


@rule
def close_turn(t: Any, s: Any, f: Any, log: Any) -> None:
    # SHG-9.4, SHG-10.11, SHG-16.8, SHG-16.9, SHG-22.18
    if s.sq[f] >= 0:
        conditions.cure(s, f, COND.DOWNED, log)
        for what in range(STATS):
            s.mod[f, what, UNTIL.NEXT_END] = s.mod[f, what, LATER]
            s.mod[f, what, LATER] = 0
        s.flag[f, UNTIL.NEXT_END] = s.flag[f, LATER]
        s.flag[f, LATER] = 0
    for g in range(CREATURES):
        if s.sq[g] < 0:
            continue
        for what in range(STATS):
            s.mod[g, what, UNTIL.ACTIVATION] = 0
        s.flag[g, UNTIL.ACTIVATION] = 0
        s.once[g] &= t.once_round
    s.mp = 0
    s.bonus = 0
    s.moved = 0
    s.moves = 0
    s.attacks = 0
    s.withdrawn = 0
    s.active = NOBODY
    if f < HEROES and s.status[f] == STATUS.STANDING:
        s.ap[f] = min(s.ap[f], 1)
        if s.mode[f] == 2:
            push(s, FRAME.DEFEAT, f, NOBODY, FALL.END_OF_KAMI_MODE, 0)
        elif s.mode[f] == 1:
            s.mode[f] = 2
