"""The Shogun's Chosen: range and line of sight, exact and in whole numbers (chapter 26)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import SIDE, TERRAIN
from ...state import BEYOND, COLS, MINION0, RES0


@rule
def entered(a: Any, b: Any) -> Any:
    # SHG-26.3, SHG-26.4, SHG-26.5
    i = 0
    j = 0
    n = 0
    while i != a or j != b:
        across = (2 * i + 1) * b
        down = (2 * j + 1) * a
        if across <= down:
            i += 1
        if across >= down:
            j += 1
        n += 1
    return n


@rule
def span(t: Any, p: Any, q: Any) -> Any:
    # SHG-26.3, SHG-26.6
    a = abs(p % COLS - q % COLS)
    b = abs(p // COLS - q // COLS)
    return t.range[b, a]


@rule
def touching(p: Any, q: Any) -> Any:
    """Whether two different squares meet along a side or at a corner."""
    a = abs(p % COLS - q % COLS)
    b = abs(p // COLS - q // COLS)
    return a <= 1 and b <= 1 and a + b > 0


@rule
def shut(s: Any, q: Any) -> Any:
    # SHG-4.3, SHG-26.17, SHG-30.2
    ground = s.ground[q]
    return ground == TERRAIN.OUTSIDE or ground == TERRAIN.WALL or ground == TERRAIN.DOOR


@rule
def blocks(s: Any, q: Any, side: Any, mixed: Any, me: Any, other: Any) -> Any:
    # SHG-26.9, SHG-26.12, SHG-26.13, SHG-26.14, SHG-26.15, SHG-26.16
    if shut(s, q):
        return True
    if s.ground[q] == TERRAIN.OBSTACLE:
        return not mixed
    who = s.at[q]
    if who < 0 or who == me or who == other:
        return False
    if who >= RES0:
        return True
    return s.side_of[who] != side and not mixed


@rule
def clear(t: Any, s: Any, p: Any, q: Any, side: Any, me: Any, other: Any) -> Any:
    # SHG-26.5, SHG-26.9, SHG-26.10, SHG-26.11, SHG-26.18
    x = p % COLS
    y = p // COLS
    a = abs(q % COLS - x)
    b = abs(q // COLS - y)
    dx = 1 if q % COLS > x else -1
    dy = 1 if q // COLS > y else -1
    mixed = t.height[s.chapter, p] != t.height[s.chapter, q]
    touched = 0
    i = 0
    j = 0
    while i != a or j != b:
        across = (2 * i + 1) * b
        down = (2 * j + 1) * a
        if across == down:
            if blocks(s, (y + dy * j) * COLS + x + dx * (i + 1), side, mixed, me, other):
                touched += 1
            if blocks(s, (y + dy * (j + 1)) * COLS + x + dx * i, side, mixed, me, other):
                touched += 1
            if touched >= 2:
                return False
        if across <= down:
            i += 1
        if across >= down:
            j += 1
        if i == a and j == b:
            break
        if blocks(s, (y + dy * j) * COLS + x + dx * i, side, mixed, me, other):
            return False
    return True


# ---- figures: creatures and resistors, on one square or on two by two ----------------------------


@rule
def size(t: Any, s: Any, f: Any) -> Any:
    # SHG-5.8
    if f < MINION0 or f >= RES0 or s.opt.large_bases == 0:
        return 1
    return t.k_size[t.kind[f]]


@rule
def spot(s: Any, f: Any) -> Any:
    """The (upper left) square of a figure, or NOBODY."""
    if f >= RES0:
        return s.res_sq[f - RES0]
    return s.sq[f]


@rule
def side(s: Any, f: Any) -> Any:
    """Whose side a figure is on; resistors are on that of the characters."""
    if f >= RES0:
        return SIDE.CHARACTERS
    return s.side_of[f]


@rule
def part(q: Any, k: Any) -> Any:
    """The k-th square of a base of two by two, in reading order."""
    return q + k % 2 + (k // 2) * COLS


@rule
def gap(t: Any, s: Any, f: Any, p: Any, g: Any, q: Any) -> Any:
    # SHG-26.16: the smallest range between figure f standing at p and figure g standing at q
    n = size(t, s, f)
    m = size(t, s, g)
    if n == 1 and m == 1:
        return span(t, p, q)
    best = BEYOND
    for i in range(n * n):
        for j in range(m * m):
            best = min(best, span(t, part(p, i), part(q, j)))
    return best


@rule
def beside(t: Any, s: Any, f: Any, p: Any, g: Any, q: Any) -> Any:
    # SHG-26.1, SHG-26.2, SHG-26.16
    n = size(t, s, f)
    m = size(t, s, g)
    for i in range(n * n):
        a = part(p, i)
        for j in range(m * m):
            b = part(q, j)
            if touching(a, b) and t.height[s.chapter, a] == t.height[s.chapter, b]:
                return True
    return False


@rule
def sees(t: Any, s: Any, f: Any, p: Any, g: Any, q: Any, most: Any, strike: Any) -> Any:
    # SHG-26.7, SHG-26.8, SHG-26.16: f at p has g at q within range and in line of sight
    n = size(t, s, f)
    m = size(t, s, g)
    whose = side(s, f)
    for i in range(n * n):
        a = part(p, i)
        for j in range(m * m):
            b = part(q, j)
            if span(t, a, b) > most:
                continue
            if strike and most <= 2 and t.height[s.chapter, a] != t.height[s.chapter, b]:
                continue
            if clear(t, s, a, b, whose, f, g):
                return True
    return False


@rule
def stroke(t: Any, s: Any, f: Any, p: Any, g: Any, q: Any, most: Any) -> Any:
    """The smallest range of a pair of squares that an attack can use; BEYOND without one."""
    n = size(t, s, f)
    m = size(t, s, g)
    whose = side(s, f)
    best = BEYOND
    for i in range(n * n):
        a = part(p, i)
        for j in range(m * m):
            b = part(q, j)
            far = span(t, a, b)
            if far > most or far >= best:
                continue
            if most <= 2 and t.height[s.chapter, a] != t.height[s.chapter, b]:
                continue
            if clear(t, s, a, b, whose, f, g):
                best = far
    return best


@rule
def higher(t: Any, s: Any, f: Any, p: Any, g: Any, q: Any) -> Any:
    # SHG-13.3, SHG-21.10
    return t.height[s.chapter, p] > t.height[s.chapter, q]
