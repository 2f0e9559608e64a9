"""Totemic: what counts when a move is explained."""

from __future__ import annotations

from bestiary.core.counting import Counted

COUNTS = (
    Counted("wins", own="you win a challenge", other="you lose a challenge", good=True),
    Counted("submits", own="you submit", other="the other side submits"),
    Counted("dominates", own="you gain dominance", other="the other side gains dominance", good=True),
    Counted("best", own="you win the game", other="you lose the game", good=True),
)
