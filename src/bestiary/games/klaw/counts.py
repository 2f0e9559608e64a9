"""KLAW: what counts when a move is explained."""

from __future__ import annotations

from collections.abc import Mapping

from bestiary.core.counting import Counted


def of_the_other(words: Mapping[str, int], seat: int) -> bool:
    """Whether the Host that an event is about is of a seat: the loser of a fight."""
    return words["foe"] == seat


COUNTS = (
    Counted("falls", own="you lose a Host", other="an enemy Host is defeated"),
    Counted("wins", own="your Host loses a fight", other="you win a fight", whose=of_the_other),
    Counted(
        "robs",
        own="you take an Item or Totem from an enemy",
        other="an Item or Totem is taken from you",
        good=True,
    ),
    Counted("victory", own="you win the game", other="you lose the game", good=True),
)
