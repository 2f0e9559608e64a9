"""The Shogun's Chosen: pushed and pulled (chapter 10)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ...effects import FLAG
from ...events import E
from ...state import BEYOND, COLS, GAIT, ROWS
from ..figures import flags
from ..frames import SHOVE, pop
from . import geometry, paths, placing, squares


@rule
def nearest_pair(t: Any, s: Any, a: Any, b: Any, first: Any) -> Any:
    """The square of a's base (first) or b's base of their nearest pair, in reading order."""
    n = geometry.size(t, s, a)
    m = geometry.size(t, s, b)
    near = BEYOND
    mine = geometry.spot(s, a)
    yours = geometry.spot(s, b)
    found = mine if first else yours
    for i in range(n * n):
        p = geometry.part(mine, i)
        for j in range(m * m):
            q = geometry.part(yours, j)
            if geometry.span(t, p, q) < near:
                near = geometry.span(t, p, q)
                found = p if first else q
    return found


@rule
def sign(n: Any) -> Any:
    return 1 if n > 0 else (-1 if n < 0 else 0)


@rule
def may_shove(t: Any, s: Any, f: Any, k: Any, dx: Any, dy: Any) -> Any:
    """Whether one square of a push is free: not held, same height, no forbidden diagonal."""
    p = s.sq[f]
    x = p % COLS + dx
    y = p // COLS + dy
    if x < 0 or y < 0 or x + k > COLS or y + k > ROWS or (dx == 0 and dy == 0):
        return False
    whose = s.side_of[f]
    walking = GAIT.WALKING
    for i in range(k * k):
        q = (y + i // 2) * COLS + x + i % 2
        here = s.at[q]
        if paths.no_entry(s, q, whose, walking) != 0 or (here >= 0 and here != f):
            return False
        if t.height[s.chapter, q] != t.height[s.chapter, p]:
            return False
        if dx != 0 and dy != 0:
            back = (y + i // 2) * COLS + x + i % 2 - dx
            up = (y + i // 2 - dy) * COLS + x + i % 2
            if paths.no_entry(s, back, whose, walking) != 0 or paths.no_entry(s, up, whose, walking) != 0:
                return False
    return True


@rule
def step_shove(t: Any, s: Any, log: Any) -> None:
    # SHG-10.14, SHG-10.15
    row = s.stack[s.sp - 1]
    source = row[SHOVE.SOURCE]
    f = row[SHOVE.FIGURE]
    n = row[SHOVE.LEFT]
    pull = row[SHOVE.PULL] == 1
    pop(s)
    if s.sq[f] < 0 or flags(t, s, f) & FLAG.STURDY:
        return
    start = s.sq[f]
    k = geometry.size(t, s, f)
    origin = geometry.spot(s, source)
    if origin < 0:
        return
    for _ in range(n):
        a = nearest_pair(t, s, source, f, True)
        b = nearest_pair(t, s, source, f, False)
        dx = sign(b % COLS - a % COLS)
        dy = sign(b // COLS - a // COLS)
        if pull:
            if geometry.touching(a, b):
                break
            dx = -dx
            dy = -dy
        if not may_shove(t, s, f, k, dx, dy):
            break
        q = s.sq[f] + dx + dy * COLS
        placing.lift(t, s, f)
        placing.put(t, s, f, q)
    if s.sq[f] != start:
        emit(log, E.SHOVED, ALL, ALL, f, s.sq[f], 0, 0)
        squares.stopped(t, s, f)
