"""Totemic: who has won a game, and the match (chapters 10 and 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import BY, E
from ..moves import Q
from ..state import NOBODY, SIDES
from .sides import who


@rule
def fallen(t: Any, s: Any) -> Any:
    # TMC-9.1, TMC-10.6, TMC-16.1, TMC-16.11
    return s.power[0] <= 0 or s.power[1] <= 0 or s.reshuffles >= t.last_reshuffle


@rule
def leader(s: Any) -> Any:
    # TMC-10.1 to TMC-10.5, TMC-16.5, TMC-16.6
    own = s.power[0]
    other = s.power[1]
    if s.opt.floor_zero == 1:
        own = max(own, 0)
        other = max(other, 0)
    if own == other:
        return s.dominance
    return 0 if own > other else 1


@rule
def finish(s: Any, winner: Any, log: Any) -> None:
    # TMC-10.5, TMC-10.6
    emit(log, E.BEST, ALL, ALL, winner, who(s, winner), 0, 0)
    s.winner = winner
    s.by = BY.NO_POWER_LEFT if s.power[0] <= 0 or s.power[1] <= 0 else BY.THE_LAST_RESHUFFLE
    s.over = 1
    s.phase = Q.OVER
    s.actors = 0


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # TMC-10.5, TMC-16.7, TMC-16.9
    for p in range(SIDES):
        out[p] = 0.0
        if s.winner != NOBODY and p < s.seats:
            out[p] = 1.0 if s.winner == p else -1.0


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    # TMC-10.7 to TMC-10.11, TMC-1.8
    out.game = s.game + 1
    out.loser = 0
    for p in range(SIDES):
        out.score[p] = s.score[p]
    if s.winner != NOBODY:
        out.score[s.winner] += 1
        out.loser = 1 + (1 - s.winner)
    most = max(out.score[0], out.score[1])
    left = s.opt.match_games - out.game
    decided = most > s.opt.match_games // 2 and s.opt.play_all_games == 0
    out.more = 1 if s.seats == SIDES and left > 0 and not decided else 0
