"""Tossing Tiger: the end of the game, and who has won it (chapters 9, 11, 13)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import BY, E
from ..moves import Q
from ..state import LEAST_DECK, LEAST_TEAM_DECK, SIDES, STEP, WAR_PILE_END
from . import table, war

TEAM_A, TEAM_B = 0b010101, 0b101010


@rule
def short_decks(s: Any, least: Any) -> Any:
    """Mask of the seats that hold fewer cards than this."""
    mask = 0
    for p in range(s.seats):
        if s.hand_n[p] < least:
            mask |= 1 << p
    return mask


@rule
def step_end_check(t: Any, s: Any, log: Any) -> None:
    # TTR-2.1, TTR-2.6, TTR-9.1, TTR-9.3, TTR-9.6, TTR-13.5, TTR-13.7, TTR-17.4, TTR-17.5
    s.wars += 1
    s.war_won = 0
    if s.opt.simulwars == 1 and s.pair_at + 1 < s.pairs:
        s.pair_at += 1
        war.begin_pair(s)
        return
    ended = s.wars >= s.opt.war_limit
    if s.opt.together == 1:
        short = short_decks(s, LEAST_TEAM_DECK)
        if ended or short != 0 or s.war_pile_n >= WAR_PILE_END:
            s.by = (
                BY.A_SHORT_DECK
                if short != 0
                else (BY.A_FULL_WAR_PILE if s.war_pile_n >= WAR_PILE_END else BY.THE_LAST_WAR)
            )
            end_teams(t, s, short, log)
            return
        for team in range(SIDES):
            s.captain[team] += 2
            if s.captain[team] >= s.seats:
                s.captain[team] = team
        s.team = 1 - s.team
    else:
        short = short_decks(s, LEAST_DECK)
        if ended or short != 0:
            s.by = BY.A_SHORT_DECK if short != 0 else BY.THE_LAST_WAR
            end_game(t, s, log)
            return
    s.turn = (s.turn + 1) % s.seats
    s.attacker = 0
    s.defender = 0
    s.step = STEP.TURN


@rule
def points(t: Any, s: Any, p: Any) -> Any:
    # TTR-9.2, TTR-9.5, TTR-11.1 to TTR-11.4
    if s.opt.highscore == 0:
        return s.hand_n[p]
    sum_ = 0
    for kind in range(s.kinds):
        sum_ -= table.bits(s.strong[t.animal[kind]]) * s.hand[p, kind]
    return sum_


@rule
def end_game(t: Any, s: Any, log: Any) -> None:
    # TTR-9.2, TTR-9.4, TTR-11.2, TTR-11.5
    best = points(t, s, 0)
    for p in range(s.seats):
        s.score[p] = points(t, s, p)
        best = max(best, s.score[p])
    mask = 0
    for p in range(s.seats):
        if s.score[p] == best:
            mask |= 1 << p
    finish(s, mask, log)


@rule
def end_teams(t: Any, s: Any, short: Any, log: Any) -> None:
    # TTR-13.23, TTR-13.24, TTR-13.25, TTR-13.34
    team_a = 0
    team_b = 0
    for p in range(s.seats):
        s.score[p] = points(t, s, p)
        if p % 2 == 0:
            team_a += s.score[p]
        else:
            team_b += s.score[p]
    short_a = short & TEAM_A != 0
    short_b = short & TEAM_B != 0
    if short_a != short_b:
        won = TEAM_B if short_a else TEAM_A
    elif team_a == team_b:
        won = TEAM_A | TEAM_B
    else:
        won = TEAM_A if team_a > team_b else TEAM_B
    finish(s, won & ((1 << s.seats) - 1), log)


@rule
def finish(s: Any, winners: Any, log: Any) -> None:
    # TTR-9.3
    s.winners = winners
    for p in range(s.seats):
        emit(log, E.SCORES, ALL, ALL, p, s.score[p], 0, 0)
    for p in range(s.seats):
        if (winners >> p) & 1:
            emit(log, E.WINS, ALL, ALL, p, 0, 0, 0)
    s.attacker = 0
    s.defender = 0
    s.over = 1
    s.actors = 0
    s.phase = Q.OVER


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # TTR-9.4: a victory is shared; a team is one winner
    shares = table.bits(s.winners)
    if s.opt.together == 1 and s.winners != 0:
        shares = (1 if s.winners & TEAM_A else 0) + (1 if s.winners & TEAM_B else 0)
    for p in range(s.seats):
        out[p] = 0.0
        if s.winners != 0:
            out[p] = 2.0 / shares - 1.0 if (s.winners >> p) & 1 else -1.0


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
