"""Totemic: the challenge, from its first answer to the refilled hands (chapters 7, 8 and 14)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..effects import ON, WHO
from ..events import CAUSE, E
from ..moves import Q
from ..state import FATE, FATES, LEVELS, NOBODY, PAIR, RIVAL, SIDES, STEP, TASK
from . import sides
from .deck import discard_from_hand, filled, forget, throw
from .effects import run_effects, start_effects, stop_effects
from .rival import rival_slot
from .sides import ask, is_rival, who

# ---- advantages ------------------------------------------------------------------------------


@rule
def call_advantages(s: Any, moment: Any) -> None:
    s.moment = moment
    s.done = 0
    s.step = STEP.ADVANTAGES


@rule
def trigger_of(s: Any, p: Any) -> Any:
    """The trigger that this moment is for a side; NOBODY where it does not concern it."""
    if s.moment == ON.TURN_BEGINS:
        return ON.TURN_BEGINS if p == s.turn else NOBODY
    if s.moment == ON.WON:
        return ON.WON if p == s.victor else ON.LOST
    return s.moment


@rule
def advantages(t: Any, s: Any, log: Any) -> Any:
    """Runs the advantages of both sides for this moment; False where somebody is asked."""
    # TMC-2.2, TMC-2.11
    while s.done < SIDES:
        p = s.turn if s.done == 0 else 1 - s.turn
        if s.fx_row == EMPTY:
            trigger = trigger_of(s, p)
            if trigger == NOBODY or not sides.gifted(t, s, p, trigger):
                s.done += 1
                continue
            start_effects(s, who(s, p), p, trigger, 0)
        if run_effects(t, s, log):
            return False
        stop_effects(s)
        s.done += 1
    s.moment = 0
    s.done = 0
    return True


# ---- answers -------------------------------------------------------------------------------


@rule
def answerer(s: Any) -> Any:
    # TMC-7.1, TMC-8.2
    if s.threats % 2 == 0:
        return 1 - s.initiator
    return s.initiator


@rule
def await_answer(s: Any) -> None:
    # TMC-8.2, TMC-8.3, TMC-8.5, TMC-14.1, TMC-14.2
    p = answerer(s)
    if s.level == LEVELS - 1 or is_rival(s, p):
        s.step = STEP.SELECT
    else:
        ask(s, Q.ANSWER, p)


@rule
def accept(s: Any, log: Any) -> None:
    # TMC-7.3
    p = answerer(s)
    emit(log, E.ACCEPTS, ALL, ALL, p, who(s, p), 0, 0)
    s.step = STEP.SELECT


@rule
def threaten(t: Any, s: Any, log: Any) -> None:
    # TMC-8.1, TMC-8.4
    p = answerer(s)
    emit(log, E.THREATENS, ALL, ALL, p, who(s, p), 0, 0)
    sides.raise_totem(t, s, 1, log)
    s.threats += 1
    s.step = STEP.ANSWER


@rule
def submit(t: Any, s: Any, log: Any) -> None:
    # TMC-8.6, TMC-8.7, TMC-8.12, TMC-14.15
    p = answerer(s)
    emit(log, E.SUBMITS, ALL, ALL, p, who(s, p), 0, 0)
    sides.lose_power(s, p, sides.instead(t, s, p, ON.PAYS_SUBMIT, t.submit_loss), CAUSE.SUBMIT, log)
    s.payer = 1 - p
    s.need = PAIR
    s.step = STEP.PAY


@rule
def pay(t: Any, s: Any, log: Any) -> None:
    # TMC-8.8, TMC-14.16, TMC-14.17
    p = s.payer
    while s.need > 0 and s.hand_n[p] > 0:
        slot = 0
        if s.hand_n[p] > s.need:
            if not is_rival(s, p):
                ask(s, Q.PAY, p)
                return
            slot = rival_slot(t, s, TASK.PAY, s.need)
            if slot == EMPTY:
                return
        discard_from_hand(s, p, slot, log)
        s.need -= 1
    s.need = 0
    s.payer = NOBODY
    s.step = STEP.CHALLENGE_END


@rule
def pay_pair(s: Any, i: Any, j: Any, log: Any) -> None:
    # TMC-8.8
    p = s.payer
    discard_from_hand(s, p, i, log)
    discard_from_hand(s, p, j - 1, log)
    s.need = 0


# ---- selecting -----------------------------------------------------------------------------


@rule
def selector(s: Any) -> Any:
    # TMC-7.4, TMC-14.5
    if s.seats < SIDES:
        return s.chosen
    if s.chosen == 0:
        return s.initiator
    return 1 - s.initiator


@rule
def select_card(s: Any, p: Any, i: Any) -> None:
    """Lays a card face down; what the other side knows of this hand may be either now."""
    card = take(s.hand[p], i)
    s.hand_n[p] -= 1
    s.selected[p, s.selected_n[p]] = card
    s.selected_n[p] += 1


@rule
def select_pair(s: Any, i: Any, j: Any) -> None:
    # TMC-7.3
    p = selector(s)
    select_card(s, p, i)
    select_card(s, p, j - 1)


@rule
def select(t: Any, s: Any, log: Any) -> None:
    # TMC-7.3, TMC-7.4, TMC-7.13, TMC-14.5, TMC-14.6, TMC-14.7
    while s.chosen < SIDES:
        p = selector(s)
        while s.selected_n[p] < PAIR and s.hand_n[p] > 0:
            need = PAIR - s.selected_n[p]
            slot = 0
            if s.hand_n[p] > need:
                if not is_rival(s, p):
                    ask(s, Q.SELECT, p)
                    return
                slot = rival_slot(t, s, TASK.SELECT, need)
                if slot == EMPTY:
                    return
            select_card(s, p, slot)
        emit(log, E.SELECTS, ALL, ALL, p, who(s, p), s.selected_n[p], 0)
        s.chosen += 1
    s.step = STEP.REVEAL


# ---- the result ----------------------------------------------------------------------------


@rule
def reveal(t: Any, s: Any, log: Any) -> None:
    # TMC-7.5, TMC-14.8
    s.open = 1
    for k in range(SIDES):
        p = s.initiator if k == 0 else 1 - s.initiator
        for i in range(s.selected_n[p]):
            card = s.selected[p, i]
            forget(s, p, card)
            emit(log, E.REVEALS, ALL, ALL, p, who(s, p), card, 0)
    if s.seats < SIDES:
        s.stack_n -= 1
        s.turned[0] = s.stack[s.stack_n]
        s.stack[s.stack_n] = EMPTY
        emit(log, E.TURNS, ALL, ALL, who(s, RIVAL), s.turned[0], 0, 0)
    count(t, s)
    call_advantages(s, ON.REVEALED)


@rule
def printed(t: Any, s: Any, p: Any) -> Any:
    """What the open cards of a side add up to, the rival's challenge card included."""
    # TMC-7.5, TMC-7.13, TMC-14.8
    total = 0
    for i in range(s.selected_n[p]):
        total += t.strength[s.selected[p, i]]
    if p == RIVAL and s.turned[0] != EMPTY:
        total += t.strength[s.turned[0]]
    return total


