"""Totemic: the solo game, its hierarchy, its rival's invoke and its confrontations (12 to 17)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from .. import state as st
from ..effects import DO, ON, WHO
from ..events import E
from ..moves import Q
from ..state import PLAYER, RIVAL, SIDES, STEP, TASK
from .challenge import select_card
from .deck import discard_from_hand, slot_of
from .effects import lose_card
from .ending import finish, leader
from .rival import rival_slot
from .sides import ask, gain_power, holds, take_dominance, who
from .turn import lay_apart, take_apart

# ---- the hierarchy ---------------------------------------------------------------------------


@rule
def too_many_rivals(t: Any, spirit: Any, rivals: Any) -> Any:
    # TMC-12.4
    return rivals == st.RIVALS and t.rival[spirit] == 1


@rule
def draw_hierarchy(t: Any, s: Any) -> None:
    # TMC-12.3 to TMC-12.7
    own = s.spirit[PLAYER]
    s.hierarchy[0] = own
    n = 1
    for spirit in range(st.SPIRITS):
        if t.rival[spirit] == 1 and spirit != own:
            s.hierarchy[n] = spirit
            n += 1
    for i in range(1, n):
        if i > s.rivals:
            s.hierarchy[i] = st.NOBODY
            continue
        j = i + below(s.rng, st.LOTS, n - i)
        held = s.hierarchy[i]
        s.hierarchy[i] = s.hierarchy[j]
        s.hierarchy[j] = held
    s.rung = 0
    s.spirit[RIVAL] = s.hierarchy[1]


@rule
def tell_hierarchy(s: Any, log: Any) -> None:
    for i in range(st.HIERARCHY):
        if s.hierarchy[i] != st.NOBODY:
            emit(log, E.RANKS, ALL, ALL, st.SPIRIT_CARD + s.hierarchy[i], i, 0, 0)


# ---- confrontations --------------------------------------------------------------------------


@rule
def collect(s: Any) -> None:
    # TMC-17.4, TMC-17.5
    for i in range(s.deck_n):
        s.deck[i] = EMPTY
    for i in range(s.discard_n):
        s.discard[i] = EMPTY
    for i in range(s.offering_n):
        s.offering[i] = EMPTY
    for p in range(SIDES):
        for i in range(s.hand_n[p]):
            s.hand[p, i] = EMPTY
        s.hand_n[p] = 0
    s.deck_n = 0
    s.discard_n = 0
    s.offering_n = 0
    for card in range(st.ASPECTS):
        s.box[card] = 1


@rule
def stack_fates(s: Any) -> None:
    # TMC-12.13, TMC-17.8
    for i in range(st.FATES):
        s.stack[i] = st.ASPECTS + i
        s.used[i] = EMPTY
        s.box[st.ASPECTS + i] = 0
    s.stack_n = st.FATES
    s.used_n = 0
    shuffle(s.rng, st.FATE, s.stack, st.FATES)


@rule
def confront(t: Any, s: Any, log: Any) -> None:
    # TMC-12.10 to TMC-12.12, TMC-17.3, TMC-17.7, TMC-17.11
    if s.rung == 0:
        s.power[PLAYER] = t.power[s.spirit[PLAYER]]
    s.power[RIVAL] = t.power[s.spirit[RIVAL]]
    for p in range(SIDES):
        emit(log, E.MEETS, ALL, ALL, p, who(s, p), s.power[p], 0)
    gather(t, s, log)
    stack_fates(s)
    s.step = STEP.LAY_OUT
    if s.power[PLAYER] == s.power[RIVAL]:
        s.dominance = st.NOBODY
        ask(s, Q.TOKEN, PLAYER)
    else:
        give_token(s, PLAYER if s.power[PLAYER] > s.power[RIVAL] else RIVAL, log)


@rule
def gather(t: Any, s: Any, log: Any) -> None:
    # TMC-12.18
    row = who(s, PLAYER)
    for e in range(t.effects[row]):
        if t.fx_on[row, e] == ON.RIVAL_MET and holds(t, s, t.fx_if[row, e], PLAYER):
            gain_power(s, PLAYER, t.fx_n[row, e], row, log)


@rule
def give_token(s: Any, p: Any, log: Any) -> None:
    # TMC-1.11, TMC-3.7
    s.dominance = p
    emit(log, E.RECEIVES, ALL, ALL, p, who(s, p), 0, 0)


@rule
def end_confrontation(t: Any, s: Any, log: Any) -> None:
    # TMC-16.5 to TMC-16.10, TMC-17.1, TMC-17.2, TMC-17.12
    winner = leader(s)
    emit(log, E.BEATS, ALL, ALL, winner, who(s, winner), s.power[winner], s.power[1 - winner])
    if winner == RIVAL:
        finish(s, winner, log)
        return
    beaten = s.hierarchy[s.rung + 1]
    s.hierarchy[s.rung + 1] = s.hierarchy[s.rung]
    s.hierarchy[s.rung] = beaten
    s.rung += 1
    if s.rung == s.rivals:
        finish(s, winner, log)
        return
    s.power[PLAYER] = max(s.power[PLAYER] + t.power[beaten] // 2, 1)
    s.spirit[RIVAL] = s.hierarchy[s.rung + 1]
    s.reshuffles = 0
    s.level = 0
    collect(s)
    s.step = STEP.CONFRONT


# ---- the rival's invoke ----------------------------------------------------------------------


@rule
def rival_takes(t: Any, s: Any, log: Any) -> None:
    # TMC-15.1, TMC-15.2
    slot = rival_slot(t, s, TASK.TAKE, 1)
    if slot != EMPTY:
        rival_invokes(t, s, slot, log)


@rule
def rival_invokes(t: Any, s: Any, slot: Any, log: Any) -> None:
    # TMC-15.3, TMC-15.4
    lay_apart(s, slot, log)
    row = s.apart[0]
    for e in range(t.effects[row]):
        do = t.fx_do[row, e]
        if t.fx_on[row, e] != ON.INVOKE or not holds(t, s, t.fx_if[row, e], RIVAL):
            continue
        if do == DO.GAIN_DOMINANCE:
            side = PLAYER if t.fx_who[row, e] == WHO.OPPONENT else RIVAL
            take_dominance(t, s, side, row, log)
        elif do == DO.EXCHANGE_DOMINANCE:
            take_dominance(t, s, 1 - s.dominance, row, log)
    s.step = STEP.RIVAL_PAYS


@rule
def rival_pays(t: Any, s: Any, log: Any) -> None:
    # TMC-15.5 to TMC-15.7
    if s.hand_n[RIVAL] > 0:
        slot = rival_slot(t, s, TASK.PAY_INVOKE, 1)
        if slot == EMPTY:
            return
        discard_from_hand(s, RIVAL, slot, log)
    take_apart(s, log)


@rule
def pick(t: Any, s: Any, card: Any, log: Any) -> None:
    """The player settles a tie of the rival."""
    task = s.task
    s.task = 0
    rival = RIVAL
    if task == TASK.TAKE:
        rival_invokes(t, s, slot_of(s.offering[:], card), log)
        return
    slot = slot_of(s.hand[RIVAL], card)
    if task == TASK.SELECT:
        select_card(s, rival, slot)
    elif task == TASK.PAY_INVOKE:
        discard_from_hand(s, rival, slot, log)
        take_apart(s, log)
    elif task == TASK.TRIM:
        discard_from_hand(s, rival, slot, log)
    elif s.fx_row == EMPTY:
        discard_from_hand(s, rival, slot, log)
        s.need -= 1
    else:
        lose_card(t, s, rival, slot, log)
