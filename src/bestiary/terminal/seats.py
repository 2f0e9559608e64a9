"""Who sits where: people at this screen, and machines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..agents.base import is_own, settled
from ..agents.plugins import is_place, outside
from ..core.errors import BestiaryError

HUMAN, RANDOM = "human", "random"
MACHINE = "novice"  # who sits there when nobody is named


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
        if kind == HUMAN:
            person = " ".join(name.split()) or f"Player {number}"
            if kind_of(person) != HUMAN:
                raise BestiaryError(f"'{person}' is what a machine is called; choose another name.")
            made.append(Seat(kind, person))
        else:
            alone = words.count(kind) == 1
            kind = settled(kind, "kind of seat")
            own = " ".join(name.split()) or ("" if is_own(kind) else kind.split(":")[:2][-1])
            made.append(
                Seat(kind, f"{own} ({kind})" if own else kind.title() + ("" if alone else f" {number}"))
            )
    return made


def kind_of(name: str) -> str:
    """What holds a seat of this name: a machine is called after its kind."""
    found = re.fullmatch(r"(\S+?)( \d+)?|.*\((\S+)\)", name)
    kind = (found[1] or found[3]) if found else ""
    if is_own(kind.lower()):
        return kind.lower()
    return kind if kind.partition(":")[0] in outside() or is_place(kind) else HUMAN


def named_seats(names: Sequence[str]) -> list[Seat]:
    """The seats of a saved match; a file cannot say which code of yours shall run, only you can."""
    kinds = [kind_of(name) for name in names]
    if any(is_place(kind) for kind in kinds):
        again = ",".join(kinds)
        raise BestiaryError(f"Code of your own plays in this match; name it again: --seats {again}.")
    return [Seat(kind, name) for kind, name in zip(kinds, names, strict=True)]
