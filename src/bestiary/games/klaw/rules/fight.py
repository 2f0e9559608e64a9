"""KLAW: the course of a fight, exchange by exchange (chapters 10, 11 and 13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import (
    BLOCKED,
    E_ALONE,
    E_EXCHANGE,
    E_FIGHTS,
    E_GUARDS,
    E_HURTS,
    E_PAIRS,
    E_SLEEPS,
    E_STANDS,
    E_USES,
    HIT,
    HIT_BACK,
    TIE,
)
from ..state import (
    ASLEEP,
    BLOCK,
    DICE,
    EXCHANGES,
    FIGHT_DICE,
    FIGHT_ROLE,
    FIGHTING,
    FLED,
    ITEMS,
    KEPT,
    MOMENT,
    NOBODY,
    QUIET,
    SLOTS,
    SPOILS,
    STANDING,
    STEP,
    WILD_ONE,
    WILD_SIX,
    A,
    B,
    F,
)
from ..vocabulary import (
    ATTACK_POOL,
    DEFENCE_POOL,
    DO_ARMOR,
    DO_WIN_TIES,
    ON_FIGHT_START,
    ON_HIT,
    ON_HURT,
    ON_STANCE,
    ON_SUPPORT,
    ON_USE,
    ON_WILD_ONE,
    ON_WILD_SIX,
    T_OWN_HOST,
)
from .aims import why_fight_item, why_flee, why_lend
from .dice import chooses_dice, pool_of, roll_dice
from .effects import start_effect
from .field import fall, never_rests, put_to_rest
from .hand import throw
from .work import (
    COUNT,
    SUM,
    all_places,
    always,
    ask,
    carries,
    enemy_of,
    name_of,
    pop,
    push,
    round_length,
    seat_of,
)

# steps of a fight; after AFTER come three moments for either side
BEGIN, ANSWERED, NEXT, CHOOSE, CHOSEN, COMPARE, AFTER = range(7)
MOMENTS = 6


@rule
def reset_fight(s: Any) -> None:
    """Nothing of a fight stays behind."""
    s.fight = QUIET
    s.exchange = 0
    s.role = 0
    s.fallen = NOBODY
    s.saved = 0
    s.outcome = STANDING
    s.lent = 0
    for side in range(2):
        s.fighter[side] = NOBODY
        s.pool[side] = 0
        s.wild[side] = 0
        s.dealt[side] = 0
        for i in range(DICE):
            s.die[side, i] = 0


@rule
def begin_fight(s: Any, log: Any) -> None:
    # KLW-10.1
    frame = s.task[s.tasks - 1]
    reset_fight(s)
    s.fight = FIGHTING
    s.fighter[0] = frame[A]
    s.fighter[1] = frame[B]
    frame[STEP] = ANSWERED
    emit(log, E_FIGHTS, ALL, ALL, name_of(s, np.int64(frame[A])), name_of(s, np.int64(frame[B])), 0, 0)
    push(s, MOMENT, ON_FIGHT_START, frame[A], EMPTY, name_of(s, np.int64(frame[A])), 0, 0)


@rule
def step_fight(t: Any, s: Any, log: Any) -> None:
    frame = s.task[s.tasks - 1]
    step = frame[STEP]
    if step == BEGIN:
        begin_fight(s, log)
    elif s.fallen != NOBODY:
        victory(s)
    elif s.outcome == FLED:
        part(t, s, log)
    elif step == ANSWERED:
        frame[STEP] = NEXT
        push(s, MOMENT, ON_FIGHT_START, frame[B], EMPTY, name_of(s, np.int64(frame[B])), 0, 0)
    elif step == NEXT:
        next_exchange(t, s, log)
    elif step == CHOOSE or step == CHOSEN:
        choose_pool(t, s)
    elif step == COMPARE:
        frame[STEP] = AFTER
        roll_dice(t, s, log)
        compare(t, s, log)
    elif step < AFTER + MOMENTS:
        frame[STEP] = step + 1
        after_exchange(s, np.int64(step - AFTER))
    else:
        frame[STEP] = NEXT


@rule
def next_exchange(t: Any, s: Any, log: Any) -> None:
    # KLW-3.10, KLW-13.1, KLW-13.5, KLW-13.14
    frame = s.task[s.tasks - 1]
    if s.exchange == EXCHANGES:
        emit(log, E_STANDS, ALL, ALL, np.int64(s.exchange), 0, 0, 0)
        part(t, s, log)
        return
    s.exchange += 1
    s.role = (s.exchange + 1) % 2
    h = np.int64(s.fighter[s.role])
    other = np.int64(s.fighter[1 - s.role])
    emit(log, E_EXCHANGE, ALL, ALL, np.int64(s.exchange), name_of(s, h), name_of(s, other), 0)
    if s.mark[h, ASLEEP] > 0:
        emit(log, E_SLEEPS, ALL, ALL, name_of(s, h), 0, 0, 0)
        return
    frame[STEP] = CHOOSE
    if s.exchange > 1 and has_alternative(t, s, h):
        ask(s, FIGHT_ROLE, seat_of(h))


@rule
def has_alternative(t: Any, s: Any, h: Any) -> Any:
    # KLW-D14: all of it is open, so the question may be left out
    for i in range(ITEMS):
        if why_fight_item(t, s, h, np.int64(i)) == 0:
            return True
    for i in range(SLOTS):
        if why_lend(t, s, h, np.int64(seat_of(h) * SLOTS + i)) == 0:
            return True
    for source in range(KEPT + 1):
        if why_flee(t, s, h, np.int64(source)) == 0:
            return True
    return False


@rule
def choose_pool(t: Any, s: Any) -> None:
    # KLW-11.2, KLW-11.3
    frame = s.task[s.tasks - 1]
    first = frame[STEP] == CHOOSE
    side = np.int64(s.role if first else 1 - s.role)
    pool = np.int64(ATTACK_POOL if first else DEFENCE_POOL)
    h = np.int64(s.fighter[side])
    s.pool[side] = pool_of(t, s, h, pool)
    frame[STEP] = CHOSEN if first else COMPARE
    if s.pool[side] > 1 and chooses_dice(t, s, h, pool):
        ask(s, FIGHT_DICE, seat_of(h))


@rule
def choosing_side(s: Any) -> Any:
    """Whose dice are being chosen."""
    return np.int64(s.role if s.task[s.tasks - 1, STEP] == CHOSEN else 1 - s.role)


@rule
def wound(t: Any, s: Any, side: Any, log: Any) -> None:
    # KLW-11.10, KLW-11.12, KLW-11.16: this side takes a Life from the other
    h = np.int64(s.fighter[1 - side])
    s.life[h] -= 1
    s.dealt[side] += 1
    if s.life[h] <= 0:
        fall(t, s, h, log)


@rule
def wins_ties(t: Any, s: Any, side: Any, pool: Any) -> Any:
    return always(t, s, np.int64(s.fighter[side]), np.int64(DO_WIN_TIES), pool, np.int64(COUNT)) > 0


@rule
def result_of(s: Any, i: Any, attacker_ties: Any, defender_ties: Any) -> Any:
    # KLW-11.9 to KLW-11.14, KLW-11.19
    side = s.role
    if i >= s.pool[1 - side]:
        return HIT
    if i >= s.pool[side]:
        return BLOCKED if s.opt.uncontested_defence == BLOCK else HIT_BACK
    own = s.die[side, i]
    other = s.die[1 - side, i]
    if own > other or (own == other and attacker_ties and not defender_ties):
        return HIT
    if own < other or (own == other and defender_ties and not attacker_ties):
        return HIT_BACK
    return TIE


@rule
def compare(t: Any, s: Any, log: Any) -> None:
    # KLW-11.15, KLW-11.18
    side = np.int64(s.role)
    other = 1 - side
    s.dealt[0] = 0
    s.dealt[1] = 0
    s.saved = 0
    attacker = np.int64(s.fighter[side])
    defender = np.int64(s.fighter[other])
    own_armour = always(t, s, attacker, np.int64(DO_ARMOR), np.int64(ATTACK_POOL), np.int64(SUM))
    armour = always(t, s, defender, np.int64(DO_ARMOR), np.int64(DEFENCE_POOL), np.int64(SUM))
    ties = wins_ties(t, s, side, np.int64(ATTACK_POOL))
    other_ties = wins_ties(t, s, other, np.int64(DEFENCE_POOL))
    for i in range(max(s.pool[side], s.pool[other])):
        result = result_of(s, np.int64(i), ties, other_ties)
        report(s, np.int64(i), np.int64(result), log)
        if result == HIT:
            if armour > 0:
                armour -= 1
                emit(log, E_GUARDS, ALL, ALL, name_of(s, defender), 0, 0, 0)
            else:
                wound(t, s, side, log)
        elif result == HIT_BACK:
            if own_armour > 0:
                own_armour -= 1
                emit(log, E_GUARDS, ALL, ALL, name_of(s, attacker), 0, 0, 0)
            else:
                wound(t, s, other, log)
        if s.fallen != NOBODY or s.saved == 1:
            break
    for k in range(2):
        # KLW-3.11
        h = np.int64(s.fighter[k])
        if s.dealt[1 - k] > 0:
            s.mark[h, ASLEEP] = 0
            emit(log, E_HURTS, ALL, ALL, name_of(s, h), np.int64(s.life[h]), 0, 0)


@rule
def report(s: Any, i: Any, result: Any, log: Any) -> None:
    """One comparison, for the story."""
    side = s.role
    if i >= s.pool[1 - side]:
        emit(log, E_ALONE, ALL, ALL, np.int64(s.die[side, i]), result, 0, 0)
    elif i >= s.pool[side]:
        emit(log, E_ALONE, ALL, ALL, np.int64(s.die[1 - side, i]), result, 0, 0)
    else:
        emit(log, E_PAIRS, ALL, ALL, np.int64(s.die[side, i]), np.int64(s.die[1 - side, i]), result, 0)


@rule
def after_exchange(s: Any, moment: Any) -> None:
    # KLW-11.17
    side = np.int64(s.role if moment < MOMENTS // 2 else 1 - s.role)
    h = np.int64(s.fighter[side])
    trigger = -1
    if moment % 3 == 0:
        if s.wild[side] == WILD_SIX:
            trigger = ON_WILD_SIX
        elif s.wild[side] == WILD_ONE:
            trigger = ON_WILD_ONE
    elif moment % 3 == 1:
        if s.dealt[side] > 0:
            trigger = ON_HIT
    elif s.dealt[1 - side] > 0:
        trigger = ON_HURT
    if trigger >= 0:
        push(s, MOMENT, trigger, h, EMPTY, name_of(s, h), 0, 0)


# ---- instead of rolling -----------------------------------------------------------------------------


@rule
def use_in_fight(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-13.3, KLW-13.7, KLW-13.11
    h = np.int64(s.fighter[s.role])
    card = np.int64(s.items[h, i])
    s.items[h, i] = EMPTY
    throw(s, card)
    emit(log, E_USES, ALL, ALL, seat_of(h), card, 0, 0)
    s.task[s.tasks - 1, STEP] = NEXT
    start_effect(s, np.int64(t.kind[card]), np.int64(ON_USE), seat_of(h), h, h, card)


@rule
def lend_talent(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-13.3, KLW-13.6, KLW-13.8
    h = np.int64(s.fighter[s.role])
    other = seat_of(h) * SLOTS + i
    card = name_of(s, other)
    kind = np.int64(t.kind[card])
    s.lent |= 1 << other
    emit(log, E_USES, ALL, ALL, seat_of(h), card, 0, 0)
    s.task[s.tasks - 1, STEP] = NEXT
    target = h
    if t.target[kind] != T_OWN_HOST:
        target = enemy_of(s, h)
    start_effect(s, kind, np.int64(ON_SUPPORT), seat_of(h), other, target, card)
    s.task[s.tasks - 1, F] = name_of(s, target)


@rule
def flee_with(t: Any, s: Any, source: Any) -> None:
    # KLW-13.9, KLW-13.12
    h = np.int64(s.fighter[s.role])
    card = name_of(s, h) if source == KEPT else np.int64(s.totem[h, source])
    start_effect(s, np.int64(t.kind[card]), np.int64(ON_STANCE), seat_of(h), h, h, card)


# ---- the end ----------------------------------------------------------------------------------------


@rule
def victory(s: Any) -> None:
    # KLW-13.2
    loser = np.int64(s.fighter[s.fallen])
    victor = np.int64(s.fighter[1 - s.fallen])
    pop(s)
    push(s, SPOILS, victor, loser, name_of(s, victor), 0, 0, 0)


@rule
def rest_partners(t: Any, s: Any, kind: Any) -> None:
    # KLW-14.17, KLW-14.18
    for h in range(all_places(s)):
        if s.host[h] == EMPTY or s.fighter[0] == h or s.fighter[1] == h:
            continue
        if carries(t, s, np.int64(h), kind) and not never_rests(t, s, np.int64(h)):
            for k in range(s.totem_n[h]):
                if t.kind[s.totem[h, k]] == kind:
                    s.rest[h, k] = round_length(s)


@rule
def part(t: Any, s: Any, log: Any) -> None:
    # KLW-13.9, KLW-13.14, KLW-14.16, KLW-14.17
    s.fight = QUIET
    for side in range(2):
        h = np.int64(s.fighter[side])
        for k in range(s.totem_n[h]):
            rest_partners(t, s, np.int64(t.kind[s.totem[h, k]]))
        put_to_rest(t, s, h, log)
    reset_fight(s)
    pop(s)
