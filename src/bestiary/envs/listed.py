"""Compact observations: what is not 0, with its place.

>>> from bestiary.envs import VectorEnv, dense
>>> env, plain = VectorEnv("totem", 4, compact=True), VectorEnv("totem", 4)
>>> seen = env.reset(seed=1).observations
>>> seen.values.shape, int(seen.counts[0])
((4, 160), 29)
>>> bool((dense(seen, env.game.observed) == plain.reset(seed=1).observations).all())
True
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game

BLOCK = 8  # numbers that are looked at together
FARTHEST = np.iinfo(np.int16).max


class Listed(NamedTuple):
    """Observations as lists: of row ``i`` the first ``counts[i]`` values, each with its place when plain.

    A place is listed once, in no order that means anything. All behind the list is place 0 and value 0, so
    that sums over whole rows are right.
    """

    places: Any  # 16-bit whole numbers
    values: Any  # 32-bit numbers, none of them 0
    counts: Any  # 32-bit whole numbers, one a match

    def copy(self) -> Listed:
        """An independent copy."""
        return Listed(*(one.copy() for one in self))

    def numpy(self) -> Listed:
        """A copy on the CPU, of arrays that are on a GPU."""
        return Listed(*(one.numpy() for one in self))


class Lists(NamedTuple):
    """The lists of some matches, and room to make them in, as compiled code takes them."""

    places: NDArray[np.int16]
    values: NDArray[np.float32]
    counts: NDArray[np.int32]
    row: NDArray[np.float32]  # a plain observation
    padded: NDArray[np.float32]  # the same with zeros up to a whole block
    words: NDArray[np.uint64]  # the same, a row for each block
    blocks: NDArray[np.int32]
    made: NDArray[np.int16]
    found: NDArray[np.float32]


def most(game: Game) -> int:
    """How long the longest list of a game is."""
    if game.observed > FARTHEST:
        raise BestiaryError(f"{game.title} has observations of {game.observed} numbers: too long for lists.")
    return min(game.limits.seen or game.observed, game.observed)


def lists(listed: Listed, at: slice, size: int) -> Lists:
    """Some rows, with room of their own."""
    padded = np.zeros(-(-size // BLOCK) * BLOCK, np.float32)
    words = padded.view(np.uint64).reshape(-1, BLOCK // 2)
    blocks, made, found = (np.zeros(len(padded) + 1, kind) for kind in ("i4", "i2", "f4"))
    places, values, counts = (one[at] for one in listed)
    return Lists(places, values, counts, padded[:size], padded, words, blocks, made, found)


def dense(observations: Listed, size: int) -> NDArray[np.float32]:
    """The plain rows of so many numbers, to the last bit."""
    places, values, counts = (np.asarray(one) for one in observations)
    rows = np.zeros((len(counts), size), np.float32)
    i, k = np.nonzero(np.arange(places.shape[1]) < counts[:, None])
    rows[i, places[i, k]] = values[i, k]
    return rows


def crowded(game: Game, count: int) -> BestiaryError:
    """The error for a list that does not fit."""
    return BestiaryError(
        f"{game.title}: {count} numbers of an observation are not 0, and its lists have room for "
        f"{most(game)} (Limits.seen); a plain VectorEnv shows them all."
    )
