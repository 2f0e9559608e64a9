"""The Shogun's Chosen: a guess of how a phase will end: progress, lives, enemies, malice."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import GOAL, IF, JUDGED, SIDE
from ...state import ATOMS, CREATURES, DECOY, HEROES, MAX_MALICE, STATUS, ZONES_MAX
from ..figures import weapon_type
from ..ground import geometry

FAR = 30.0  # a distance at which nothing is gained yet
TABLE_DICE = 4.0  # dice of an ordinary enemy, with its health


@rule
def passed(s: Any, z: Any) -> Any:
    """Whether a zone beyond this one has come into play."""
    for later in range(z + 1, ZONES_MAX):
        if s.zone[later] > 0:
            return True
    return False


@rule
def in_play(t: Any, s: Any, k: Any) -> Any:
    """Whether a step of the way is there to be interacted with."""
    c = s.chapter
    i = t.way_id[c, k]
    if t.way_sort[c, k] == GOAL.POINT:
        return s.point[i] == 1 and not passed(s, t.way_zone[c, k])
    if t.way_sort[c, k] == GOAL.DOOR:
        return s.door[i] == 1
    return t.way_sort[c, k] == GOAL.RESISTOR and s.res_sq[i] >= 0


@rule
def done(t: Any, s: Any, k: Any) -> Any:
    """How much of a step of the way is done, from 0 to 1."""
    c = s.chapter
    if s.zone[t.way_zone[c, k]] == 0:
        return 0.0
    if t.way_sort[c, k] != GOAL.FOE:
        return 0.0 if in_play(t, s, k) else 1.0
    first = t.k_first[t.way_id[c, k]]
    for f in range(first, first + t.k_count[t.way_id[c, k]]):
        if s.sq[f] >= 0 and s.side_of[f] == SIDE.FOLLOWERS:
            return 1.0 - s.hp[f] / max(1, s.max_hp[f])
    return 1.0


@rule
def to_go(t: Any, s: Any, h: Any) -> Any:
    """How far a character is from the nearest step of the way that is in play; FAR without one."""
    c = s.chapter
    near = FAR
    for k in range(t.way_n[c]):
        if in_play(t, s, k):
            near = min(near, t.way_far[c, k, s.sq[h]])
    if s.active == h:
        near -= s.mp + s.bonus
    return max(near, 0)


@rule
def to_fight(t: Any, s: Any, h: Any) -> Any:
    """How far a character is from having an enemy within its range; FAR without one."""
    near = FAR
    for f in range(HEROES, CREATURES):
        if s.sq[f] >= 0 and s.side_of[f] == SIDE.FOLLOWERS:
            near = min(near, geometry.span(t, s.sq[h], s.sq[f]))
    held = weapon_type(s, h)
    near -= t.w_range[held] if held >= 0 else 1
    if s.active == h:
        near -= s.mp + s.bonus
    return max(near, 0)


@rule
def progress(t: Any, s: Any) -> Any:
    """The share of the way that is done; the way to the next step counts for a part of a step."""
    c = s.chapter
    total = 0.0
    for k in range(t.way_n[c]):
        total += done(t, s, k)
    best = FAR
    mean = 0.0
    for h in range(HEROES):
        if s.sq[h] >= 0:
            go = to_go(t, s, h) * 1.0
            best = min(best, go)
            mean += min(go, FAR)
        elif s.status[h] != STATUS.ABSENT:
            mean += FAR
    total += 0.6 * (1.0 - best / FAR) + 0.2 * (1.0 - mean / (FAR * max(1, s.party)))
    return total / max(1, t.way_n[c])


@rule
def closeness(s: Any, kinds: Any, values: Any) -> Any:
    """How far the counters of a condition have come, from 0 to 1."""
    total = 0.0
    n = 0
    for k in range(ATOMS):
        i = kinds[k] - IF.COUNTER_A
        if i >= 0 and i < 3:
            n += 1
            total += min(1.0, s.counter[i] / max(1, values[k]))
    return total / max(1, n)


@rule
def lives(s: Any) -> Any:
    """The share of the team's health that is left."""
    total = 0.0
    for h in range(HEROES):
        if s.status[h] == STATUS.STANDING and s.max_hp[h] > 0:
            total += s.hp[h] / s.max_hp[h]
    return total / max(1, s.party)


@rule
def upright_share(s: Any) -> Any:
    n = 0
    for h in range(HEROES):
        if s.status[h] == STATUS.STANDING:
            n += 1
    return n / max(1, s.party)


@rule
def threat(t: Any, s: Any) -> Any:
    """What the enemies in play can do, by their dice and their health, for each character."""
    total = 0.0
    for f in range(HEROES, CREATURES):
        if s.sq[f] >= 0 and s.side_of[f] == SIDE.FOLLOWERS and s.max_hp[f] > 0:
            dice = t.b_dice[t.kind[f], s.plus[f], 0] + t.b_dice[t.kind[f], s.plus[f], 1]
            total += (1 + dice) * (0.4 + 0.6 * s.hp[f] / s.max_hp[f])
    return total / (TABLE_DICE * max(1, s.party))


@rule
def distress(t: Any, s: Any) -> Any:
    """How many resistance tokens those who wait have lost, as shares."""
    total = 0.0
    for i in range(DECOY):
        if s.res_sq[i] >= 0 and t.res_tokens[s.chapter, i] > 0:
            total += 1.0 - s.res_tokens[i] / t.res_tokens[s.chapter, i]
    return total


@rule
def engaged(t: Any, s: Any) -> Any:
    """Whether characters have somebody to fight."""
    total = 0.0
    for h in range(HEROES):
        if s.sq[h] >= 0:
            total += 1.0 - to_fight(t, s, h) / FAR
    return total / max(1, s.party)


@rule
def judged(t: Any, s: Any, what: Any) -> Any:
    """One of the things that a position is judged by, in the order of the weights."""
    c = s.chapter
    if what == JUDGED.PROGRESS:
        return progress(t, s)
    if what == JUDGED.OBJECTIVE:
        return closeness(s, t.ch_if[c], t.ch_value[c])
    if what == JUDGED.LIVES:
        return lives(s)
    if what == JUDGED.STANDING:
        return upright_share(s)
    if what == JUDGED.THREAT:
        return threat(t, s)
    if what == JUDGED.MALICE:
        return s.malice / MAX_MALICE
    if what == JUDGED.FAILURE:
        return closeness(s, t.fail_if[c], t.fail_value[c])
    if what == JUDGED.DISTRESS:
        return distress(t, s)
    if what == JUDGED.ENGAGED:
        return engaged(t, s)
    return 1.0
