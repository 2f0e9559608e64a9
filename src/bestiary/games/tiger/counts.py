"""Tossing Tiger: what counts when a move is explained."""

from __future__ import annotations

from collections.abc import Mapping

from bestiary.core.counting import Counted
from bestiary.core.events import OWNED


def of_the_winner(words: Mapping[str, int], seat: int) -> bool:
    """Whether a seat has won the war."""
    return words["who"] // OWNED == seat


COUNTS = (
    Counted(
        "wins_war",
        own="you win the war",
        other="you do not win the war",
        good=True,
        whose=of_the_winner,
        first=True,
    ),
    Counted("takes", own="you take cards", good=True),
    Counted("steals", own="you steal a card", other="a card is stolen from you", good=True),
    Counted("wins", own="you win the game", other="you lose the game", good=True),
)
