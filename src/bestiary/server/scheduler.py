"""The one scheduler of all thinking: moves first, then hints, opinions, studies, compilation.

A thought is a generator that pauses after every slice, of less than 50 ms where it can: what is more urgent
comes in between, and a thought that nobody waits for any more is dropped there. Among thoughts of a rank the
table comes first that has had least of the machines' time, in turns of a fifth of a second, so that short
thoughts are finished at one go. While many moves wait each gets its share of what is left of the time in
which a move should come; a thought asks ``short`` and ends with what it has found so far.

Slices run in a few threads of low priority: compiled search holds no lock of the interpreter. What runs in
a process of its own pauses with the number of seconds after which it wants to look at it again; no thread
waits meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import os
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from .errors import Refused

NICE = 5
KEPT = 4_000  # tables whose share is remembered
TURN = 0.2  # seconds that a table has the machines before another one of the same rank

T = TypeVar("T")
Steps = Generator[float | None, None, T]


class Rank(IntEnum):
    """What comes before what."""

    MOVE = 0
    HINT = 1
    OPINION = 2
    STUDY = 3
    COMPILATION = 4


@dataclass(eq=False)
class Thought:
    """Something to be thought, and how far it has come."""

    rank: Rank
    table: str
    number: int
    steps: Steps[Any] | None = None
    loop: asyncio.AbstractEventLoop | None = None
    answer: asyncio.Future[Any] | None = None
    asked: float = field(default_factory=time.monotonic)
    used: float = 0.0
    given: float = float("inf")  # seconds of thinking that it gets, under load
    begun: float = 0.0  # when its slice began
    dropped: bool = False  # nobody waits for it any more

    @property
    def short(self) -> bool:
        """Whether it has had its share: it should end with what it has found."""
        return self.used + (time.monotonic() - self.begun) >= self.given


class Scheduler:
    """The queue and its threads."""

    def __init__(self, threads: int, most: int = 256, within: float = 2.0) -> None:
        self.most = most  # thoughts besides moves that may wait
        self.within = within  # seconds in which a move should come
        self._waiting: list[tuple[int, int, int, Thought]] = []
        self._later: list[tuple[float, int, Thought]] = []  # those that look again at a time
        self._used: dict[str, float] = {}  # the time that each table has had, as if it had always been here
        self._clock = 0.0  # the same of the table that was served last: whoever comes begins there
        self._moves = 0
        self._number = itertools.count()
        self._change = threading.Condition()
        self._closed = False
        self.threads = max(1, threads)
        for i in range(threads):
            threading.Thread(target=self._work, name=f"machine {i}", daemon=True).start()

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a thread."""
        return len(self._waiting) + len(self._later)

    async def do(self, rank: Rank, table: str, steps: Callable[[Thought], Steps[T]]) -> T:
        """Thinks; whoever no longer waits for the answer has it dropped."""
        thought = Thought(rank, table, next(self._number))
        thought.steps = steps(thought)
        thought.loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = thought.loop.create_future()
        thought.answer = answer
        with self._change:
            if rank > Rank.MOVE and self.waiting >= self.most:
                raise Refused("The machines have too much to think about; ask again in a while.", 503)
            self._moves += rank == Rank.MOVE
            self._push(thought)
        try:
            return await answer
        finally:
            thought.dropped = True

    def _push(self, thought: Thought) -> None:
        turn = int(self._had(thought.table) / TURN)
        heapq.heappush(self._waiting, (thought.rank, turn, thought.number, thought))
        self._change.notify()

    def _had(self, table: str) -> float:
        """The time that a table has had; one that was not here has no arrears."""
        return max(self._used.get(table, 0.0), self._clock)

    def _next(self) -> Thought | None:
        """The thought whose slice is next, waiting for one; none once all is closed."""
        while not self._closed:
            now = time.monotonic()
            while self._later and self._later[0][0] <= now:
                self._push(heapq.heappop(self._later)[2])
            if self._waiting:
                thought = heapq.heappop(self._waiting)[3]
                self._clock = self._had(thought.table)
                return thought
            self._change.wait(self._later[0][0] - now if self._later else None)
        return None

    def _work(self) -> None:
        with contextlib.suppress(AttributeError, OSError):  # elsewhere than on Linux
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        while True:
            with self._change:
                thought = self._next()
                if thought is None:
                    return
                if thought.rank == Rank.MOVE:
                    thought.given = self._share(thought)
            self._slice(thought)

    def _share(self, thought: Thought) -> float:
        """How many seconds a move gets: all that its level wants, unless more moves wait than are thought."""
        if self._moves <= self.threads:
            return float("inf")
        left = thought.asked + self.within - time.monotonic()
        return thought.used + left * self.threads / self._moves

    def _slice(self, thought: Thought) -> None:
        """One slice; then it waits again, or is done."""
        assert thought.steps is not None
        thought.begun = time.monotonic()
        found, problem, pause, done = None, None, None, True
        try:
            if thought.dropped:
                thought.steps.close()
            else:
                pause = next(thought.steps)
                done = False
        except StopIteration as ended:
            found = ended.value
        except Exception as failed:
            problem = failed
        took = time.monotonic() - thought.begun
        thought.used += took
        with self._change:
            self._used[thought.table] = self._had(thought.table) + took
            if done:
                self._leave(thought)
            elif pause is None:
                self._push(thought)
            else:
                heapq.heappush(self._later, (time.monotonic() + pause, thought.number, thought))
                self._change.notify()
        if done and thought.loop is not None and thought.answer is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
                thought.loop.call_soon_threadsafe(_answer, thought.answer, found, problem)

    def _leave(self, thought: Thought) -> None:
        self._moves -= thought.rank == Rank.MOVE
        if len(self._used) > KEPT:
            self._used = {table: had for table, had in self._used.items() if had > self._clock}

    def close(self) -> None:
        """Lets nobody think any more; a slice that is under way is not waited for."""
        with self._change:
            self._closed = True
            self._waiting.clear()
            self._later.clear()
            self._change.notify_all()


def _answer(answer: asyncio.Future[Any], found: Any, problem: Exception | None) -> None:
    if answer.done():
        return
    if problem is None:
        answer.set_result(found)
    else:
        answer.set_exception(problem)
