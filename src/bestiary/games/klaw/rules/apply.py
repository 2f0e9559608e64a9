"""KLAW: playing an action, and what follows until somebody is asked."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import E
from ..moves import Q, V
from ..state import FRAME, HAND_LIMIT, PLAY, SLOTS, TASK
from . import answers, effects, fight, hand, play, raids, singularity, spoils, thefts, turn
from .work import ask


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    s.actors = 0
    if verb <= V.DONE:
        begin(t, s, verb, a, log)
    elif verb <= V.PASS:
        choose_main(t, s, verb, a, b, log)
    elif verb <= V.PLAYER:
        choose_target(t, s, verb, a, b, log)
    elif verb >= V.DECLINE and verb <= V.ANSWER_TALENT:
        answers.answer(t, s, verb, a, b, log)
    else:
        choose_other(t, s, verb, a, log)
    run(t, s, log)


@rule
def begin(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    if verb == V.REVEAL:
        play.reveal(t, s, a, log)
        turn.next_to_start(s)
    elif verb == V.ATTACH:
        play.attach_first(t, s, a, log)
        turn.fortified(s)
    else:
        emit(log, E.KEEPS, ALL, ALL, s.ask, 0, 0, 0)
        turn.next_to_start(s)


@rule
def choose_main(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    # KLW-6.3
    p = s.turn
    if verb == V.DEPLOY:
        play.deploy(t, s, a, log)
    elif verb == V.ATTACK:
        play.start_play(s, EMPTY, 0, p, verb, p * SLOTS + a)
    elif verb == V.REMOVE:
        play.remove(t, s, a, b, log)
    elif verb == V.USE:
        play.use_carried(t, s, p * SLOTS + a, b, log)
    elif verb == V.PROMOTE:
        play.promote(s, a, log)
    elif verb == V.PASS:
        emit(log, E.PASSES, ALL, ALL, p, 0, 0, 0)
        s.draw_due = 1
    else:
        play.play_card(t, s, verb, a, log)


@rule
def choose_target(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    frame = s.task[s.tasks - 1]
    if verb == V.HOST:
        frame[PLAY.TARGET] = s.ask * SLOTS + a
    elif verb == V.TARGET:
        frame[PLAY.TARGET] = a * SLOTS + b
    elif verb == V.PLAYER:
        frame[PLAY.TARGET] = a
    else:
        play.equip(t, s, frame[PLAY.TARGET], a, log)


@rule
def choose_other(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    p = s.ask
    if verb == V.PICK_ITEM:
        thefts.take_item(t, s, thefts.picked_host(t, s), a, log)
    elif verb == V.PICK_TOTEM:
        thefts.take_totem(t, s, thefts.picked_host(t, s), a, log)
    elif verb == V.TAKE:
        raids.take_seen(t, s, a, log)
    elif verb == V.SCOUT:
        raids.take_scouted(t, s, p, a, log)
    elif verb == V.RECOVER:
        raids.take_back(s, p, raids.recoverable(t, s, a), log)
    elif verb == V.FIGHT_ITEM:
        fight.use_in_fight(t, s, a, log)
    elif verb == V.LEND:
        fight.lend_talent(t, s, a, log)
    elif verb == V.FLEE:
        fight.flee_with(t, s, a)
    elif verb == V.DICE:
        s.pool[fight.choosing_side(s)] = a + 1
    elif verb == V.VESSEL:
        spoils.stow_chosen(s, a, log)
    elif verb == V.DISCARD:
        hand.discard_from_hand(s, p, a, log)
    elif verb == V.DEPLOY_NOW:
        s.hold = 0
        raids.deploy_last(t, s, p, log)
    elif verb == V.KEEP:
        s.hold = 0
        emit(log, E.KEEPS, ALL, ALL, p, 0, 0, 0)


@rule
def asks_to_discard(s: Any) -> Any:
    # KLW-16.5 to KLW-16.7
    if s.crowded == 0 or s.hold == 1:
        return False
    for k in range(s.seats):
        p = (s.turn + k) % s.seats
        if s.hand_n[p] > HAND_LIMIT:
            ask(s, Q.DISCARD, p)
            return True
    s.crowded = 0
    return False


@rule
def run(t: Any, s: Any, log: Any) -> None:
    """Carries on with what is under way until somebody is asked or the game is over."""
    while s.over == 0 and s.actors == 0:
        if asks_to_discard(s):
            return
        task = s.task[s.tasks - 1, FRAME.TASK]
        if task == TASK.TURN:
            turn.step_turn(t, s, log)
        elif task == TASK.EFFECT:
            effects.step_effect(t, s, log)
        elif task == TASK.MOMENT:
            effects.step_moment(t, s, log)
        elif task == TASK.FIGHT:
            fight.step_fight(t, s, log)
        elif task == TASK.PLAY:
            play.step_play(t, s, log)
        elif task == TASK.CHECK:
            singularity.step_check(t, s, log)
        elif task == TASK.SPOILS:
            spoils.step_spoils(t, s, log)
        elif task == TASK.AFTERMATH:
            singularity.step_aftermath(t, s, log)
        else:
            turn.step_starting(s, log)
