"""The Shogun's Chosen: where a sensible character goes."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import GOAL, SIDE, TERRAIN, UNREACHED
from ...moves import A, V
from ...state import COLS, CREATURES, GAIT, HEROES, ROWS, SQUARES
from ..ground import geometry, paths
from ..turn import interact, skills
from . import worth

NONE = -1
NEAR = 4  # squares to an enemy for which somebody leaves the way
STRIDE = 3  # squares that an action point takes a character, roughly
RUNNERS = 3  # the size of a team of which one goes on while the others fight


# ---- what is wanted ------------------------------------------------------------------------------


@rule
def wants(t: Any, s: Any) -> Any:
    """The steps of the way to be taken now: points and doors wait for the points before them."""
    found = 0
    waits = False
    for k in range(t.way_n[s.chapter]):
        if not worth.in_play(t, s, k):
            continue
        sort = t.way_sort[s.chapter, k]
        if sort == GOAL.RESISTOR or not waits:
            found |= 1 << k
        if sort == GOAL.POINT:
            waits = True
    return found


@rule
def rescues(t: Any, s: Any, wanted: Any) -> Any:
    """Those steps that are somebody who waits to be saved."""
    found = 0
    for k in range(t.way_n[s.chapter]):
        if (wanted >> k) & 1 and t.way_sort[s.chapter, k] == GOAL.RESISTOR:
            found |= 1 << k
    return found


@rule
def verb_for(sort: Any) -> Any:
    """How a step of the way is interacted with."""
    if sort == GOAL.POINT:
        return V.POINT
    return V.DOOR if sort == GOAL.DOOR else V.RESISTOR


@rule
def at_hand(t: Any, s: Any, h: Any, wanted: Any) -> Any:
    """Whether one of these steps can be interacted with from here."""
    c = s.chapter
    for k in range(t.way_n[c]):
        if (wanted >> k) & 1:
            if interact.no_meeting(t, s, h, verb_for(t.way_sort[c, k]), t.way_id[c, k]) == 0:
                return True
    return False


@rule
def far_from(t: Any, s: Any, q: Any, wanted: Any) -> Any:
    """How far a square is from the nearest of these steps, had nobody stood in between."""
    near = UNREACHED
    for k in range(t.way_n[s.chapter]):
        if (wanted >> k) & 1:
            near = min(near, t.way_far[s.chapter, k, q])
    return near


@rule
def nearest(t: Any, s: Any, h: Any, far: Any, wanted: Any) -> Any:
    """Whether nobody else is nearer than this character is."""
    for g in range(HEROES):
        if g != h and s.sq[g] >= 0 and far_from(t, s, s.sq[g], wanted) < far:
            return False
    return True


@rule
def hurries(t: Any, s: Any, h: Any, saved: Any) -> Any:
    """Whether somebody waits to be saved within reach of this activation, and nobody else is nearer."""
    if saved == 0:
        return False
    far = far_from(t, s, s.sq[h], saved)
    return far <= STRIDE * (s.ap[h] - 1) + 1 and nearest(t, s, h, far, saved)


@rule
def runs(t: Any, s: Any, h: Any, wanted: Any) -> Any:
    """Whether this one, being nearest and well, goes on while the others fight: malice does not wait."""
    if wanted == 0 or s.party < RUNNERS or s.malice < 1 or 2 * s.hp[h] < s.max_hp[h]:
        return False
    far = far_from(t, s, s.sq[h], wanted)
    return far > 0 and far < UNREACHED and nearest(t, s, h, far, wanted)


@rule
def is_foe(s: Any, f: Any) -> Any:
    return s.sq[f] >= 0 and s.side_of[f] == SIDE.FOLLOWERS


@rule
def foe_near(t: Any, s: Any, q: Any, most: Any) -> Any:
    for f in range(HEROES, CREATURES):
        if is_foe(s, f) and geometry.span(t, q, s.sq[f]) <= most:
            return True
    return False


# ---- goals ---------------------------------------------------------------------------------------


@rule
def is_goal(s: Any, q: Any) -> Any:
    return s.frontier[SQUARES + q] == 1


@rule
def mark(s: Any, h: Any, q: Any) -> None:
    """A square where this character could stop becomes a goal."""
    ground = s.ground[q]
    if (
        ground == TERRAIN.OUTSIDE
        or ground == TERRAIN.WALL
        or ground == TERRAIN.OBSTACLE
        or ground == TERRAIN.DOOR
    ):
        return
    if s.at[q] < 0 or s.at[q] == h:
        s.frontier[SQUARES + q] = 1


@rule
def mark_around(t: Any, s: Any, h: Any, q: Any) -> None:
    for k in range(8):
        p = paths.ahead(q, k)
        if p >= 0 and t.height[s.chapter, p] == t.height[s.chapter, q]:
            mark(s, h, p)


@rule
def mark_step(t: Any, s: Any, h: Any, k: Any) -> None:
    """From where a step of the way can be interacted with."""
    c = s.chapter
    i = t.way_id[c, k]
    sort = t.way_sort[c, k]
    if sort == GOAL.POINT:
        mark(s, h, t.point_sq[c, i])
        mark_around(t, s, h, t.point_sq[c, i])
    elif sort == GOAL.RESISTOR:
        mark_around(t, s, h, s.res_sq[i])
    else:
        for part in range(2):
            if t.door_sq[c, i, part] >= 0:
                mark_around(t, s, h, t.door_sq[c, i, part])


@rule
def mark_foe(t: Any, s: Any, h: Any, f: Any, reach: Any) -> None:
    """From where an enemy can be struck."""
    q = s.sq[f]
    x = q % COLS
    y = q // COLS
    for j in range(max(0, y - reach), min(ROWS, y + reach + 2)):  # a base may be two squares wide
        for i in range(max(0, x - reach), min(COLS, x + reach + 2)):
            p = j * COLS + i
            if s.ground[p] != TERRAIN.OUTSIDE and geometry.sees(t, s, h, p, f, q, reach, True):
                mark(s, h, p)


@rule
def mark_goals(t: Any, s: Any, h: Any, wanted: Any, saved: Any) -> None:
    """What is worth going to: what is wanted, or those alone who are saved in time, and enemies nearby."""
    s.searched = 1
    hasty = hurries(t, s, h, saved)
    steps = saved if hasty else wanted
    for k in range(t.way_n[s.chapter]):
        if (steps >> k) & 1:
            mark_step(t, s, h, k)
    if hasty or runs(t, s, h, wanted):
        return
    if wanted == 0 or foe_near(t, s, s.sq[h], NEAR):
        reach = skills.longest(t, s, h, skills.weapon_range(t, s, h))
        for f in range(HEROES, CREATURES):
            if is_foe(s, f):
                mark_foe(t, s, h, f, reach)


@rule
def any_goal(s: Any) -> Any:
    for q in range(SQUARES):
        if is_goal(s, q):
            return True
    return False


@rule
def has_somewhere(t: Any, s: Any, h: Any, wanted: Any, saved: Any) -> Any:
    """Whether there is somewhere better to be."""
    mark_goals(t, s, h, wanted, saved)
    found = not is_goal(s, s.sq[h]) and any_goal(s)
    paths.forget_paths(s)
    return found


@rule
def first_step(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """The place of the choice that begins the shortest way to a goal, around all who stand there; NONE."""
    head = 0
    tail = 0
    s.dist[s.sq[h]] = 1
    for i in range(count):
        if t.verb[choices[i]] == V.STEP:
            q = paths.ahead(s.sq[h], choices[i] - A.STEP)
            if is_goal(s, q):
                return i
            s.dist[q] = 1 + i
            s.frontier[tail] = q
            tail += 1
    ours = SIDE.CHARACTERS
    walking = GAIT.WALKING
    while head < tail:
        p = s.frontier[head]
        head += 1
        for k in range(8):
            q = paths.ahead(p, k)
            if q < 0 or s.dist[q] > 0:
                continue
            if paths.no_step(t, s, 1, ours, walking, p, k) != 0:
                continue
            if is_goal(s, q):
                return s.dist[p] - 1
            s.dist[q] = s.dist[p]
            s.frontier[tail] = q
            tail += 1
    return NONE
