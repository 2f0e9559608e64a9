"""The Shogun's Chosen: steps, paths and where a movement may end (chapters 10, 20, 30)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import TERRAIN
from ...state import BEYOND, COLS, GAIT, NOBODY, RES0, ROWS, SQUARES, cite
from . import geometry

OK = 0
OFF_THE_TILES = cite("SHG-4.3")
OCCUPIED = cite("SHG-10.8")
DIAGONAL = cite("SHG-10.9")
OBSTACLE = cite("SHG-30.1")
INACCESSIBLE = cite("SHG-30.2")
HEIGHTS = cite("SHG-30.7")
STAIRS_STRAIGHT = cite("SHG-30.8")
RESISTOR_THERE = cite("SHG-28.3")
WHOLE_BASE = cite("SHG-20.12")


@rule
def ahead(q: Any, d: Any) -> Any:
    """The square in direction d (0 up, then clockwise), or NOBODY at the edge of the plane."""
    x = q % COLS
    y = q // COLS
    if d == 1 or d == 2 or d == 3:
        x += 1
    elif d >= 5:
        x -= 1
    if d == 0 or d == 1 or d == 7:
        y -= 1
    elif d == 3 or d == 4 or d == 5:
        y += 1
    if x < 0 or y < 0 or x >= COLS or y >= ROWS:
        return NOBODY
    return y * COLS + x


@rule
def no_entry(s: Any, q: Any, whose: Any, gait: Any) -> Any:
    # SHG-10.5, SHG-10.8, SHG-20.9, SHG-20.10, SHG-28.3, SHG-30.11, SHG-30.13, SHG-30.14
    if s.ground[q] == TERRAIN.OUTSIDE:
        return OFF_THE_TILES
    if gait == GAIT.SPIRIT_WALK:
        return OK
    if geometry.shut(s, q):
        return INACCESSIBLE
    if gait == GAIT.FLIES:
        return OK
    if s.ground[q] == TERRAIN.OBSTACLE:
        return OBSTACLE
    who = s.at[q]
    if who >= RES0:
        return RESISTOR_THERE
    if who >= 0 and s.side_of[who] != whose:
        return OCCUPIED
    return OK


@rule
def lifted(t: Any, s: Any, q: Any, n: Any) -> Any:
    """1 where a base lies on two heights, all its lower squares being stairs; -1 where it cannot."""
    # SHG-30.10
    low = BEYOND
    high = -1
    for k in range(n * n):
        h = t.height[s.chapter, geometry.part(q, k)]
        low = min(low, h)
        high = max(high, h)
    if low == high:
        return 0
    if high - low > 1:
        return -1
    for k in range(n * n):
        here = geometry.part(q, k)
        if t.height[s.chapter, here] == low and s.ground[here] != TERRAIN.LADDER:
            return -1
    return 1


@rule
def no_placement(t: Any, s: Any, q: Any, n: Any, whose: Any, gait: Any) -> Any:
    # SHG-20.12
    if q < 0 or q % COLS + n > COLS or q // COLS + n > ROWS:
        return OFF_THE_TILES
    for k in range(n * n):
        wrong = no_entry(s, geometry.part(q, k), whose, gait)
        if wrong != 0:
            return wrong
    if gait == GAIT.WALKING and lifted(t, s, q, n) < 0:
        return HEIGHTS
    return OK


@rule
def no_step(t: Any, s: Any, n: Any, whose: Any, gait: Any, p: Any, d: Any) -> Any:
    # SHG-10.4, SHG-10.9, SHG-10.10, SHG-30.7, SHG-30.8, SHG-30.12
    q = ahead(p, d)
    if q < 0:
        return OFF_THE_TILES
    if n > 1:
        return no_large_step(t, s, n, whose, gait, p, d)
    wrong = no_entry(s, q, whose, gait)
    if wrong != 0:
        return wrong
    if gait == GAIT.SPIRIT_WALK:
        return OK
    slant = d % 2 == 1
    if slant:
        one = ahead(p, (d + 7) % 8)
        two = ahead(p, (d + 1) % 8)
        if gait == GAIT.FLIES:
            return DIAGONAL if geometry.shut(s, one) or geometry.shut(s, two) else OK
        if no_entry(s, one, whose, gait) != 0 or no_entry(s, two, whose, gait) != 0:
            return DIAGONAL
    if gait == GAIT.FLIES:
        return OK
    here = t.height[s.chapter, p]
    there = t.height[s.chapter, q]
    if here != there:
        lower = p if here < there else q
        if abs(here - there) != 1 or s.ground[lower] != TERRAIN.LADDER:
            return HEIGHTS
        if slant:
            return STAIRS_STRAIGHT
    return OK


@rule
def no_large_step(t: Any, s: Any, n: Any, whose: Any, gait: Any, p: Any, d: Any) -> Any:
    # SHG-20.12, SHG-30.9, SHG-30.10
    q = ahead(p, d)
    wrong = no_placement(t, s, q, n, whose, gait)
    if wrong != 0:
        return wrong
    slant = d % 2 == 1
    if slant and gait != GAIT.SPIRIT_WALK:
        if no_placement(t, s, ahead(p, (d + 7) % 8), n, whose, gait) != 0:
            return WHOLE_BASE
        if no_placement(t, s, ahead(p, (d + 1) % 8), n, whose, gait) != 0:
            return WHOLE_BASE
    if gait == GAIT.WALKING:
        before = lifted(t, s, p, n)
        after = lifted(t, s, q, n)
        if before == 0 and after == 0:
            return OK if t.height[s.chapter, p] == t.height[s.chapter, q] else HEIGHTS
        if slant:
            return STAIRS_STRAIGHT
    return OK


@rule
def leaving(s: Any, q: Any, n: Any, swift: Any) -> Any:
    # SHG-30.4, SHG-30.5, SHG-30.6
    if not swift:
        for k in range(n * n):
            if s.ground[geometry.part(q, k)] == TERRAIN.DIFFICULT:
                return 2
    return 1


@rule
def may_end(t: Any, s: Any, f: Any, n: Any, gait: Any, q: Any) -> Any:
    # SHG-10.6, SHG-20.9, SHG-30.10, SHG-30.11, SHG-30.13
    for k in range(n * n):
        here = geometry.part(q, k)
        who = s.at[here]
        if who >= 0 and who != f:
            return False
        if gait == GAIT.FLIES and s.ground[here] == TERRAIN.OBSTACLE:
            return False
    return gait != GAIT.WALKING or n == 1 or lifted(t, s, q, n) == 0


@rule
def spread_out(t: Any, s: Any, f: Any, gait: Any, swift: Any, points: Any) -> Any:
    """Fills ``dist`` with 1 + the cost of every square that f can come to; returns how many."""
    # SHG-20.6
    for i in range(SQUARES):
        s.dist[i] = 0
    s.searched = 1
    n = geometry.size(t, s, f)
    whose = s.side_of[f]
    start = s.sq[f]
    easy = swift or gait != GAIT.WALKING
    s.dist[start] = 1
    s.frontier[0] = start
    head = 0
    tail = 1
    found = 1
    cost = 0
    while head < tail and cost < points:
        last = tail
        while head < last:
            p = s.frontier[head]
            head += 1
            if p < SQUARES:
                if leaving(s, p, n, easy) == 2:
                    s.frontier[tail] = p + SQUARES  # looked at again one point later
                    tail += 1
                    continue
            else:
                p -= SQUARES
            for d in range(8):
                q = ahead(p, d)
                if q < 0 or s.dist[q] > 0:
                    continue
                if no_step(t, s, n, whose, gait, p, d) == 0:
                    s.dist[q] = cost + 2
                    s.frontier[tail] = q
                    tail += 1
                    found += 1
        cost += 1
    return found


@rule
def forget_paths(s: Any) -> None:
    """The scratch of the path finder goes back to nothing."""
    s.searched = 0
    for i in range(SQUARES):
        s.dist[i] = 0
    for i in range(2 * SQUARES):
        s.frontier[i] = 0
