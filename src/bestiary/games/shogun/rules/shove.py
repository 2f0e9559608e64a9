"""The Shogun's Chosen: pushed and pulled (chapter 10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from .. import events as e
from .. import state as st
from .. import words as w
from .base import flags, pop
from .geometry import size, span, spot, touching
from .ground import stopped
from .harm import lift, put
from .paths import no_entry


@rule
def nearest_pair(t: Any, s: Any, a: Any, b: Any, first: Any) -> Any:
    """The square of a's base (first) or b's base of their nearest pair, in reading order."""
    n = size(t, s, a)
    m = size(t, s, b)
    near = np.int64(9999)
    mine = spot(s, a)
    yours = spot(s, b)
    found = mine if first else yours
    for i in range(n * n):
        p = mine + i % 2 + (i // 2) * st.COLS
        for j in range(m * m):
            q = yours + j % 2 + (j // 2) * st.COLS
            if span(t, p, q) < near:
                near = span(t, p, q)
                found = p if first else q
    return np.int64(found)


@rule
def sign(n: Any) -> Any:
    return np.int64(1) if n > 0 else (np.int64(-1) if n < 0 else np.int64(0))


@rule
def may_shove(t: Any, s: Any, f: Any, k: Any, dx: Any, dy: Any) -> Any:
    """Whether one square of a push is free: not held, same height, no forbidden diagonal."""
    p = np.int64(s.sq[f])
    x = p % st.COLS + dx
    y = p // st.COLS + dy
    if x < 0 or y < 0 or x + k > st.COLS or y + k > st.ROWS or (dx == 0 and dy == 0):
        return False
    whose = np.int64(s.side_of[f])
    walking = np.int64(st.WALKING)
    for i in range(k * k):
        q = np.int64((y + i // 2) * st.COLS + x + i % 2)
        here = np.int64(s.at[q])
        if no_entry(s, q, whose, walking) != 0 or (here >= 0 and here != f):
            return False
        if t.height[s.chapter, q] != t.height[s.chapter, p]:
            return False
        if dx != 0 and dy != 0:
            back = np.int64((y + i // 2) * st.COLS + x + i % 2 - dx)
            up = np.int64((y + i // 2 - dy) * st.COLS + x + i % 2)
            if no_entry(s, back, whose, walking) != 0 or no_entry(s, up, whose, walking) != 0:
                return False
    return True


@rule
def step_shove(t: Any, s: Any, log: Any) -> None:
    # SHG-10.14, SHG-10.15
    row = s.stack[s.sp - 1]
    source = np.int64(row[2])
    f = np.int64(row[3])
    n = np.int64(row[4])
    pull = row[5] == 1
    pop(s)
    if s.sq[f] < 0 or flags(t, s, f) & w.STURDY:
        return
    start = np.int64(s.sq[f])
    k = size(t, s, f)
    origin = spot(s, source)
    if origin < 0:
        return
    for _ in range(n):
        a = nearest_pair(t, s, source, f, True)
        b = nearest_pair(t, s, source, f, False)
        dx = sign(b % st.COLS - a % st.COLS)
        dy = sign(b // st.COLS - a // st.COLS)
        if pull:
            if touching(a, b):
                break
            dx = -dx
            dy = -dy
        if not may_shove(t, s, f, k, dx, dy):
            break
        q = s.sq[f] + dx + dy * st.COLS
        lift(t, s, f)
        put(t, s, f, np.int64(q))
    if s.sq[f] != start:
        emit(log, e.E_SHOVED, ALL, ALL, f, s.sq[f], 0, 0)
        stopped(t, s, f)
