"""Who sits where: people at this screen, and machines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..agents.base import LEVELS, QUICK, is_agent
from ..core.errors import BestiaryError, UnknownName

HUMAN, RANDOM = "human", "random"
MACHINE = "novice"  # who sits there when nobody is named
KINDS = (HUMAN, *QUICK, *LEVELS, "mcts:ITERATIONS", "mcts:SECONDSs")


@dataclass(frozen=True)
class Seat:
    """One seat: a person or a kind of machine, and a name."""

    kind: str
    name: str

    @property
    def human(self) -> bool:
        """Whether a person at this screen answers."""
        return self.kind == HUMAN


def parse_seats(text: str | None, seats: int, against: str = MACHINE) -> list[Seat]:
    """Seats from ``human,random`` or ``Anna=human,Ben=human``; by default one person and machines.

    >>> [seat.name for seat in parse_seats("Anna=human,random", 2)]
    ['Anna', 'Random']
    """
    words = [w.strip() for w in text.split(",")] if text else [HUMAN, *[against] * (seats - 1)]
    if len(words) != seats:
        raise BestiaryError(f"There are {seats} seats, and --seats names {len(words)}: {', '.join(words)}.")
    made = []
    for number, word in enumerate(words, 1):
        name, _, kind = word.rpartition("=")
        if kind != HUMAN and not is_agent(kind):
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
    found = re.fullmatch(r"(\S+?)( \d+)?|.*\((\S+)\)", name)
    kind = (found[1] or found[3]).lower() if found else ""
    return kind if is_agent(kind) else HUMAN


def named_seats(names: Sequence[str]) -> list[Seat]:
    """The seats of a saved match."""
    return [Seat(kind_of(name), name) for name in names]
