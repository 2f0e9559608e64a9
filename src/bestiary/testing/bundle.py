"""Games side by side, as the compiled loops of the sweep take them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary.core.record import Records


class Batch(NamedTuple):
    """The arrays of games that are played side by side, as compiled code takes them."""

    states: Records
    seeds: NDArray[np.uint64]
    ages: NDArray[np.int64]  # decisions
    wrong: NDArray[np.int64]  # what is wrong with a game, as ``WRONG`` numbers it
    marks: NDArray[np.int64]  # when an action was last listed
    seen: Records  # the states through the eyes of a seat
    again: Records  # the same of worlds dealt for that seat
    worlds: Records


class Eyes(NamedTuple):
    """What a seat saw, and room to look through its eyes."""

    seat: int
    saw: NDArray[np.uint8]  # the bytes that it saw
    seen: Records
    raw: NDArray[np.uint8]  # the bytes of ``seen``
