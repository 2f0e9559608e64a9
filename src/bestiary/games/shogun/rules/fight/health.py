"""The Shogun's Chosen: health, armour and resistance tokens (chapters 13, 21, 25, 28)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ...effects import FLAG, ON
from ...events import E
from ...state import DECOY, FRAME, NOBODY, RES0
from ..figures import flags, name_of
from ..frames import FALL, push, push_list
from ..ground import placing


@rule
def lose_tokens(t: Any, s: Any, r: Any, n: Any, struck: Any, log: Any) -> None:
    # SHG-21.2, SHG-21.3, SHG-28.4, SHG-28.5, SHG-28.6
    s.res_tokens[r] = max(0, s.res_tokens[r] - n)
    emit(log, E.TOKEN, ALL, ALL, name_of(s, RES0 + r), s.res_tokens[r], 0, 0)
    if s.res_tokens[r] > 0:
        return
    living = r == DECOY or t.res_living[s.chapter, r] == 1
    if not living and not struck:
        return
    zone = t.zone_at[s.chapter, s.res_sq[r]]
    placing.remove_resistor(s, r)
    emit(log, E.LOST, ALL, ALL, name_of(s, RES0 + r), 0, 0, 0)
    if r != DECOY:
        push_list(s, t.res_list[s.chapter, r], ON.LOST, NOBODY, zone, 0)


@rule
def lose_health(t: Any, s: Any, f: Any, n: Any, by: Any, struck: Any) -> None:
    # SHG-2.1, SHG-13.5, SHG-13.6, SHG-21.11
    s.hp[f] = max(0, s.hp[f] - n)
    if s.hp[f] == 0:
        push(s, FRAME.DEFEAT, f, by, FALL.STRUCK_DOWN if struck else FALL.OTHERWISE, 0)


@rule
def wound(t: Any, s: Any, f: Any, n: Any, by: Any, log: Any) -> None:
    # SHG-22.9
    if s.hp[f] <= 0 or n <= 0:
        return
    emit(log, E.WOUND, ALL, ALL, f, n, max(0, s.hp[f] - n), 0)
    lose_health(t, s, f, n, by, False)


@rule
def heal(t: Any, s: Any, f: Any, n: Any, log: Any) -> None:
    if flags(t, s, f) & FLAG.NO_HEAL or s.hp[f] <= 0:
        return
    gained = min(n, s.max_hp[f] - s.hp[f])
    if gained > 0:
        s.hp[f] += gained
        emit(log, E.HEALS, ALL, ALL, f, gained, 0, 0)


@rule
def break_armour(s: Any, f: Any, n: Any, log: Any) -> None:
    # SHG-13.8, SHG-13.9, SHG-13.10, SHG-21.13
    if s.arm[f] > 0 and n > 0:
        s.arm[f] = max(0, s.arm[f] - n)
        emit(log, E.ARMOUR, ALL, ALL, f, s.arm[f], 0, 0)
