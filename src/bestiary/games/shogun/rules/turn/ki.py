"""The Shogun's Chosen: Ki dice: rolled, rerolled, lowered, exhausted (chapters 11, 17)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.rng import below

from ...events import E
from ...moves import Q, V
from ...state import SLOTS, STREAM
from ..frames import PC, PICK_KI, PICK_KI_STEP, pop
from ..questions import ask, forget_answer, player


@rule
def throw_ki(s: Any, h: Any, n: Any) -> None:
    for _ in range(n):
        s.supply[h, 1 + below(s.rng, STREAM.KI, 6)] += 1


@rule
def roll_ki(s: Any, h: Any, n: Any, log: Any) -> None:
    """Rolls n Ki dice into the supply of a character."""
    throw_ki(s, h, n)
    if n > 0:
        emit(log, E.KI, ALL, ALL, h, n, 0, 0)


@rule
def check_ki(s: Any, h: Any, log: Any) -> None:
    # SHG-17.3, SHG-17.4
    if s.exhausted[h] == 0:
        return
    for slot in range(SLOTS):
        if s.ki[h, slot] > 0:
            return
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            return
    n = s.exhausted[h]
    s.exhausted[h] = 0
    roll_ki(s, h, n, log)


@rule
def change_ki(s: Any, h: Any, slot: Any, n: Any) -> None:
    # SHG-17.1, SHG-17.2
    if s.ki[h, slot] > 0:
        s.ki[h, slot] = min(6, max(0, s.ki[h, slot] + n))
        if s.ki[h, slot] == 0:
            s.exhausted[h] += 1


@rule
def dice_left(s: Any, h: Any) -> Any:
    """Ki dice of a character that can still be picked."""
    n = s.exhausted[h]
    for slot in range(SLOTS):
        if s.ki[h, slot] > 0:
            n += 1
    for v in range(1, 7):
        n += s.supply[h, v]
    return n


@rule
def take_all(s: Any, h: Any) -> None:
    """Takes every Ki die of a character into the hand."""
    s.exhausted[h] = 0
    for slot in range(SLOTS):
        s.ki[h, slot] = 0
    for v in range(1, 7):
        s.supply[h, v] = 0


@rule
def step_pick_ki(t: Any, s: Any, log: Any) -> None:
    # SHG-11.4, SHG-11.5, SHG-11.6
    row = s.stack[s.sp - 1]
    h = row[PICK_KI.HERO]
    if row[PC] == PICK_KI_STEP.ANSWER:
        verb = s.verb
        a = s.ans
        forget_answer(s)
        row[PC] = PICK_KI_STEP.ASK
        if verb == V.PICK_SLOT:
            s.ki[h, a] = 0
        elif verb == V.PICK_SUPPLY:
            s.supply[h, a + 1] -= 1
        elif verb == V.PICK_EXHAUSTED:
            s.exhausted[h] -= 1
        else:
            roll_picked(s, log)
            return
        row[PICK_KI.PICKED] += 1
    left = dice_left(s, h)
    if row[PICK_KI.MAY] == 0 and row[PICK_KI.PICKED] == 0 and left == 1:
        take_all(s, h)
        row[PICK_KI.PICKED] = 1
        left = 0
    if row[PICK_KI.PICKED] >= row[PICK_KI.MOST] or left == 0:
        roll_picked(s, log)
        return
    row[PC] = PICK_KI_STEP.ANSWER
    ask(s, Q.EFFECT_KI if row[PICK_KI.MAY] == 1 else Q.KI_REROLL, player(s, h))


@rule
def roll_picked(s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[PICK_KI.HERO]
    n = row[PICK_KI.PICKED]
    pop(s)
    roll_ki(s, h, n, log)
    check_ki(s, h, log)
