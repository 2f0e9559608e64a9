"""Totemic: the effects of aspects and advantages, read from the tables (chapter 11)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..effects import DO, PICK, WHO
from ..events import E
from ..moves import Q
from ..state import ASPECTS, LEVELS, LOTS, SIDES, STEP, TASK
from . import deck, sides
from .rival import rival_slot
from .sides import ask, is_rival, who


@rule
def start_effects(s: Any, row: Any, owner: Any, trigger: Any, first: Any) -> None:
    s.fx_row = row
    s.fx_owner = owner
    s.fx_on = trigger
    s.fx_next = first
    s.fx_left = 0


@rule
def stop_effects(s: Any) -> None:
    start_effects(s, EMPTY, 0, 0, 0)


@rule
def concerns(t: Any, s: Any) -> Any:
    """The side that the running effect concerns."""
    if t.fx_who[s.fx_row, s.fx_next] == WHO.OPPONENT:
        return 1 - s.fx_owner
    return s.fx_owner


@rule
def next_effect(s: Any) -> None:
    s.fx_next += 1
    s.fx_left = 0


@rule
def one_done(s: Any) -> None:
    """One card of a running effect is settled."""
    s.fx_left -= 1
    if s.fx_left == 0:
        s.fx_next += 1


@rule
def run_effects(t: Any, s: Any, log: Any) -> Any:
    """Works through the effects; True where it stops for a question or a challenge."""
    # TMC-2.3, TMC-2.9, TMC-2.10, TMC-11.8
    row = s.fx_row
    while s.fx_next < t.effects[row]:
        e = s.fx_next
        if s.fx_left == 0:
            fits = t.fx_on[row, e] == s.fx_on and sides.holds(t, s, t.fx_if[row, e], s.fx_owner)
            if not fits or not possible(t, s):
                next_effect(s)
                continue
            if t.fx_may[row, e] == 1 and not own_answer(t, s) and not is_rival(s, s.fx_owner):
                ask(s, Q.MAY, s.fx_owner)
                return True
            begin_effect(t, s)
            continue
        if perform(t, s, log):
            return True
    return False


@rule
def begin_effect(t: Any, s: Any) -> None:
    s.fx_left = sides.amount(t, s, s.fx_row, s.fx_next)
    if s.fx_left == 0:
        s.fx_next += 1


@rule
def own_answer(t: Any, s: Any) -> Any:
    """Whether declining is one of the effect's own choices, so that no yes or no is asked."""
    do = t.fx_do[s.fx_row, s.fx_next]
    return do == DO.SWAP_OFFERING or do == DO.REPLACE_SELECTED


@rule
def possible(t: Any, s: Any) -> Any:
    # TMC-2.10
    do = t.fx_do[s.fx_row, s.fx_next]
    owner = s.fx_owner
    if do == DO.RAISE_TOTEM:
        return s.level < LEVELS - 1
    if do == DO.RECOVER:
        return s.discard_n > 0
    if do == DO.SWAP_OFFERING:
        return s.offering_n > 0 and s.hand_n[owner] > 0
    if do == DO.REPLACE_SELECTED:
        return s.offering_n > 0 and s.selected_n[owner] > 0
    if do == DO.DISCARD:
        return s.hand_n[concerns(t, s)] > 0
    if do == DO.STEAL:
        return s.hand_n[1 - owner] > 0
    return True


@rule
def perform(t: Any, s: Any, log: Any) -> Any:
    """Carries the running effect out; True where it stops for a question or a challenge."""
    do = t.fx_do[s.fx_row, s.fx_next]
    p = concerns(t, s)
    n = s.fx_left
    if not possible(t, s):
        next_effect(s)
        return False
    if do == DO.SWAP_OFFERING:
        ask(s, Q.SWAP, s.fx_owner)
        return True
    if do == DO.REPLACE_SELECTED:
        ask(s, Q.FEINT, s.fx_owner)
        return True
    if do == DO.CHALLENGE:
        s.resume = s.fx_next + 1
        initiate(s, s.fx_owner, log)
        stop_effects(s)
        return True
    if do == DO.RECOVER:
        return recover_asks(t, s, log)
    if do == DO.DISCARD:
        return discard_asks(t, s, p, log)
    if do == DO.STEAL:
        return discard_asks(t, s, 1 - s.fx_owner, log)
    if do == DO.DRAW:
        for _ in range(n):
            deck.draw_card(t, s, p, log)
    elif do == DO.GAIN_POWER:
        sides.gain_power(s, p, n, s.fx_row, log)
    elif do == DO.LOSE_POWER:
        sides.lose_power(s, p, n, s.fx_row, log)
    elif do == DO.GAIN_DOMINANCE:
        sides.take_dominance(t, s, p, s.fx_row, log)
    elif do == DO.EXCHANGE_DOMINANCE:
        sides.take_dominance(t, s, 1 - s.dominance, s.fx_row, log)
    elif do == DO.RAISE_TOTEM:
        sides.raise_totem(t, s, n, log)
    elif do == DO.STRENGTH:
        s.bonus[p] += n
        emit(log, E.ADDS, ALL, ALL, p, who(s, p), n, s.fx_row)
    elif do == DO.SWEEP_OFFERING:
        sweep_offering(s, log)
    elif do == DO.PEEK_HAND:
        peek(t, s, s.fx_owner, n, log)
    next_effect(s)
    return False


