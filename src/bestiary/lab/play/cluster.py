"""The chunks of a study on the machines of a Ray cluster; the data are those of one machine.

A worker gets the study and the number of a chunk, nothing else, and plays it on one core. Every machine
needs this package; one with other sources or cards is noticed and refused.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from ...core.errors import BestiaryError
from ...core.pool import WAKE_S, threads
from ...extras import MissingExtra
from ...run.many import check
from .player import Player
from .storage import manifest, parquet
from .study import Study
from .tables import Frames, frames

LOCAL = "local"
PATIENCE_S = 10.0  # for an address to answer
AHEAD = 2  # chunks under way or waiting, for each core of the cluster

_players: dict[str, tuple[dict[str, Any], Player]] = {}  # of a worker, by study


def spread_on_ray(
    study: Study,
    address: str,
    tasks: list[tuple[int, int]],
    take: Callable[[tuple[int, int], Frames], None],
    progress: Callable[[int], None] | None = None,
    cores: int | None = None,
) -> bool:
    """Plays chunks on a cluster; returns whether Ctrl-C stopped it. Only whole chunks come back."""
    check(study.games, study.seed, cores)
    ray = _start(address, cores)
    try:
        return _spread(ray, study, tasks, take, progress)
    finally:
        ray.shutdown()


def _start(address: str, cores: int | None) -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtra("Playing on other machines", "ray", "ray") from None
    _answers(address)
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=threads(cores), include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, OSError, TimeoutError) as problem:
        why = (str(problem).splitlines() or ["no answer"])[0]
        raise BestiaryError(f"There is no Ray cluster at {address}: {why}") from None
    return ray


def _answers(address: str) -> None:
    """Refuses an address where nobody listens; Ray itself would try for minutes."""
    host, found, port = address.removeprefix("ray://").rpartition(":")
    if not found:
        if address not in (LOCAL, "auto"):
            raise BestiaryError(f"A Ray cluster is written HOST:PORT, auto or {LOCAL}, not '{address}'.")
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE_S).close()
    except (OSError, ValueError, OverflowError) as problem:
        raise BestiaryError(f"There is no Ray cluster at {address}: {problem}") from None


def _spread(
    ray: Any,
    study: Study,
    tasks: list[tuple[int, int]],
    take: Callable[[tuple[int, int], Frames], None],
    progress: Callable[[int], None] | None,
) -> bool:
    ours = facts(study)
    sent = ray.put(portable(study))
    remote = ray.remote(num_cpus=1, max_retries=3)(play_chunk)
    left = iter(tasks)
    waiting: dict[Any, tuple[int, int]] = {}
    done = 0
    try:
        while True:
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(waiting) < most and (task := next(left, None)) is not None:
                waiting[remote.remote(sent, *task)] = task
            if not waiting:
                return False
            for ready in ray.wait(list(waiting), timeout=WAKE_S)[0]:
                task = waiting.pop(ready)
                theirs, tables = _result(ray, ready)
                for name, fact in ours.items():
                    if theirs.get(name) != fact:
                        raise BestiaryError(
                            f"A machine of the cluster has other {name}; install this one there."
                        )
                played = Frames(*(pl.read_parquet(BytesIO(table)) for table in tables))
                take(task, played)
                done += played.games.height
                if progress:
                    progress(done)
    except KeyboardInterrupt:
        for pending in waiting:
            ray.cancel(pending, force=True)
        return True


def _result(ray: Any, ready: Any) -> Any:
    try:
        return ray.get(ready)
    except ray.exceptions.RayError as problem:
        cause = getattr(problem, "cause", None) or problem
        lines = [line for line in str(cause).splitlines() if line.strip()] or ["no word"]
        raise BestiaryError(f"A machine of the cluster failed: {lines[-1].strip()}") from None


def portable(study: Study) -> Study:
    """A study as it travels: the game by its name, and nothing looked up yet."""
    return replace(study, game=study.plan.game.name, content=study.plan.content)


def facts(study: Study) -> dict[str, Any]:
    """What must be the same on every machine."""
    whole = manifest(study.plan)
    return {"sources": whole["code"], "cards": whole["cards"]}


def play_chunk(study: Study, chunk: int, first: int) -> tuple[dict[str, Any], list[bytes]]:
    """Plays a chunk from a game on, on a worker; its tables as Parquet."""
    key = repr((manifest(study.plan), study.seed))
    if key not in _players:
        _players.clear()
        player = Player(study.plan, np.zeros(1, np.int64), np.zeros(1, np.int64))
        _players[key] = facts(study), player
    same, player = _players[key]
    noted = player.play(player.plan.games_of(chunk).after(first))
    return same, [parquet(table) for table in frames(player.plan, noted).all()]
