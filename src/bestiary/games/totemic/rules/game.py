"""Totemic: playing an action, what follows it, and the match (chapter 10 and the phases)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import (
    E_DECLINES,
)
from ..state import (
    DISCARD,
    INVOKE_PAY,
    NOBODY,
    S_ACT,
    S_ADVANTAGES,
    S_ANSWER,
    S_CHALLENGE,
    S_CHALLENGE_END,
    S_CHECK,
    S_CONFRONT,
    S_DEAL,
    S_DRAWN,
    S_EFFECTS,
    S_FILL,
    S_INVOKE_PAY,
    S_LAY_OUT,
    S_OFFERING,
    S_PAY,
    S_REFILL,
    S_RESULT,
    S_REVEAL,
    S_RIVAL_PAYS,
    S_RIVAL_TAKES,
    S_SELECT,
    S_TURN,
    SIDES,
    STRONGEST,
    V_ACCEPT,
    V_BEGIN,
    V_CHALLENGE,
    V_CHOOSE,
    V_DISCARD,
    V_DRAW,
    V_FEINT,
    V_INVOKE,
    V_PAY,
    V_PICK,
    V_RECOVER,
    V_REMOVE,
    V_RIVALS,
    V_SELECT,
    V_SUBMIT,
    V_SWAP,
    V_THREATEN,
    V_TOKEN,
    V_YES,
)
from .challenge import (
    accept,
    advantages,
    after_advantages,
    await_answer,
    begin_challenge,
    end_challenge,
    pay,
    pay_pair,
    result,
    reveal,
    select,
    select_pair,
    submit,
    threaten,
)
from .deck import discard_from_hand, slot_of
from .effects import agree, feint, initiate, lose_card, next_effect, recover, swap
from .set_up import choose, deal, lay_out
from .sides import who
from .solo import (
    confront,
    draw_hierarchy,
    end_confrontation,
    give_token,
    pick,
    rival_pays,
    rival_takes,
    tell_hierarchy,
)
from .turn import (
    act,
    begin_turn,
    draw,
    drawn,
    fallen,
    fill_hand,
    finish,
    invoke,
    invoke_pay,
    leader,
    next_turn,
    offer,
    refill,
    resolve,
    take_apart,
)

# ---- playing -------------------------------------------------------------------------------


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    p = np.int64(s.actors >> 1)  # the one seat that is asked
    s.actors = 0
    if verb == V_DRAW:
        draw(t, s, log)
    elif verb == V_INVOKE:
        invoke(s, a, log)
    elif verb == V_CHALLENGE:
        initiate(s, p, log)
    elif verb == V_ACCEPT:
        accept(s, log)
    elif verb == V_THREATEN:
        threaten(t, s, log)
    elif verb == V_SUBMIT:
        submit(t, s, log)
    elif verb == V_SELECT:
        select_pair(s, a, b)
    elif verb == V_PAY:
        pay_pair(s, a, b, log)
    elif verb == V_DISCARD:
        discard(t, s, p, slot_of(s.hand[p], a), log)
    elif verb == V_RECOVER:
        recover(s, slot_of(s.discard[:], a), log)
    elif verb == V_REMOVE:
        lose_card(t, s, 1 - p, slot_of(s.hand[1 - p], a), log)
    elif verb == V_SWAP:
        swap(t, s, a, b, log)
    elif verb == V_FEINT:
        feint(t, s, a, b, log)
    elif verb == V_PICK:
        pick(t, s, a, log)
    elif verb == V_YES:
        agree(t, s, log)
    elif verb == V_CHOOSE:
        choose(t, s, p, a, log)
    elif verb == V_RIVALS:
        s.rivals = a + 1
        draw_hierarchy(t, s)
        tell_hierarchy(s, log)
    elif verb == V_TOKEN:
        give_token(s, a, log)
    elif verb != V_BEGIN:
        emit(log, E_DECLINES, ALL, ALL, p, who(s, p), 0, 0)
        next_effect(s)
    go_on(t, s, log)


@rule
def discard(t: Any, s: Any, p: Any, i: Any, log: Any) -> None:
    # TMC-6.5, TMC-11.2, TMC-11.3
    if s.phase == DISCARD or s.phase == STRONGEST:
        lose_card(t, s, p, i, log)
        return
    discard_from_hand(s, p, i, log)
    if s.phase == INVOKE_PAY:
        take_apart(s, log)


@rule
def go_on(t: Any, s: Any, log: Any) -> None:
    """Runs everything that follows, up to the next question or the end."""
    while s.actors == 0 and s.over == 0:
        step = s.step
        if step == S_CHECK:
            if fallen(t, s):
                end_game(t, s, log)
            else:
                s.step = S_REFILL
        elif step == S_REFILL:
            refill(t, s, log)
        elif step == S_OFFERING:
            offer(t, s, log)
            if s.opt.second_check == 1 and fallen(t, s):
                end_game(t, s, log)  # TMC-9.9
            else:
                next_turn(s)
        elif step == S_TURN:
            begin_turn(s, log)
        elif step == S_ADVANTAGES:
            moment = s.moment
            if advantages(t, s, log):
                after_advantages(s, moment, np.int64(S_ACT))
        elif step == S_ACT:
            act(t, s, log)
        elif step == S_DRAWN:
            drawn(t, s, log)
        elif step == S_EFFECTS:
            resolve(t, s, log)
        elif step == S_FILL:
            fill_hand(t, s, log)
        elif step == S_INVOKE_PAY:
            invoke_pay(s, log)
        elif step == S_CHALLENGE:
            begin_challenge(s)
        elif step == S_ANSWER:
            await_answer(s)
        elif step == S_SELECT:
            select(t, s, log)
        elif step == S_REVEAL:
            reveal(t, s, log)
        elif step == S_RESULT:
            result(t, s, log)
        elif step == S_PAY:
            pay(t, s, log)
        elif step == S_CHALLENGE_END:
            end_challenge(t, s, log)
        elif step == S_RIVAL_TAKES:
            rival_takes(t, s, log)
        elif step == S_RIVAL_PAYS:
            rival_pays(t, s, log)
        elif step == S_DEAL:
            deal(t, s, log)
        elif step == S_CONFRONT:
            confront(t, s, log)
        elif step == S_LAY_OUT:
            lay_out(t, s, log)


@rule
def end_game(t: Any, s: Any, log: Any) -> None:
    # TMC-9.1, TMC-10.1, TMC-16.1
    if s.seats == SIDES:
        finish(s, leader(s), log)
    else:
        end_confrontation(t, s, log)


# ---- the match -----------------------------------------------------------------------------


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # TMC-10.5, TMC-16.7, TMC-16.9
    for p in range(SIDES):
        out[p] = 0.0
        if s.winner != NOBODY and p < s.seats:
            out[p] = 1.0 if s.winner == p else -1.0


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    # TMC-10.7 to TMC-10.11, TMC-1.8
    out.game = s.game + 1
    out.loser = 0
    for p in range(SIDES):
        out.score[p] = s.score[p]
    if s.winner != NOBODY:
        out.score[s.winner] += 1
        out.loser = 1 + (1 - s.winner)
    most = max(out.score[0], out.score[1])
    left = s.opt.match_games - out.game
    decided = most > s.opt.match_games // 2 and s.opt.play_all_games == 0
    out.more = 1 if s.seats == SIDES and left > 0 and not decided else 0