@rule
def initiate(s: Any, p: Any, log: Any) -> None:
    # TMC-7.1, TMC-7.17
    s.initiator = p
    s.step = STEP.CHALLENGE
    emit(log, E.CHALLENGES, ALL, ALL, p, who(s, p), 0, 0)


@rule
def sweep_offering(s: Any, log: Any) -> None:
    # TMC-11.12
    while s.offering_n > 0:
        s.offering_n -= 1
        card = take(s.offering, 0)
        deck.throw(s, card)
        emit(log, E.SWEEPS, ALL, ALL, card, 0, 0, 0)


@rule
def peek(t: Any, s: Any, owner: Any, n: Any, log: Any) -> None:
    # TMC-4.5, TMC-11.5, TMC-11.14, TMC-13.12
    p = 1 - owner
    if s.seats < SIDES:
        return
    left = s.hand_n[p]
    if n < t.hand_size:
        left = min(n, left)
    card = EMPTY
    for i in range(s.hand_n[p]):
        card = next_card(s, p, card)
        if below(s.rng, LOTS, s.hand_n[p] - i) < left:
            left -= 1
            deck.learn(s, p, card)
            emit(log, E.LOOKS, ALL, (1 << SIDES) - 1, owner, who(s, owner), card, 0)


@rule
def next_card(s: Any, p: Any, last: Any) -> Any:
    """The hand by card numbers, one after the other: its own order is private."""
    found = ASPECTS
    for i in range(s.hand_n[p]):
        if last < s.hand[p, i] < found:
            found = s.hand[p, i]
    return found


# ---- cards that leave a hand ----------------------------------------------------------------


@rule
def lose_card(t: Any, s: Any, p: Any, i: Any, log: Any) -> None:
    # TMC-11.2, TMC-11.13
    if t.fx_do[s.fx_row, s.fx_next] == DO.STEAL:
        card = deck.take_from_hand(s, p, i)
        deck.add_to_hand(s, 1 - p, card)
        deck.show(s, 1 - p, card)
        emit(log, E.STEALS, ALL, ALL, 1 - p, who(s, 1 - p), card, 0)
    else:
        deck.discard_from_hand(s, p, i, log)
    one_done(s)


@rule
def discard_asks(t: Any, s: Any, p: Any, log: Any) -> Any:
    # TMC-11.2 to TMC-11.5, TMC-11.13, TMC-13.11
    pick = t.fx_pick[s.fx_row, s.fx_next]
    if pick == PICK.RANDOM:
        lose_card(t, s, p, below(s.rng, LOTS, s.hand_n[p]), log)
        return False
    if pick == PICK.OPPONENT:
        peek(t, s, 1 - p, t.hand_size, log)
    if s.hand_n[p] == 1:
        lose_card(t, s, p, 0, log)
        return False
    if pick == PICK.OPPONENT:
        ask(s, Q.REMOVE, 1 - p)
        return True
    if is_rival(s, p):
        task = TASK.STRONGEST if pick == PICK.STRONGEST else TASK.DISCARD
        slot = rival_slot(t, s, task, 1)
        if slot == EMPTY:
            return True
        lose_card(t, s, p, slot, log)
        return False
    if pick == PICK.HOLDER:
        ask(s, Q.DISCARD, p)
    else:
        ask(s, Q.STRONGEST, p)
    return True


@rule
def recover_asks(t: Any, s: Any, log: Any) -> Any:
    # TMC-11.10
    first = t.aspect[s.discard[0]]
    for i in range(1, s.discard_n):
        if t.aspect[s.discard[i]] != first:
            ask(s, Q.RECOVER, s.fx_owner)
            return True
    recover(s, 0, log)
    return False


@rule
def recover(s: Any, i: Any, log: Any) -> None:
    # TMC-11.10
    p = s.fx_owner
    card = take(s.discard, i)
    s.discard_n -= 1
    deck.add_to_hand(s, p, card)
    deck.show(s, p, card)
    emit(log, E.RECOVERS, ALL, ALL, p, who(s, p), card, 0)
    one_done(s)


# ---- answers -------------------------------------------------------------------------------


@rule
def pay_cost(t: Any, s: Any, log: Any) -> None:
    # TMC-11.8, TMC-11.15
    sides.lose_power(s, s.fx_owner, t.fx_cost[s.fx_row, s.fx_next], s.fx_row, log)


@rule
def agree(t: Any, s: Any, log: Any) -> None:
    # TMC-11.8
    pay_cost(t, s, log)
    begin_effect(t, s)


@rule
def swap(t: Any, s: Any, i: Any, place: Any, log: Any) -> None:
    # TMC-11.11
    p = s.fx_owner
    pay_cost(t, s, log)
    given = deck.take_from_hand(s, p, i)
    taken = s.offering[place]
    s.offering[place] = given
    deck.add_to_hand(s, p, taken)
    deck.show(s, p, taken)
    emit(log, E.EXCHANGES, ALL, ALL, p, who(s, p), given, taken)
    next_effect(s)


@rule
def feint(t: Any, s: Any, i: Any, place: Any, log: Any) -> None:
    # TMC-11.15
    p = s.fx_owner
    pay_cost(t, s, log)
    given = s.selected[p, i]
    taken = s.offering[place]
    s.offering[place] = given
    s.selected[p, i] = taken
    emit(log, E.EXCHANGES, ALL, ALL, p, who(s, p), given, taken)
    next_effect(s)
