"""Totemic: which card the rival of the solo game takes, and the player's choice in its ties.

The rival goes by strength alone (chapters 13 to 15); among equals the player picks, unless all of
them are needed or they are copies of one aspect.
"""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..moves import Q
from ..state import PLAYER, RIVAL, TASK
from .sides import ask


@rule
def candidates(s: Any, task: Any) -> Any:
    """How many cards the rival looks at: those of the offering, or of its hand."""
    return s.offering_n if task == TASK.TAKE else s.hand_n[RIVAL]


@rule
def candidate(s: Any, task: Any, i: Any) -> Any:
    return s.offering[i] if task == TASK.TAKE else s.hand[RIVAL, i]


@rule
def wanted_strength(t: Any, s: Any, task: Any) -> Any:
    # TMC-13.11, TMC-14.6, TMC-14.16, TMC-15.1, TMC-15.5
    weakest = task == TASK.PAY_INVOKE or task == TASK.TRIM or task == TASK.DISCARD
    best = t.strength[candidate(s, task, 0)]
    for i in range(1, candidates(s, task)):
        strength = t.strength[candidate(s, task, i)]
        if (weakest and strength < best) or (not weakest and strength > best):
            best = strength
    return best


@rule
def rival_slot(t: Any, s: Any, task: Any, need: Any) -> Any:
    """The place of the card that the rival takes, or EMPTY where the player is asked."""
    # TMC-13.11, TMC-14.7, TMC-14.17, TMC-15.2, TMC-15.6
    strength = wanted_strength(t, s, task)
    first = EMPTY
    tied = 0
    copies = True
    for i in range(candidates(s, task)):
        card = candidate(s, task, i)
        if t.strength[card] == strength:
            tied += 1
            if first == EMPTY:
                first = i
            elif t.aspect[card] != t.aspect[candidate(s, task, first)]:
                copies = False
    if tied <= need or copies:
        return first
    s.task = task
    ask(s, Q.PICK, PLAYER)
    return EMPTY


@rule
def rival_challenges(t: Any, s: Any) -> Any:
    # TMC-13.3, TMC-13.4, TMC-13.6
    for i in range(s.hand_n[RIVAL]):
        for j in range(i + 1, s.hand_n[RIVAL]):
            if t.strength[s.hand[RIVAL, i]] + t.strength[s.hand[RIVAL, j]] >= t.rival_challenges_at:
                return True
    return False
