"""Garbage: what is young is collected as it comes, what is old now and then, when the registry says so.

A collection of everything stops all tables for as long as it takes to look at every object of the
process, a third of a second with five hundred tables. Left to itself the interpreter does that every few
seconds. Nearly all garbage of a server is young or in no cycle; the rest waits. A move leaves some dozens of
objects that stay, and no garbage: to look at them again when they are no longer young took as long as the
first time, and stopped all tables for 20 ms.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

YOUNG, NEVER = 2_000, 1_000_000  # new objects, collections: what has just been made is still at hand
EVERY = 600.0  # seconds between two collections of everything


class Memory:
    """The garbage of a process that does nothing but serve."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last = now()
        gc.set_threshold(YOUNG, NEVER, NEVER)

    def settle(self) -> None:
        """Once everything is loaded: packages and compiled rules are never looked at again."""
        gc.collect()
        gc.freeze()
        self._last = self._now()

    def sweep(self) -> bool:
        """Collects everything, if it is time; whether it was."""
        if self._now() - self._last < EVERY:
            return False
        gc.collect()
        self._last = self._now()
        return True
