"""The Shogun's Chosen: how every activation begins and ends (chapters 9, 16, 22)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import state as st
from .. import words as w
from .base import push, push_list
from .harm import cure, wound


@rule
def open_turn(t: Any, s: Any, f: Any, log: Any) -> None:
    # SHG-9.9, SHG-22.8, SHG-22.9
    for what in range(len(w.STATS)):
        s.mod[f, what, w.U_START] = 0
    s.flag[f, w.U_START] = 0
    wound(t, s, f, np.int64(s.cond[f, w.BLEEDING]), np.int64(st.NOBODY), log)


@rule
def on_special(t: Any, s: Any, f: Any) -> None:
    # SHG-30.3, SHG-9.9
    q = np.int64(s.sq[f])
    if q < 0 or s.ground[q] != w.SPECIAL:
        return
    zone = np.int64(t.zone_at[s.chapter, q])
    effects = np.int64(t.z_special[s.chapter, zone])
    if effects >= 0 and (t.list_on[effects] >> w.ON_BEGIN) & 1:
        push_list(s, effects, np.int64(w.ON_BEGIN), f, zone, np.int64(0))


@rule
def close_turn(t: Any, s: Any, f: Any, log: Any) -> None:
    # SHG-9.4, SHG-10.11, SHG-16.8, SHG-16.9, SHG-22.18
    if s.sq[f] >= 0:
        cure(s, f, np.int64(w.DOWNED), log)
        for what in range(len(w.STATS)):
            s.mod[f, what, w.U_END] = s.mod[f, what, w.U_LATER]
            s.mod[f, what, w.U_LATER] = 0
        s.flag[f, w.U_END] = s.flag[f, w.U_LATER]
        s.flag[f, w.U_LATER] = 0
    for g in range(st.CREATURES):
        if s.sq[g] < 0:
            continue
        for what in range(len(w.STATS)):
            s.mod[g, what, w.U_ACTIVATION] = 0
        s.flag[g, w.U_ACTIVATION] = 0
        s.once[g] &= t.once_round
    s.mp = 0
    s.bonus = 0
    s.moved = 0
    s.moves = 0
    s.attacks = 0
    s.withdrawn = 0
    s.active = st.NOBODY
    if f < st.HEROES and s.status[f] == st.STANDING:
        s.ap[f] = min(s.ap[f], 1)
        if s.mode[f] == 2:
            push(s, np.int64(st.F_DEFEAT), f, np.int64(st.NOBODY), np.int64(2), np.int64(0))
        elif s.mode[f] == 1:
            s.mode[f] = 2
