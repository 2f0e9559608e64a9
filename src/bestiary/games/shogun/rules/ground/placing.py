"""The Shogun's Chosen: figures set on their squares and taken off."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ...effects import SIDE, STATS, UNTILS
from ...state import HEROES, NOBODY
from ..figures import card_of
from . import geometry


@rule
def put(t: Any, s: Any, f: Any, q: Any) -> None:
    """A creature stands on a square, with its whole base."""
    s.sq[f] = q
    n = geometry.size(t, s, f)
    for k in range(n * n):
        s.at[geometry.part(q, k)] = f


@rule
def lift(t: Any, s: Any, f: Any) -> None:
    q = s.sq[f]
    if q >= 0:
        n = geometry.size(t, s, f)
        for k in range(n * n):
            s.at[geometry.part(q, k)] = EMPTY
    s.sq[f] = NOBODY


@rule
def drop_card(s: Any, f: Any) -> None:
    # SHG-8.2
    i = card_of(s, f)
    if i < 0:
        return
    for j in range(i, s.queue_n - 1):
        s.queue[j] = s.queue[j + 1]
    s.queue_n -= 1
    s.queue[s.queue_n] = NOBODY
    if i <= s.at_card:
        s.at_card -= 1


@rule
def take_off(t: Any, s: Any, f: Any) -> None:
    """A creature leaves the game with all that lay on it."""
    lift(t, s, f)
    drop_card(s, f)
    for what in range(STATS):
        for until in range(UNTILS):
            s.mod[f, what, until] = 0
    for until in range(UNTILS):
        s.flag[f, until] = 0
    for what in range(4):
        s.cond[f, what] = 0
    s.once[f] = 0
    s.hp[f] = 0
    if f >= HEROES:
        s.max_hp[f] = 0
        s.arm[f] = 0
        s.plus[f] = 0
        s.side_of[f] = SIDE.FOLLOWERS


@rule
def remove_resistor(s: Any, r: Any) -> None:
    if s.res_sq[r] >= 0:
        s.at[s.res_sq[r]] = EMPTY
        s.res_sq[r] = NOBODY
        s.res_tokens[r] = 0
