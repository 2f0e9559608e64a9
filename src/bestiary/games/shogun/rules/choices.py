"""The Shogun's Chosen: what may be answered, and why not (the decisions of the rulebook)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import decisions as d
from .. import state as st
from .. import words as w
from ..state import cite
from .activation import bound, can_stop_after, dice_left, may_stop, points_left, step_cost, step_fits
from .aiming import any_target, attack_skills, may_do_without, no_kind
from .bargains import no_deal, no_gift, top
from .base import attribute, flags, gait, has_square, weapon_type
from .dice import rerollable
from .finds import item_type
from .lists import useful
from .meetings import anything_near, no_meeting
from .paths import ahead
from .skills import no_head, no_mode, no_place, no_skill, no_withdraw, reaches, skill_ki, skill_list
from .trade import can_equip

OK = 0
NOT_HERE = cite("SHG-9.7")
TEAM = cite("SHG-6.3")
ACTIONS = cite("SHG-9.5")
ONCE = cite("SHG-9.6")
MOVE_COST = cite("SHG-10.1")
EXERT_COST = cite("SHG-10.2")
BONUS = cite("SHG-10.13")
BOUND = cite("SHG-1.8")
STOP_EMPTY = cite("SHG-10.6")
STOP_LATER = cite("SHG-10.7")
STEP_COST = cite("SHG-10.4")
INTERACT_LATER = cite("SHG-10.12")
TECHNIQUE_COST = cite("SHG-11.1")
USELESS = cite("SHG-11.3")
REROLL_COST = cite("SHG-11.4")
REROLL_ONE = cite("SHG-11.6")
ATTACK_ONCE = cite("SHG-12.1")
OUT_OF_RANGE = cite("SHG-12.2")
ATTACK_COST = cite("SHG-12.4")
NO_SUCH_KIND = cite("SHG-12.5")
ONE_SKILL = cite("SHG-12.9")
SKILL_NEEDED = cite("SHG-12.10")
FURTHER = cite("SHG-12.19")
NOT_AN_ENEMY = cite("SHG-12.20")
REROLL_DICE = cite("SHG-12.15")
UNARMED = cite("SHG-27.4")
INTERACT_COST = cite("SHG-14.1")
ITEM_COST = cite("SHG-15.1")
ITEM_ONCE = cite("SHG-15.2")
ITEM_SPECIAL = cite("SHG-15.8")
AT_MOST_THREE = cite("SHG-3.14")
LEVEL_THREE = cite("SHG-33.7")
INITIAL_POINT = cite("SHG-25.6")
ARRIVAL = cite("SHG-4.5")
PAYMENT = cite("SHG-7.19")
SWAP = cite("SHG-8.9")
LIMIT = cite("SHG-27.2")
CURE = cite("SHG-22.5")
KAMI = cite("SHG-32.2")
SHARE = cite("SHG-3.2")
OVER = cite("SHG-33.1")
FREE_ACTIONS = cite("SHG-16.2")


# ---- the activation of a character ---------------------------------------------------------------


@rule
def no_action(t: Any, s: Any, h: Any, verb: Any, a: Any) -> Any:
    """The rule that forbids an action of act.main, or 0."""
    if verb == d.V_END:
        return OK
    if verb == d.V_MOVE:
        if s.moves > 0:
            return ONCE
        if s.ap[h] < 1:
            return MOVE_COST
        return BOUND if bound(t, s, h) else OK
    if verb == d.V_WALK:
        if s.bonus == 0:
            return BONUS
        return BOUND if bound(t, s, h) else OK
    if verb == d.V_TECHNIQUE:
        wrong = no_skill(t, s, h, a, np.int64(w.TECHNIQUE))
        if wrong != 0:
            return wrong
        if s.ap[h] < 1:
            return TECHNIQUE_COST
        return OK if useful(t, s, skill_list(t, s, h, a), h, skill_ki(s, h, a)) else USELESS
    if verb == d.V_REROLL_KI:
        return OK if s.ap[h] >= 2 and dice_left(s, h) > 0 else REROLL_COST
    if verb == d.V_ATTACK:
        return no_attack(t, s, h)
    if verb == d.V_INTERACT:
        return OK if s.ap[h] >= 1 and anything_near(t, s, h) else INTERACT_COST
    if verb == d.V_ITEM:
        return no_item(t, s, h, a)
    return ACTIONS


@rule
def no_attack(t: Any, s: Any, h: Any) -> Any:
    # SHG-12.1, SHG-12.2, SHG-27.4
    most = 2 if flags(t, s, h) & w.DOUBLE_ATTACK else 1
    if s.attacks >= most:
        return ATTACK_ONCE
    if weapon_type(s, h) < 0:
        return UNARMED
    if no_kind(t, s, h, np.int64(w.FAST)) != 0 and no_kind(t, s, h, np.int64(w.STRONG)) != 0:
        return ATTACK_COST
    return OK if any_target(t, s, h) else OUT_OF_RANGE


@rule
def no_item(t: Any, s: Any, h: Any, a: Any) -> Any:
    # SHG-15.1, SHG-15.2, SHG-15.8
    card = np.int64(s.items[h, a])
    if card < 0:
        return ITEM_COST
    if card >= st.MARKET:
        return ITEM_SPECIAL
    if s.item_used[card] == 1:
        return ITEM_ONCE
    sort = item_type(card)
    if s.ap[h] < 1 or attribute(t, s, h, np.int64(w.KNOWLEDGE)) < t.it_knowledge[sort]:
        return ITEM_COST
    return OK if useful(t, s, np.int64(t.it_list[sort]), h, np.int64(0)) else USELESS


@rule
def no_step_to(t: Any, s: Any, h: Any, how: Any, cost: Any, a: Any) -> Any:
    """The rule that forbids a step in a direction, or 0."""
    wrong = step_fits(t, s, h, how, a)
    if wrong != 0:
        return wrong
    left = points_left(s) - cost
    if left < 0:
        return STEP_COST
    return OK if can_stop_after(t, s, h, how, ahead(np.int64(s.sq[h]), a), left) else STOP_LATER


@rule
def no_move_verb(t: Any, s: Any, h: Any, verb: Any, a: Any) -> Any:
    """The rule that forbids an answer to move.step, or 0."""
    walk = top(s, np.int64(3)) == 1
    here = np.int64(s.sq[h])
    if verb == d.V_STEP:
        return no_step_to(t, s, h, gait(t, s, h), step_cost(t, s, h), a)
    if verb == d.V_EXERT:
        return OK if s.ap[h] >= 1 and not walk else EXERT_COST
    if verb == d.V_INTERACT:
        if s.opt.interact_breaks_move == 1 or not may_stop(t, s, h, here):
            return INTERACT_LATER
        return OK if s.ap[h] >= 1 and anything_near(t, s, h) else INTERACT_COST
    if verb == d.V_STOP:
        return OK if may_stop(t, s, h, here) else STOP_EMPTY
    return NOT_HERE


@rule
def no_free(t: Any, s: Any, h: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids a free action, or 0."""
    # SHG-16.2
    if s.active != h:
        return FREE_ACTIONS
    if verb == d.V_PLACE_KI:
        return no_place(t, s, h, a + 1, b)
    if verb == d.V_WITHDRAW_KI:
        return no_withdraw(t, s, h, a)
    if verb == d.V_TAKE_HEAD:
        return no_head(t, s, h, a)
    return no_mode(t, s, h)


