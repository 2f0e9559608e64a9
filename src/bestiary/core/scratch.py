"""What compiled loops are handed as one argument: room to work in, and what a game is set up from.

Compiled code takes a named tuple of arrays as it takes an array, and the names cannot be swapped
unnoticed. It is compiled for the class of the tuple, so that these live here and not in the files that
are executed once per game; and for the type of every array in it, which must always be the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .actions import MEANING
from .game import Game
from .record import Records, records


class Scratch(NamedTuple):
    """Room to work in, for one thread at a time; what is in it afterwards means nothing."""

    work: Records  # a state to play on
    world: Records  # one whose unknown cards are dealt
    seen: Records  # one that holds what a seat may know
    choices: NDArray[np.int64]
    payoffs: NDArray[np.float64]
    meanings: Records
    logs: Records
    rng: NDArray[np.uint64]
    room: NDArray[np.int64]  # for ``resample``


class Start(NamedTuple):
    """What games are set up from."""

    blanks: Records
    options: Records
    carried: Records


def scratch(game: Game) -> Scratch:
    """Fresh room to work in, with a log that notes nothing."""
    return Scratch(
        records(game.state),
        records(game.state),
        records(game.state),
        np.zeros(game.limits.legal, np.int64),
        np.zeros(max(game.players), np.float64),
        records(MEANING),
        records(game.log),
        np.zeros(1, np.uint64),
        np.zeros(max(1, game.limits.scratch), np.int64),
    )
