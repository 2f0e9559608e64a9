"""Leduc: what a learner sees."""

from __future__ import annotations

from typing import Any

from bestiary.core.game import Feature, Observation
from bestiary.core.jit import rule

from ..moves import QUESTIONS
from ..state import CARDS, NOBODY, WORDS

OBSERVATION = Observation(
    (
        Feature("phase", len(QUESTIONS), "first round, second round, over"),
        Feature("asked", 1, "1 when this seat is asked"),
        Feature("seat", 1, "which seat this is"),
        Feature("bets", 4, "paid by this seat / 13, by the other / 13, raises / 2, words / 4"),
        Feature(
            "opening", WORDS, "how many words the first round had, once it is over: they tell who raised"
        ),
        Feature("own", CARDS, "1 for the rank of the own card"),  # cards of a rank are alike
        Feature("table", CARDS, "1 for the rank of the open card"),
        Feature("other", CARDS, "1 for the rank of the other seat's card, once it is shown"),
        Feature("result", 2, "won by this seat; won by the other"),
    )
)
F = OBSERVATION.first


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    me = max(seat, 0)
    out[F.PHASE + s.phase] = 1.0
    out[F.ASKED] = s.actors >> me & 1
    out[F.SEAT] = me
    out[F.BETS] = s.paid[me] / 13.0
    out[F.BETS + 1] = s.paid[1 - me] / 13.0
    out[F.BETS + 2] = s.raises / 2.0
    out[F.BETS + 3] = s.spoken / 4.0
    if s.opening > 0:
        out[F.OPENING + s.opening - 1] = 1.0
    rank_of(t, s.hand[me, 0], out, F.OWN)
    rank_of(t, s.table[0], out, F.TABLE)
    rank_of(t, s.hand[1 - me, 0], out, F.OTHER)
    if s.winner != NOBODY:
        out[F.RESULT + (0 if s.winner == me else 1)] = 1.0


@rule
def rank_of(t: Any, card: Any, out: Any, at: Any) -> None:
    if card >= 0:
        out[at + t.rank[card] - 1] = 1.0
