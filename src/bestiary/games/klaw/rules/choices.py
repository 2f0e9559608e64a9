"""KLAW: what may be chosen, and what a choice means (the decisions of the rulebook)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..state import (
    ANSWER,
    BASE,
    DEPLOY_NOW,
    DISCARD,
    FIGHT_DICE,
    FIGHT_ROLE,
    ITEMS,
    KEPT,
    LOOK,
    MAIN,
    OWN_HOST,
    PICK_ITEM,
    PICK_TOTEM,
    RECOVERED,
    REPLACED,
    REVEAL,
    SCOUTED,
    SEATS,
    SEEN_CARD,
    SLOTS,
    START_FORTIFY,
    TARGET_HOST,
    TARGET_PLAYER,
    V_ACTION,
    V_ANSWER_HAND,
    V_ANSWER_ITEM,
    V_ANSWER_REVEAL,
    V_ANSWER_TALENT,
    V_ANSWER_TOTEM,
    V_ATTACH,
    V_ATTACK,
    V_CONSUME,
    V_DECLINE,
    V_DEPLOY,
    V_DEPLOY_NOW,
    V_DICE,
    V_DISCARD,
    V_DONE,
    V_FIGHT_ITEM,
    V_FLEE,
    V_HOST,
    V_ITEM,
    V_KEEP,
    V_LEND,
    V_NOTHING,
    V_PASS,
    V_PICK_ITEM,
    V_PICK_TOTEM,
    V_PLAYER,
    V_PROMOTE,
    V_RECOVER,
    V_REMOVE,
    V_REPLACE,
    V_REVEAL,
    V_ROLL,
    V_SCOUT,
    V_SUPPORT,
    V_TAKE,
    V_TARGET,
    V_TOTEM,
    V_USE,
    V_VESSEL,
    VESSEL,
    F,
)
from ..vocabulary import DO_DISCARD, FX_DO, IS_HOST, IS_ITEM, IS_TOTEM
from .aims import why_fight_item, why_flee, why_lend, why_use
from .answers import why_answer
from .fight import choosing_side
from .raids import recoverable, seen_player
from .refusals import (
    must_attack,
    why_attach_first,
    why_attack_now,
    why_deploy,
    why_hand,
    why_own,
    why_promote,
    why_seen,
    why_seen_player,
    why_target_now,
)
from .spoils import captives
from .thefts import current, picked_host


@rule
def add_main(t: Any, s: Any, out: Any) -> Any:
    # KLW-D3
    p = np.int64(s.ask)
    n = np.int64(0)
    for i in range(SLOTS):
        if s.host[p * SLOTS + i] != EMPTY and why_attack_now(t, s, np.int64(i)) == 0:
            out[n] = BASE[V_ATTACK] + i
            n += 1
    if n > 0 and must_attack(t, s, p):
        return n
    for i in range(s.hand_n[p]):
        sort = t.sorts[t.kind[s.hand[p, i]]]
        if sort == IS_HOST:
            if why_deploy(s, p) == 0:
                out[n] = BASE[V_DEPLOY] + i
                n += 1
            if why_hand(t, s, np.int64(V_SUPPORT), np.int64(i)) == 0:
                out[n] = BASE[V_SUPPORT] + i
                n += 1
        elif sort == IS_ITEM:
            if why_hand(t, s, np.int64(V_ITEM), np.int64(i)) == 0:
                out[n] = BASE[V_ITEM] + i
                n += 1
            if why_hand(t, s, np.int64(V_CONSUME), np.int64(i)) == 0:
                out[n] = BASE[V_CONSUME] + i
                n += 1
        elif sort == IS_TOTEM:
            if why_hand(t, s, np.int64(V_TOTEM), np.int64(i)) == 0:
                out[n] = BASE[V_TOTEM] + i
                n += 1
        elif why_hand(t, s, np.int64(V_ACTION), np.int64(i)) == 0:
            out[n] = BASE[V_ACTION] + i
            n += 1
    for i in range(SLOTS):
        h = np.int64(p * SLOTS + i)
        if s.host[h] == EMPTY:
            continue
        for k in range(s.totem_n[h]):
            out[n] = BASE[V_REMOVE] + i * KEPT + k
            n += 1
        for k in range(ITEMS):
            if why_use(t, s, h, np.int64(k)) == 0:
                out[n] = BASE[V_USE] + i * ITEMS + k
                n += 1
        if why_promote(s, h) == 0:
            out[n] = BASE[V_PROMOTE] + i
            n += 1
    out[n] = BASE[V_PASS]
    return np.int64(n + 1)


@rule
def add_answers(t: Any, s: Any, out: Any) -> Any:
    # KLW-D8
    p = np.int64(s.ask)
    n = np.int64(1)
    out[0] = BASE[V_DECLINE]
    for i in range(SLOTS):
        a = np.int64(i)
        if s.host[p * SLOTS + i] == EMPTY:
            continue
        for k in range(ITEMS):
            if why_answer(t, s, np.int64(V_ANSWER_ITEM), a, np.int64(k)) == 0:
                out[n] = BASE[V_ANSWER_ITEM] + i * ITEMS + k
                n += 1
        for k in range(min(KEPT, s.totem_n[p * SLOTS + i])):
            if why_answer(t, s, np.int64(V_ANSWER_TOTEM), a, np.int64(k)) == 0:
                out[n] = BASE[V_ANSWER_TOTEM] + i * KEPT + k
                n += 1
        if why_answer(t, s, np.int64(V_ANSWER_TALENT), a, np.int64(0)) == 0:
            out[n] = BASE[V_ANSWER_TALENT] + i
            n += 1
    for i in range(s.hand_n[p]):
        sort = t.sorts[t.kind[s.hand[p, i]]]
        verb = np.int64(V_ANSWER_HAND if sort == IS_ITEM else V_ANSWER_REVEAL)
        if sort != IS_ITEM and sort != IS_TOTEM:
            continue
        if why_answer(t, s, verb, np.int64(i), np.int64(0)) == 0:
            out[n] = BASE[V_ANSWER_HAND] + i if sort == IS_ITEM else BASE[V_ANSWER_REVEAL] + i
            n += 1
    return n


@rule
def add_role(t: Any, s: Any, out: Any) -> Any:
    # KLW-D14
    h = np.int64(s.fighter[s.role])
    n = np.int64(1)
    out[0] = BASE[V_ROLL]
    for i in range(ITEMS):
        if why_fight_item(t, s, h, np.int64(i)) == 0:
            out[n] = BASE[V_FIGHT_ITEM] + i
            n += 1
    for i in range(SLOTS):
        if why_lend(t, s, h, np.int64(h // SLOTS * SLOTS + i)) == 0:
            out[n] = BASE[V_LEND] + i
            n += 1
    for i in range(KEPT + 1):
        if why_flee(t, s, h, np.int64(i)) == 0:
            out[n] = BASE[V_FLEE] + i
            n += 1
    return n


@rule
def add_picks(t: Any, s: Any, out: Any) -> Any:
    """The questions about single cards."""
    n = np.int64(0)
    if s.phase == PICK_ITEM:
        h = picked_host(t, s)
        for i in range(ITEMS):
            if s.items[h, i] != EMPTY:
                out[n] = BASE[V_PICK_ITEM] + i
                n += 1
    elif s.phase == PICK_TOTEM:
        h = picked_host(t, s)
        for i in range(min(KEPT, s.totem_n[h])):
            out[n] = BASE[V_PICK_TOTEM] + i
            n += 1
    elif s.phase == SEEN_CARD:
        for card in range(t.cards):
            if why_seen(t, s, np.int64(card)) == 0:
                out[n] = BASE[V_TAKE] + card
                n += 1
        if n == 0:
            out[n] = BASE[V_NOTHING]
            n += 1
    elif s.phase == SCOUTED:
        for i in range(min(LOOK, s.look_n)):
            out[n] = BASE[V_SCOUT] + i
            n += 1
    elif s.phase == RECOVERED:
        for kind in range(t.kinds):
            if recoverable(t, s, np.int64(kind)) != EMPTY:
                out[n] = BASE[V_RECOVER] + kind
                n += 1
    elif s.phase == VESSEL:
        for i in range(min(KEPT, captives(s))):
            out[n] = BASE[V_VESSEL] + i
            n += 1
    return n


@rule
def add_aims(t: Any, s: Any, out: Any) -> Any:
    # KLW-D4 to KLW-D7
    n = np.int64(0)
    if s.phase == OWN_HOST:
        for i in range(SLOTS):
            if why_own(t, s, np.int64(i)) == 0:
                out[n] = BASE[V_HOST] + i
                n += 1
    elif s.phase == REPLACED:
        for i in range(ITEMS):
            out[n] = BASE[V_REPLACE] + i
            n += 1
    elif s.phase == TARGET_HOST:
        for h in range(s.seats * SLOTS):
            if why_target_now(t, s, np.int64(h)) == 0:
                out[n] = BASE[V_TARGET] + h
                n += 1
    else:
        for q in range(SEATS):
            if why_seen_player(t, s, np.int64(q)) == 0:
                out[n] = BASE[V_PLAYER] + q
                n += 1
    return n


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    p = np.int64(s.ask)
    phase = s.phase
    n = np.int64(0)
    if phase == MAIN:
        return add_main(t, s, out)
    if phase == ANSWER:
        return add_answers(t, s, out)
    if phase == FIGHT_ROLE:
        return add_role(t, s, out)
    if phase == OWN_HOST or phase == REPLACED or phase == TARGET_HOST or phase == TARGET_PLAYER:
        return add_aims(t, s, out)
    if phase == REVEAL:
        for i in range(s.hand_n[p]):
            if t.sorts[t.kind[s.hand[p, i]]] == IS_HOST:
                out[n] = BASE[V_REVEAL] + i
                n += 1
    elif phase == START_FORTIFY:
        for i in range(s.hand_n[p]):
            if why_attach_first(t, s, np.int64(i)) == 0:
                out[n] = BASE[V_ATTACH] + i
                n += 1
        out[n] = BASE[V_DONE]
        n += 1
    elif phase == FIGHT_DICE:
        for i in range(s.pool[choosing_side(s)]):
            out[n] = BASE[V_DICE] + i
            n += 1
    elif phase == DISCARD:
        for i in range(s.hand_n[p]):
            out[n] = BASE[V_DISCARD] + i
            n += 1
    elif phase == DEPLOY_NOW:
        out[0] = BASE[V_KEEP]
        n += 1
        if t.sorts[t.kind[s.hand[p, s.hand_n[p] - 1]]] == IS_HOST:
            out[n] = BASE[V_DEPLOY_NOW]
            n += 1
    else:
        n = add_picks(t, s, out)
    return n


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    p = np.int64(s.ask)
    out.verb = verb
    out.see = ALL
    if verb == V_PLAYER:
        out.target = a
    elif verb == V_DICE:
        out.number = a + 1
    elif verb == V_TAKE:
        out.card = a
        if s.phase == SEEN_CARD and current(t, s, np.int64(FX_DO)) != DO_DISCARD:
            out.see = (1 << p) | (1 << seen_player(t, s))
    elif verb == V_SCOUT:
        out.card = s.look[a]
        out.see = 1 << p
    elif verb == V_DEPLOY_NOW:
        out.card = s.hand[p, max(0, s.hand_n[p] - 1)]
    elif verb != V_DONE and verb != V_PASS and verb != V_DECLINE and verb != V_NOTHING:
        if verb != V_ROLL and verb != V_KEEP:
            out.card = card_meant(t, s, verb, a, b)


@rule
def is_from_hand(verb: Any) -> Any:
    if verb == V_REVEAL or verb == V_ATTACH or verb == V_DISCARD:
        return True
    if verb >= V_DEPLOY and verb <= V_ACTION:
        return True
    return verb == V_ANSWER_HAND or verb == V_ANSWER_REVEAL


@rule
def card_meant(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The card that an action names."""
    p = np.int64(s.ask)
    h = np.int64(p * SLOTS + min(a, SLOTS - 1))
    if is_from_hand(verb):
        return np.int64(s.hand[p, a])
    if verb == V_REMOVE or verb == V_ANSWER_TOTEM:
        return np.int64(s.totem[h, b])
    if verb == V_USE or verb == V_ANSWER_ITEM:
        return np.int64(s.items[h, b])
    if verb == V_TARGET:
        return np.int64(s.host[a * SLOTS + b])
    if verb == V_REPLACE and s.phase == REPLACED:
        return np.int64(s.items[s.task[s.tasks - 1, F], a])
    if verb == V_PICK_ITEM and s.phase == PICK_ITEM:
        return np.int64(s.items[picked_host(t, s), a])
    if verb == V_PICK_TOTEM and s.phase == PICK_TOTEM:
        return np.int64(s.totem[picked_host(t, s), a])
    if verb == V_RECOVER and s.phase == RECOVERED:
        return recoverable(t, s, a)
    if verb == V_VESSEL:
        return np.int64(s.captured[a])
    if (verb == V_FIGHT_ITEM or verb == V_FLEE) and s.phase == FIGHT_ROLE:
        fighter = np.int64(s.fighter[s.role])
        if verb == V_FIGHT_ITEM:
            return np.int64(s.items[fighter, a])
        return np.int64(s.host[fighter] if a == KEPT else s.totem[fighter, a])
    if verb == V_ATTACK or verb == V_PROMOTE or verb == V_HOST or verb == V_ANSWER_TALENT or verb == V_LEND:
        return np.int64(s.host[h])
    return np.int64(EMPTY)
