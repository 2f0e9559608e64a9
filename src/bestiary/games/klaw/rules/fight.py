"""KLAW: the course of a fight, exchange by exchange (chapters 10, 11 and 13)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.names import Names
from bestiary.core.record import EMPTY

from ..effects import DO, ON, POOL, TARGET
from ..events import RESULT, WILD, E
from ..moves import Q
from ..state import DICE, EFFECT, FIGHT, IS, ITEMS, KEPT, NOBODY, OPT, OUTCOME, SLOTS, SPOILS, STAGE, TASK
from . import aims, dice, field, hand, work
from .effects import start_effect

STEP = Names("STEP", ("begin", "answered", "next", "choose", "chosen", "compare", "after"))
AFTER = Names("AFTER", ("wild", "hit", "hurt"))  # the moments after an exchange, for either side
MOMENTS = len(AFTER)
EXCHANGES = 24  # after which neither has won


@rule
def reset_fight(s: Any) -> None:
    """Nothing of a fight stays behind."""
    s.fight = STAGE.QUIET
    s.exchange = 0
    s.role = 0
    s.fallen = NOBODY
    s.saved = 0
    s.outcome = OUTCOME.STANDING
    s.lent = 0
    for side in range(2):
        s.fighter[side] = NOBODY
        s.pool[side] = 0
        s.wild[side] = 0
        s.dealt[side] = 0
        for i in range(DICE):
            s.die[side, i] = 0


@rule
def start_fight(s: Any, own: Any, other: Any) -> None:
    work.push(s, TASK.FIGHT)
    frame = s.task[s.tasks - 1]
    frame[FIGHT.OWN] = own
    frame[FIGHT.OTHER] = other


@rule
def begin_fight(s: Any, log: Any) -> None:
    # KLW-10.1
    frame = s.task[s.tasks - 1]
    reset_fight(s)
    s.fight = STAGE.FIGHTING
    own = frame[FIGHT.OWN]
    other = frame[FIGHT.OTHER]
    s.fighter[0] = own
    s.fighter[1] = other
    frame[FIGHT.STEP] = STEP.ANSWERED
    names = work.name_of(s, own), work.name_of(s, other)
    emit(log, E.FIGHTS, ALL, ALL, names[0], names[1], work.seat_of(own), work.seat_of(other))
    work.start_moment(s, ON.FIGHT_START, own)


@rule
def step_fight(t: Any, s: Any, log: Any) -> None:
    frame = s.task[s.tasks - 1]
    step = frame[FIGHT.STEP]
    if step == STEP.BEGIN:
        begin_fight(s, log)
    elif s.fallen != NOBODY:
        victory(s)
    elif s.outcome == OUTCOME.FLED:
        part(t, s, log)
    elif step == STEP.ANSWERED:
        frame[FIGHT.STEP] = STEP.NEXT
        work.start_moment(s, ON.FIGHT_START, frame[FIGHT.OTHER])
    elif step == STEP.NEXT:
        next_exchange(t, s, log)
    elif step == STEP.CHOOSE or step == STEP.CHOSEN:
        choose_pool(t, s)
    elif step == STEP.COMPARE:
        frame[FIGHT.STEP] = STEP.AFTER
        dice.roll_dice(t, s, log)
        compare(t, s, log)
    elif step < STEP.AFTER + 2 * MOMENTS:
        frame[FIGHT.STEP] = step + 1
        after_exchange(s, step - STEP.AFTER)
    else:
        frame[FIGHT.STEP] = STEP.NEXT


@rule
def next_exchange(t: Any, s: Any, log: Any) -> None:
    # KLW-3.10, KLW-13.1, KLW-13.5, KLW-13.14
    frame = s.task[s.tasks - 1]
    if s.exchange == EXCHANGES:
        emit(log, E.STANDS, ALL, ALL, s.exchange, 0, 0, 0)
        part(t, s, log)
        return
    s.exchange += 1
    s.role = (s.exchange + 1) % 2
    h = s.fighter[s.role]
    other = s.fighter[1 - s.role]
    emit(log, E.EXCHANGE, ALL, ALL, s.exchange, work.name_of(s, h), work.name_of(s, other), 0)
    if s.mark[h, IS.ASLEEP] > 0:
        emit(log, E.SLEEPS, ALL, ALL, work.name_of(s, h), 0, 0, 0)
        return
    frame[FIGHT.STEP] = STEP.CHOOSE
    if s.exchange > 1 and has_alternative(t, s, h):
        work.ask(s, Q.FIGHT_ROLE, work.seat_of(h))


@rule
def has_alternative(t: Any, s: Any, h: Any) -> Any:
    # KLW-D14: all of it is open, so the question may be left out
    for i in range(ITEMS):
        if aims.why_fight_item(t, s, h, i) == 0:
            return True
    for i in range(SLOTS):
        if aims.why_lend(t, s, h, work.seat_of(h) * SLOTS + i) == 0:
            return True
    for source in range(KEPT + 1):
        if aims.why_flee(t, s, h, source) == 0:
            return True
    return False


@rule
def choose_pool(t: Any, s: Any) -> None:
    # KLW-11.2, KLW-11.3
    frame = s.task[s.tasks - 1]
    first = frame[FIGHT.STEP] == STEP.CHOOSE
    side = s.role if first else 1 - s.role
    pool = POOL.ATTACK if first else POOL.DEFENCE
    h = s.fighter[side]
    s.pool[side] = dice.pool_of(t, s, h, pool)
    frame[FIGHT.STEP] = STEP.CHOSEN if first else STEP.COMPARE
    if s.pool[side] > 1 and dice.chooses_dice(t, s, h, pool):
        work.ask(s, Q.FIGHT_DICE, work.seat_of(h))


@rule
def choosing_side(s: Any) -> Any:
    """Whose dice are being chosen."""
    return s.role if s.task[s.tasks - 1, FIGHT.STEP] == STEP.CHOSEN else 1 - s.role


@rule
def wound(t: Any, s: Any, side: Any, log: Any) -> None:
    # KLW-11.10, KLW-11.12, KLW-11.16: this side takes a Life from the other
    h = s.fighter[1 - side]
    s.life[h] -= 1
    s.dealt[side] += 1
    if s.life[h] <= 0:
        field.fall(t, s, h, log)


@rule
def result_of(s: Any, i: Any, edge: Any) -> Any:
    # KLW-3.9, KLW-11.9 to KLW-11.14, KLW-11.19
    side = s.role
    if i >= s.pool[1 - side]:
        return RESULT.A_HIT
    blocks = dice.only_blocks(s, 1 - side)
    if i >= s.pool[side]:
        if blocks or s.opt.uncontested_defence == OPT.UNCONTESTED_DEFENCE_BLOCK:
            return RESULT.A_BLOCK
        return RESULT.A_HIT_BACK
    ahead = 2 * (s.die[side, i] - s.die[1 - side, i]) + edge
    if ahead > 0:
        return RESULT.A_HIT
    if ahead < 0:
        return RESULT.A_BLOCK if blocks else RESULT.A_HIT_BACK
    return RESULT.A_TIE


@rule
def compare(t: Any, s: Any, log: Any) -> None:
    # KLW-11.15, KLW-11.18
    side = s.role
    other = 1 - side
    s.dealt[0] = 0
    s.dealt[1] = 0
    s.saved = 0
    attacker = s.fighter[side]
    defender = s.fighter[other]
    own_armour = work.always(t, s, attacker, DO.ARMOR, POOL.ATTACK, work.HOW.SUM)
    armour = work.always(t, s, defender, DO.ARMOR, POOL.DEFENCE, work.HOW.SUM)
    edge = dice.tie_edge(t, s, side)
    for i in range(max(s.pool[side], s.pool[other])):
        result = result_of(s, i, edge)
        report(s, i, result, log)
        if result == RESULT.A_HIT:
            if armour > 0:
                armour -= 1
                emit(log, E.GUARDS, ALL, ALL, work.name_of(s, defender), 0, 0, 0)
            else:
                wound(t, s, side, log)
        elif result == RESULT.A_HIT_BACK:
            if own_armour > 0:
                own_armour -= 1
                emit(log, E.GUARDS, ALL, ALL, work.name_of(s, attacker), 0, 0, 0)
            else:
                wound(t, s, other, log)
        if s.fallen != NOBODY or s.saved == 1:
            break
    for k in range(2):
        # KLW-3.11
        h = s.fighter[k]
        if s.dealt[1 - k] > 0:
            s.mark[h, IS.ASLEEP] = 0
            emit(log, E.HURTS, ALL, ALL, work.name_of(s, h), s.life[h], 0, 0)


@rule
def report(s: Any, i: Any, result: Any, log: Any) -> None:
    """One comparison, for the story."""
    side = s.role
    if i >= s.pool[1 - side]:
        emit(log, E.ALONE, ALL, ALL, s.die[side, i], result, 0, 0)
    elif i >= s.pool[side]:
        emit(log, E.ALONE, ALL, ALL, s.die[1 - side, i], result, 0, 0)
    else:
        emit(log, E.PAIRS, ALL, ALL, s.die[side, i], s.die[1 - side, i], result, 0)


@rule
def after_exchange(s: Any, moment: Any) -> None:
    # KLW-11.17
    side = s.role if moment < MOMENTS else 1 - s.role
    h = s.fighter[side]
    trigger = -1
    if moment % MOMENTS == AFTER.WILD:
        if s.wild[side] == WILD.EXCEPTIONAL_SUCCESS:
            trigger = ON.WILD_SIX
        elif s.wild[side] == WILD.CATASTROPHIC_FAILURE:
            trigger = ON.WILD_ONE
    elif moment % MOMENTS == AFTER.HIT:
        if s.dealt[side] > 0:
            trigger = ON.HIT
    elif s.dealt[1 - side] > 0:
        trigger = ON.HURT
    if trigger >= 0:
        work.start_moment(s, trigger, h)


# ---- instead of rolling -----------------------------------------------------------------------------


@rule
def use_in_fight(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-13.3, KLW-13.7, KLW-13.11
    h = s.fighter[s.role]
    card = s.items[h, i]
    s.items[h, i] = EMPTY
    hand.throw(s, card)
    emit(log, E.USES, ALL, ALL, work.seat_of(h), card, 0, 0)
    s.task[s.tasks - 1, FIGHT.STEP] = STEP.NEXT
    start_effect(s, t.kind[card], ON.USE, work.seat_of(h), h, h, card)


@rule
def lend_talent(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-13.3, KLW-13.6, KLW-13.8
    h = s.fighter[s.role]
    other = work.seat_of(h) * SLOTS + i
    card = work.name_of(s, other)
    kind = t.kind[card]
    s.lent |= 1 << other
    emit(log, E.USES, ALL, ALL, work.seat_of(h), card, 0, 0)
    s.task[s.tasks - 1, FIGHT.STEP] = STEP.NEXT
    target = h
    if t.target[kind] != TARGET.OWN_HOST:
        target = work.enemy_of(s, h)
    start_effect(s, kind, ON.SUPPORT, work.seat_of(h), other, target, card)
    s.task[s.tasks - 1, EFFECT.AIMED] = work.name_of(s, target)


@rule
def flee_with(t: Any, s: Any, source: Any) -> None:
    # KLW-13.9, KLW-13.12
    h = s.fighter[s.role]
    card = work.name_of(s, h) if source == KEPT else s.totem[h, source]
    start_effect(s, t.kind[card], ON.STANCE, work.seat_of(h), h, h, card)


# ---- the end ----------------------------------------------------------------------------------------


@rule
def victory(s: Any) -> None:
    # KLW-13.2
    loser = s.fighter[s.fallen]
    victor = s.fighter[1 - s.fallen]
    work.pop(s)
    work.push(s, TASK.SPOILS)
    frame = s.task[s.tasks - 1]
    frame[SPOILS.VICTOR] = victor
    frame[SPOILS.LOSER] = loser
    frame[SPOILS.NAME] = work.name_of(s, victor)


@rule
def rest_partners(t: Any, s: Any, kind: Any) -> None:
    # KLW-14.17, KLW-14.18
    for h in range(work.all_places(s)):
        if s.host[h] == EMPTY or s.fighter[0] == h or s.fighter[1] == h:
            continue
        if work.carries(t, s, h, kind) and not field.never_rests(t, s, h):
            for k in range(s.totem_n[h]):
                if t.kind[s.totem[h, k]] == kind:
                    s.rest[h, k] = work.round_length(s)


@rule
def part(t: Any, s: Any, log: Any) -> None:
    # KLW-13.9, KLW-13.14, KLW-14.16, KLW-14.17
    s.fight = STAGE.QUIET
    for side in range(2):
        h = s.fighter[side]
        for k in range(s.totem_n[h]):
            rest_partners(t, s, t.kind[s.totem[h, k]])
        field.put_to_rest(t, s, h, log)
    reset_fight(s)
    work.pop(s)
