"""Matches side by side, as the compiled loops of the environments take them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary.core.record import Records


class Matches(NamedTuple):
    """The arrays of some matches, a row each, as compiled code takes them."""

    states: Records
    seeds: NDArray[np.uint64]
    games: NDArray[np.int64]
    lengths: NDArray[np.int64]
    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    actors: NDArray[np.int64]
    dones: NDArray[np.bool_]


# the attributes of a ``VectorEnv`` that hold them
ARRAYS = ("states", "seeds", "games", "lengths", "observations", "masks", "_rewards", "actors", "dones")
