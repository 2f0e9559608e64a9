"""KLAW: what may be chosen, why not, and what a choice means (the decisions of the rulebook)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, FX, SORT
from ..moves import A, Q, V
from ..state import ITEMS, KEPT, LOOK, PLAY, SEATS, SLOTS, cite
from . import aims, answers, fight, raids, refusals, spoils
from .thefts import current, picked_host

GAME_OVER = cite("KLW-19.2")
ONE_MAIN_CHOICE = cite("KLW-6.3")
ANSWER_OR_NOT = cite("KLW-8.14")


@rule
def add_main(t: Any, s: Any, out: Any) -> Any:
    # KLW-D3
    p = s.ask
    n = 0
    for i in range(SLOTS):
        if s.host[p * SLOTS + i] != EMPTY and refusals.why_attack_now(t, s, i) == 0:
            out[n] = A.ATTACK + i
            n += 1
    if n > 0 and refusals.must_attack(t, s, p):
        return n
    for i in range(s.hand_n[p]):
        sort = t.sorts[t.kind[s.hand[p, i]]]
        if sort == SORT.HOST:
            if refusals.why_deploy(s, p) == 0:
                out[n] = A.DEPLOY + i
                n += 1
            if refusals.why_hand(t, s, V.SUPPORT, i) == 0:
                out[n] = A.SUPPORT + i
                n += 1
        elif sort == SORT.ITEM:
            if refusals.why_hand(t, s, V.ITEM, i) == 0:
                out[n] = A.ITEM + i
                n += 1
            if refusals.why_hand(t, s, V.CONSUME, i) == 0:
                out[n] = A.CONSUME + i
                n += 1
        elif sort == SORT.TOTEM:
            if refusals.why_hand(t, s, V.TOTEM, i) == 0:
                out[n] = A.TOTEM + i
                n += 1
        elif refusals.why_hand(t, s, V.ACTION, i) == 0:
            out[n] = A.ACTION + i
            n += 1
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] == EMPTY:
            continue
        for k in range(s.totem_n[h]):
            out[n] = A.REMOVE + i * KEPT + k
            n += 1
        for k in range(ITEMS):
            if aims.why_use(t, s, h, k) == 0:
                out[n] = A.USE + i * ITEMS + k
                n += 1
        if refusals.why_promote(s, h) == 0:
            out[n] = A.PROMOTE + i
            n += 1
    out[n] = A.PASS
    return n + 1


@rule
def add_answers(t: Any, s: Any, out: Any) -> Any:
    # KLW-D8
    p = s.ask
    n = 1
    out[0] = A.DECLINE
    for i in range(SLOTS):
        if s.host[p * SLOTS + i] == EMPTY:
            continue
        for k in range(ITEMS):
            if answers.why_answer(t, s, V.ANSWER_ITEM, i, k) == 0:
                out[n] = A.ANSWER_ITEM + i * ITEMS + k
                n += 1
        for k in range(min(KEPT, s.totem_n[p * SLOTS + i])):
            if answers.why_answer(t, s, V.ANSWER_TOTEM, i, k) == 0:
                out[n] = A.ANSWER_TOTEM + i * KEPT + k
                n += 1
        if answers.why_answer(t, s, V.ANSWER_TALENT, i, 0) == 0:
            out[n] = A.ANSWER_TALENT + i
            n += 1
    for i in range(s.hand_n[p]):
        sort = t.sorts[t.kind[s.hand[p, i]]]
        verb = V.ANSWER_HAND if sort == SORT.ITEM else V.ANSWER_REVEAL
        if sort != SORT.ITEM and sort != SORT.TOTEM:
            continue
        if answers.why_answer(t, s, verb, i, 0) == 0:
            out[n] = A.ANSWER_HAND + i if sort == SORT.ITEM else A.ANSWER_REVEAL + i
            n += 1
    return n


@rule
def add_role(t: Any, s: Any, out: Any) -> Any:
    # KLW-D14
    h = s.fighter[s.role]
    n = 1
    out[0] = A.ROLL
    for i in range(ITEMS):
        if aims.why_fight_item(t, s, h, i) == 0:
            out[n] = A.FIGHT_ITEM + i
            n += 1
    for i in range(SLOTS):
        if aims.why_lend(t, s, h, h // SLOTS * SLOTS + i) == 0:
            out[n] = A.LEND + i
            n += 1
    for i in range(KEPT + 1):
        if aims.why_flee(t, s, h, i) == 0:
            out[n] = A.FLEE + i
            n += 1
    return n


@rule
def add_picks(t: Any, s: Any, out: Any) -> Any:
    """The questions about single cards."""
    n = 0
    if s.phase == Q.PICK_ITEM:
        h = picked_host(t, s)
        for i in range(ITEMS):
            if s.items[h, i] != EMPTY:
                out[n] = A.PICK_ITEM + i
                n += 1
    elif s.phase == Q.PICK_TOTEM:
        h = picked_host(t, s)
        for i in range(min(KEPT, s.totem_n[h])):
            out[n] = A.PICK_TOTEM + i
            n += 1
    elif s.phase == Q.PICK_SEEN_CARD:
        for card in range(t.cards):
            if refusals.why_seen(t, s, card) == 0:
                out[n] = A.TAKE + card
                n += 1
        if n == 0:
            out[n] = A.NOTHING
            n += 1
    elif s.phase == Q.PICK_SCOUTED:
        for i in range(min(LOOK, s.look_n)):
            out[n] = A.SCOUT + i
            n += 1
    elif s.phase == Q.PICK_RECOVERED:
        for kind in range(t.kinds):
            if raids.recoverable(t, s, kind) != EMPTY:
                out[n] = A.RECOVER + kind
                n += 1
    elif s.phase == Q.VESSEL:
        for i in range(min(KEPT, spoils.captives(s))):
            out[n] = A.VESSEL + i
            n += 1
    return n


@rule
def add_aims(t: Any, s: Any, out: Any) -> Any:
    # KLW-D4 to KLW-D7
    n = 0
    if s.phase == Q.PICK_OWN_HOST:
        for i in range(SLOTS):
            if refusals.why_own(t, s, i) == 0:
                out[n] = A.HOST + i
                n += 1
    elif s.phase == Q.PICK_REPLACED:
        for i in range(ITEMS):
            out[n] = A.REPLACE + i
            n += 1
    elif s.phase == Q.PICK_TARGET_HOST:
        for h in range(s.seats * SLOTS):
            if refusals.why_target_now(t, s, h) == 0:
                out[n] = A.TARGET + h
                n += 1
    else:
        for q in range(SEATS):
            if refusals.why_seen_player(t, s, q) == 0:
                out[n] = A.PLAYER + q
                n += 1
    return n


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    p = s.ask
    phase = s.phase
    n = 0
    if phase == Q.MAIN:
        return add_main(t, s, out)
    if phase == Q.ANSWER:
        return add_answers(t, s, out)
    if phase == Q.FIGHT_ROLE:
        return add_role(t, s, out)
    if phase >= Q.PICK_OWN_HOST and phase <= Q.PICK_TARGET_PLAYER:
        return add_aims(t, s, out)
    if phase == Q.REVEAL:
        for i in range(s.hand_n[p]):
            if t.sorts[t.kind[s.hand[p, i]]] == SORT.HOST:
                out[n] = A.REVEAL + i
                n += 1
    elif phase == Q.START_FORTIFY:
        for i in range(s.hand_n[p]):
            if refusals.why_attach_first(t, s, i) == 0:
                out[n] = A.ATTACH + i
                n += 1
        out[n] = A.DONE
        n += 1
    elif phase == Q.FIGHT_DICE:
        for i in range(s.pool[fight.choosing_side(s)]):
            out[n] = A.DICE + i
            n += 1
    elif phase == Q.DISCARD:
        for i in range(s.hand_n[p]):
            out[n] = A.DISCARD + i
            n += 1
    elif phase == Q.DEPLOY_NOW:
        out[0] = A.KEEP
        n += 1
        if t.sorts[t.kind[s.hand[p, s.hand_n[p] - 1]]] == SORT.HOST:
            out[n] = A.DEPLOY_NOW
            n += 1
    else:
        n = add_picks(t, s, out)
    return n


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    phase = s.phase
    if phase == Q.OVER:
        return GAME_OVER
    if phase == Q.MAIN:
        fits = verb >= V.DEPLOY and verb <= V.PASS
        return refusals.why_main(t, s, verb, a, b) if fits else ONE_MAIN_CHOICE
    if phase == Q.ANSWER:
        fits = verb >= V.DECLINE and verb <= V.ANSWER_TALENT
        return answers.why_answer(t, s, verb, a, b) if fits else ANSWER_OR_NOT
    if phase == Q.FIGHT_ROLE or phase == Q.FIGHT_DICE:
        return refusals.why_fight(t, s, verb, a)
    if phase == Q.REVEAL or phase == Q.START_FORTIFY:
        return refusals.why_start(t, s, verb, a)
    if phase == Q.PICK_TARGET_HOST:
        return refusals.why_target_now(t, s, a * SLOTS + b) if verb == V.TARGET else refusals.CARRIED_THROUGH
    if phase == Q.PICK_TARGET_PLAYER:
        return refusals.why_seen_player(t, s, a) if verb == V.PLAYER else refusals.CARRIED_THROUGH
    if phase >= Q.PICK_ITEM and (phase <= Q.PICK_RECOVERED or phase == Q.VESSEL):
        return refusals.why_pick(t, s, verb, a)
    return refusals.why_rest(t, s, verb, a)


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    p = s.ask
    out.verb = verb
    out.see = ALL
    if verb == V.PLAYER:
        out.target = a
    elif verb == V.DICE:
        out.number = a + 1
    elif verb == V.TAKE:
        out.card = a
        if s.phase == Q.PICK_SEEN_CARD and current(t, s, FX.DO) != DO.DISCARD:
            out.see = (1 << p) | (1 << raids.seen_player(t, s))
    elif verb == V.SCOUT:
        out.card = s.look[a]
        out.see = 1 << p
    elif verb == V.DEPLOY_NOW:
        out.card = s.hand[p, max(0, s.hand_n[p] - 1)]
    elif verb != V.DONE and verb != V.PASS and verb != V.DECLINE and verb != V.NOTHING:
        if verb != V.ROLL and verb != V.KEEP:
            out.card = card_meant(t, s, verb, a, b)


@rule
def is_from_hand(verb: Any) -> Any:
    if verb == V.REVEAL or verb == V.ATTACH or verb == V.DISCARD:
        return True
    if verb >= V.DEPLOY and verb <= V.ACTION:
        return True
    return verb == V.ANSWER_HAND or verb == V.ANSWER_REVEAL


@rule
def card_meant(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The card that an action names."""
    p = s.ask
    h = p * SLOTS + min(a, SLOTS - 1)
    if is_from_hand(verb):
        return s.hand[p, a]
    if verb == V.REMOVE or verb == V.ANSWER_TOTEM:
        return s.totem[h, b]
    if verb == V.USE or verb == V.ANSWER_ITEM:
        return s.items[h, b]
    if verb == V.TARGET:
        return s.host[a * SLOTS + b]
    if verb == V.REPLACE and s.phase == Q.PICK_REPLACED:
        return s.items[s.task[s.tasks - 1, PLAY.TARGET], a]
    if verb == V.PICK_ITEM and s.phase == Q.PICK_ITEM:
        return s.items[picked_host(t, s), a]
    if verb == V.PICK_TOTEM and s.phase == Q.PICK_TOTEM:
        return s.totem[picked_host(t, s), a]
    if verb == V.RECOVER and s.phase == Q.PICK_RECOVERED:
        return raids.recoverable(t, s, a)
    if verb == V.VESSEL:
        return s.captured[a]
    if (verb == V.FIGHT_ITEM or verb == V.FLEE) and s.phase == Q.FIGHT_ROLE:
        fighter = s.fighter[s.role]
        if verb == V.FIGHT_ITEM:
            return s.items[fighter, a]
        return s.host[fighter] if a == KEPT else s.totem[fighter, a]
    if verb == V.ATTACK or verb == V.PROMOTE or verb == V.HOST or verb == V.ANSWER_TALENT or verb == V.LEND:
        return s.host[h]
    return EMPTY
