"""The Shogun's Chosen: where a sensible character goes, for the habits that a search leans on.

What leads to the objective is the ``way`` of the chapter. Sets of its steps are masks. Two fields of the
record serve as scratch, as they do for the path finder, and are blank again afterwards: ``dist`` holds, for
a square that was seen, 1 + the place of the first step towards it; the second half of ``frontier`` marks
the goals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import decisions as d
from .. import state as st
from .. import way
from .. import words as w
from .geometry import sees, span
from .judgement import in_play
from .meetings import no_meeting
from .paths import ahead, forget_paths, no_step
from .skills import longest, weapon_range

NONE = -1
NEAR = 4  # squares to an enemy for which somebody leaves the way
STRIDE = 3  # squares that an action point takes a character, roughly
RUNNERS = 3  # the size of a team of which one goes on while the others fight


# ---- what is wanted ------------------------------------------------------------------------------


@rule
def wants(t: Any, s: Any) -> Any:
    """The steps of the way to be taken now: points and doors wait for the points before them."""
    found = np.int64(0)
    waits = False
    for k in range(t.way_n[s.chapter]):
        if not in_play(t, s, np.int64(k)):
            continue
        sort = t.way_sort[s.chapter, k]
        if sort == way.RESISTOR or not waits:
            found |= np.int64(1) << k
        if sort == way.POINT:
            waits = True
    return found


@rule
def rescues(t: Any, s: Any, wanted: Any) -> Any:
    """Those steps that are somebody who waits to be saved."""
    found = np.int64(0)
    for k in range(t.way_n[s.chapter]):
        if (wanted >> k) & 1 and t.way_sort[s.chapter, k] == way.RESISTOR:
            found |= np.int64(1) << k
    return found


@rule
def verb_for(sort: Any) -> Any:
    """How a step of the way is interacted with."""
    if sort == way.POINT:
        return np.int64(d.V_POINT)
    return np.int64(d.V_DOOR) if sort == way.DOOR else np.int64(d.V_RESISTOR)


@rule
def at_hand(t: Any, s: Any, h: Any, wanted: Any) -> Any:
    """Whether one of these steps can be interacted with from here."""
    c = s.chapter
    for k in range(t.way_n[c]):
        if (wanted >> k) & 1:
            if no_meeting(t, s, h, verb_for(t.way_sort[c, k]), np.int64(t.way_id[c, k])) == 0:
                return True
    return False


@rule
def far_from(t: Any, s: Any, q: Any, wanted: Any) -> Any:
    """How far a square is from the nearest of these steps, had nobody stood in between."""
    near = np.int64(way.UNREACHED)
    for k in range(t.way_n[s.chapter]):
        if (wanted >> k) & 1:
            near = min(near, np.int64(t.way_far[s.chapter, k, q]))
    return near


@rule
def nearest(t: Any, s: Any, h: Any, far: Any, wanted: Any) -> Any:
    """Whether nobody else is nearer than this character is."""
    for g in range(st.HEROES):
        if g != h and s.sq[g] >= 0 and far_from(t, s, np.int64(s.sq[g]), wanted) < far:
            return False
    return True


@rule
def hurries(t: Any, s: Any, h: Any, saved: Any) -> Any:
    """Whether somebody waits to be saved within reach of this activation, and nobody else is nearer."""
    if saved == 0:
        return False
    far = far_from(t, s, np.int64(s.sq[h]), saved)
    return far <= STRIDE * (s.ap[h] - 1) + 1 and nearest(t, s, h, far, saved)


@rule
def runs(t: Any, s: Any, h: Any, wanted: Any) -> Any:
    """Whether this one, being nearest and well, goes on while the others fight: malice does not wait."""
    if wanted == 0 or s.party < RUNNERS or s.malice < 1 or 2 * s.hp[h] < s.max_hp[h]:
        return False
    far = far_from(t, s, np.int64(s.sq[h]), wanted)
    return far > 0 and far < way.UNREACHED and nearest(t, s, h, far, wanted)


@rule
def is_foe(s: Any, f: Any) -> Any:
    return s.sq[f] >= 0 and s.side_of[f] == w.THEIRS


@rule
def foe_near(t: Any, s: Any, q: Any, most: Any) -> Any:
    for f in range(st.HEROES, st.CREATURES):
        if is_foe(s, f) and span(t, q, np.int64(s.sq[f])) <= most:
            return True
    return False


# ---- goals ---------------------------------------------------------------------------------------


@rule
def is_goal(s: Any, q: Any) -> Any:
    return s.frontier[st.SQUARES + q] == 1


@rule
def mark(s: Any, h: Any, q: Any) -> None:
    """A square where this character could stop becomes a goal."""
    ground = s.ground[q]
    if ground == w.OUTSIDE or ground == w.WALL or ground == w.OBSTACLE or ground == w.DOOR:
        return
    if s.at[q] < 0 or s.at[q] == h:
        s.frontier[st.SQUARES + q] = 1


@rule
def mark_around(t: Any, s: Any, h: Any, q: Any) -> None:
    for k in range(8):
        p = ahead(q, np.int64(k))
        if p >= 0 and t.height[s.chapter, p] == t.height[s.chapter, q]:
            mark(s, h, p)


@rule
def mark_step(t: Any, s: Any, h: Any, k: Any) -> None:
    """From where a step of the way can be interacted with."""
    c = s.chapter
    i = t.way_id[c, k]
    sort = t.way_sort[c, k]
    if sort == way.POINT:
        mark(s, h, np.int64(t.point_sq[c, i]))
        mark_around(t, s, h, np.int64(t.point_sq[c, i]))
    elif sort == way.RESISTOR:
        mark_around(t, s, h, np.int64(s.res_sq[i]))
    else:
        for part in range(2):
            if t.door_sq[c, i, part] >= 0:
                mark_around(t, s, h, np.int64(t.door_sq[c, i, part]))


@rule
def mark_foe(t: Any, s: Any, h: Any, f: Any, reach: Any) -> None:
    """From where an enemy can be struck."""
    q = np.int64(s.sq[f])
    x = q % st.COLS
    y = q // st.COLS
    for j in range(max(0, y - reach), min(st.ROWS, y + reach + 2)):  # a base may be two squares wide
        for i in range(max(0, x - reach), min(st.COLS, x + reach + 2)):
            p = np.int64(j * st.COLS + i)
            if s.ground[p] != w.OUTSIDE and sees(t, s, h, p, f, q, reach, True):
                mark(s, h, p)


@rule
def mark_goals(t: Any, s: Any, h: Any, wanted: Any, saved: Any) -> None:
    """What is worth going to: what is wanted, or those alone who are saved in time, and enemies nearby."""
    s.searched = 1
    hasty = hurries(t, s, h, saved)
    steps = saved if hasty else wanted
    for k in range(t.way_n[s.chapter]):
        if (steps >> k) & 1:
            mark_step(t, s, h, np.int64(k))
    if hasty or runs(t, s, h, wanted):
        return
    if wanted == 0 or foe_near(t, s, np.int64(s.sq[h]), np.int64(NEAR)):
        reach = longest(t, s, h, weapon_range(t, s, h))
        for f in range(st.HEROES, st.CREATURES):
            if is_foe(s, f):
                mark_foe(t, s, h, np.int64(f), reach)


@rule
def any_goal(s: Any) -> Any:
    for q in range(st.SQUARES):
        if is_goal(s, q):
            return True
    return False


@rule
def has_somewhere(t: Any, s: Any, h: Any, wanted: Any, saved: Any) -> Any:
    """Whether there is somewhere better to be."""
    mark_goals(t, s, h, wanted, saved)
    found = not is_goal(s, np.int64(s.sq[h])) and any_goal(s)
    forget_paths(s)
    return found


@rule
def first_step(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """The place of the choice that begins the shortest way to a goal, around all who stand there; NONE."""
    head = np.int64(0)
    tail = np.int64(0)
    s.dist[s.sq[h]] = 1
    for i in range(count):
        if t.verb[choices[i]] == d.V_STEP:
            q = ahead(np.int64(s.sq[h]), np.int64(choices[i] - d.A_STEP))
            if is_goal(s, q):
                return np.int64(i)
            s.dist[q] = 1 + i
            s.frontier[tail] = q
            tail += 1
    ours = np.int64(w.OURS)
    walking = np.int64(st.WALKING)
    while head < tail:
        p = np.int64(s.frontier[head])
        head += 1
        for k in range(8):
            q = ahead(p, np.int64(k))
            if q < 0 or s.dist[q] > 0:
                continue
            if no_step(t, s, np.int64(1), ours, walking, p, np.int64(k)) != 0:
                continue
            if is_goal(s, q):
                return np.int64(s.dist[p] - 1)
            s.dist[q] = s.dist[p]
            s.frontier[tail] = q
            tail += 1
    return np.int64(NONE)
