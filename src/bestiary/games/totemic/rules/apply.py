"""Totemic: playing an action, and what follows it, up to the next question."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import E
from ..moves import Q, V
from ..state import SIDES, STEP
from . import challenge, effects, solo, turn
from .deck import discard_from_hand, slot_of
from .ending import fallen, finish, leader
from .setup import choose, deal, lay_out
from .sides import who


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    p = s.actors >> 1  # the one seat that is asked
    s.actors = 0
    if verb == V.DRAW:
        turn.draw(t, s, log)
    elif verb == V.INVOKE:
        turn.invoke(s, a, log)
    elif verb == V.CHALLENGE:
        effects.initiate(s, p, log)
    elif verb == V.ACCEPT:
        challenge.accept(s, log)
    elif verb == V.THREATEN:
        challenge.threaten(t, s, log)
    elif verb == V.SUBMIT:
        challenge.submit(t, s, log)
    elif verb == V.SELECT:
        challenge.select_pair(s, a, b)
    elif verb == V.PAY:
        challenge.pay_pair(s, a, b, log)
    elif verb == V.DISCARD:
        discard(t, s, p, slot_of(s.hand[p], a), log)
    elif verb == V.RECOVER:
        effects.recover(s, slot_of(s.discard[:], a), log)
    elif verb == V.REMOVE:
        effects.lose_card(t, s, 1 - p, slot_of(s.hand[1 - p], a), log)
    elif verb == V.SWAP:
        effects.swap(t, s, a, b, log)
    elif verb == V.FEINT:
        effects.feint(t, s, a, b, log)
    elif verb == V.PICK:
        solo.pick(t, s, a, log)
    elif verb == V.YES:
        effects.agree(t, s, log)
    elif verb == V.CHOOSE:
        choose(t, s, p, a, log)
    elif verb == V.RIVALS:
        s.rivals = a + 1
        solo.draw_hierarchy(t, s)
        solo.tell_hierarchy(s, log)
    elif verb == V.TOKEN:
        solo.give_token(s, a, log)
    elif verb != V.BEGIN:
        emit(log, E.DECLINES, ALL, ALL, p, who(s, p), s.fx_row, 0)
        effects.next_effect(s)
    go_on(t, s, log)


@rule
def discard(t: Any, s: Any, p: Any, i: Any, log: Any) -> None:
    # TMC-6.5, TMC-11.2, TMC-11.3
    if s.phase == Q.DISCARD or s.phase == Q.STRONGEST:
        effects.lose_card(t, s, p, i, log)
        return
    discard_from_hand(s, p, i, log)
    if s.phase == Q.INVOKE_PAY:
        turn.take_apart(s, log)


@rule
def go_on(t: Any, s: Any, log: Any) -> None:
    """Runs everything that follows, up to the next question or the end."""
    while s.actors == 0 and s.over == 0:
        step = s.step
        if step == STEP.CHECK:
            if fallen(t, s):
                end_game(t, s, log)
            else:
                s.step = STEP.REFILL
        elif step == STEP.REFILL:
            turn.refill(t, s, log)
        elif step == STEP.OFFERING:
            turn.offer(t, s, log)
            if s.opt.second_check == 1 and fallen(t, s):
                end_game(t, s, log)  # TMC-9.9
            else:
                turn.next_turn(s)
        elif step == STEP.TURN:
            turn.begin_turn(s, log)
        elif step == STEP.ADVANTAGES:
            moment = s.moment
            if challenge.advantages(t, s, log):
                challenge.after_advantages(s, moment)
        elif step == STEP.ACT:
            turn.act(t, s, log)
        elif step == STEP.DRAWN:
            turn.drawn(t, s, log)
        elif step == STEP.EFFECTS:
            turn.resolve(t, s, log)
        elif step == STEP.FILL:
            turn.fill_hand(t, s, log)
        elif step == STEP.INVOKE_PAY:
            turn.invoke_pay(s, log)
        elif step == STEP.CHALLENGE:
            challenge.begin_challenge(s)
        elif step == STEP.ANSWER:
            challenge.await_answer(s)
        elif step == STEP.SELECT:
            challenge.select(t, s, log)
        elif step == STEP.REVEAL:
            challenge.reveal(t, s, log)
        elif step == STEP.RESULT:
            challenge.result(t, s, log)
        elif step == STEP.PAY:
            challenge.pay(t, s, log)
        elif step == STEP.CHALLENGE_END:
            challenge.end_challenge(t, s, log)
        elif step == STEP.RIVAL_TAKES:
            solo.rival_takes(t, s, log)
        elif step == STEP.RIVAL_PAYS:
            solo.rival_pays(t, s, log)
        elif step == STEP.DEAL:
            deal(t, s, log)
        elif step == STEP.CONFRONT:
            solo.confront(t, s, log)
        elif step == STEP.LAY_OUT:
            lay_out(t, s, log)


@rule
def end_game(t: Any, s: Any, log: Any) -> None:
    # TMC-9.1, TMC-10.1, TMC-16.1
    if s.seats == SIDES:
        finish(s, leader(s), log)
    else:
        solo.end_confrontation(t, s, log)
