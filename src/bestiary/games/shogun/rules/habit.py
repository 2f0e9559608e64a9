"""The Shogun's Chosen: what a sensible team does without much thought, for search.

It places Ki dice, heals the wounded, saves who waits, strikes what it reaches, and otherwise walks to the
nearest thing that leads to the objective, or to an enemy nearby. It reads nothing that is hidden.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import below

from .. import decisions as d
from .. import state as st
from .. import words as w
from .aims import (
    NEAR,
    NONE,
    at_hand,
    first_step,
    foe_near,
    has_somewhere,
    hurries,
    is_goal,
    mark_goals,
    rescues,
    runs,
    verb_for,
    wants,
)
from .choices import asked_hero
from .finds import item_type
from .paths import forget_paths

BADLY_HURT, HURT = 4, 2  # health lost for which an item, or a technique, is used
DANGER = 6  # squares to an enemy that make wounds urgent
LAST_HEALTH = 2  # health with which Kami Mode is entered


@rule
def first_of(t: Any, choices: Any, count: Any, verb: Any) -> Any:
    """The place of the first choice with a verb, NONE without one."""
    for i in range(count):
        if t.verb[choices[i]] == verb:
            return np.int64(i)
    return np.int64(NONE)


@rule
def last_of(t: Any, choices: Any, count: Any, verb: Any) -> Any:
    """The place of the last choice with a verb, NONE without one."""
    for k in range(count):
        if t.verb[choices[count - 1 - k]] == verb:
            return np.int64(count - 1 - k)
    return np.int64(NONE)


# ---- the activation ------------------------------------------------------------------------------


@rule
def heals(t: Any, card: Any) -> Any:
    """Whether an item gives health back."""
    if card < 0 or card >= st.MARKET:
        return False
    effects = t.it_list[item_type(card)]
    if effects < 0:
        return False
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        if t.fx_do[i] == w.DO_HEAL:
            return True
    return False


@rule
def remedy(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """The first item at hand that heals."""
    for i in range(count):
        if t.verb[choices[i]] == d.V_ITEM and heals(t, np.int64(s.items[h, choices[i] - d.A_ITEM])):
            return np.int64(i)
    return np.int64(NONE)


@rule
def act(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """What a character does next."""
    kami = first_of(t, choices, count, np.int64(d.V_KAMI_MODE))
    if kami >= 0 and s.hp[h] <= LAST_HEALTH:
        return kami
    lost = s.max_hp[h] - s.hp[h]
    if lost >= BADLY_HURT and foe_near(t, s, np.int64(s.sq[h]), np.int64(DANGER)):
        cure = remedy(t, s, h, choices, count)
        if cure >= 0:
            return cure
    wanted = wants(t, s)
    saved = rescues(t, s, wanted)
    meet = first_of(t, choices, count, np.int64(d.V_INTERACT))
    if meet >= 0 and at_hand(t, s, h, saved):
        return meet
    move = first_of(t, choices, count, np.int64(d.V_MOVE))
    attack = first_of(t, choices, count, np.int64(d.V_ATTACK))
    if attack >= 0 and not (move >= 0 and (hurries(t, s, h, saved) or runs(t, s, h, wanted))):
        return attack
    if meet >= 0 and at_hand(t, s, h, wanted):
        return meet
    if move >= 0 and has_somewhere(t, s, h, wanted, saved):
        return move
    technique = first_of(t, choices, count, np.int64(d.V_TECHNIQUE))
    if technique >= 0 and lost >= HURT:
        return technique
    return first_of(t, choices, count, np.int64(d.V_END))


@rule
def walk(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """The next step, one more effort, or a stop."""
    wanted = wants(t, s)
    saved = rescues(t, s, wanted)
    mark_goals(t, s, h, wanted, saved)
    arrived = is_goal(s, np.int64(s.sq[h]))
    pick = np.int64(NONE)
    if not arrived:
        pick = first_step(t, s, h, choices, count)
    forget_paths(s)
    if pick >= 0:
        return pick
    effort = first_of(t, choices, count, np.int64(d.V_EXERT))
    if effort >= 0 and not arrived and s.mp == 0 and s.ap[h] >= 2:
        calm = not foe_near(t, s, np.int64(s.sq[h]), np.int64(NEAR))
        if calm or hurries(t, s, h, saved) or runs(t, s, h, wanted):
            return effort
    return first_of(t, choices, count, np.int64(d.V_STOP))


@rule
def meeting(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """The first thing at hand that is wanted."""
    c = s.chapter
    wanted = wants(t, s)
    for k in range(t.way_n[c]):
        if (wanted >> k) & 1:
            verb = verb_for(t.way_sort[c, k])
            for i in range(count):
                if t.verb[choices[i]] == verb and t.arg[choices[i], 0] == t.way_id[c, k]:
                    return np.int64(i)
    return first_of(t, choices, count, np.int64(d.V_CANCEL))


# ---- attacks -------------------------------------------------------------------------------------


@rule
def weakest(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """The target with the least health."""
    least = np.int64(1 << 30)
    pick = np.int64(NONE)
    for i in range(count):
        if t.verb[choices[i]] == d.V_TARGET and s.hp[choices[i] - d.A_TARGET] < least:
            least = np.int64(s.hp[choices[i] - d.A_TARGET])
            pick = np.int64(i)
    return pick


@rule
def toughest(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """The one who can best take what an enemy deals out."""
    most = np.int64(-1)
    pick = np.int64(NONE)
    for i in range(count):
        if t.verb[choices[i]] != d.V_CHOOSE:
            continue
        f = choices[i] - d.A_CHOOSE
        left = np.int64(s.hp[f]) if f < st.CREATURES else np.int64(s.res_tokens[f - st.RES0])
        if left > most:
            most = left
            pick = np.int64(i)
    return pick


@rule
def missed(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """A die without a hit, to be rolled again; without one, enough."""
    for i in range(count):
        if t.verb[choices[i]] != d.V_DIE:
            continue
        k = choices[i] - d.A_DIE
        face = s.a_dice[k]
        if k == st.FOCUS:
            hits = t.focus_hits[face]
        else:
            hits = t.white_hits[face] if k < st.WHITES else t.black_hits[face]
        if hits == 0:
            return np.int64(i)
    return first_of(t, choices, count, np.int64(d.V_DONE))


# ---- every question ------------------------------------------------------------------------------


@rule
def usual(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """The place of what is usually answered, NONE where nothing is usual."""
    phase = s.phase
    if phase == d.P_ACT or phase == d.P_MOVE:
        head = first_of(t, choices, count, np.int64(d.V_TAKE_HEAD))
        if head >= 0:
            return head
        ki = last_of(t, choices, count, np.int64(d.V_PLACE_KI))
        if ki >= 0:
            return ki
        h = asked_hero(s)
        return act(t, s, h, choices, count) if phase == d.P_ACT else walk(t, s, h, choices, count)
    if phase == d.P_TARGET:
        return weakest(t, s, choices, count)
    if phase == d.P_KIND:
        return first_of(t, choices, count, np.int64(d.V_STRONG))
    if phase == d.P_SKILL:
        return first_of(t, choices, count, np.int64(d.V_SKILL))
    if phase == d.P_FOCUS:
        return first_of(t, choices, count, np.int64(d.V_NO))
    if phase == d.P_REROLL:
        return missed(t, s, choices, count)
    if phase == d.P_INTERACT:
        return meeting(t, s, choices, count)
    if phase == d.P_ENEMY_TARGET:
        return toughest(t, s, choices, count)
    if phase == d.P_SHARE or phase == d.P_TRADE or phase == d.P_INTERLUDE:
        return first_of(t, choices, count, np.int64(d.V_DONE))
    if phase == d.P_SWAP:
        return first_of(t, choices, count, np.int64(d.V_NONE))
    if phase == d.P_KI_REROLL:
        spent = first_of(t, choices, count, np.int64(d.V_PICK_EXHAUSTED))
        return spent if spent >= 0 else first_of(t, choices, count, np.int64(d.V_ROLL))
    return always(phase)


@rule
def always(phase: Any) -> Any:
    """The first answer, where that is the one to be glad of."""
    if phase == d.P_BLESS or phase == d.P_COUNTER or phase == d.P_KAMI_REACT:
        return np.int64(0)
    if phase == d.P_YINYANG or phase == d.P_USE or phase == d.P_BUILD_ATTRIBUTE:
        return np.int64(0)
    return np.int64(NONE)


@rule
def suggest(t: Any, s: Any, rng: Any, choices: Any, count: Any) -> Any:
    """What is usually done here, and anything where nothing is usual."""
    found = usual(t, s, choices, count)
    return found if found >= 0 else np.int64(below(rng, np.int64(0), count))
