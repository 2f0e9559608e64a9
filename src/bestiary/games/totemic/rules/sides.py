"""Totemic: the two sides, their power and the dominance token (chapters 2 and 3)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..effects import IF
from ..events import CAUSE, E
from ..state import LEVELS, PAIR, RIVAL, SPIRIT_CARD


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    """Stops and asks a seat."""
    s.phase = phase
    s.actors = 1 << seat


@rule
def is_rival(s: Any, p: Any) -> Any:
    """Whether a side is the rival of the solo game, who is never asked."""
    return s.seats == 1 and p == RIVAL


@rule
def who(s: Any, p: Any) -> Any:
    """The spirit of a side: the card that events name, and the row of its effects."""
    return SPIRIT_CARD + s.spirit[p]


@rule
def gifted(t: Any, s: Any, p: Any, trigger: Any) -> Any:
    # TMC-2.2, TMC-13.7, TMC-13.8
    if t.listens[who(s, p), trigger] == 0:
        return False
    return not (s.opt.plain_rivals == 1 and is_rival(s, p))


@rule
def holds(t: Any, s: Any, condition: Any, p: Any) -> Any:
    # TMC-2.9, TMC-11.18
    if condition == IF.HAS_DOMINANCE:
        return s.dominance == p
    if condition == IF.NO_DOMINANCE:
        return s.dominance != p
    if condition == IF.BEHIND:
        return s.power[p] < s.power[1 - p]
    if condition == IF.INITIATOR:
        return s.initiator == p
    if condition == IF.CHALLENGED:
        return s.initiator == 1 - p
    if condition == IF.ANSWERING_THREAT:
        return s.threats > 0
    if condition == IF.CLOSE_PAIR:
        gap = t.strength[s.selected[p, 0]] - t.strength[s.selected[p, 1]]
        return s.selected_n[p] == PAIR and abs(gap) <= 1
    return True


@rule
def amount(t: Any, s: Any, row: Any, e: Any) -> Any:
    # TMC-11.19
    n = t.fx_n[row, e]
    if t.fx_per[row, e] == 1:
        n = min(n * s.reshuffles, t.fx_max[row, e])
    return n


@rule
def instead(t: Any, s: Any, p: Any, trigger: Any, normal: Any) -> Any:
    # TMC-11.16, TMC-11.17
    if gifted(t, s, p, trigger):
        row = who(s, p)
        for e in range(t.effects[row]):
            if t.fx_on[row, e] == trigger and holds(t, s, t.fx_if[row, e], p):
                return amount(t, s, row, e)
    return normal


@rule
def lose_power(s: Any, p: Any, n: Any, cause: Any, log: Any) -> None:
    # TMC-2.8, TMC-11.6
    if n > 0:
        s.power[p] -= n
        emit(log, E.LOSES, ALL, ALL, p, who(s, p), n, cause)


@rule
def gain_power(s: Any, p: Any, n: Any, cause: Any, log: Any) -> None:
    # TMC-2.1, TMC-11.6
    s.power[p] += n
    emit(log, E.GAINS, ALL, ALL, p, who(s, p), n, cause)


@rule
def take_dominance(t: Any, s: Any, p: Any, cause: Any, log: Any) -> None:
    # TMC-3.1, TMC-3.3 to TMC-3.6
    if s.dominance == p:
        return
    s.dominance = p
    emit(log, E.DOMINATES, ALL, ALL, p, who(s, p), cause, 0)
    lose_power(s, 1 - p, t.dominance_loss, CAUSE.DOMINANCE, log)


@rule
def raise_totem(t: Any, s: Any, n: Any, log: Any) -> None:
    # TMC-1.3, TMC-8.1, TMC-11.7
    s.level = min(s.level + n, LEVELS - 1)
    emit(log, E.RAISES, ALL, ALL, t.levels[s.level], 0, 0, 0)
