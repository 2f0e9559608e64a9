"""The Shogun's Chosen: why an answer is refused (the decisions of the rulebook)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import ATTACK, ATTR, FLAG, SIDE, SKILL
from ...moves import Q, V
from ...state import HEROES, MARKET, STATUS, cite
from ..effects import lists
from ..fight import declare, dice
from ..figures import attribute, flags, gait, weapon_type
from ..frames import PICK_KI, WALK, asked_hero, top
from ..questions import has_square
from ..things import exchange, interlude, items
from ..turn import interact, ki, skills, walking

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
NO_STEP = cite("SHG-10.17")
MOVE_FIRST = cite("SHG-10.19")
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
    if verb == V.END:
        return OK
    if verb == V.MOVE:
        if s.moves > 0:
            return ONCE
        if s.ap[h] < 1:
            return MOVE_COST
        if walking.bound(t, s, h):
            return BOUND
        most = walking.move_points(t, s, h) + walking.GAIN * (s.ap[h] - 1)
        return OK if walking.any_step(t, s, h, most) else NO_STEP
    if verb == V.WALK:
        if s.bonus == 0:
            return BONUS
        if walking.bound(t, s, h):
            return BOUND
        return OK if walking.any_step(t, s, h, s.bonus) else NO_STEP
    if verb == V.GO:
        return walking.no_walk(t, s, h, a)
    if verb == V.TECHNIQUE:
        wrong = skills.no_skill(t, s, h, a, SKILL.TECHNIQUE)
        if wrong != 0:
            return wrong
        if s.ap[h] < 1:
            return TECHNIQUE_COST
        return (
            OK if lists.useful(t, s, skills.skill_list(t, s, h, a), h, skills.skill_ki(s, h, a)) else USELESS
        )
    if verb == V.REROLL_KI:
        return OK if s.ap[h] >= 2 and ki.dice_left(s, h) > 0 else REROLL_COST
    if verb == V.FAST or verb == V.STRONG:
        return no_attack(t, s, h, ATTACK.FAST if verb == V.FAST else ATTACK.STRONG, a)
    if interact.is_meeting(verb):
        return interact.no_meeting(t, s, h, verb, a)
    if verb == V.ITEM:
        return no_item(t, s, h, a)
    return ACTIONS


@rule
def no_attacks(t: Any, s: Any, h: Any) -> Any:
    """The rule that keeps a character from attacking at all, or 0."""
    # SHG-12.1, SHG-27.4
    most = 2 if flags(t, s, h) & FLAG.DOUBLE_ATTACK else 1
    if s.attacks >= most:
        return ATTACK_ONCE
    return UNARMED if weapon_type(s, h) < 0 else OK


@rule
def no_attack(t: Any, s: Any, h: Any, kind: Any, f: Any) -> Any:
    """The rule that forbids an attack of this kind on a creature, or 0."""
    # SHG-12.2, SHG-12.4, SHG-12.5, SHG-12.20
    wrong = no_attacks(t, s, h)
    if wrong != 0:
        return wrong
    if f < HEROES or s.sq[f] < 0 or s.side_of[f] == SIDE.CHARACTERS:
        return NOT_AN_ENEMY
    if declare.no_kind(t, s, h, kind) != 0:
        return ATTACK_COST if s.ap[h] < kind else NO_SUCH_KIND
    return OK if skills.reaches(t, s, h, f) else OUT_OF_RANGE


@rule
def no_item(t: Any, s: Any, h: Any, a: Any) -> Any:
    # SHG-15.1, SHG-15.2, SHG-15.8
    card = s.items[h, a]
    if card < 0:
        return ITEM_COST
    if card >= MARKET:
        return ITEM_SPECIAL
    if s.item_used[card] == 1:
        return ITEM_ONCE
    sort = items.item_type(card)
    if s.ap[h] < 1 or attribute(t, s, h, ATTR.KNOWLEDGE) < t.it_knowledge[sort]:
        return ITEM_COST
    return OK if lists.useful(t, s, t.it_list[sort], h, 0) else USELESS


@rule
def no_move_verb(t: Any, s: Any, h: Any, verb: Any, a: Any) -> Any:
    """The rule that forbids an answer to move.step, or 0."""
    walk = top(s, WALK.BONUS) == 1
    here = s.sq[h]
    if verb == V.STEP:
        cost = walking.step_cost(t, s, h)
        return walking.no_step_to(t, s, h, gait(t, s, h), cost, walking.points_left(s), a)
    if verb == V.GO:
        return walking.no_walk(t, s, h, a)
    if verb == V.EXERT:
        return OK if s.ap[h] >= 1 and not walk else EXERT_COST
    if interact.is_meeting(verb):
        if s.opt.interact_breaks_move == 1 or not walking.may_stop(t, s, h, here):
            return INTERACT_LATER
        return interact.no_meeting(t, s, h, verb, a)
    if verb == V.STOP:
        if not walking.may_stop(t, s, h, here):
            return STOP_EMPTY
        return OK if walking.may_finish(t, s, h) else NO_STEP
    if not walking.goes_over(verb):
        return NOT_HERE
    return no_action(t, s, h, verb, a) if walking.may_go_over(t, s, h) else MOVE_FIRST


@rule
def no_free(t: Any, s: Any, h: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids a free action, or 0."""
    # SHG-16.2
    if s.active != h:
        return FREE_ACTIONS
    if verb == V.PLACE_KI:
        return skills.no_place(t, s, h, a + 1, b)
    if verb == V.WITHDRAW_KI:
        return skills.no_withdraw(t, s, h, a)
    if verb == V.TAKE_HEAD:
        return skills.no_head(t, s, h, a)
    return skills.no_mode(t, s, h)


