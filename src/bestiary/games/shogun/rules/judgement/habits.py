"""The Shogun's Chosen: what a sensible team does without much thought."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import DO
from ...moves import A, Q, V
from ...state import CREATURES, FOCUS, MARKET, RES0, WHITES
from ..frames import asked_hero
from ..things import items
from . import goals

BADLY_HURT, HURT = 4, 2  # health lost for which an item, or a technique, is used
DANGER = 6  # squares to an enemy that make wounds urgent
LAST_HEALTH = 2  # health with which Kami Mode is entered


@rule
def first_of(t: Any, choices: Any, count: Any, verb: Any) -> Any:
    """The place of the first choice with a verb, NONE without one."""
    for i in range(count):
        if t.verb[choices[i]] == verb:
            return i
    return goals.NONE


@rule
def last_of(t: Any, choices: Any, count: Any, verb: Any) -> Any:
    """The place of the last choice with a verb, NONE without one."""
    for k in range(count):
        if t.verb[choices[count - 1 - k]] == verb:
            return count - 1 - k
    return goals.NONE


# ---- the activation ------------------------------------------------------------------------------


@rule
def heals(t: Any, card: Any) -> Any:
    """Whether an item gives health back."""
    if card < 0 or card >= MARKET:
        return False
    effects = t.it_list[items.item_type(card)]
    if effects < 0:
        return False
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        if t.fx_do[i] == DO.HEAL:
            return True
    return False


@rule
def remedy(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """The first item at hand that heals."""
    for i in range(count):
        if t.verb[choices[i]] == V.ITEM and heals(t, s.items[h, choices[i] - A.ITEM]):
            return i
    return goals.NONE


@rule
def act(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """What a character does next."""
    kami = first_of(t, choices, count, V.KAMI_MODE)
    if kami >= 0 and s.hp[h] <= LAST_HEALTH:
        return kami
    lost = s.max_hp[h] - s.hp[h]
    if lost >= BADLY_HURT and goals.foe_near(t, s, s.sq[h], DANGER):
        cure = remedy(t, s, h, choices, count)
        if cure >= 0:
            return cure
    wanted = goals.wants(t, s)
    saved = goals.rescues(t, s, wanted)
    save = meeting(t, s, choices, count, saved)
    if save >= 0:
        return save
    blow = weakest(t, s, choices, count)
    hasty = first_of(t, choices, count, V.MOVE) >= 0 and (
        goals.hurries(t, s, h, saved) or goals.runs(t, s, h, wanted)
    )
    if blow >= 0 and not hasty:
        return blow
    meet = meeting(t, s, choices, count, wanted)
    if meet >= 0:
        return meet
    way = goals.stride(t, s, h, choices, count, wanted, saved)
    if way >= 0:
        return way
    technique = first_of(t, choices, count, V.TECHNIQUE)
    if technique >= 0 and lost >= HURT:
        return technique
    return first_of(t, choices, count, V.END)


@rule
def walk(t: Any, s: Any, h: Any, choices: Any, count: Any) -> Any:
    """On to a goal, one more effort, or whatever is done here."""
    wanted = goals.wants(t, s)
    saved = goals.rescues(t, s, wanted)
    way = goals.stride(t, s, h, choices, count, wanted, saved)
    if way >= 0:
        return way
    effort = first_of(t, choices, count, V.EXERT)
    if effort >= 0 and s.mp == 0 and s.ap[h] >= 2 and not goals.arrived(t, s, h, wanted, saved):
        calm = not goals.foe_near(t, s, s.sq[h], goals.NEAR)
        if calm or goals.hurries(t, s, h, saved) or goals.runs(t, s, h, wanted):
            return effort
    then = act(t, s, h, choices, count)
    return then if then >= 0 else first_of(t, choices, count, V.STOP)


@rule
def meeting(t: Any, s: Any, choices: Any, count: Any, wanted: Any) -> Any:
    """The first thing at hand that is wanted; NONE without one."""
    c = s.chapter
    for k in range(t.way_n[c]):
        if (wanted >> k) & 1:
            verb = goals.verb_for(t.way_sort[c, k])
            for i in range(count):
                if t.verb[choices[i]] == verb and t.arg[choices[i], 0] == t.way_id[c, k]:
                    return i
    return goals.NONE


# ---- attacks -------------------------------------------------------------------------------------


@rule
def weakest(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """An attack on the target with the least health, a strong one where it can be; NONE without any."""
    least = 1 << 30
    pick = goals.NONE
    for i in range(count):
        verb = t.verb[choices[i]]
        if verb == V.FAST or verb == V.STRONG or verb == V.TARGET:
            left = 2 * s.hp[t.arg[choices[i], 0]] - (1 if verb == V.STRONG else 0)
            if left < least:
                least = left
                pick = i
    return pick


@rule
def toughest(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """The one who can best take what an enemy deals out."""
    most = -1
    pick = goals.NONE
    for i in range(count):
        if t.verb[choices[i]] != V.CHOOSE:
            continue
        f = choices[i] - A.CHOOSE
        left = s.hp[f] if f < CREATURES else s.res_tokens[f - RES0]
        if left > most:
            most = left
            pick = i
    return pick


@rule
def missed(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """A die without a hit, to be rolled again; without one, enough."""
    for i in range(count):
        if t.verb[choices[i]] != V.DIE:
            continue
        k = choices[i] - A.DIE
        face = s.a_dice[k]
        if k == FOCUS:
            hits = t.focus_hits[face]
        else:
            hits = t.white_hits[face] if k < WHITES else t.black_hits[face]
        if hits == 0:
            return i
    return first_of(t, choices, count, V.DONE)


# ---- every question ------------------------------------------------------------------------------


@rule
def usual(t: Any, s: Any, choices: Any, count: Any) -> Any:
    """The place of what is usually answered, NONE where nothing is usual."""
    phase = s.phase
    if phase == Q.ACT_MAIN or phase == Q.MOVE_STEP:
        head = first_of(t, choices, count, V.TAKE_HEAD)
        if head >= 0:
            return head
        ki = last_of(t, choices, count, V.PLACE_KI)
        if ki >= 0:
            return ki
        h = asked_hero(s)
        return act(t, s, h, choices, count) if phase == Q.ACT_MAIN else walk(t, s, h, choices, count)
    if phase == Q.ATTACK_SKILL:
        return first_of(t, choices, count, V.SKILL)
    if phase == Q.ATTACK_FOCUS:
        return first_of(t, choices, count, V.NO)
    if phase == Q.ATTACK_REROLL:
        return missed(t, s, choices, count)
    if phase == Q.ENEMY_TARGET:
        return toughest(t, s, choices, count)
    if phase == Q.SHARE_MAIN or phase == Q.TRADE_GIVE or phase == Q.INTERLUDE_MAIN:
        return first_of(t, choices, count, V.DONE)
    if phase == Q.INIT_SWAP:
        return first_of(t, choices, count, V.NONE)
    if phase == Q.KI_REROLL:
        spent = first_of(t, choices, count, V.PICK_EXHAUSTED)
        return spent if spent >= 0 else first_of(t, choices, count, V.ROLL)
    return always(phase)


@rule
def always(phase: Any) -> Any:
    """The first answer, where that is the one to be glad of."""
    if phase == Q.REACT_BLESS or phase == Q.REACT_COUNTER or phase == Q.REACT_KAMI:
        return 0
    if phase == Q.ATTACK_YINYANG or phase == Q.INIT_USE or phase == Q.BUILD_ATTRIBUTE:
        return 0
    return goals.NONE
