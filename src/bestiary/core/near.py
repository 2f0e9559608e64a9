"""How near the end of a game is, as its view says it: one line for each way in which it can end."""

from __future__ import annotations

from typing import TypedDict

from .language import SPOKEN
from .said import Said, said


class Near(TypedDict):
    """A way to the end: how far it is gone, in words, and what comes there."""

    gone: int
    of: int
    told: str
    then: str


def near(gone: int, of: int, told: Said, then: Said) -> Near:
    """One way to the end, ``gone`` of ``of`` steps far.

    >>> near(7, 10, said("{n} cards in the deck", n=3), said("then the last turns are played"))["told"]
    '3 cards in the deck'
    """
    words = [part.within((), SPOKEN.get()) for part in (told, then)]
    return Near(gone=max(0, min(int(gone), int(of))), of=int(of), told=words[0], then=words[1])


def versus(own: int, other: int, seat: int) -> Said:
    """What two sides have, the reader's own first.

    >>> versus(3, 4, seat=1).words, versus(3, 4, seat=-1).words
    ('4 to 3', '3 to 4')
    """
    first, second = (other, own) if seat == 1 else (own, other)
    return said("{first} to {second}", first=first, second=second)