@rule
def free_phase(phase: Any) -> Any:
    """Whether free actions may come in between."""
    if phase >= d.P_TARGET and phase <= d.P_YINYANG:
        return True
    return phase == d.P_ACT or phase == d.P_MOVE or phase == d.P_INTERACT


# ---- attacks -------------------------------------------------------------------------------------


@rule
def no_attack_verb(t: Any, s: Any, h: Any, verb: Any, a: Any) -> Any:
    """The rule that forbids an answer within an attack, or 0."""
    phase = s.phase
    if phase == d.P_TARGET:
        if verb == d.V_CANCEL:
            return OK
        if verb != d.V_TARGET:
            return NOT_HERE
        if a < st.HEROES or s.sq[a] < 0 or s.side_of[a] == w.OURS:
            return NOT_AN_ENEMY
        return OK if reaches(t, s, h, a) else OUT_OF_RANGE
    if phase == d.P_KIND:
        if verb != d.V_FAST and verb != d.V_STRONG:
            return NOT_HERE
        kind = np.int64(w.FAST) if verb == d.V_FAST else np.int64(w.STRONG)
        if no_kind(t, s, h, kind) == 0:
            return OK
        return ATTACK_COST if s.ap[h] < kind else NO_SUCH_KIND
    if phase == d.P_SKILL:
        if verb == d.V_NONE:
            return OK if may_do_without(t, s, h) else SKILL_NEEDED
        if verb != d.V_SKILL:
            return NOT_HERE
        wrong = no_skill(t, s, h, a, np.int64(w.ATTACK_SKILL))
        if wrong != 0:
            return wrong
        return OK if (attack_skills(t, s, h) >> a) & 1 else SKILL_NEEDED
    if phase == d.P_FOCUS or phase == d.P_YINYANG:
        return OK if verb == d.V_YES or verb == d.V_NO else NOT_HERE
    if phase == d.P_SPREAD:
        if verb == d.V_DONE:
            return OK
        if verb != d.V_TARGET:
            return NOT_HERE
        return OK if (s.cand[0] >> a) & 1 else FURTHER
    if verb == d.V_DONE:
        return OK
    if verb != d.V_DIE:
        return NOT_HERE
    return OK if (rerollable(s) >> a) & 1 else REROLL_DICE


