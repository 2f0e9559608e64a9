"""KLAW: answering a hostile effect: who may, with what, and what comes of it (chapter 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import E_ANSWERS, E_NEGATES, E_REDUCES, E_REFLECTS, E_YIELDS
from ..state import (
    ASLEEP,
    FROZEN,
    NOBODY,
    SLOTS,
    STEP,
    V_ANSWER_HAND,
    V_ANSWER_ITEM,
    V_ANSWER_REVEAL,
    V_ANSWER_TALENT,
    V_ANSWER_TOTEM,
    V_DECLINE,
    A,
    B,
    C,
    F,
    G,
    H,
    cite,
)
from ..vocabulary import (
    DO_REDUCE,
    DO_REFLECT,
    FX_DO,
    FX_N,
    FX_ON,
    FX_TAGS,
    IS_ITEM,
    IS_TOTEM,
    ON_REACT,
    T_ENEMY_HOST,
)
from .aims import meets, why_attach, why_player
from .effects import open_to_harm
from .field import gain_totem, put_dormant, struck_host
from .hand import take_from_hand, throw
from .play import CLOSE

NOT_MADE_AGAINST_IT = cite("KLW-8.13")
TARGETED_HOST_ONLY = cite("KLW-8.5")
SILENT = cite("KLW-8.21")
HAND_IS_AIMED_AT = cite("KLW-8.20")
FROM_THE_HAND = cite("KLW-8.6")
HIDDEN_TOTEM = cite("KLW-8.8")
NOT_THERE = cite("KLW-21.3")


@rule
def is_made_against(t: Any, s: Any, card: Any) -> Any:
    # KLW-8.13
    frame = s.task[s.tasks - 1]
    return t.answers[t.kind[card]] & t.tags[frame[B]] != 0


@rule
def aimed_at_host(t: Any, s: Any) -> Any:
    return t.target[s.task[s.tasks - 1, B]] == T_ENEMY_HOST


@rule
def why_answer_with(t: Any, s: Any, h: Any, card: Any) -> Any:
    # KLW-8.5, KLW-8.20, KLW-8.21: a card in play
    if s.host[h] == EMPTY or card == EMPTY:
        return NOT_THERE
    if aimed_at_host(t, s) and s.task[s.tasks - 1, F] != h:
        return TARGETED_HOST_ONLY
    if s.mark[h, ASLEEP] > 0:
        return SILENT
    return 0 if is_made_against(t, s, card) else NOT_MADE_AGAINST_IT


@rule
def why_answer(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """0 where this is an answer, else the rule against it."""
    p = np.int64(s.ask)
    if verb == V_DECLINE:
        return 0
    h = p * SLOTS + a
    if verb == V_ANSWER_TALENT:
        return why_answer_with(t, s, h, np.int64(s.host[h]))
    if verb == V_ANSWER_ITEM:
        if s.mark[h, FROZEN] > 0:
            return SILENT
        return why_answer_with(t, s, h, np.int64(s.items[h, b]))
    if verb == V_ANSWER_TOTEM:
        if s.dormant[h, b] > 0:
            return SILENT
        return why_answer_with(t, s, h, np.int64(s.totem[h, b]))
    if a >= s.hand_n[p]:
        return FROM_THE_HAND
    card = np.int64(s.hand[p, a])
    sort = t.sorts[t.kind[card]]
    if verb == V_ANSWER_HAND:
        if sort != IS_ITEM:
            return FROM_THE_HAND
        return 0 if is_made_against(t, s, card) else NOT_MADE_AGAINST_IT
    if sort != IS_TOTEM:
        return HIDDEN_TOTEM
    if not aimed_at_host(t, s):
        return HAND_IS_AIMED_AT
    if not is_made_against(t, s, card):
        return NOT_MADE_AGAINST_IT
    # KLW-8.10
    return why_attach(t, s, np.int64(s.task[s.tasks - 1, F]), card)


@rule
def answer(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    # KLW-8.5 to KLW-8.12, KLW-8.14
    p = np.int64(s.ask)
    frame = s.task[s.tasks - 1]
    h = p * SLOTS + a
    card = np.int64(EMPTY)
    if verb == V_DECLINE:
        emit(log, E_YIELDS, ALL, ALL, p, 0, 0, 0)
        return
    if verb == V_ANSWER_TALENT:
        card = np.int64(s.host[h])
    elif verb == V_ANSWER_ITEM:
        card = np.int64(s.items[h, b])
        s.items[h, b] = EMPTY
        throw(s, card)
    elif verb == V_ANSWER_HAND:
        card = take_from_hand(s, p, a, log)
        throw(s, card)
    elif verb == V_ANSWER_TOTEM:
        card = np.int64(s.totem[h, b])
    else:
        card = take_from_hand(s, p, a, log)
    emit(log, E_ANSWERS, ALL, ALL, p, card, 0, 0)
    if verb == V_ANSWER_TOTEM:
        put_dormant(s, h, b, np.int64(1), log)
    elif verb == V_ANSWER_REVEAL:
        host = np.int64(frame[F])
        gain_totem(t, s, host, card, log)
        frame[H] = host + 1
    take_effect(t, s, card, p, log)


@rule
def take_effect(t: Any, s: Any, card: Any, p: Any, log: Any) -> None:
    # KLW-8.15 to KLW-8.19
    frame = s.task[s.tasks - 1]
    kind = np.int64(t.kind[card])
    played = np.int64(frame[A])
    for e in range(t.effects[kind]):
        fx = t.fx[kind, e]
        if fx[FX_ON] != ON_REACT or np.int64(fx[FX_TAGS]) & t.tags[frame[B]] == 0:
            continue
        if fx[FX_DO] == DO_REDUCE:
            frame[G] = fx[FX_N]
            emit(log, E_REDUCES, ALL, ALL, played, np.int64(fx[FX_N]), 0, 0)
        elif fx[FX_DO] == DO_REFLECT:
            reflect(t, s, p, log)
        else:
            frame[STEP] = CLOSE
            emit(log, E_NEGATES, ALL, ALL, played, 0, 0, 0)
        return


@rule
def reflect(t: Any, s: Any, p: Any, log: Any) -> None:
    # KLW-8.15, KLW-8.16: as if the answering player had played it against the sender
    frame = s.task[s.tasks - 1]
    sender = np.int64(frame[C])
    kind = np.int64(frame[B])
    emit(log, E_REFLECTS, ALL, ALL, np.int64(frame[A]), sender, 0, 0)
    frame[C] = p
    works = False
    if aimed_at_host(t, s):
        h = struck_host(s, sender)
        frame[F] = h
        if h != NOBODY:
            works = open_to_harm(s, h) and meets(t, s, kind, p, h)
    else:
        frame[F] = sender
        works = why_player(t, s, kind, p, sender) == 0
    if not works:
        frame[STEP] = CLOSE
        emit(log, E_NEGATES, ALL, ALL, np.int64(frame[A]), 0, 0, 0)
