"""KLAW: the interpreter of effects: moments, operations, and what they ask (chapter 21)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, FX, ON, TAG, WHO, ZONE
from ..events import E
from ..state import EFFECT, IS, MOMENT, NOBODY, OPT, OUTCOME, STAGE, TASK
from . import field, hand, singularity, thefts, work
from .raids import discard_cards, exchange_hands, peek, recover, scout, steal_cards, steal_from_hand


@rule
def start_effect(s: Any, kind: Any, trigger: Any, actor: Any, own: Any, target: Any, card: Any) -> None:
    """Begins the effects that one card has for a trigger; ``target`` is a Host, or a seat."""
    work.push(s, TASK.EFFECT)
    frame = s.task[s.tasks - 1]
    frame[EFFECT.KIND] = kind
    frame[EFFECT.TRIGGER] = trigger
    frame[EFFECT.ACTOR] = actor
    frame[EFFECT.OWN] = own
    frame[EFFECT.TARGET] = target
    frame[EFFECT.AIMED] = EMPTY
    frame[EFFECT.CARD] = card


@rule
def fight_ended(s: Any) -> Any:
    # KLW-11.15
    return s.fight == STAGE.FIGHTING and s.fallen != NOBODY


@rule
def step_moment(t: Any, s: Any, log: Any) -> None:
    # KLW-21.2: every card on the Host that has this trigger, in their order
    frame = s.task[s.tasks - 1]
    h = frame[MOMENT.HOST]
    if s.host[h] == EMPTY or s.host[h] != frame[MOMENT.NAME] or fight_ended(s):
        work.pop(s)
        return
    if frame[MOMENT.CARD] != EMPTY and work.at_work(s, h, frame[MOMENT.STEP] - 1) != frame[MOMENT.CARD]:
        frame[MOMENT.STEP] -= 1  # the card has left, and the next one has moved up
    frame[MOMENT.CARD] = EMPTY
    trigger = frame[MOMENT.TRIGGER]
    while frame[MOMENT.STEP] < work.places(s, h):
        card = work.at_work(s, h, frame[MOMENT.STEP])
        frame[MOMENT.STEP] += 1
        if card != EMPTY and (t.triggers[t.kind[card]] >> trigger) & 1:
            frame[MOMENT.CARD] = card
            kind = t.kind[card]
            start_effect(s, kind, trigger, work.seat_of(h), h, NOBODY, card)
            return
    work.pop(s)


@rule
def step_effect(t: Any, s: Any, log: Any) -> None:
    # KLW-21.1
    frame = s.task[s.tasks - 1]
    kind = frame[EFFECT.KIND]
    while frame[EFFECT.STEP] < t.effects[kind]:
        if fight_ended(s):
            break
        fx = t.fx[kind, frame[EFFECT.STEP]]
        frame[EFFECT.STEP] += 1
        if fx[FX.ON] != frame[EFFECT.TRIGGER]:
            continue
        if frame[EFFECT.OWN] != NOBODY and s.host[frame[EFFECT.OWN]] == EMPTY and fx[FX.WHO] == WHO.SELF:
            continue
        if frame[EFFECT.OWN] != NOBODY and not work.holds(t, s, fx[FX.IF], fx[FX.IF_K], frame[EFFECT.OWN]):
            continue
        carry_out(t, s, log)
        return
    work.pop(s)


@rule
def whom(s: Any, frame: Any, who: Any) -> Any:
    """The Host that an operation is about, or NOBODY (KLW-21.3)."""
    h = NOBODY
    if who == WHO.SELF:
        h = frame[EFFECT.OWN]
    elif who == WHO.ENEMY:
        h = work.enemy_of(s, frame[EFFECT.OWN])
    elif who == WHO.CHAMPION:
        h = work.champion_of(s, frame[EFFECT.ACTOR])
    elif who == WHO.TARGET:
        target = frame[EFFECT.TARGET]
        if target != NOBODY and s.host[target] == frame[EFFECT.AIMED]:
            h = target
    if h != NOBODY and s.host[h] == EMPTY:
        h = NOBODY
    return h


@rule
def which_player(s: Any, frame: Any, who: Any) -> Any:
    """The player that an operation is about."""
    if who == WHO.ENEMY_PLAYER:
        return work.seat_of(work.enemy_of(s, frame[EFFECT.OWN]))
    return frame[EFFECT.TARGET]


@rule
def kind_of_harm(t: Any, s: Any, frame: Any) -> Any:
    # KLW-8.22: the tags of the effect itself, not of all that the card does
    fx = t.fx[frame[EFFECT.KIND], frame[EFFECT.STEP] - 1]
    if fx[FX.DO] == DO.STATE:
        return t.state_tag[fx[FX.STATE]]
    if fx[FX.DO] == DO.DAMAGE:
        return 1 << TAG.DAMAGE
    if fx[FX.DO] == DO.DORMANT:
        return 1 << TAG.SLEEP
    return t.tags[frame[EFFECT.KIND]]


@rule
def is_immune(t: Any, s: Any, frame: Any, who: Any, h: Any, log: Any) -> Any:
    # KLW-8.22
    if who != WHO.TARGET and who != WHO.ENEMY_HOSTS:
        return False
    if frame[EFFECT.TRIGGER] != ON.PLAY and frame[EFFECT.TRIGGER] != ON.SUPPORT:
        return False
    if work.seat_of(h) == frame[EFFECT.ACTOR] or kind_of_harm(t, s, frame) & work.immunity(t, s, h) == 0:
        return False
    emit(log, E.IMMUNE, ALL, ALL, work.name_of(s, h), frame[EFFECT.CARD], 0, 0)
    return True


@rule
def carry_out(t: Any, s: Any, log: Any) -> None:
    """One effect: the one before the step of the frame on top."""
    frame = s.task[s.tasks - 1]
    fx = t.fx[frame[EFFECT.KIND], frame[EFFECT.STEP] - 1]
    do = fx[FX.DO]
    who = fx[FX.WHO]
    n = fx[FX.N]
    actor = frame[EFFECT.ACTOR]
    if do == DO.DRAW:
        for _ in range(n):
            hand.draw_card(t, s, actor, log)
    elif do == DO.SCOUT:
        scout(t, s, actor, n, log)
    elif do == DO.RECOVER:
        recover(t, s, log)
    elif do == DO.FLEE:
        s.outcome = OUTCOME.FLED
        field.protect(s, frame[EFFECT.OWN])
        emit(log, E.FLEES, ALL, ALL, work.name_of(s, frame[EFFECT.OWN]), 0, 0, 0)
    elif do == DO.DISCARD:
        discard_cards(t, s, which_player(s, frame, who), log)
    elif do == DO.STEAL_CARD:
        steal_cards(t, s, actor, which_player(s, frame, who), n, log)
    elif do == DO.PEEK:
        peek(s, actor, which_player(s, frame, who), log)
    elif do == DO.SWAP_HANDS:
        exchange_hands(s, actor, which_player(s, frame, who), log)
    elif do == DO.STEAL_HOST and fx[FX.ZONE] != ZONE.FIELD:
        steal_from_hand(t, s, actor, which_player(s, frame, who), log)
    elif who == WHO.ENEMY_HOSTS:
        strike_all(t, s, n, log)
    else:
        h = whom(s, frame, who)
        if h != NOBODY and not is_immune(t, s, frame, who, h, log):
            act_on_host(t, s, h, do, n, log)


@rule
def act_on_host(t: Any, s: Any, h: Any, do: Any, n: Any, log: Any) -> None:
    """The operations that concern one Host."""
    frame = s.task[s.tasks - 1]
    fx = t.fx[frame[EFFECT.KIND], frame[EFFECT.STEP] - 1]
    actor = frame[EFFECT.ACTOR]
    if do == DO.DAMAGE:
        # KLW-8.19, KLW-8.31
        amount = n
        if fx[FX.PER] != 0:
            amount = n * s.totem_n[h]
        if fx[FX.WHO] == WHO.TARGET:
            amount -= frame[EFFECT.REDUCTION]
        if amount > 0:
            field.lose_life(t, s, h, amount, log)
    elif do == DO.HEAL:
        field.heal(s, h, n, log)
    elif do == DO.STATE:
        field.put_state(t, s, h, fx[FX.STATE], fx[FX.TURNS], log)
    elif do == DO.CURE:
        field.cure(s, h, fx[FX.STATES], log)
    elif do == DO.DORMANT:
        thefts.doze_totem(t, s, h, log)
    elif do == DO.STEAL_ITEM:
        thefts.steal_item(t, s, h, log)
    elif do == DO.BREAK_ITEM:
        thefts.break_items(t, s, h, log)
    elif do == DO.SWAP_ITEMS:
        thefts.exchange_items(s, actor, h, log)
    elif do == DO.STRIP_TOTEM:
        thefts.strip_totem(t, s, h, log)
    elif do == DO.STEAL_HOST:
        thefts.steal_from_field(s, actor, h, log)
    elif do == DO.FORCE_CHECK:
        singularity.start_check(s, h)


@rule
def open_to_harm(s: Any, h: Any) -> Any:
    # KLW-3.5
    return s.mark[h, IS.PROTECTED] == 0 or s.opt.protected_scope == OPT.PROTECTED_SCOPE_COMBAT


@rule
def strike_all(t: Any, s: Any, n: Any, log: Any) -> None:
    # KLW-8.23
    frame = s.task[s.tasks - 1]
    actor = frame[EFFECT.ACTOR]
    for k in range(work.all_places(s)):
        h = work.next_host(s, actor, k)
        if work.seat_of(h) == actor or s.host[h] == EMPTY or not open_to_harm(s, h):
            continue
        if not is_immune(t, s, frame, WHO.ENEMY_HOSTS, h, log):
            field.lose_life(t, s, h, n, log)
