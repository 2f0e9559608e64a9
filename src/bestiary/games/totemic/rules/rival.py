"""Totemic: which card the rival of the solo game takes, and the player's choice in its ties.

The rival goes by strength alone (chapters 13 to 15); among equals the player picks, unless all of
them are needed or they are copies of one aspect.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..state import (
    PICK,
    PLAYER,
    RIVAL,
    T_DISCARD,
    T_PAY_INVOKE,
    T_TAKE,
    T_TRIM,
)
from .sides import ask


@rule
def candidates(s: Any, task: Any) -> Any:
    """How many cards the rival looks at: those of the offering, or of its hand."""
    return np.int64(s.offering_n if task == T_TAKE else s.hand_n[RIVAL])


@rule
def candidate(s: Any, task: Any, i: Any) -> Any:
    return np.int64(s.offering[i] if task == T_TAKE else s.hand[RIVAL, i])


@rule
def wanted_strength(t: Any, s: Any, task: Any) -> Any:
    # TMC-13.11, TMC-14.6, TMC-14.16, TMC-15.1, TMC-15.5
    weakest = task == T_PAY_INVOKE or task == T_TRIM or task == T_DISCARD
    best = np.int64(t.strength[candidate(s, task, np.int64(0))])
    for i in range(1, candidates(s, task)):
        strength = np.int64(t.strength[candidate(s, task, np.int64(i))])
        if (weakest and strength < best) or (not weakest and strength > best):
            best = strength
    return best


@rule
def rival_slot(t: Any, s: Any, task: Any, need: Any) -> Any:
    """The place of the card that the rival takes, or EMPTY where the player is asked."""
    # TMC-13.11, TMC-14.7, TMC-14.17, TMC-15.2, TMC-15.6
    strength = wanted_strength(t, s, task)
    first = np.int64(EMPTY)
    tied = 0
    copies = True
    for i in range(candidates(s, task)):
        card = candidate(s, task, np.int64(i))
        if t.strength[card] == strength:
            tied += 1
            if first == EMPTY:
                first = np.int64(i)
            elif t.aspect[card] != t.aspect[candidate(s, task, first)]:
                copies = False
    if tied <= need or copies:
        return first
    s.task = task
    ask(s, PICK, np.int64(PLAYER))
    return np.int64(EMPTY)


@rule
def rival_challenges(t: Any, s: Any) -> Any:
    # TMC-13.3, TMC-13.4, TMC-13.6
    for i in range(s.hand_n[RIVAL]):
        for j in range(i + 1, s.hand_n[RIVAL]):
            if t.strength[s.hand[RIVAL, i]] + t.strength[s.hand[RIVAL, j]] >= t.rival_challenges_at:
                return True
    return False
