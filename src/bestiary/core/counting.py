"""What counts in a game: events that a hint counts in its tries, declared once in ``counts`` of a room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from .game import Game


def of_seat(words: Mapping[str, int], seat: int) -> bool:
    """Whether an event is of a seat, by its word ``seat``."""
    return words.get("seat") == seat


@dataclass(frozen=True)
class Counted:
    """A kind of event that matters, said to whoever asks: where it is theirs, and where it is another's.

    >>> Counted("falls", own="you lose a Totem", other="you defeat a Totem").good
    False
    """

    event: str
    own: str = ""  # nothing is said where this is empty
    other: str = ""
    good: bool = False  # whether it is good for the one whose it is
    whose: Callable[[Mapping[str, int], int], bool] = of_seat
    first: bool = False  # whether only the first of them in a try counts: this war, not those after it


def counts_of(game: Game) -> tuple[Counted, ...]:
    """What the room of a game declares; a game from outside may declare nothing."""
    name = f"{game.view.__module__.rpartition('.')[0]}.counts"
    try:
        found: tuple[Counted, ...] = import_module(name).COUNTS
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return ()
    return found
