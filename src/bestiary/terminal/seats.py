"""Who sits where: people at this screen, and machines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..core.errors import BestiaryError, UnknownName
from ..core.record import Records

HUMAN, RANDOM = "human", "random"
KINDS = (HUMAN, RANDOM)


class Policy(Protocol):
    """Chooses for a seat; it is handed what the seat may know, never the true state."""

    def choose(self, hidden: Records, legal: Sequence[int]) -> int:
        """One of the legal actions."""


class RandomPolicy:
    """Any legal move, each as likely; its numbers have nothing to do with those of the game."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def choose(self, hidden: Records, legal: Sequence[int]) -> int:
        """One of the legal actions, at random."""
        return self.random.choice(legal)


@dataclass(frozen=True)
class Seat:
    """One seat: a person or a kind of machine, and a name."""

    kind: str
    name: str

    @property
    def human(self) -> bool:
        """Whether a person at this screen answers."""
        return self.kind == HUMAN

    def policy(self, seed: str) -> Policy:
        """The machine that answers for the seat."""
        return RandomPolicy(seed)


def parse_seats(text: str | None, seats: int) -> list[Seat]:
    """Seats from ``human,random`` or ``Anna=human,Ben=human``; by default one person.

    >>> [seat.name for seat in parse_seats("Anna=human,random", 2)]
    ['Anna', 'Machine 2 (random)']
    """
    words = [w.strip() for w in text.split(",")] if text else [HUMAN, *[RANDOM] * (seats - 1)]
    if len(words) != seats:
        raise BestiaryError(f"There are {seats} seats, and --seats names {len(words)}: {', '.join(words)}.")
    made = []
    for number, word in enumerate(words, 1):
        name, _, kind = word.rpartition("=")
        if kind not in KINDS:
            raise UnknownName("kind of seat", kind, KINDS)
        if kind == HUMAN:
            made.append(Seat(kind, " ".join(name.split()) or f"Player {number}"))
        else:
            made.append(Seat(kind, f"{' '.join(name.split()) or f'Machine {number}'} ({kind})"))
    return made


def named_seats(names: Sequence[str]) -> list[Seat]:
    """The seats of a saved match: a machine carries its kind at the end of its name."""
    made = []
    for name in names:
        kind = next((k for k in KINDS if k != HUMAN and name.endswith(f"({k})")), HUMAN)
        made.append(Seat(kind, name))
    return made