# ---- every question ------------------------------------------------------------------------------


@rule
def asked_hero(s: Any) -> Any:
    """The character whose frame asks."""
    return top(s, np.int64(2))


@rule
def no_pick(s: Any, h: Any, verb: Any, a: Any) -> Any:
    if verb == d.V_PICK_SLOT:
        return OK if s.ki[h, a] > 0 else REROLL_COST
    if verb == d.V_PICK_SUPPLY:
        return OK if s.supply[h, a + 1] > 0 else REROLL_COST
    if verb == d.V_PICK_EXHAUSTED:
        return OK if s.exhausted[h] > 0 else REROLL_COST
    if s.phase == d.P_EFFECT_KI:
        return OK if verb == d.V_DONE else NOT_HERE
    if verb == d.V_ROLL:
        return OK if top(s, np.int64(5)) > 0 else REROLL_ONE
    return NOT_HERE


@rule
def bit(s: Any, wanted: Any, verb: Any, a: Any, forbids: Any) -> Any:
    """0 where the verb is the one asked for and its argument is in the set."""
    if verb != wanted:
        return NOT_HERE
    return OK if (s.cand[0] >> a) & 1 else forbids


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    return np.int64(forbidden(t, s, verb, a, b))


@rule
def forbidden(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids an answer to the question at hand, or 0."""
    phase = s.phase
    if s.over == 1:
        return OVER
    free = verb == d.V_PLACE_KI or verb == d.V_WITHDRAW_KI or verb == d.V_TAKE_HEAD or verb == d.V_KAMI_MODE
    if free:
        return no_free(t, s, asked_hero(s), verb, a, b) if free_phase(phase) else FREE_ACTIONS
    if phase == d.P_ACT:
        return no_action(t, s, asked_hero(s), verb, a)
    if phase == d.P_MOVE:
        return no_move_verb(t, s, asked_hero(s), verb, a)
    if phase >= d.P_TARGET and phase <= d.P_YINYANG:
        return no_attack_verb(t, s, asked_hero(s), verb, a)
    if phase == d.P_INTERACT:
        return no_meeting(t, s, asked_hero(s), verb, a)
    if phase == d.P_KI_REROLL or phase == d.P_EFFECT_KI:
        return no_pick(s, asked_hero(s), verb, a)
    if phase == d.P_TRADE:
        return no_gift(t, s, verb, a, b)
    if phase == d.P_INTERLUDE:
        return no_deal(t, s, verb, a, b)
    if phase == d.P_SHARE:
        if verb == d.V_EQUIP:
            return OK if b == 1 and can_equip(s, a) else SHARE
        return OK if verb == d.V_DONE else bit(s, np.int64(d.V_TRADE), verb, a, np.int64(SHARE))
    return forbidden_pick(s, verb, a, b)


@rule
def forbidden_pick(s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The same for the questions that carry the set of their answers."""
    phase = s.phase
    if phase == d.P_BUILD_ATTRIBUTE:
        return bit(s, np.int64(d.V_RAISE), verb, a, np.int64(AT_MOST_THREE))
    if phase == d.P_LEVEL_ATTRIBUTE:
        return bit(s, np.int64(d.V_RAISE), verb, a, np.int64(LEVEL_THREE))
    if phase == d.P_END_ATTRIBUTE:
        return bit(s, np.int64(d.V_LOSE), verb, a, np.int64(INITIAL_POINT))
    if phase == d.P_BUILD_SKILL or phase == d.P_LEVEL_SKILL:
        return OK if verb == d.V_SIDE else NOT_HERE
    if phase == d.P_PLACE:
        return bit(s, np.int64(d.V_ARRIVE), verb, a, np.int64(ARRIVAL))
    if phase == d.P_EVENT_CHOOSE or phase == d.P_EFFECT_CHOOSE:
        return bit(s, np.int64(d.V_OPTION), verb, a, np.int64(PAYMENT))
    if phase == d.P_EVENT_KI:
        return bit(s, np.int64(d.V_RAISE_KI), verb, a, np.int64(TEAM))
    if phase == d.P_ORDER:
        return bit(s, np.int64(d.V_ORDER), verb, a, np.int64(TEAM))
    if phase == d.P_USE:
        return OK if verb == d.V_NO else bit(s, np.int64(d.V_USE_ON), verb, a, np.int64(TEAM))
    if phase == d.P_SWAP:
        return OK if verb == d.V_NONE else bit(s, np.int64(d.V_SWAP), verb, a, np.int64(SWAP))
    if phase == d.P_CURE:
        return bit(s, np.int64(d.V_CURE), verb, a, np.int64(CURE))
    if phase == d.P_LIMIT:
        return bit(s, np.int64(d.V_DISCARD), verb, a, np.int64(LIMIT))
    if phase == d.P_BLESS:
        return OK if verb == d.V_BLESS or verb == d.V_ACCEPT else NOT_HERE
    if phase == d.P_COUNTER or phase == d.P_KAMI_REACT:
        return OK if verb == d.V_YES or verb == d.V_NO else NOT_HERE
    if phase == d.P_SPAWN_POINT:
        return bit(s, np.int64(d.V_SPAWN), verb, a, np.int64(TEAM))
    if phase == d.P_EFFECT_SQUARE or phase == d.P_ENEMY_SQUARE or phase == d.P_SPAWN_SQUARE:
        if verb == d.V_NONE and s.may == 1:
            return OK
        if verb != d.V_SQUARE:
            return NOT_HERE
        return OK if has_square(s, a) else TEAM
    if phase == d.P_KAMI_CHANGE:
        if verb == d.V_NONE:
            return OK
        if verb != d.V_TAKE_KAMI or s.status[a] == st.ABSENT or not (s.cand[0] >> b) & 1:
            return KAMI
        return OK if s.cand[1] < 0 or s.cand[1] == a else KAMI
    return bit(s, np.int64(d.V_CHOOSE), verb, a, np.int64(TEAM))
