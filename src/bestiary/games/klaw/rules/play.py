"""KLAW: playing a card from the hand: fortifying, Instant Actions, Support (chapters 7, 8 and 9)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.names import Names
from bestiary.core.record import EMPTY

from ..effects import ON, SORT, TARGET
from ..events import E
from ..moves import Q, V
from ..state import EFFECT, ITEMS, NOBODY, OPT, PLAY, SLOTS, TASK
from . import aims, effects, field, fight, hand, singularity
from .work import all_places, ask, items_on, name_of, pop, push, seat_of

STEP = Names("STEP", ("aim", "aimed", "strike", "close"))  # steps of a card that is played


@rule
def reveal(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-5.1, KLW-5.8
    p = s.ask
    card = hand.take_from_hand(s, p, i, log)
    h = field.enter(t, s, p, card)
    if s.opt.mode != OPT.MODE_WERE_SQUAD:
        s.champion[p] = h % SLOTS
    field.protect_first(s, h)
    emit(log, E.REVEALS, ALL, ALL, p, card, 0, 0)


@rule
def deploy(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-7.1, KLW-7.2, KLW-20.4
    p = s.turn
    card = hand.take_from_hand(s, p, i, log)
    h = field.enter(t, s, p, card)
    if s.opt.mode != OPT.MODE_WERE_SQUAD:
        s.champion[p] = h % SLOTS
    field.protect(s, h)
    s.draw_due = 1
    emit(log, E.DEPLOYS, ALL, ALL, p, card, 0, 0)


@rule
def promote(s: Any, i: Any, log: Any) -> None:
    # KLW-7.4
    p = s.turn
    s.champion[p] = i
    emit(log, E.PROMOTES, ALL, ALL, p, name_of(s, p * SLOTS + i), 0, 0)


@rule
def remove(t: Any, s: Any, i: Any, k: Any, log: Any) -> None:
    # KLW-7.16 to KLW-7.19
    h = s.turn * SLOTS + i
    card = field.unhook(s, h, k)
    hand.return_to_hand(s, s.turn, card, log)
    field.pay_for_totem(t, s, h, t.life[t.kind[card]], log)


@rule
def play_card(t: Any, s: Any, verb: Any, i: Any, log: Any) -> None:
    # KLW-6.7, KLW-9.1, KLW-9.4
    p = s.turn
    card = hand.take_from_hand(s, p, i, log)
    kind = t.kind[card]
    own = NOBODY
    if verb == V.SUPPORT:
        own = field.enter(t, s, p, card)
        field.protect(s, own)
        emit(log, E.SUPPORTS, ALL, ALL, p, card, 0, 0)
    else:
        s.played[0] = card
        if verb == V.CONSUME:
            emit(log, E.USES, ALL, ALL, p, card, 0, 0)
        else:
            emit(log, E.PLAYS, ALL, ALL, p, card, 0, 0)
    s.draw_due = 1
    start_play(s, card, kind, p, verb, own)


@rule
def start_play(s: Any, card: Any, kind: Any, p: Any, verb: Any, own: Any) -> None:
    push(s, TASK.PLAY)
    frame = s.task[s.tasks - 1]
    frame[PLAY.CARD] = card
    frame[PLAY.KIND] = kind
    frame[PLAY.ACTOR] = p
    frame[PLAY.VERB] = verb
    frame[PLAY.OWN] = own
    frame[PLAY.TARGET] = NOBODY


@rule
def use_carried(t: Any, s: Any, h: Any, i: Any, log: Any) -> None:
    # KLW-7.15, KLW-16.4
    card = s.items[h, i]
    s.items[h, i] = EMPTY
    s.played[0] = card
    emit(log, E.USES, ALL, ALL, seat_of(h), card, 0, 0)
    start_play(s, card, t.kind[card], seat_of(h), V.USE, h)
    s.task[s.tasks - 1, PLAY.TARGET] = h
    s.task[s.tasks - 1, PLAY.STEP] = STEP.AIMED


@rule
def why_aim(t: Any, s: Any, h: Any) -> Any:
    """Whether what is being played may be aimed at a Host: 0, or the rule against it."""
    frame = s.task[s.tasks - 1]
    p = frame[PLAY.ACTOR]
    verb = frame[PLAY.VERB]
    if verb == V.ATTACK:
        return aims.why_prey(t, s, frame[PLAY.OWN], h)
    if verb == V.TOTEM:
        return aims.why_attach(t, s, h, frame[PLAY.CARD])
    if verb == V.ITEM:
        return 0
    if verb == V.CONSUME:
        return aims.why_consume(t, s, h, frame[PLAY.KIND])
    return aims.why_target(t, s, frame[PLAY.KIND], p, frame[PLAY.OWN], h)


@rule
def aims_at_own(t: Any, s: Any) -> Any:
    frame = s.task[s.tasks - 1]
    verb = frame[PLAY.VERB]
    if verb == V.TOTEM or verb == V.ITEM or verb == V.CONSUME:
        return True
    return verb != V.ATTACK and t.target[frame[PLAY.KIND]] == TARGET.OWN_HOST


@rule
def aim(t: Any, s: Any, log: Any) -> None:
    # KLW-D4, KLW-D6, KLW-D7: a single target is taken
    frame = s.task[s.tasks - 1]
    p = frame[PLAY.ACTOR]
    found = 0
    only = NOBODY
    frame[PLAY.STEP] = STEP.AIMED
    if frame[PLAY.VERB] != V.ATTACK and not aims_at_own(t, s):
        if t.target[frame[PLAY.KIND]] == TARGET.NONE:
            return
        if t.target[frame[PLAY.KIND]] == TARGET.ENEMY_PLAYER:
            for q in range(s.seats):
                if aims.why_player(t, s, frame[PLAY.KIND], p, q) == 0:
                    found += 1
                    only = q
            if found == 1:
                frame[PLAY.TARGET] = only
            else:
                ask(s, Q.PICK_TARGET_PLAYER, p)
            return
    own = aims_at_own(t, s)
    for h in range(all_places(s)):
        if s.host[h] == EMPTY or (seat_of(h) == p) != own:
            continue
        if why_aim(t, s, h) == 0:
            found += 1
            only = h
    if found == 1:
        frame[PLAY.TARGET] = only
    else:
        ask(s, Q.PICK_OWN_HOST if own else Q.PICK_TARGET_HOST, p)


@rule
def step_play(t: Any, s: Any, log: Any) -> None:
    frame = s.task[s.tasks - 1]
    if frame[PLAY.STEP] == STEP.AIM:
        aim(t, s, log)
    elif frame[PLAY.STEP] == STEP.AIMED:
        aimed(t, s, log)
    elif frame[PLAY.STEP] == STEP.STRIKE:
        strike(t, s)
    else:
        close_play(s)


@rule
def aimed(t: Any, s: Any, log: Any) -> None:
    """The target is chosen: the card is attached, the fight begins, or the enemy may answer."""
    frame = s.task[s.tasks - 1]
    verb = frame[PLAY.VERB]
    card = frame[PLAY.CARD]
    kind = frame[PLAY.KIND]
    h = frame[PLAY.TARGET]
    frame[PLAY.STEP] = STEP.CLOSE
    if verb == V.ATTACK:
        own = frame[PLAY.OWN]
        pop(s)
        fight.start_fight(s, own, h)
    elif verb == V.TOTEM:
        s.played[0] = EMPTY
        field.gain_totem(t, s, h, card, log)
        pop(s)
        singularity.start_check(s, h)
    elif verb == V.ITEM:
        if items_on(s, h) == ITEMS:
            ask(s, Q.PICK_REPLACED, seat_of(h))
        else:
            equip(t, s, h, 0 if s.items[h, 0] == EMPTY else 1, log)
    elif verb == V.CONSUME or verb == V.USE:
        effects.start_effect(s, kind, ON.USE, seat_of(h), h, h, card)
    elif t.target[kind] == TARGET.ENEMY_HOST or t.target[kind] == TARGET.ENEMY_PLAYER:
        # KLW-8.5, KLW-8.17, KLW-9.3: asked whether or not there is an answer
        frame[PLAY.STEP] = STEP.STRIKE
        q = h
        if t.target[kind] == TARGET.ENEMY_HOST:
            q = seat_of(h)
            emit(log, E.AIMS, ALL, ALL, card, name_of(s, h), 0, 0)
        else:
            emit(log, E.RAIDS, ALL, ALL, card, q, 0, 0)
        if t.unavoidable[kind] == 0:
            ask(s, Q.ANSWER, q)
    else:
        if h != NOBODY:
            emit(log, E.AIMS, ALL, ALL, card, name_of(s, h), 0, 0)
        strike(t, s)


@rule
def strike(t: Any, s: Any) -> None:
    """The effects of an Instant Action or a Support Talent."""
    frame = s.task[s.tasks - 1]
    frame[PLAY.STEP] = STEP.CLOSE
    kind = frame[PLAY.KIND]
    trigger = ON.SUPPORT if frame[PLAY.VERB] == V.SUPPORT else ON.PLAY
    target = frame[PLAY.TARGET]
    reduction = frame[PLAY.REDUCTION]
    effects.start_effect(s, kind, trigger, frame[PLAY.ACTOR], frame[PLAY.OWN], target, frame[PLAY.CARD])
    effect = s.task[s.tasks - 1]
    effect[EFFECT.REDUCTION] = reduction
    if t.target[kind] == TARGET.OWN_HOST or t.target[kind] == TARGET.ENEMY_HOST:
        effect[EFFECT.AIMED] = name_of(s, target)


@rule
def close_play(s: Any) -> None:
    # KLW-8.2, KLW-8.9
    frame = s.task[s.tasks - 1]
    owes = frame[PLAY.OWES] - 1
    verb = frame[PLAY.VERB]
    card = frame[PLAY.CARD]
    if owes >= 0:
        frame[PLAY.OWES] = 0
        if s.host[owes] != EMPTY:
            singularity.start_check(s, owes)
            return
    pop(s)
    if verb == V.ACTION or verb == V.CONSUME or verb == V.USE:
        s.played[0] = EMPTY
        hand.throw(s, card)


@rule
def equip(t: Any, s: Any, h: Any, i: Any, log: Any) -> None:
    # KLW-7.10 to KLW-7.12, KLW-7.21
    frame = s.task[s.tasks - 1]
    card = frame[PLAY.CARD]
    if s.items[h, i] != EMPTY:
        emit(log, E.DROPS, ALL, ALL, s.items[h, i], name_of(s, h), 0, 0)
        hand.throw(s, s.items[h, i])
    s.items[h, i] = card
    s.played[0] = EMPTY
    emit(log, E.EQUIPS, ALL, ALL, card, name_of(s, h), 0, 0)
    kind = frame[PLAY.KIND]
    pop(s)
    effects.start_effect(s, kind, ON.ATTACH, seat_of(h), h, h, card)


@rule
def attach_first(t: Any, s: Any, i: Any, log: Any) -> None:
    # KLW-5.4, KLW-5.10: a Totem or an Item in the starting round
    p = s.ask
    card = hand.take_from_hand(s, p, i, log)
    s.played[0] = card
    verb = V.TOTEM if t.sorts[t.kind[card]] == SORT.TOTEM else V.ITEM
    h = p * SLOTS  # the only Host so far
    start_play(s, card, t.kind[card], p, verb, NOBODY)
    s.task[s.tasks - 1, PLAY.TARGET] = h
    s.task[s.tasks - 1, PLAY.STEP] = STEP.AIMED
