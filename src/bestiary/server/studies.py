"""Studies that people ask for at the workbench: a queue, taken in turns, played in a process of its own.

Whoever has had least of the process is next, a piece of about a second at a time, and no piece begins while
moves, hints or opinions wait (the scheduler's last rank but one). A study ends by itself, when it is outdated
or stopped, and what it has found is stored under its id, so that it can be left and found again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from ..core.driver import is_plain
from ..core.game import Game
from ..core.starting import of
from ..extras import MissingExtra
from .accounts import new_id
from .asking import Asked, Found
from .errors import Refused, missing
from .scheduler import Rank, Scheduler, Steps, Thought
from .settings import Limits
from .store.schema import STUDIES
from .store.storage import Conflict, Job, NotStored, Storage
from .web.codec import encode
from .web.designs import StudyFacts

LOOK = 0.02  # seconds between two looks at the process
LATER = 1.0  # seconds between two looks whether a game is compiled
KEPT = 30 * 86_400.0  # seconds that a study can be found again
BUSY = "You have {n} studies under way; stop one of them, or wait."
FULL = "Too many studies wait here; ask again in a while."

log = logging.getLogger("bestiary.server")


class Process:
    """The process in which studies are played; begun when it is needed, replaced where it has ended."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._dropped: queue.SimpleQueue[str] = queue.SimpleQueue()

    def ask(self, id: str, asked: Asked) -> Found:
        """The next piece of a study."""
        with self._lock:
            for _ in range(2):
                child = self._begun()
                try:
                    assert child.stdin is not None and child.stdout is not None
                    while not self._dropped.empty():
                        pickle.dump((self._dropped.get(), None), child.stdin)
                    pickle.dump((id, asked), child.stdin)
                    child.stdin.flush()
                    found: Found = pickle.load(child.stdout)
                    return found
                except (OSError, EOFError, pickle.PickleError):
                    child.kill()
                    child.wait()
                    self._child = None
                    if self._closed:
                        break
        return Found(done=True, problem="The process that plays studies has ended; ask again.")

    def prepare(self) -> None:
        """Begins it ahead of the first study, where the laboratory is here; nobody waits for that."""

        def begin() -> None:
            with contextlib.suppress(MissingExtra), self._lock:
                import bestiary.lab.play.study  # noqa: F401  what studies are checked with, too

                if not self._closed:
                    self._begun()

        if self._child is None:
            threading.Thread(target=begin, daemon=True).start()

    def drop(self, id: str) -> None:
        """Forgets a study, before the next piece of another one; nobody waits for the one that is played."""
        self._dropped.put(id)

    def _begun(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                [sys.executable, "-c", "from bestiary.server.studying import main; main()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,  # Ctrl-C in a terminal is for this process alone
            )
        return self._child

    def close(self) -> None:
        """Ends it."""
        self._closed = True
        if self._child is not None:
            self._child.kill()
            self._child.wait()


@dataclass(eq=False)
class _Work:
    """A study under way."""

    owner: str
    game: Game
    asked: Asked
    facts: StudyFacts
    dropped: bool = False


class Studies:
    """The studies of a server."""

    def __init__(
        self, storage: Storage, scheduler: Scheduler, limits: Limits, now: Callable[[], float]
    ) -> None:
        self.storage = storage
        self.scheduler = scheduler
        self.limits = limits
        self.now = now
        self._work: dict[str, _Work] = {}
        self._had: dict[str, float] = {}  # seconds of the process that each owner of today's studies had
        self._process = Process()
        self._task: asyncio.Task[None] | None = None
        self._come = asyncio.Event()

    async def begin(
        self, owner: str, known: bool, game: Game, asked: Asked, words: list[str], instead: str = ""
    ) -> StudyFacts:
        """Puts a study into the queue; one of the same owner that it makes outdated is stopped."""
        if instead in self._work and self._work[instead].owner == owner:
            await self.stop(instead)
        most = self.limits.studies_each * (2 if known else 1)
        if sum(work.owner == owner for work in self._work.values()) >= most:
            raise Refused(BUSY.format(n=most), 429)
        if len(self._work) >= self.limits.studies:
            raise Refused(FULL, 503)
        id = new_id()
        facts = StudyFacts(id, asked.kind, game.slug, "waiting", "", 0, 0, words, path=asked.path)  # type: ignore[arg-type]
        # whoever comes begins where the others are, without arrears
        least = min((self._had[work.owner] for work in self._work.values()), default=0.0)
        self._had[owner] = max(self._had.get(owner, 0.0), least)
        self._work[id] = _Work(owner, game, asked, facts)
        await self._keep(facts)
        self._come.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return self._told(self._work[id])

    async def get(self, id: str) -> StudyFacts:
        """A study, as far as it has come."""
        if id in self._work:
            return self._told(self._work[id])
        asked = sa.select(STUDIES.c.body).where(STUDIES.c.id == id)
        body = await self.storage.read(lambda c: c.execute(asked).scalar_one_or_none())
        if body is None:
            raise missing("study")
        kept = msgspec.json.decode(body, type=StudyFacts)
        if kept.state in ("waiting", "working"):
            kept.state, kept.why = "stopped", "The server was started again meanwhile."
        return kept

    def prepare(self) -> None:
        """Somebody is at the workbench: a study is near."""
        self._process.prepare()

    async def stop(self, id: str) -> StudyFacts:
        """Ends a study; what it has found stays."""
        work = self._work.get(id)
        if work is not None and not work.dropped:
            work.dropped = True
            await self._keep(replace(work.facts, state="stopped"))
            self._work.pop(id, None)
            self._process.drop(id)
        return await self.get(id)

    def _told(self, work: _Work) -> StudyFacts:
        others = {one.owner for one in self._work.values()} - {work.owner}
        work.facts.before = len(others)
        return work.facts

    def _next(self) -> _Work:
        """The study whose owner has had least; of one owner's the latest, which they look at."""
        waiting = [work for work in self._work.values() if not work.dropped] or [*self._work.values()]
        ready = [work for work in waiting if not _compiling(work.game)] or waiting
        owner = min((work.owner for work in ready), key=lambda who: self._had[who])
        return [work for work in ready if work.owner == owner][-1]

    async def _run(self) -> None:
        while True:
            if not self._work:
                self._had.clear()
                self._come.clear()
                await self._come.wait()
            work = self._next()
            began = time.monotonic()
            try:
                found = await self.scheduler.do(Rank.STUDY, work.owner, partial(self._piece, work))
                self._had[work.owner] = self._had.get(work.owner, 0.0) + time.monotonic() - began
                if not work.dropped:
                    await self._take(work, found)
            except (Refused, NotStored):  # the machines or the database are busy
                await asyncio.sleep(LATER)
            except Exception:
                log.exception("study %s", work.facts.id)
                self._work.pop(work.facts.id, None)
                work.facts.state, work.facts.why = "failed", "The study could not be played."

    def _piece(self, work: _Work, _: Thought) -> Steps[Found]:
        """A piece in the process; no thread of the scheduler waits for it."""
        if _compiling(work.game):
            yield LATER
            return Found()  # others may be ready meanwhile
        answer: list[Found] = []
        asking = threading.Thread(
            target=lambda: answer.append(self._process.ask(work.facts.id, work.asked)), daemon=True
        )
        asking.start()
        while asking.is_alive():
            yield LOOK
        return answer[0] if answer else Found(done=True, problem="The study could not be played.")

    async def _take(self, work: _Work, found: Found) -> None:
        """What a piece has found is told once it is stored."""
        old = work.facts
        new = replace(
            old,
            state="working" if found.games else old.state,
            games=max(old.games, found.games),
            verdicts=found.verdicts or old.verdicts,
            curve=found.curve or old.curve,
            proposal=found.proposal or old.proposal,
        )
        if found.done:
            new.state, new.why = ("failed", found.problem) if found.problem else ("done", "")
        if found.done or new.verdicts != old.verdicts or new.curve != old.curve:
            await self._keep(new)
        work.facts = new
        if found.done:
            self._work.pop(new.id, None)

    async def _keep(self, facts: StudyFacts) -> None:
        row = {"id": facts.id, "body": encode(facts).decode(), "at": self.now()}
        old = sa.delete(STUDIES).where(STUDIES.c.at < self.now() - KEPT)
        try:
            await self.storage.write(Job([(STUDIES, [row])], updates=[old]))
        except Conflict:
            again = sa.update(STUDIES).where(STUDIES.c.id == facts.id).values(body=row["body"], at=row["at"])
            await self.storage.write(Job(updates=[again]))

    async def close(self) -> None:
        """Ends all of it."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await asyncio.to_thread(self._process.close)


def _compiling(game: Game) -> bool:
    """Whether the rules of a game are still being compiled: a study waits for that."""
    begun: Any = of(game)
    return is_plain(game) and not (begun and begun.failed)


def players(game: Game) -> tuple[str, ...]:
    """Who plays a study, the quick one first."""
    from ..lab.play.beside import stronger  # whose packages a server for playing need not have

    return "bulk", stronger(game)
