"""KLAW: sorting the spoils, Vessels and absorbing (chapter 14)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.names import Names
from bestiary.core.record import EMPTY

from ..effects import DO, FX, ON
from ..events import E
from ..moves import Q
from ..state import ITEMS, NOBODY, OPT, SLOTS, SPOILS, STAGE, TOTEMS
from . import field, fight, singularity, work
from .hand import return_to_hand, sink, throw

STEP = Names("STEP", ("last_effects", "take", "stow", "absorb", "trim", "cheer", "done"))


@rule
def step_spoils(t: Any, s: Any, log: Any) -> None:
    # KLW-14.14
    frame = s.task[s.tasks - 1]
    step = frame[SPOILS.STEP]
    victor = frame[SPOILS.VICTOR]
    stands = s.host[victor] == frame[SPOILS.NAME]
    frame[SPOILS.STEP] = step + 1
    if step == STEP.LAST_EFFECTS:
        s.fight = STAGE.SORTING
        s.hold = 1
        loser = frame[SPOILS.LOSER]
        names = work.name_of(s, victor), work.name_of(s, loser)
        emit(log, E.WINS, ALL, ALL, names[0], names[1], work.seat_of(victor), work.seat_of(loser))
        work.start_moment(s, ON.DEFEATED, loser)
    elif step == STEP.TAKE:
        take_spoils(t, s, stands, log)
    elif step == STEP.STOW:
        stow(t, s, victor, stands, log)
    elif step == STEP.ABSORB:
        absorb(t, s, victor, stands, log)
    elif step == STEP.TRIM:
        s.hold = 0
    elif step == STEP.CHEER:
        if stands:
            work.start_moment(s, ON.WIN, victor)
    else:
        fight.reset_fight(s)
        work.pop(s)


@rule
def take_spoils(t: Any, s: Any, stands: Any, log: Any) -> None:
    # KLW-14.1, KLW-14.2, KLW-14.15, KLW-14.17
    frame = s.task[s.tasks - 1]
    victor = frame[SPOILS.VICTOR]
    loser = frame[SPOILS.LOSER]
    throw(s, work.name_of(s, loser))
    for i in range(ITEMS):
        card = s.items[loser, i]
        if card == EMPTY:
            continue
        if stands:
            return_to_hand(s, work.seat_of(victor), card, log)
        else:
            throw(s, card)
    for k in range(s.totem_n[loser]):
        card = s.totem[loser, k]
        s.captured[k] = card
        fight.rest_partners(t, s, t.kind[card])
    field.clear_host(s, loser)
    if stands:
        for k in range(s.totem_n[victor]):
            fight.rest_partners(t, s, t.kind[s.totem[victor, k]])
        field.put_to_rest(t, s, victor, log)


@rule
def captives(s: Any) -> Any:
    n = 0
    for k in range(TOTEMS):
        if s.captured[k] != EMPTY:
            n += 1
    return n


@rule
def vessel_room(t: Any, s: Any, h: Any) -> Any:
    # KLW-14.8, KLW-14.10: 0 on a Vessel stands for all
    room = 0
    for j in range(work.places(s, h)):
        card = work.at_work(s, h, j)
        if card == EMPTY or (t.ops[t.kind[card]] >> DO.VESSEL) & 1 == 0:
            continue
        kind = t.kind[card]
        for e in range(t.effects[kind]):
            if t.fx[kind, e, FX.ON] == ON.ALWAYS and t.fx[kind, e, FX.DO] == DO.VESSEL:
                n = t.fx[kind, e, FX.N]
                room += TOTEMS if n == 0 else n
    return room


@rule
def stow(t: Any, s: Any, victor: Any, stands: Any, log: Any) -> None:
    # KLW-14.8, KLW-14.9, KLW-14.10
    frame = s.task[s.tasks - 1]
    if not stands:
        return
    room = vessel_room(t, s, victor)
    if room >= captives(s):
        for _ in range(captives(s)):
            stow_one(s, 0, log)
    elif room > 0:
        frame[SPOILS.ROOM] = room
        work.ask(s, Q.VESSEL, work.seat_of(victor))


@rule
def stow_one(s: Any, k: Any, log: Any) -> None:
    """A captured Totem goes into a Vessel, and so to the hand."""
    card = s.captured[k]
    drop_captive(s, k)
    return_to_hand(s, work.seat_of(s.task[s.tasks - 1, SPOILS.VICTOR]), card, log)


@rule
def drop_captive(s: Any, k: Any) -> None:
    for i in range(k, TOTEMS - 1):
        s.captured[i] = s.captured[i + 1]
    s.captured[TOTEMS - 1] = EMPTY


@rule
def stow_chosen(s: Any, k: Any, log: Any) -> None:
    # KLW-D16
    frame = s.task[s.tasks - 1]
    stow_one(s, k, log)
    frame[SPOILS.ROOM] -= 1
    if frame[SPOILS.ROOM] > 0:
        work.ask(s, Q.VESSEL, work.seat_of(frame[SPOILS.VICTOR]))


@rule
def absorb(t: Any, s: Any, victor: Any, stands: Any, log: Any) -> None:
    # KLW-14.4 to KLW-14.7, KLW-14.11 to KLW-14.13, KLW-14.20, KLW-20.9
    if captives(s) == 0:
        return
    p = work.seat_of(victor)
    if not stands:
        while captives(s) > 0:
            sink(s, s.captured[0], log)
            drop_captive(s, 0)
        return
    h = victor
    if s.opt.mode != OPT.MODE_WERE_SQUAD:
        if work.champion_of(s, p) == NOBODY:
            s.champion[p] = victor % SLOTS
        h = work.champion_of(s, p)
    gained = 0
    while captives(s) > 0:
        card = s.captured[0]
        drop_captive(s, 0)
        if work.carries(t, s, h, t.kind[card]):
            return_to_hand(s, p, card, log)
        else:
            field.gain_totem(t, s, h, card, log)
            gained += 1
    if gained > 0:
        if not field.never_rests(t, s, h):
            for k in range(gained):
                s.rest[h, s.totem_n[h] - 1 - k] = work.round_length(s)
        singularity.start_check(s, h)
