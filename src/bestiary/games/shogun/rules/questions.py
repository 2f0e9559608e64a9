"""The Shogun's Chosen: questions, who answers them, and the sets of possible answers (chapters 1, 6)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ..moves import V
from ..state import BITS, HEROES, NOBODY, WORDS


@rule
def everybody(s: Any) -> Any:
    # SHG-1.3
    return (1 << s.seats) - 1


@rule
def player(s: Any, hero: Any) -> Any:
    # SHG-1.2
    return 1 << s.owner[hero]


@rule
def who_decides(s: Any, f: Any) -> Any:
    # SHG-6.6: the player of a character, the team for everybody else
    if f >= 0 and f < HEROES:
        return player(s, f)
    return everybody(s)


@rule
def ask(s: Any, phase: Any, seats: Any) -> None:
    s.phase = phase
    s.actors = seats
    s.verb = NOBODY


@rule
def answered(s: Any, verb: Any, a: Any) -> None:
    """A question that has a single answer is not asked."""
    s.verb = verb
    s.ans = a
    s.ans2 = 0


@rule
def forget_answer(s: Any) -> None:
    s.verb = NOBODY
    s.ans = 0
    s.ans2 = 0
    s.may = 0
    for i in range(WORDS):
        s.cand[i] = 0


@rule
def lowest(mask: Any) -> Any:
    """The place of the lowest bit of a set that is not empty."""
    i = 0
    while not (mask >> i) & 1:
        i += 1
    return i


@rule
def count(mask: Any) -> Any:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@rule
def ask_figure(s: Any, phase: Any, seats: Any, figures: Any, may: Any) -> None:
    # SHG-6.3: one possible: taken
    if not may and count(figures) == 1:
        answered(s, V.CHOOSE, lowest(figures))
        return
    ask(s, phase, seats)
    s.cand[0] = figures
    s.may = 1 if may else 0


@rule
def add_square(s: Any, q: Any) -> None:
    s.cand[q // BITS] |= 1 << (q % BITS)


@rule
def has_square(s: Any, q: Any) -> Any:
    return (s.cand[q // BITS] >> (q % BITS)) & 1


@rule
def squares(s: Any) -> Any:
    n = 0
    for i in range(WORDS):
        n += count(s.cand[i])
    return n


@rule
def first_square(s: Any) -> Any:
    for i in range(WORDS):
        if s.cand[i]:
            return i * BITS + lowest(s.cand[i])
    return NOBODY


@rule
def no_squares(s: Any) -> None:
    for i in range(WORDS):
        s.cand[i] = 0


@rule
def ask_square(s: Any, phase: Any, seats: Any, may: Any, tie: Any) -> None:
    """Asks for one of the squares in ``cand``, which must hold one; ties may be settled by order."""
    # SHG-6.5, SHG-20.7
    if not may and (squares(s) == 1 or (tie and s.opt.auto_ties == 1)):
        q = first_square(s)
        no_squares(s)
        answered(s, V.SQUARE, q)
        return
    ask(s, phase, seats)
    s.may = 1 if may else 0
