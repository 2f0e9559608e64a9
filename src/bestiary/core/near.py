"""How near the end of a game is, as its view says it: one line for each way in which it can end."""

from __future__ import annotations

from typing import TypedDict


class Near(TypedDict):
    """A way to the end: how far it is gone, in words, and what comes there."""

    gone: int
    of: int
    told: str
    then: str


def near(gone: int, of: int, told: str, then: str) -> Near:
    """One way to the end, ``gone`` of ``of`` steps far.

    >>> near(7, 10, "3 cards in the deck", "then the last turns are played")["gone"]
    7
    """
    return Near(gone=max(0, min(int(gone), int(of))), of=int(of), told=told, then=then)


def versus(own: int, other: int, seat: int) -> str:
    """What two sides have, the reader's own first.

    >>> versus(3, 4, seat=1), versus(3, 4, seat=-1)
    ('4 to 3', '3 to 4')
    """
    return f"{other} to {own}" if seat == 1 else f"{own} to {other}"


def many(n: int, one: str, several: str = "") -> str:
    """A number with its word.

    >>> many(1, "card"), many(3, "card"), many(0, "duty", "duties")
    ('1 card', '3 cards', '0 duties')
    """
    return f"{n} {one if n == 1 else several or one + 's'}"