@rule
def free_phase(phase: Any) -> Any:
    """Whether free actions may come in between."""
    if phase >= Q.ATTACK_SKILL and phase <= Q.ATTACK_YINYANG:
        return True
    return phase == Q.ACT_MAIN or phase == Q.MOVE_STEP


# ---- attacks -------------------------------------------------------------------------------------


@rule
def no_attack_verb(t: Any, s: Any, h: Any, verb: Any, a: Any) -> Any:
    """The rule that forbids an answer within an attack, or 0."""
    phase = s.phase
    if phase == Q.ATTACK_SKILL:
        if verb == V.NONE:
            return OK if declare.may_do_without(t, s, h) else SKILL_NEEDED
        if verb != V.SKILL:
            return NOT_HERE
        wrong = skills.no_skill(t, s, h, a, SKILL.ATTACK)
        if wrong != 0:
            return wrong
        return OK if (declare.attack_skills(t, s, h) >> a) & 1 else SKILL_NEEDED
    if phase == Q.ATTACK_FOCUS or phase == Q.ATTACK_YINYANG:
        return OK if verb == V.YES or verb == V.NO else NOT_HERE
    if phase == Q.ATTACK_SPREAD:
        if verb == V.DONE:
            return OK
        if verb != V.TARGET:
            return NOT_HERE
        return OK if (s.cand[0] >> a) & 1 else FURTHER
    if verb == V.DONE:
        return OK
    if verb != V.DIE:
        return NOT_HERE
    return OK if (dice.rerollable(s) >> a) & 1 else REROLL_DICE


@rule
def no_pick(s: Any, h: Any, verb: Any, a: Any) -> Any:
    if verb == V.PICK_SLOT:
        return OK if s.ki[h, a] > 0 else REROLL_COST
    if verb == V.PICK_SUPPLY:
        return OK if s.supply[h, a + 1] > 0 else REROLL_COST
    if verb == V.PICK_EXHAUSTED:
        return OK if s.exhausted[h] > 0 else REROLL_COST
    if s.phase == Q.EFFECT_KI:
        return OK if verb == V.DONE else NOT_HERE
    if verb == V.ROLL:
        return OK if top(s, PICK_KI.PICKED) > 0 else REROLL_ONE
    return NOT_HERE


@rule
def bit(s: Any, wanted: Any, verb: Any, a: Any, forbids: Any) -> Any:
    """0 where the verb is the one asked for and its argument is in the set."""
    if verb != wanted:
        return NOT_HERE
    return OK if (s.cand[0] >> a) & 1 else forbids


