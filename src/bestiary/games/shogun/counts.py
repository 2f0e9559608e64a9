"""The Shogun's Chosen: what counts when a move is explained."""

from __future__ import annotations

from collections.abc import Mapping

from bestiary.core.counting import Counted

from .state import HEROES


def of_a_hero(words: Mapping[str, int], seat: int) -> bool:
    """Whether a figure is one of the heroes: all win or lose together."""
    return 0 <= words["figure"] < HEROES


COUNTS = (
    Counted("falls", own="a character is defeated", other="you defeat an enemy", whose=of_a_hero),
    Counted("damage", own="a character takes damage", other="you damage an enemy", whose=of_a_hero),
    Counted("malice", other="Malice rises", good=True, whose=lambda words, seat: False),
    Counted("level", own="a character gains a level", good=True, whose=of_a_hero),
)
