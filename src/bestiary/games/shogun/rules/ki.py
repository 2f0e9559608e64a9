"""The Shogun's Chosen: Ki dice: rolled, lowered, exhausted (chapters 11, 17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.rng import below

from .. import events as e
from .. import state as st


@rule
def throw_ki(s: Any, h: Any, n: Any) -> None:
    for _ in range(n):
        s.supply[h, 1 + below(s.rng, np.int64(st.S_KI), np.int64(6))] += 1


@rule
def roll_ki(s: Any, h: Any, n: Any, log: Any) -> None:
    """Rolls n Ki dice into the supply of a character."""
    throw_ki(s, h, n)
    if n > 0:
        emit(log, e.E_KI, ALL, ALL, h, n, 0, 0)


@rule
def check_ki(s: Any, h: Any, log: Any) -> None:
    # SHG-17.3, SHG-17.4
    if s.exhausted[h] == 0:
        return
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            return
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            return
    n = np.int64(s.exhausted[h])
    s.exhausted[h] = 0
    roll_ki(s, h, n, log)


@rule
def change_ki(s: Any, h: Any, slot: Any, n: Any) -> None:
    # SHG-17.1, SHG-17.2
    if s.ki[h, slot] > 0:
        s.ki[h, slot] = min(6, max(0, s.ki[h, slot] + n))
        if s.ki[h, slot] == 0:
            s.exhausted[h] += 1
