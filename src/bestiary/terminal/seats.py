"""Who sits where: people at this screen, and machines."""

from __future__ import annotations

import random
import re
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
    ['Anna', 'Random']
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
            person = " ".join(name.split()) or f"Player {number}"
            if kind_of(person) != HUMAN:
                raise BestiaryError(f"'{person}' is what a machine is called; choose another name.")
            made.append(Seat(kind, person))
        else:
            alone = words.count(kind) == 1
            own = " ".join(name.split())
            made.append(
                Seat(kind, f"{own} ({kind})" if own else kind.title() + ("" if alone else f" {number}"))
            )
    return made


def kind_of(name: str) -> str:
    """What holds a seat of this name: a machine is called after its kind."""
    for kind in KINDS:
        if kind != HUMAN and re.fullmatch(rf"{kind.title()}( \d+)?|.*\({kind}\)", name):
            return kind
    return HUMAN


def named_seats(names: Sequence[str]) -> list[Seat]:
    """The seats of a saved match."""
    return [Seat(kind_of(name), name) for name in names]
