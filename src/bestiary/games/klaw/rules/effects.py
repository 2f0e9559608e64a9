"""KLAW: the interpreter of effects: moments, operations, and what they ask (chapter 21)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import E_FLEES, E_IMMUNE
from ..state import (
    EFFECT,
    FIGHTING,
    FLED,
    NOBODY,
    PROTECTED,
    SCOPE_COMBAT,
    STEP,
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
    DO_BREAK_ITEM,
    DO_CURE,
    DO_DAMAGE,
    DO_DISCARD,
    DO_DORMANT,
    DO_DRAW,
    DO_FLEE,
    DO_FORCE_CHECK,
    DO_HEAL,
    DO_PEEK,
    DO_RECOVER,
    DO_SCOUT,
    DO_STATE,
    DO_STEAL_CARD,
    DO_STEAL_HOST,
    DO_STEAL_ITEM,
    DO_STRIP_TOTEM,
    DO_SWAP_HANDS,
    DO_SWAP_ITEMS,
    FX_DO,
    FX_IF,
    FX_IF_K,
    FX_N,
    FX_ON,
    FX_PER,
    FX_STATE,
    FX_STATES,
    FX_TURNS,
    FX_WHO,
    FX_ZONE,
    ON_FIELD,
    ON_PLAY,
    ON_SUPPORT,
    W_CHAMPION,
    W_ENEMY,
    W_ENEMY_HOSTS,
    W_ENEMY_PLAYER,
    W_SELF,
    W_TARGET,
)
from .field import cure, heal, lose_life, protect, put_state
from .hand import draw_card
from .raids import discard_cards, exchange_hands, peek, recover, scout, steal_cards, steal_from_hand
from .singularity import start_check
from .thefts import break_items, doze_totem, exchange_items, steal_from_field, steal_item, strip_totem
from .work import (
    all_places,
    at_work,
    champion_of,
    enemy_of,
    holds,
    immunity,
    name_of,
    next_host,
    places,
    pop,
    push,
    seat_of,
)


@rule
def start_effect(s: Any, kind: Any, trigger: Any, actor: Any, own: Any, target: Any, card: Any) -> None:
    """Begins the effects that one card has for a trigger; ``target`` is a Host, or a seat."""
    push(s, EFFECT, kind, trigger, actor, own, target, EMPTY)
    frame = s.task[s.tasks - 1]
    frame[H] = card


@rule
def step_moment(t: Any, s: Any, log: Any) -> None:
    # KLW-21.2: every card on the Host that has this trigger, in their order
    frame = s.task[s.tasks - 1]
    h = frame[B]
    if s.host[h] == EMPTY or s.host[h] != frame[D] or (s.fight == FIGHTING and s.fallen != NOBODY):
        pop(s)
        return
    if frame[C] != EMPTY and at_work(s, h, frame[STEP] - 1) != frame[C]:
        frame[STEP] -= 1  # the card has left, and the next one has moved up
    frame[C] = EMPTY
    trigger = frame[A]
    while frame[STEP] < places(s, h):
        card = at_work(s, h, frame[STEP])
        frame[STEP] += 1
        if card != EMPTY and (t.triggers[t.kind[card]] >> trigger) & 1:
            frame[C] = card
            kind = np.int64(t.kind[card])
            start_effect(s, kind, trigger, seat_of(h), h, np.int64(NOBODY), card)
            return
    pop(s)


@rule
def step_effect(t: Any, s: Any, log: Any) -> None:
    # KLW-21.1
    frame = s.task[s.tasks - 1]
    kind = frame[A]
    while frame[STEP] < t.effects[kind]:
        if s.fight == FIGHTING and s.fallen != NOBODY:
            break  # KLW-11.15: the fight has ended
        fx = t.fx[kind, frame[STEP]]
        frame[STEP] += 1
        if fx[FX_ON] != frame[B]:
            continue
        if frame[D] != NOBODY and s.host[frame[D]] == EMPTY and fx[FX_WHO] == W_SELF:
            continue
        if frame[D] != NOBODY and not holds(t, s, np.int64(fx[FX_IF]), np.int64(fx[FX_IF_K]), frame[D]):
            continue
        carry_out(t, s, log)
        return
    pop(s)


@rule
def whom(s: Any, frame: Any, who: Any) -> Any:
    """The Host that an operation is about, or NOBODY (KLW-21.3)."""
    h = np.int64(NOBODY)
    if who == W_SELF:
        h = np.int64(frame[D])
    elif who == W_ENEMY:
        h = enemy_of(s, frame[D])
    elif who == W_CHAMPION:
        h = champion_of(s, frame[C])
    elif who == W_TARGET and frame[E] != NOBODY and s.host[frame[E]] == frame[F]:
        h = np.int64(frame[E])
    if h != NOBODY and s.host[h] == EMPTY:
        h = np.int64(NOBODY)
    return h


@rule
def which_player(s: Any, frame: Any, who: Any) -> Any:
    """The player that an operation is about."""
    if who == W_ENEMY_PLAYER:
        return seat_of(enemy_of(s, frame[D]))
    return np.int64(frame[E])


@rule
def is_immune(t: Any, s: Any, frame: Any, who: Any, h: Any, log: Any) -> Any:
    # KLW-8.22
    if who != W_TARGET and who != W_ENEMY_HOSTS:
        return False
    if frame[B] != ON_PLAY and frame[B] != ON_SUPPORT:
        return False
    if seat_of(h) == frame[C] or t.tags[frame[A]] & immunity(t, s, h) == 0:
        return False
    emit(log, E_IMMUNE, ALL, ALL, name_of(s, h), np.int64(frame[H]), 0, 0)
    return True


@rule
def carry_out(t: Any, s: Any, log: Any) -> None:
    """One effect: the one before the step of the frame on top."""
    frame = s.task[s.tasks - 1]
    fx = t.fx[frame[A], frame[STEP] - 1]
    do = np.int64(fx[FX_DO])
    who = np.int64(fx[FX_WHO])
    n = np.int64(fx[FX_N])
    actor = np.int64(frame[C])
    if do == DO_DRAW:
        for _ in range(n):
            draw_card(t, s, actor, log)
    elif do == DO_SCOUT:
        scout(t, s, actor, n, log)
    elif do == DO_RECOVER:
        recover(t, s, log)
    elif do == DO_FLEE:
        s.outcome = FLED
        protect(s, np.int64(frame[D]))
        emit(log, E_FLEES, ALL, ALL, name_of(s, np.int64(frame[D])), 0, 0, 0)
    elif do == DO_DISCARD:
        discard_cards(t, s, which_player(s, frame, who), log)
    elif do == DO_STEAL_CARD:
        steal_cards(t, s, actor, which_player(s, frame, who), n, log)
    elif do == DO_PEEK:
        peek(s, actor, which_player(s, frame, who), log)
    elif do == DO_SWAP_HANDS:
        exchange_hands(s, actor, which_player(s, frame, who), log)
    elif do == DO_STEAL_HOST and fx[FX_ZONE] != ON_FIELD:
        steal_from_hand(t, s, actor, which_player(s, frame, who), log)
    elif who == W_ENEMY_HOSTS:
        strike_all(t, s, n, log)
    else:
        h = whom(s, frame, who)
        if h != NOBODY and not is_immune(t, s, frame, who, h, log):
            act_on_host(t, s, h, do, n, log)


@rule
def act_on_host(t: Any, s: Any, h: Any, do: Any, n: Any, log: Any) -> None:
    """The operations that concern one Host."""
    frame = s.task[s.tasks - 1]
    fx = t.fx[frame[A], frame[STEP] - 1]
    actor = np.int64(frame[C])
    if do == DO_DAMAGE:
        # KLW-8.19, KLW-8.31
        amount = n
        if fx[FX_PER] != 0:
            amount = n * s.totem_n[h]
        if fx[FX_WHO] == W_TARGET:
            amount -= frame[G]
        if amount > 0:
            lose_life(t, s, h, np.int64(amount), log)
    elif do == DO_HEAL:
        heal(s, h, n, log)
    elif do == DO_STATE:
        put_state(t, s, h, np.int64(fx[FX_STATE]), np.int64(fx[FX_TURNS]), log)
    elif do == DO_CURE:
        cure(s, h, np.int64(fx[FX_STATES]), log)
    elif do == DO_DORMANT:
        doze_totem(t, s, h, log)
    elif do == DO_STEAL_ITEM:
        steal_item(t, s, h, log)
    elif do == DO_BREAK_ITEM:
        break_items(t, s, h, log)
    elif do == DO_SWAP_ITEMS:
        exchange_items(s, actor, h, log)
    elif do == DO_STRIP_TOTEM:
        strip_totem(t, s, h, log)
    elif do == DO_STEAL_HOST:
        steal_from_field(s, actor, h, log)
    elif do == DO_FORCE_CHECK:
        start_check(s, h)


@rule
def open_to_harm(s: Any, h: Any) -> Any:
    # KLW-3.5
    return s.mark[h, PROTECTED] == 0 or s.opt.protected_scope == SCOPE_COMBAT


@rule
def strike_all(t: Any, s: Any, n: Any, log: Any) -> None:
    # KLW-8.23
    frame = s.task[s.tasks - 1]
    actor = np.int64(frame[C])
    for k in range(all_places(s)):
        h = next_host(s, actor, np.int64(k))
        if seat_of(h) == actor or s.host[h] == EMPTY or not open_to_harm(s, h):
            continue
        if not is_immune(t, s, frame, np.int64(W_ENEMY_HOSTS), h, log):
            lose_life(t, s, h, n, log)
