"""Totem: what counts when a move is explained."""

from __future__ import annotations

from bestiary.core.counting import Counted

COUNTS = (
    Counted("falls", own="you lose a Totem", other="you defeat a Totem"),
    Counted("conquers", own="you win at once", other="you lose at once", good=True),
)
