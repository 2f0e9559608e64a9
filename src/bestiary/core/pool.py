"""The one runner under simulation, arena and laboratory: tasks on threads, taken on the main thread.

Compiled games let go of Python's lock, so threads keep all cores busy; the main thread looks up often
enough to hear Ctrl-C. After it nothing new begins, and what ends by itself in the meantime still counts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

WAKE_S = 0.1  # how often the main thread looks up, so that Ctrl-C is heard


def threads(cores: int | None) -> int:
    """How many threads work: all cores by default."""
    return cores or os.cpu_count() or 1


def spread(
    work: Callable[[T], R],
    tasks: Iterable[T],
    take: Callable[[T, R], None],
    *,
    cores: int | None = None,
    ahead: int = 2,
    in_order: bool = False,
    stop: Callable[[], None] | None = None,
    look: Callable[[], None] | None = None,
) -> bool:
    """Works on tasks on all cores; returns whether Ctrl-C stopped it.

    ``take`` gets every result, as it comes or in the order of the tasks; ``ahead`` tasks for each core
    are under way or wait for one in front of them. ``stop`` tells work under way to end early; ``look``
    is called again and again meanwhile.

    >>> found = []
    >>> spread(abs, [-1, -2, 3], lambda task, result: found.append(result), in_order=True), found
    (False, [1, 2, 3])
    """
    left = enumerate(tasks)
    waiting: dict[Future[R], tuple[int, T]] = {}
    early: dict[int, tuple[T, R]] = {}  # done before those in front of them
    due = 0
    most = threads(cores) * ahead
    interrupted = False
    pool = ThreadPoolExecutor(threads(cores))

    def took(done: Iterable[Future[R]]) -> None:
        nonlocal due
        for future in done:
            number, task = waiting[future]
            result = future.result()
            if not in_order:
                take(task, result)  # stopped in here, it is taken again
                del waiting[future]
                continue
            del waiting[future]
            early[number] = task, result
            while due in early:
                due += 1
                take(*early.pop(due - 1))

    try:
        while True:
            while len(waiting) + len(early) < most and (following := next(left, None)) is not None:
                waiting[pool.submit(work, following[1])] = following
            if not waiting:
                break
            took(wait(waiting, timeout=WAKE_S, return_when=FIRST_COMPLETED)[0])
            if look:
                look()
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if stop:
            stop()
        pool.shutdown(wait=True, cancel_futures=True)
    took([future for future in waiting if not future.cancelled()])
    return interrupted
