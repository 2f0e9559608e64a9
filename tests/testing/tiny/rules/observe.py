"""Tiny: what a learner sees."""

from __future__ import annotations

from typing import Any

from bestiary.core.game import Feature, Observation
from bestiary.core.jit import rule

from ..moves import QUESTIONS
from ..state import CARDS, HAND, SIDES

OBSERVATION = Observation(
    (
        Feature("phase", len(QUESTIONS), "one of the phases"),
        Feature("counts", 8, "turn, lead, deck, hands, scores, roll"),
        Feature("own", CARDS, "1 for every card of the own hand"),
        Feature("known", CARDS, "1 for every card known to be with the enemy"),
        Feature("discard", CARDS, "1 for every card on the pile"),
    )
)
F = OBSERVATION.first


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    me = max(seat, 0)
    out[F.PHASE + s.phase] = 1.0
    out[F.COUNTS] = 1.0 if s.turn == me else 0.0
    out[F.COUNTS + 1] = 1.0 if s.lead == me else 0.0
    out[F.COUNTS + 2] = s.deck_n / CARDS
    out[F.COUNTS + 3] = s.hand_n[me] / HAND
    out[F.COUNTS + 4] = s.hand_n[1 - me] / HAND
    out[F.COUNTS + 5] = s.score[me] / 4.0
    out[F.COUNTS + 6] = s.score[1 - me] / 4.0
    out[F.COUNTS + 7] = s.roll / SIDES
    for i in range(HAND):
        if s.hand[me, i] >= 0:
            out[F.OWN + s.hand[me, i]] = 1.0
    for card in range(CARDS):
        out[F.KNOWN + card] = s.knows[me, card]
        out[F.DISCARD + card] = s.discard[card]
