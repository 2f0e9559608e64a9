"""The Shogun's Chosen: what leads to the objective of a chapter.

``way`` of a chapter names, in order, the doors, points and resistors to interact with and the enemies to
defeat. Nothing in the rules depends on it: machines that cannot look to the end judge by it.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Any

from bestiary.core.cards import CardFile, Entry

from ..effects import GOAL, JUDGED, TERRAIN, UNREACHED, WAY_STEPS
from ..state import COLS, DOORS, ROWS, SQUARES

CLOSED = (TERRAIN.OUTSIDE, TERRAIN.WALL, TERRAIN.OBSTACLE)


def read_weights(file: CardFile, t: Any) -> None:
    """How much each thing counts; the sum is the logarithm of the odds of victory."""
    e = file.one("judgement")
    for i, name in enumerate(JUDGED.words):
        value = e.data.get(name)
        if not isinstance(value, int | float) or isinstance(value, bool) or not -50 <= value <= 50:
            e.refuse(name, "a number from -50 to 50")
        t["judge"][i] = value


def read_way(c: int, e: Entry, t: Any, kinds: list[str]) -> None:
    """The way of one chapter, whose map is read already."""
    steps = e.data.get("way")
    if not isinstance(steps, list) or not 1 <= len(steps) <= WAY_STEPS:
        e.refuse("way", f"one to {WAY_STEPS} doors, points, resistors and enemies that lead to the objective")
    t["way_n"][c] = len(steps)
    for k, name in enumerate(steps):
        sort, i, squares = _step(c, e, t, kinds, name)
        t["way_sort"][c, k], t["way_id"][c, k] = sort, i
        t["way_zone"][c, k] = t["zone_at"][c, squares[0]]
        t["way_far"][c, k] = _far(c, t, squares)


def _step(c: int, e: Entry, t: Any, kinds: list[str], name: Any) -> tuple[int, int, list[int]]:
    """The sort of a step, its number, and its squares."""
    for sort, names, field in (
        (GOAL.POINT, "ABCDEFGH", "point_sq"),
        (GOAL.RESISTOR, "RSTUVW", "res_sq"),
    ):
        if isinstance(name, str) and len(name) == 1 and name in names and t[field][c, names.index(name)] >= 0:
            return sort, names.index(name), [int(t[field][c, names.index(name)])]
    doors = [f"D{i + 1}" for i in range(DOORS)]
    if name in doors and t["door_sq"][c, doors.index(name), 0] >= 0:
        i = doors.index(name)
        return GOAL.DOOR, i, [int(q) for q in t["door_sq"][c, i] if q >= 0]
    if name in kinds:
        for z in range(int(t["ch_zones"][c])):
            for i in range(int(t["z_enemies"][c, z])):
                if t["z_enemy"][c, z, i] == kinds.index(name):
                    return GOAL.FOE, kinds.index(name), [int(t["z_square"][c, z, i])]
    e.refuse("way", f"doors, points, resistors and enemies of the chapter; {name!r} is none")
    raise AssertionError


@cache
def _around(p: int) -> list[tuple[int, bool]]:
    """The squares around one, each with whether it lies straight beside it."""
    x, y = p % COLS, p // COLS
    near = [(i, j) for j in (y - 1, y, y + 1) for i in (x - 1, x, x + 1) if 0 <= i < COLS and 0 <= j < ROWS]
    return [(j * COLS + i, i == x or j == y) for i, j in near if (i, j) != (x, y)]


def _far(c: int, t: Any, squares: list[int]) -> list[int]:
    """How many squares a walker is from standing beside a thing, every door being open."""
    ground, zone, height = (t[field][c].tolist() for field in ("ground", "zone_at", "height"))
    closed = {q for q in range(SQUARES) if ground[q] in CLOSED or zone[q] < 0}
    far = [UNREACHED] * SQUARES
    todo: deque[int] = deque()
    for q in squares:
        far[q] = 0
        todo.append(q)
    while todo:
        p = todo.popleft()
        for q, straight in _around(p):
            if far[q] != UNREACHED or q in closed:
                continue
            lower = p if height[p] < height[q] else q
            if height[p] != height[q] and not (straight and ground[lower] == TERRAIN.LADDER):
                continue
            far[q] = far[p] + 1
            todo.append(q)
    return [max(0, n - 1) if n != UNREACHED else UNREACHED for n in far]
