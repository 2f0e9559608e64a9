"""Plays a study on all cores or on other machines: in memory, or into a folder."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from ...core.pool import spread, threads
from ...run.many import check
from .player import Noted, Player, Players
from .storage import Data, Store, read
from .study import Study
from .tables import Frames, join
from .tables import frames as frames_of
from .together import as_one, first_of

AHEAD = 2  # chunks under way or waiting, for each core
AT_ONCE = 4_096  # games of which tables are made at once: for a few it takes longer than to play them


class Stopped(KeyboardInterrupt):
    """Ctrl-C in a run that writes: how many games are on disk."""

    def __init__(self, games: int) -> None:
        super().__init__()
        self.games = games


def warm(study: Study) -> None:
    """Compiles or loads all that a study needs: one game of it is played."""
    stop, done = np.zeros(1, np.int64), np.zeros(1, np.int64)
    Player(study.plan, stop, done).play(first_of(study.plan.games_of(0), 1))


def play(study: Study, cores: int | None = None, progress: Callable[[int], None] | None = None) -> Frames:
    """Plays a study and keeps its tables in memory; ``progress`` hears how many games are done."""
    found: list[Frames] = []
    noted: list[Noted] = []
    chunks = [(chunk, 0) for chunk in range(study.plan.chunks)]

    def take(task: tuple[int, int], new: Noted) -> None:
        noted.append(new)
        if sum(len(one.counts) for one in noted) >= AT_ONCE or task[0] == study.plan.chunks - 1:
            found.append(frames_of(study.plan, as_one(noted)))
            noted.clear()

    if _spread(study, chunks, take, cores, progress, in_order=True):
        raise KeyboardInterrupt
    return join(found)


def run(
    study: Study,
    folder: Path | str,
    cores: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] | None = None,
    command: str = "",
) -> Data:
    """Plays a study into a folder, less what is there already; Ctrl-C keeps every game that is done.

    With ``ray`` the chunks are played on the cluster of that address (``local``: one of this machine).
    """
    plan = study.plan
    store = Store(Path(folder), plan, command)
    store.open()
    parts: dict[int, Frames] = {}
    missing: list[tuple[int, int]] = []
    before = 0
    for chunk in range(plan.chunks):
        size = plan.size_of(chunk)
        if store.has(chunk):
            before += size
            continue
        part = store.part(chunk)
        if part is not None:
            parts[chunk] = part
            before += part.games.height
        missing.append((chunk, part.games.height if part is not None else 0))
    written = before
    if progress:
        progress(before)

    def take(task: tuple[int, int], frames: Frames) -> None:
        nonlocal written
        chunk = task[0]
        whole = join([parts[chunk], frames]) if chunk in parts else frames
        done = whole.games.height
        if done:
            with held_back():
                store.write(chunk, whole, part=done < plan.size_of(chunk))
        written += frames.games.height

    heard = (lambda n: progress(before + n)) if progress else None
    try:
        if ray is not None:
            from .cluster import spread_on_ray

            interrupted = spread_on_ray(study, ray, missing, take, heard, cores)
        else:
            interrupted = _spread(study, missing, lambda t, n: take(t, frames_of(plan, n)), cores, heard)
    except KeyboardInterrupt:  # a second time, while the games at hand were being kept
        interrupted = True
    if interrupted:
        raise Stopped(written)
    return read(folder)


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C waits until what is begun here is done.

    Polars hears it by itself as well: one Ctrl-C would come twice, and the second time while what the first
    one has interrupted is being done again.
    """
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield  # somebody else minds it, or nobody shall
        return
    heard = False

    def hear(*_: object) -> None:
        nonlocal heard
        heard = True

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


def _spread(
    study: Study,
    chunks: list[tuple[int, int]],
    take: Callable[[tuple[int, int], Noted], None],  # on this thread alone: Polars minds Ctrl-C itself
    cores: int | None,
    progress: Callable[[int], None] | None,
    in_order: bool = False,
) -> bool:
    """Plays chunks, each from some game on, on the threads of this machine."""
    plan = study.plan
    check(study.games, study.seed, cores)
    stop, done = np.zeros(1, np.int64), np.zeros(1 + threads(cores), np.int64)
    players = Players(plan, stop, done)

    def end() -> None:
        stop[0] = 1

    interrupted = spread(
        lambda task: players.play(plan.games_of(task[0]).after(task[1])),
        chunks,
        take,
        cores=cores,
        ahead=AHEAD,
        in_order=in_order,
        stop=end,
        look=(lambda: progress(int(done.sum()))) if progress else None,
    )
    if progress:
        progress(int(done.sum()))
    return interrupted
