"""KLAW: playing a card from the hand: fortifying, Instant Actions, Support (chapters 7, 8 and 9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import (
    E_AIMS,
    E_DEPLOYS,
    E_DROPS,
    E_EQUIPS,
    E_PLAYS,
    E_PROMOTES,
    E_RAIDS,
    E_REVEALS,
    E_SUPPORTS,
    E_USES,
)
from ..state import (
    ANSWER,
    FIGHT,
    ITEMS,
    NOBODY,
    OWN_HOST,
    PLAY,
    REPLACED,
    SLOTS,
    SQUAD,
    STEP,
    TARGET_HOST,
    TARGET_PLAYER,
    V_ACTION,
    V_ATTACK,
    V_CONSUME,
    V_ITEM,
    V_SUPPORT,
    V_TOTEM,
    V_USE,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
)
from ..vocabulary import (
    IS_TOTEM,
    ON_ATTACH,
    ON_PLAY,
    ON_SUPPORT,
    ON_USE,
    T_ENEMY_HOST,
    T_ENEMY_PLAYER,
    T_NONE,
    T_OWN_HOST,
)
from .aims import why_attach, why_consume, why_player, why_prey, why_target
from .effects import start_effect
from .field import enter, gain_totem, pay_for_totem, protect, protect_first, unhook
from .hand import return_to_hand, take_from_hand, throw
from .singularity import start_check
from .work import all_places, ask, items_on, name_of, pop, push, seat_of

AIM, AIMED, STRIKE, CLOSE = range(4)  # steps of a card that is played


@rule
def reveal(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-5.1, KLW-5.8
    p = s.ask
    card = take_from_hand(s, p, i, log)
    h = enter(t, s, p, card)
    if s.opt.mode != SQUAD:
        s.champion[p] = h % SLOTS
    protect_first(s, h)
    emit(log, E_REVEALS, ALL, ALL, p, card, 0, 0)


@rule
def deploy(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-7.1, KLW-7.2, KLW-20.4
    p = s.turn
    card = take_from_hand(s, p, i, log)
    h = enter(t, s, p, card)
    if s.opt.mode != SQUAD:
        s.champion[p] = h % SLOTS
    protect(s, h)
    s.draw_due = 1
    emit(log, E_DEPLOYS, ALL, ALL, p, card, 0, 0)


@rule
def promote(s: Any, i: Any, log: Any) -> None:
    # KLW-7.4
    p = s.turn
    s.champion[p] = i
    emit(log, E_PROMOTES, ALL, ALL, p, name_of(s, p * SLOTS + i), 0, 0)


@rule
def remove(t: Any, s: Any, i: Any, k: Any, log: Any) -> None:
    # KLW-7.16 to KLW-7.19
    h = s.turn * SLOTS + i
    card = unhook(s, h, k)
    return_to_hand(s, s.turn, card, log)
    pay_for_totem(t, s, h, np.int64(t.life[t.kind[card]]), log)


@rule
def play_card(t: Any, s: Any, verb: Any, i: Any, log: Any) -> None:
    # KLW-6.7, KLW-9.1, KLW-9.4
    p = s.turn
    card = take_from_hand(s, p, i, log)
    kind = np.int64(t.kind[card])
    own = np.int64(NOBODY)
    if verb == V_SUPPORT:
        own = enter(t, s, p, card)
        protect(s, own)
        emit(log, E_SUPPORTS, ALL, ALL, p, card, 0, 0)
    else:
        s.played[0] = card
        if verb == V_CONSUME:
            emit(log, E_USES, ALL, ALL, p, card, 0, 0)
        else:
            emit(log, E_PLAYS, ALL, ALL, p, card, 0, 0)
    s.draw_due = 1
    start_play(s, card, kind, p, verb, own)


@rule
def start_play(s: Any, card: Any, kind: Any, p: Any, verb: Any, own: Any) -> None:
    push(s, PLAY, card, kind, p, verb, own, NOBODY)


@rule
def use_carried(t: Any, s: Any, h: Any, i: Any, log: Any) -> None:
    # KLW-7.15, KLW-16.4
    card = np.int64(s.items[h, i])
    s.items[h, i] = EMPTY
    s.played[0] = card
    emit(log, E_USES, ALL, ALL, seat_of(h), card, 0, 0)
    start_play(s, card, np.int64(t.kind[card]), seat_of(h), np.int64(V_USE), h)
    s.task[s.tasks - 1, F] = h
    s.task[s.tasks - 1, STEP] = AIMED


@rule
def why_aim(t: Any, s: Any, h: Any) -> Any:
    """Whether what is being played may be aimed at a Host: 0, or the rule against it."""
    frame = s.task[s.tasks - 1]
    p = np.int64(frame[C])
    verb = frame[D]
    if verb == V_ATTACK:
        return why_prey(t, s, np.int64(frame[E]), h)
    if verb == V_TOTEM:
        return why_attach(t, s, h, np.int64(frame[A]))
    if verb == V_ITEM:
        return 0
    if verb == V_CONSUME:
        return why_consume(t, s, h, np.int64(frame[B]))
    return why_target(t, s, np.int64(frame[B]), p, np.int64(frame[E]), h)


@rule
def aims_at_own(t: Any, s: Any) -> Any:
    frame = s.task[s.tasks - 1]
    verb = frame[D]
    if verb == V_TOTEM or verb == V_ITEM or verb == V_CONSUME:
        return True
    return verb != V_ATTACK and t.target[frame[B]] == T_OWN_HOST


@rule
def aim(t: Any, s: Any, log: Any) -> None:
    # KLW-D4, KLW-D6, KLW-D7: a single target is taken
    frame = s.task[s.tasks - 1]
    p = np.int64(frame[C])
    found = 0
    only = np.int64(NOBODY)
    frame[STEP] = AIMED
    if frame[D] != V_ATTACK and not aims_at_own(t, s):
        if t.target[frame[B]] == T_NONE:
            return
        if t.target[frame[B]] == T_ENEMY_PLAYER:
            for q in range(s.seats):
                if why_player(t, s, np.int64(frame[B]), p, np.int64(q)) == 0:
                    found += 1
                    only = np.int64(q)
            if found == 1:
                frame[F] = only
            else:
                ask(s, TARGET_PLAYER, p)
            return
    own = aims_at_own(t, s)
    for h in range(all_places(s)):
        if s.host[h] == EMPTY or (seat_of(h) == p) != own:
            continue
        if why_aim(t, s, np.int64(h)) == 0:
            found += 1
            only = np.int64(h)
    if found == 1:
        frame[F] = only
    else:
        ask(s, OWN_HOST if own else TARGET_HOST, p)


@rule
def step_play(t: Any, s: Any, log: Any) -> None:
    frame = s.task[s.tasks - 1]
    if frame[STEP] == AIM:
        aim(t, s, log)
    elif frame[STEP] == AIMED:
        aimed(t, s, log)
    elif frame[STEP] == STRIKE:
        strike(t, s)
    else:
        close_play(s)


@rule
def aimed(t: Any, s: Any, log: Any) -> None:
    """The target is chosen: the card is attached, the fight begins, or the enemy may answer."""
    frame = s.task[s.tasks - 1]
    verb = frame[D]
    card = np.int64(frame[A])
    kind = np.int64(frame[B])
    h = np.int64(frame[F])
    frame[STEP] = CLOSE
    if verb == V_ATTACK:
        own = np.int64(frame[E])
        pop(s)
        push(s, FIGHT, own, h, 0, 0, 0, 0)
    elif verb == V_TOTEM:
        s.played[0] = EMPTY
        gain_totem(t, s, h, card, log)
        pop(s)
        start_check(s, h)
    elif verb == V_ITEM:
        if items_on(s, h) == ITEMS:
            ask(s, REPLACED, seat_of(h))
        else:
            equip(t, s, h, np.int64(0 if s.items[h, 0] == EMPTY else 1), log)
    elif verb == V_CONSUME or verb == V_USE:
        start_effect(s, kind, np.int64(ON_USE), seat_of(h), h, h, card)
    elif t.target[kind] == T_ENEMY_HOST or t.target[kind] == T_ENEMY_PLAYER:
        # KLW-8.5, KLW-8.17, KLW-9.3: asked whether or not there is an answer
        frame[STEP] = STRIKE
        q = h
        if t.target[kind] == T_ENEMY_HOST:
            q = seat_of(h)
            emit(log, E_AIMS, ALL, ALL, card, name_of(s, h), 0, 0)
        else:
            emit(log, E_RAIDS, ALL, ALL, card, q, 0, 0)
        if t.unavoidable[kind] == 0:
            ask(s, ANSWER, np.int64(q))
    else:
        if h != NOBODY:
            emit(log, E_AIMS, ALL, ALL, card, name_of(s, h), 0, 0)
        strike(t, s)


@rule
def strike(t: Any, s: Any) -> None:
    """The effects of an Instant Action or a Support Talent."""
    frame = s.task[s.tasks - 1]
    frame[STEP] = CLOSE
    kind = np.int64(frame[B])
    trigger = np.int64(ON_SUPPORT if frame[D] == V_SUPPORT else ON_PLAY)
    target = np.int64(frame[F])
    reduction = frame[G]
    start_effect(s, kind, trigger, np.int64(frame[C]), np.int64(frame[E]), target, np.int64(frame[A]))
    effect = s.task[s.tasks - 1]
    effect[G] = reduction
    if t.target[kind] == T_OWN_HOST or t.target[kind] == T_ENEMY_HOST:
        effect[F] = name_of(s, target)


@rule
def close_play(s: Any) -> None:
    # KLW-8.2, KLW-8.9
    frame = s.task[s.tasks - 1]
    owes = np.int64(frame[H]) - 1
    verb = frame[D]
    card = np.int64(frame[A])
    if owes >= 0:
        frame[H] = 0
        if s.host[owes] != EMPTY:
            start_check(s, owes)
            return
    pop(s)
    if verb == V_ACTION or verb == V_CONSUME or verb == V_USE:
        s.played[0] = EMPTY
        throw(s, card)


@rule
def equip(t: Any, s: Any, h: Any, i: Any, log: Any) -> None:
    # KLW-7.10 to KLW-7.12, KLW-7.21
    frame = s.task[s.tasks - 1]
    card = np.int64(frame[A])
    if s.items[h, i] != EMPTY:
        emit(log, E_DROPS, ALL, ALL, np.int64(s.items[h, i]), name_of(s, h), 0, 0)
        throw(s, np.int64(s.items[h, i]))
    s.items[h, i] = card
    s.played[0] = EMPTY
    emit(log, E_EQUIPS, ALL, ALL, card, name_of(s, h), 0, 0)
    kind = np.int64(frame[B])
    pop(s)
    start_effect(s, kind, np.int64(ON_ATTACH), seat_of(h), h, h, card)


@rule
def attach_first(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-5.4, KLW-5.10: a Totem or an Item in the starting round
    p = s.ask
    card = take_from_hand(s, p, i, log)
    s.played[0] = card
    verb = V_TOTEM if t.sorts[t.kind[card]] == IS_TOTEM else V_ITEM
    h = p * SLOTS  # the only Host so far
    start_play(s, card, np.int64(t.kind[card]), p, np.int64(verb), np.int64(NOBODY))
    s.task[s.tasks - 1, F] = h
    s.task[s.tasks - 1, STEP] = AIMED
