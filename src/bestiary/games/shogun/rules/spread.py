"""The Shogun's Chosen: the further targets of an attack (chapters 6, 12, 21)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import state as st
from .. import words as w
from .base import ONE, targetable
from .geometry import beside, gap, sees, spot
from .targets import holds, reached


@rule
def spread_effect(t: Any, s: Any) -> Any:
    """The effect of the attack skill that adds targets, or NOBODY."""
    if s.a_list < 0:
        return np.int64(st.NOBODY)
    first = t.list_first[s.a_list]
    for i in range(first, first + t.list_n[s.a_list]):
        if t.fx_do[i] == w.DO_SPREAD and holds(
            t, s, np.int64(i), np.int64(s.a_by), np.int64(s.a_ki), np.int64(0)
        ):
            return np.int64(i)
    return np.int64(st.NOBODY)


@rule
def spread_over(t: Any, s: Any, i: Any) -> Any:
    """All figures that the attack could strike besides its first target."""
    # SHG-12.19, SHG-21.17
    by = np.int64(s.a_by)
    on = np.int64(s.a_on)
    nobody = np.int64(st.NOBODY)
    found = reached(t, s, i, by, nobody, on, nobody)
    p = np.int64(s.sq[by])
    if s.side_of[by] == w.THEIRS:
        for r in range(st.RESISTORS):
            f = np.int64(st.RES0 + r)
            if not targetable(t, s, f):
                continue
            q = spot(s, f)
            near = t.fx_within[i] < 0 or gap(t, s, by, p, f, q) <= t.fx_within[i]
            if t.fx_who[i] == w.NEAR_TARGET:
                near = f != on and beside(t, s, f, q, on, spot(s, on))
            elif t.fx_who[i] == w.ADJACENT_ENEMIES:
                near = beside(t, s, by, p, f, q)
            if near:
                found |= ONE << f
    found &= ~(ONE << on)
    for g in range(st.FIGURES):
        if (found >> g) & 1:
            if not sees(t, s, by, p, np.int64(g), spot(s, np.int64(g)), np.int64(99), False):
                found &= ~(ONE << g)
    return found
