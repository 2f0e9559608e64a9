"""Bots think in a few threads of low priority; what is quick to think about comes first.

Compiled search holds no lock of the interpreter, so that the table goes on meanwhile. A machine gets the
record that is hidden for its seat, and luck of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
import os
import secrets
import threading
import time
import zlib
from collections.abc import Callable
from typing import Any, TypeVar

from ..agents import Agent, make_agent
from ..agents.apart import Apart
from ..agents.base import LEVELS, Opinion, chosen, is_own
from ..core.cards import Content
from ..core.driver import is_plain
from ..core.game import Game
from ..core.record import Records

NICE = 5

log = logging.getLogger("bestiary.server")

T = TypeVar("T")


class Bots:
    """The pool. A thought waits at most about as long as it takes itself, whatever else is asked."""

    def __init__(self, threads: int, seed: int | None = None) -> None:
        self._seed = seed  # for tests: a machine then plays the same in the same position
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._number = itertools.count()
        self._change = threading.Condition()
        self._closed = False
        self._took: dict[tuple[str, str], float] = {}
        self._own = threading.local()
        self.apart = Apart(threads)
        self._threads = [
            threading.Thread(target=self._work, name=f"machine {i}", daemon=True) for i in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    async def choose(self, game: Game, content: Content, kind: str, seen: Records, seat: int) -> int:
        """What a machine of this kind plays."""
        seed = self._luck(seen)
        return await self._ask((game.slug, kind), lambda: self._choose(game, content, kind, seen, seat, seed))

    def _choose(self, game: Game, content: Content, kind: str, seen: Records, seat: int, seed: int) -> int:
        """A move; a machine from outside that fails is noted, and another one of the house plays for it."""
        if is_own(kind) and is_plain(game):
            return self.apart.opinions(game, content, kind, seen, seat, seed)[0].action
        if is_own(kind):
            return self._agent(game, content, kind).choose(seen, seat, seed)
        try:
            agent = self._agent(game, content, kind)
            return chosen(agent, seen, seat, seed, agent.engine.legal(seen))
        except Exception:
            log.exception("The agent %s failed at %s; %s plays this move.", kind, game.title, LEVELS[0])
            return self._agent(game, content, LEVELS[0]).choose(seen, seat, seed)

    async def opinions(
        self, game: Game, content: Content, kind: str, seen: Records, seat: int
    ) -> list[Opinion]:
        """What a machine thinks of every choice; after everybody who waits for a move."""
        seed = self._luck(seen)
        return await self._ask(
            (game.slug, f"opinion {kind}"),
            lambda: self._opinions(game, content, kind, seen, seat, seed),
            later=5.0,
        )

    def _opinions(
        self, game: Game, content: Content, kind: str, seen: Records, seat: int, seed: int
    ) -> list[Opinion]:
        if is_own(kind) and is_plain(game):
            return self.apart.opinions(game, content, kind, seen, seat, seed)
        return self._agent(game, content, kind).opinions(seen, seat, seed)

    def _luck(self, seen: Records) -> int:
        if self._seed is None:
            return secrets.randbits(63)
        return zlib.crc32(seen.tobytes(), self._seed & 0xFFFFFFFF)

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a thread."""
        return len(self._waiting)

    def took(self, game: Game, kind: str) -> float:
        """How long such a machine has lately thought."""
        return self._took.get((game.slug, kind), 0.0)

    async def _ask(self, key: tuple[str, str], work: Callable[[], T], later: float = 0.0) -> T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            started = time.monotonic()
            found: T | None = None
            problem: Exception | None = None
            try:
                found = work()
            except Exception as failed:
                problem = failed
            self._took[key] = time.monotonic() - started
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
                loop.call_soon_threadsafe(_answer, answer, found, problem)

        due = time.monotonic() + self._took.get(key, 0.0) + later
        with self._change:
            heapq.heappush(self._waiting, (due, next(self._number), run))
            self._change.notify()
        return await answer

    def _agent(self, game: Game, content: Content, kind: str) -> Agent:
        """An agent of this thread: they keep their trees between moves."""
        held: dict[Any, Agent] = self._own.__dict__.setdefault("agents", {})
        key = game.name, content.fingerprint, kind
        if key not in held:
            if len(held) > 24:
                held.clear()
            held[key] = make_agent(kind, game, content, cores=1)
        return held[key]

    def _work(self) -> None:
        with contextlib.suppress(AttributeError, OSError):  # elsewhere than on Linux
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if self._closed:
                    return
                _, _, run = heapq.heappop(self._waiting)
            run()

    async def close(self) -> None:
        """Lets nobody think any more; a thought that is under way is not waited for."""
        with self._change:
            self._closed = True
            self._waiting.clear()
            self._change.notify_all()
        self.apart.close()


def _answer(answer: asyncio.Future[Any], found: Any, problem: Exception | None) -> None:
    if answer.done():
        return
    if problem is None:
        answer.set_result(found)
    else:
        answer.set_exception(problem)
