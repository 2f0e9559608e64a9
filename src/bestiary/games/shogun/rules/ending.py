"""The Shogun's Chosen: how a phase ends, and who counts as defeated (chapters 16, 31, 33)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import forget_answer, pop, push
from .damage import forget_attack
from .harm import achieved
from .targets import atom


@rule
def defeats(s: Any) -> Any:
    """How many characters count as defeated when the phase ends."""
    # SHG-16.10
    n = np.int64(0)
    for h in range(st.HEROES):
        if s.status[h] == st.DEFEATED or (s.moded >> h) & 1:
            n += 1
    return n


@rule
def upright(s: Any) -> Any:
    n = np.int64(0)
    for h in range(st.HEROES):
        if s.status[h] == st.STANDING:
            n += 1
    return n


@rule
def unpossessed(s: Any) -> Any:
    """Characters that stand without Kami Mode."""
    n = np.int64(0)
    for h in range(st.HEROES):
        if s.status[h] == st.STANDING and s.mode[h] == 0:
            n += 1
    return n


@rule
def failed(t: Any, s: Any) -> Any:
    c = s.chapter
    if t.fail_if[c, 0] == w.IF_NONE:
        return False
    for k in range(st.ATOMS):
        kind = np.int64(t.fail_if[c, k])
        op = np.int64(t.fail_op[c, k])
        v = np.int64(t.fail_value[c, k])
        if not atom(t, s, kind, op, v, np.int64(st.NOBODY), np.int64(0), np.int64(0)):
            return False
    return True


@rule
def ending(t: Any, s: Any) -> Any:
    # SHG-33.1, SHG-33.2, SHG-33.3, SHG-16.11, SHG-31.5
    if upright(s) == 0:
        return np.int64(st.BY_DEFEAT)
    if s.malice >= st.MAX_MALICE:
        return np.int64(st.BY_MALICE)
    if failed(t, s):
        return np.int64(st.BY_FAILURE)
    if achieved(t, s):
        return np.int64(st.BY_OBJECTIVE) if unpossessed(s) > 0 else np.int64(st.BY_DEFEAT)
    return np.int64(st.BY_NONE)


@rule
def end_phase(t: Any, s: Any, by: Any, log: Any) -> None:
    """Leaves all that is under way and goes to the end."""
    while s.sp > 0:
        pop(s)
    forget_answer(s)
    forget_attack(s)
    s.by = by
    s.winner = 1 if by == st.BY_OBJECTIVE else 0
    s.active = st.NOBODY
    emit(log, e.E_ENDS, ALL, ALL, by, 0, 0, 0)
    push(s, np.int64(st.F_END), np.int64(0), np.int64(0), np.int64(0), np.int64(0))


@rule
def over(s: Any) -> None:
    s.over = 1
    s.actors = 0
    s.phase = d.P_OVER
    while s.sp > 0:
        pop(s)


@rule
def lay_aside(s: Any) -> None:
    # SHG-33.4
    for f in range(st.CREATURES):
        for what in range(len(w.STATS)):
            for until in range(w.UNTILS):
                s.mod[f, what, until] = 0
        for until in range(w.UNTILS):
            s.flag[f, until] = 0
        for what in range(4):
            s.cond[f, what] = 0
        s.once[f] = 0
    for h in range(st.HEROES):
        s.blessed[h] = 0
