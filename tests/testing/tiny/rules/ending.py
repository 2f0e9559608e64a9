"""Tiny: who has won, and the match."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ..state import SEATS


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    ahead = s.score[0] - s.score[1]
    out[0] = 1.0 if ahead > 0 else (-1.0 if ahead < 0 else 0.0)
    out[1] = -out[0]


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.game = s.game + 1
    for p in range(SEATS):
        out.won[p] = s.won[p]
    if s.score[0] != s.score[1]:
        out.won[0 if s.score[0] > s.score[1] else 1] += 1
    most = max(out.won[0], out.won[1])
    out.more = 1 if out.game < s.opt.match_games and 2 * most <= s.opt.match_games else 0
