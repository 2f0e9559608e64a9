"""Time as clocks count it: only while a server ran, whatever the system's clock is set to meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import sqlalchemy as sa

from .schema import UPTIME
from .storage import Job, Storage

BEAT = 10.0  # seconds between two notes that this process runs
KEPT = 40 * 86_400.0  # seconds for which stretches are kept: the longest clock has seven days


class Clock:
    """The system's time at the start, and what has passed since; a jump of the system's clock is ignored."""

    def __init__(
        self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = time.monotonic
    ) -> None:
        self._passed = passed
        self._ahead = wall() - passed()

    def now(self) -> float:
        """Seconds since 1970, as far as this process knows."""
        return self._ahead + self._passed()


class Uptime:
    """The stretches of time in which any process ran."""

    def __init__(self, past: Iterable[tuple[float, float]] = (), started: float | None = None) -> None:
        self.past = list(past)
        self.started = started  # of this process, which runs

    def covered(self, since: float, until: float) -> float:
        """How much of a stretch a server ran."""
        if self.started is not None and self.started <= since:  # of every move of a table that is not old
            return max(0.0, until - since)
        mine = [] if self.started is None else [(self.started, until)]
        total, reached = 0.0, since
        for start, end in sorted([*self.past, *mine]):
            start, end = max(start, reached), min(end, until)
            if end > start:
                total += end - start
                reached = end
        return total


class Heartbeat:
    """Notes that this process runs, and reads what others have noted."""

    def __init__(self, storage: Storage, uptime: Uptime, process: str, now: Callable[[], float]) -> None:
        self.storage = storage
        self.uptime = uptime
        self.process = process
        self.now = now

    async def start(self) -> None:
        """The first beat."""
        now = self.uptime.started = self.now()
        row = {"process": self.process, "started": now, "last": now}
        old = sa.delete(UPTIME).where(UPTIME.c.last < now - KEPT)
        await self.storage.write(Job([(UPTIME, [row])], [old]))
        await self._listen()

    async def beat(self) -> None:
        """One more."""
        mine = UPTIME.c.process == self.process
        await self.storage.write(Job(updates=[sa.update(UPTIME).where(mine).values(last=self.now())]))
        if not self.storage.embedded:
            await self._listen()

    async def _listen(self) -> None:
        others = sa.select(UPTIME.c.started, UPTIME.c.last).where(UPTIME.c.process != self.process)
        found = await self.storage.read(lambda c: c.execute(others).all())
        self.uptime.past = [(float(start), float(last)) for start, last in found]