@rule
def forbidden(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids an answer to the question at hand, or 0."""
    phase = s.phase
    if s.over == 1:
        return OVER
    free = verb == V.PLACE_KI or verb == V.WITHDRAW_KI or verb == V.TAKE_HEAD or verb == V.KAMI_MODE
    if free:
        return no_free(t, s, asked_hero(s), verb, a, b) if free_phase(phase) else FREE_ACTIONS
    if phase == Q.ACT_MAIN:
        return no_action(t, s, asked_hero(s), verb, a)
    if phase == Q.MOVE_STEP:
        return no_move_verb(t, s, asked_hero(s), verb, a)
    if phase >= Q.ATTACK_SKILL and phase <= Q.ATTACK_YINYANG:
        return no_attack_verb(t, s, asked_hero(s), verb, a)
    if phase == Q.KI_REROLL or phase == Q.EFFECT_KI:
        return no_pick(s, asked_hero(s), verb, a)
    if phase == Q.TRADE_GIVE:
        return exchange.no_gift(t, s, verb, a, b)
    if phase == Q.INTERLUDE_MAIN:
        return interlude.no_deal(t, s, verb, a, b)
    if phase == Q.SHARE_MAIN:
        if verb == V.EQUIP:
            return OK if b == 1 and exchange.can_equip(s, a) else SHARE
        return OK if verb == V.DONE else bit(s, V.TRADE, verb, a, SHARE)
    return forbidden_pick(s, verb, a, b)


@rule
def forbidden_pick(s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The same for the questions that carry the set of their answers."""
    phase = s.phase
    if phase == Q.BUILD_ATTRIBUTE:
        return bit(s, V.RAISE, verb, a, AT_MOST_THREE)
    if phase == Q.LEVEL_ATTRIBUTE:
        return bit(s, V.RAISE, verb, a, LEVEL_THREE)
    if phase == Q.END_ATTRIBUTE:
        return bit(s, V.LOSE, verb, a, INITIAL_POINT)
    if phase == Q.BUILD_SKILL or phase == Q.LEVEL_SKILL:
        return OK if verb == V.SIDE else NOT_HERE
    if phase == Q.PLACE_CHARACTER:
        return bit(s, V.ARRIVE, verb, a, ARRIVAL)
    if phase == Q.EVENT_CHOOSE or phase == Q.EFFECT_CHOOSE:
        return bit(s, V.OPTION, verb, a, PAYMENT)
    if phase == Q.EVENT_KI:
        return bit(s, V.RAISE_KI, verb, a, TEAM)
    if phase == Q.INIT_ORDER:
        return bit(s, V.ORDER, verb, a, TEAM)
    if phase == Q.INIT_USE:
        return OK if verb == V.NO else bit(s, V.USE_ON, verb, a, TEAM)
    if phase == Q.INIT_SWAP:
        return OK if verb == V.NONE else bit(s, V.SWAP, verb, a, SWAP)
    if phase == Q.EFFECT_CURE:
        return bit(s, V.CURE, verb, a, CURE)
    if phase == Q.LIMIT_DISCARD:
        return bit(s, V.DISCARD, verb, a, LIMIT)
    if phase == Q.REACT_BLESS:
        return OK if verb == V.BLESS or verb == V.ACCEPT else NOT_HERE
    if phase == Q.REACT_COUNTER or phase == Q.REACT_KAMI:
        return OK if verb == V.YES or verb == V.NO else NOT_HERE
    if phase == Q.SPAWN_POINT:
        return bit(s, V.SPAWN, verb, a, TEAM)
    if phase == Q.EFFECT_SQUARE or phase == Q.ENEMY_SQUARE or phase == Q.SPAWN_SQUARE:
        if verb == V.NONE and s.may == 1:
            return OK
        if verb != V.SQUARE:
            return NOT_HERE
        return OK if has_square(s, a) else TEAM
    if phase == Q.KAMI_CHANGE:
        if verb == V.NONE:
            return OK
        if verb != V.TAKE_KAMI or s.status[a] == STATUS.ABSENT or not (s.cand[0] >> b) & 1:
            return KAMI
        return OK if s.cand[1] < 0 or s.cand[1] == a else KAMI
    return bit(s, V.CHOOSE, verb, a, TEAM)