@rule
def count(t: Any, s: Any) -> None:
    # TMC-7.6, TMC-11.9
    for p in range(SIDES):
        s.totals[p] = s.bonus[p] + printed(t, s, p)
    add_advantages(t, s, 0)
    add_advantages(t, s, 1)


@rule
def add_advantages(t: Any, s: Any, p: Any) -> None:
    # TMC-7.6
    if not sides.gifted(t, s, p, ON.TOTALS):
        return
    row = who(s, p)
    for e in range(t.effects[row]):
        if t.fx_on[row, e] == ON.TOTALS and sides.holds(t, s, t.fx_if[row, e], p):
            side = 1 - p if t.fx_who[row, e] == WHO.OPPONENT else p
            s.totals[side] += sides.amount(t, s, row, e)


@rule
def result(t: Any, s: Any, log: Any) -> None:
    # TMC-7.7 to TMC-7.11, TMC-14.9 to TMC-14.11
    count(t, s)
    for p in range(SIDES):
        emit(log, E.TOTALS, ALL, ALL, p, who(s, p), s.totals[p], s.totals[p] - printed(t, s, p))
    tie = s.totals[0] == s.totals[1]
    s.victor = s.dominance
    if not tie:
        s.victor = 0 if s.totals[0] > s.totals[1] else 1
    loser = 1 - s.victor
    emit(log, E.WINS, ALL, ALL, s.victor, who(s, s.victor), s.totals[s.victor], s.totals[loser])
    sides.lose_power(s, loser, t.levels[s.level], CAUSE.CHALLENGE, log)
    if tie:
        sides.take_dominance(t, s, loser, CAUSE.TIE, log)
    call_advantages(s, ON.WON)


# ---- the end -------------------------------------------------------------------------------


@rule
def clear_table(s: Any, log: Any) -> None:
    # TMC-7.14, TMC-14.12
    for k in range(SIDES):
        p = s.initiator if k == 0 else 1 - s.initiator
        for i in range(s.selected_n[p]):
            card = s.selected[p, i]
            s.selected[p, i] = EMPTY
            throw(s, card)
            emit(log, E.DISCARDS, ALL, ALL, p, who(s, p), card, 0)
        s.selected_n[p] = 0
        s.totals[p] = 0
    if s.turned[0] != EMPTY:
        s.used[s.used_n] = s.turned[0]
        s.used_n += 1
        s.turned[0] = EMPTY
    s.open = 0
    s.chosen = 0
    s.threats = 0
    s.victor = NOBODY


@rule
def renew_stack(s: Any, log: Any) -> None:
    # TMC-14.14
    if s.seats == SIDES or s.stack_n != 1:
        return
    for i in range(s.used_n):
        s.stack[s.stack_n] = s.used[i]
        s.stack_n += 1
        s.used[i] = EMPTY
    s.used_n = 0
    shuffle(s.rng, FATE, s.stack, FATES)
    emit(log, E.RENEWS, ALL, ALL, 0, 0, 0, 0)


@rule
def end_challenge(t: Any, s: Any, log: Any) -> None:
    # TMC-6.8, TMC-7.15, TMC-7.16, TMC-14.13, TMC-14.18
    clear_table(s, log)
    if not filled(t, s, s.initiator, log):
        return
    if s.seats < SIDES and not filled(t, s, 1 - s.initiator, log):
        return
    renew_stack(s, log)
    s.initiator = NOBODY
    if s.apart[0] != EMPTY:
        start_effects(s, s.apart[0], s.turn, ON.INVOKE, s.resume)
        s.resume = 0
        s.step = STEP.EFFECTS
    else:
        s.step = STEP.CHECK


@rule
def begin_challenge(s: Any) -> None:
    # TMC-8.5
    call_advantages(s, ON.CHALLENGE_BEGINS)


@rule
def after_advantages(s: Any, moment: Any) -> None:
    """What follows the advantages of a moment."""
    if moment == ON.TURN_BEGINS:
        s.step = STEP.ACT
    elif moment == ON.CHALLENGE_BEGINS:
        s.step = STEP.ANSWER
    elif moment == ON.REVEALED:
        s.step = STEP.RESULT
    else:
        s.step = STEP.CHALLENGE_END
