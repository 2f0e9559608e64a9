"""How a network reads an observation: amounts as they are, names looked up (``Code`` of a feature).

A name of few things has an input for each of them; a name of many has a short vector, which is learned.
Numbers that never vary in the games that are learned from are not read at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

FEW = 24  # names of at most so many things have an input for each
EVEN = 8  # matrices whose sizes are multiples of this are multiplied fastest
VECTOR = 16  # numbers of what stands for a name of many
BEYOND = 2  # vectors of a name of many beyond those of things: less than nothing, and nothing


@dataclass(frozen=True)
class Reading:
    """Places in an observation, and what they become."""

    plain: Whole  # amounts
    few: Whole  # names of few things
    few_of: Whole  # how many things each of them may name
    many: Whole  # names of many things
    many_of: Whole
    many_row: Whole  # where the vectors of each begin among all

    @property
    def dense(self) -> int:
        """Inputs before the vectors: amounts, one for each thing that a name of few may mean, some spare."""
        return -(-(len(self.plain) + int(self.few_of.sum())) // EVEN) * EVEN

    @property
    def rows(self) -> int:
        """Vectors to learn."""
        kinds = dict(zip(self.many_row.tolist(), self.many_of.tolist(), strict=True))
        return sum(of + BEYOND for of in kinds.values())

    @property
    def inputs(self) -> int:
        """All inputs of the first layer."""
        return self.dense + VECTOR * len(self.many)

    @property
    def first(self) -> Whole:
        """The input of the first thing of every name of few."""
        return len(self.plain) + np.cumsum(self.few_of) - self.few_of

    def inputs_by_place(self) -> Iterator[tuple[int, slice]]:
        """Every place that is read, and its inputs of the first layer."""
        yield from ((at, slice(k, k + 1)) for k, at in enumerate(self.plain.tolist()))
        for at, of, first in zip(self.few.tolist(), self.few_of.tolist(), self.first.tolist(), strict=True):
            yield at, slice(first, first + of)
        for k, at in enumerate(self.many.tolist()):
            yield at, slice(self.dense + VECTOR * k, self.dense + VECTOR * (k + 1))

    def arrays(self) -> dict[str, Whole]:
        """As a file keeps it."""
        return {f"reading_{name}": getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def of(cls, arrays: Mapping[str, Any]) -> Reading:
        """From what a file kept."""
        return cls(*(np.asarray(arrays[f"reading_{n}"], np.int64) for n in cls.__dataclass_fields__))

    def fits(self, game: Game, beside: int = 0) -> bool:
        """Whether every place is one of the game's observation, or of so many amounts beside it, and every
        vector one of those to learn."""
        if not (
            len(self.few) == len(self.few_of) and len(self.many) == len(self.many_of) == len(self.many_row)
        ):
            return False
        places = np.concatenate([self.few, self.many])
        amounts = self.plain
        ends = self.many_row + self.many_of + BEYOND
        return bool(
            ((places >= 0) & (places < game.observed)).all()
            and ((amounts >= 0) & (amounts < game.observed + beside)).all()
            and (self.few_of >= 1).all()
            and (self.many_of >= 1).all()
            and (self.many_row >= 0).all()
            and (ends <= self.rows).all()
        )

    def split(self, seen: Floats) -> tuple[Floats, Whole]:
        """Rows of observations as inputs before the vectors, and which vector each name of many has."""
        dense = np.zeros((len(seen), self.dense), np.float32)
        dense[:, : len(self.plain)] = seen[:, self.plain]
        held = seen[:, self.few]
        named = np.where(self.few_of == 1, held > 0, np.rint(held * np.float32(self.few_of))).astype(np.int64)
        row, column = np.nonzero(named > 0)
        thing = np.minimum(named[row, column], self.few_of[column]) - 1
        dense[row, self.first[column] + thing] = 1.0
        many = np.rint(seen[:, self.many] * np.float32(self.many_of)).astype(np.int64) + 1
        return dense, self.many_row + np.clip(many, 0, self.many_of + 1)


def _named(game: Game) -> Iterator[tuple[int, int, int]]:
    """Every place that names something: where it is, how many things there are, which declaration says so."""
    start = kind = 0
    for feature in game.observation:
        for code in feature.codes:
            for base in range(0, feature.size, code.every):
                yield from ((start + base + at, code.of, kind) for at in code.at if base + at < feature.size)
            kind += 1
        start += feature.size


def reading(game: Game, varies: NDArray[np.bool_] | None = None, beside: int = 0) -> Reading:
    """How a network of a game reads, of those numbers that vary; by default of all. Behind the observation
    there are so many amounts more, which are always read."""
    kept = np.ones(game.observed, np.bool_) if varies is None else varies
    named = [(at, of, kind) for at, of, kind in _named(game) if kept[at]]
    few = sorted((at, of) for at, of, _ in named if of <= FEW)
    many = sorted((at, of, kind) for at, of, kind in named if of > FEW)
    begins: dict[int, int] = {}
    rows = 0
    for _, of, kind in many:
        if kind not in begins:
            begins[kind] = rows
            rows += of + BEYOND
    taken = {at for at, _, _ in named}
    plain = [at for at in range(game.observed) if kept[at] and at not in taken]
    plain += range(game.observed, game.observed + beside)

    def whole(numbers: Any) -> Whole:
        return np.array(list(numbers), np.int64)

    return Reading(
        whole(plain),
        whole(at for at, _ in few),
        whole(of for _, of in few),
        whole(at for at, _, _ in many),
        whole(of for _, of, _ in many),
        whole(begins[kind] for _, _, kind in many),
    )


def wider(game: Game, read: Reading, varies: NDArray[np.bool_], beside: int = 0) -> Reading:
    """How a network reads that reads so already, where other numbers vary as well, with so many amounts
    behind the observation."""
    known = np.zeros(game.observed, np.bool_)
    for places in (read.plain, read.few, read.many):
        known[places[places < game.observed]] = True
    own, told = (
        (one.plain[one.plain < game.observed], one.few, one.few_of, one.many, one.many_of)
        for one in (read, reading(game, known))
    )
    if not all(map(np.array_equal, own, told)):
        raise BestiaryError(f"The network reads numbers of {game.title} as something else than they are.")
    return reading(game, known | varies, beside)
