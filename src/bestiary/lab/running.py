"""Plays a study on all cores: in memory, or into a folder."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..run.many import check
from ..run.pool import spread
from .player import Players
from .study import Study
from .tables import Frames, join

AHEAD = 2  # chunks under way or waiting, for each core


def play(study: Study, cores: int | None = None, progress: Callable[[int], None] | None = None) -> Frames:
    """Plays a study and keeps its tables in memory; Ctrl-C is an exception."""
    plan = study.plan
    check(study.games, study.seed, cores)
    stop, done = np.zeros(1, np.int64), np.zeros(1, np.int64)
    players = Players(plan, stop, done)
    found: list[Frames] = []

    def end() -> None:
        stop[0] = 1

    interrupted = spread(
        lambda chunk: players.play(plan.games_of(chunk)),
        range(plan.chunks),
        lambda chunk, frames: found.append(frames),
        cores=cores,
        ahead=AHEAD,
        in_order=True,
        stop=end,
        look=(lambda: progress(int(done[0]))) if progress else None,
    )
    if interrupted:
        raise KeyboardInterrupt
    return join(found)
