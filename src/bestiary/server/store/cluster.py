"""Other server processes on the same PostgreSQL: its LISTEN and NOTIFY carry the news between them.

A process that has stored lines says so in the same transaction; the others read the lines from storage.
Who is connected where is said too, and again every few seconds: a process that died is forgotten.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import psycopg

from .storage import CHANNEL, Job, NotStored, Storage

if TYPE_CHECKING:
    from ..tables.table import Table

BEAT = 15.0  # seconds between two notes on who is here
FORGET = 50.0  # after which a silent process is taken for dead
AT_ONCE = 100  # tables in one note: a note has at most 8000 bytes

log = logging.getLogger("bestiary.server")


class Cluster:
    """What this process hears from the others, and tells them."""

    def __init__(self, storage: Storage, process: str, tables: Mapping[str, Table]) -> None:
        self.storage = storage
        self.process = process
        self.tables = tables  # those in memory
        self._closed = False
        self._here: dict[str, dict[tuple[str, int], float]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._following: set[str] = set()

    def start(self) -> None:
        """Begins to listen, where there can be others."""
        if not self.storage.embedded:
            self._do(self._listen())
            self._do(self._beat())

    def close(self) -> None:
        """Stops listening."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()

    def _do(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- who is where ----------------------------------------------------------------------

    def connected(self, id: str) -> set[int]:
        """The seats of a table whose people are connected to other processes."""
        found = self._here.get(id)
        if not found:
            return set()
        alive = time.monotonic() - FORGET
        return {seat for (_, seat), at in found.items() if at > alive}

    def tell(self, id: str, seat: int, here: bool) -> None:
        """Tells the others that somebody has come or gone."""
        self._say({"table": id, "seat": seat, "here": here})

    def ask(self, id: str) -> None:
        """Asks the others who is at a table that has just been read."""
        self._say({"table": id, "who": True})

    def forget(self, id: str) -> None:
        """A table has left the memory."""
        self._here.pop(id, None)

    def _say(self, note: dict[str, Any]) -> None:
        if not self.storage.embedded and not self._closed:
            self._do(self._write(_text({"from": self.process, **note})))

    async def _write(self, text: str) -> None:
        with contextlib.suppress(NotStored):
            await self.storage.write(Job(tell=text))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            here = {id: seats for id, t in self.tables.items() if (seats := sorted(t.audience.here()))}
            ids = list(here)
            for start in range(0, len(ids), AT_ONCE):
                self._say({"beat": {id: here[id] for id in ids[start : start + AT_ONCE]}})

    # ---- listening -------------------------------------------------------------------------

    async def _listen(self) -> None:
        url = self.storage.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    for id in list(self.tables):  # what was said while nobody listened
                        self.follow(id)
                    async for note in connection.notifies():
                        self._hear(note.payload)
            except psycopg.Error as problem:
                log.warning("the database does not speak: %s", problem)
                await asyncio.sleep(1.0)

    def _hear(self, payload: str) -> None:
        note = json.loads(payload)
        who = note["from"]
        if who == self.process:
            return
        now = time.monotonic()
        for id, seats in note.get("beat", {}).items():
            for seat in seats:
                self._place(who, id, seat, now)
        id = note.get("table", "")
        if id not in self.tables:
            return
        table = self.tables[id]
        if note.get("who"):
            for seat in table.audience.here():
                self.tell(id, seat, True)
        elif "here" in note:
            if note["here"]:
                self._place(who, id, note["seat"], now)
            else:
                self._here.get(id, {}).pop((who, note["seat"]), None)
            table.audience.seen(note["seat"])
            table.autoplay.gather()
        elif "n" in note and note["n"] > table.live.n:
            self.follow(id)

    def _place(self, who: str, id: str, seat: int, now: float) -> None:
        if id in self.tables:
            self._here.setdefault(id, {})[(who, seat)] = now

    def follow(self, id: str) -> None:
        """Lets a table take over what others have stored; once, however often it is said."""
        if id not in self._following:
            self._following.add(id)
            self._do(self._follow(id))

    async def _follow(self, id: str) -> None:
        self._following.discard(id)
        table = self.tables.get(id)
        if table is not None:
            with contextlib.suppress(NotStored):
                await table.follow()


def _text(note: dict[str, Any]) -> str:
    return json.dumps(note, separators=(",", ":"))
