"""KLAW: answering a hostile effect: who may, with what, and what comes of it (chapter 8)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, FX, ON, SORT, TARGET
from ..events import E
from ..moves import V
from ..state import IS, NOBODY, PLAY, SLOTS, cite
from . import aims, effects, field
from .hand import take_from_hand, throw
from .play import STEP

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
    return t.answers[t.kind[card]] & t.tags[frame[PLAY.KIND]] != 0


@rule
def aimed_at_host(t: Any, s: Any) -> Any:
    return t.target[s.task[s.tasks - 1, PLAY.KIND]] == TARGET.ENEMY_HOST


@rule
def why_answer_with(t: Any, s: Any, h: Any, card: Any) -> Any:
    # KLW-8.5, KLW-8.20, KLW-8.21: a card in play
    if s.host[h] == EMPTY or card == EMPTY:
        return NOT_THERE
    if aimed_at_host(t, s) and s.task[s.tasks - 1, PLAY.TARGET] != h:
        return TARGETED_HOST_ONLY
    if s.mark[h, IS.ASLEEP] > 0:
        return SILENT
    return 0 if is_made_against(t, s, card) else NOT_MADE_AGAINST_IT


@rule
def why_answer(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """0 where this is an answer, else the rule against it."""
    p = s.ask
    if verb == V.DECLINE:
        return 0
    h = p * SLOTS + a
    if verb == V.ANSWER_TALENT:
        return why_answer_with(t, s, h, s.host[h])
    if verb == V.ANSWER_ITEM:
        if s.mark[h, IS.FROZEN] > 0:
            return SILENT
        return why_answer_with(t, s, h, s.items[h, b])
    if verb == V.ANSWER_TOTEM:
        if s.dormant[h, b] > 0:
            return SILENT
        return why_answer_with(t, s, h, s.totem[h, b])
    if a >= s.hand_n[p]:
        return FROM_THE_HAND
    card = s.hand[p, a]
    sort = t.sorts[t.kind[card]]
    if verb == V.ANSWER_HAND:
        if sort != SORT.ITEM:
            return FROM_THE_HAND
        return 0 if is_made_against(t, s, card) else NOT_MADE_AGAINST_IT
    if sort != SORT.TOTEM:
        return HIDDEN_TOTEM
    if not aimed_at_host(t, s):
        return HAND_IS_AIMED_AT
    if not is_made_against(t, s, card):
        return NOT_MADE_AGAINST_IT
    # KLW-8.10
    return aims.why_attach(t, s, s.task[s.tasks - 1, PLAY.TARGET], card)


@rule
def answer(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    # KLW-8.5 to KLW-8.12, KLW-8.14
    p = s.ask
    frame = s.task[s.tasks - 1]
    h = p * SLOTS + a
    card = EMPTY
    if verb == V.DECLINE:
        emit(log, E.YIELDS, ALL, ALL, p, 0, 0, 0)
        return
    if verb == V.ANSWER_TALENT:
        card = s.host[h]
    elif verb == V.ANSWER_ITEM:
        card = s.items[h, b]
        s.items[h, b] = EMPTY
        throw(s, card)
    elif verb == V.ANSWER_HAND:
        card = take_from_hand(s, p, a, log)
        throw(s, card)
    elif verb == V.ANSWER_TOTEM:
        card = s.totem[h, b]
    else:
        card = take_from_hand(s, p, a, log)
    emit(log, E.ANSWERS, ALL, ALL, p, card, 0, 0)
    if verb == V.ANSWER_TOTEM:
        field.put_dormant(s, h, b, 1, log)
    elif verb == V.ANSWER_REVEAL:
        host = frame[PLAY.TARGET]
        field.gain_totem(t, s, host, card, log)
        frame[PLAY.OWES] = host + 1
    take_effect(t, s, card, p, log)


@rule
def take_effect(t: Any, s: Any, card: Any, p: Any, log: Any) -> None:
    # KLW-8.15 to KLW-8.19
    frame = s.task[s.tasks - 1]
    kind = t.kind[card]
    played = frame[PLAY.CARD]
    for e in range(t.effects[kind]):
        fx = t.fx[kind, e]
        if fx[FX.ON] != ON.REACT or fx[FX.TAGS] & t.tags[frame[PLAY.KIND]] == 0:
            continue
        if fx[FX.DO] == DO.REDUCE:
            frame[PLAY.REDUCTION] = fx[FX.N]
            emit(log, E.REDUCES, ALL, ALL, played, fx[FX.N], 0, 0)
        elif fx[FX.DO] == DO.REFLECT:
            reflect(t, s, p, log)
        else:
            frame[PLAY.STEP] = STEP.CLOSE
            emit(log, E.NEGATES, ALL, ALL, played, 0, 0, 0)
        return


@rule
def is_exchange(t: Any, kind: Any) -> Any:
    # KLW-8.32
    for e in range(t.effects[kind]):
        if t.fx[kind, e, FX.DO] == DO.SWAP_HANDS or t.fx[kind, e, FX.DO] == DO.SWAP_ITEMS:
            return True
    return False


@rule
def reflect(t: Any, s: Any, p: Any, log: Any) -> None:
    # KLW-8.15, KLW-8.16: as if the answering player had played it against the sender
    frame = s.task[s.tasks - 1]
    sender = frame[PLAY.ACTOR]
    kind = frame[PLAY.KIND]
    if is_exchange(t, kind):
        frame[PLAY.STEP] = STEP.CLOSE
        emit(log, E.NEGATES, ALL, ALL, frame[PLAY.CARD], 0, 0, 0)
        return
    emit(log, E.REFLECTS, ALL, ALL, frame[PLAY.CARD], sender, 0, 0)
    frame[PLAY.ACTOR] = p
    works = False
    if aimed_at_host(t, s):
        h = field.struck_host(s, sender)
        frame[PLAY.TARGET] = h
        if h != NOBODY:
            works = effects.open_to_harm(s, h) and aims.meets(t, s, kind, p, h)
    else:
        frame[PLAY.TARGET] = sender
        works = aims.why_player(t, s, kind, p, sender) == 0
    if not works:
        frame[PLAY.STEP] = STEP.CLOSE
        emit(log, E.NEGATES, ALL, ALL, frame[PLAY.CARD], 0, 0, 0)
