"""A table that is being played: one lock, lines that are stored before anybody hears of them.

Everything that changes a table happens under its lock: lines are carried out in memory, stored, and
only then acknowledged and sent. Where storing fails, the table is read again from storage.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from ...core.match import ACTION, RESIGN, SUBSTITUTE
from ..errors import Refused
from ..limits import Bucket
from ..store.news import news_row
from ..store.queries import Stored
from ..store.schema import LOG, NEWS, RESULTS, SEATS, TABLES
from ..store.storage import Conflict, Job, NotStored
from ..web.codec import encode
from ..web.connection import Socket
from ..web.messages import TableFacts
from .audience import Audience, Shown
from .autoplay import Autoplay
from .live import Live
from .log import KINDS, PERSON, SEAL, UNDO, Line
from .services import Services
from .telling import result_facts

TABLE_CHANGES = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("at"))
SEAT_CHANGES = sa.update(SEATS).where(
    SEATS.c.table_id == sa.bindparam("at"), SEATS.c.seat == sa.bindparam("place")
)
TOUCH = 60.0  # seconds between two notes that a table is in use

log = logging.getLogger("bestiary.server")


class Look:
    """A table under its lock: a class of its own, since every move passes here."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    async def __aenter__(self) -> Live:
        await self.table.lock.acquire()
        try:
            if self.table.stale:
                await self.table.read_if_stale()
        except BaseException:
            self.table.lock.release()
            raise
        return self.table.live

    async def __aexit__(self, kind: object, problem: BaseException | None, where: object) -> None:
        self.table.lock.release()


class Change(Look):
    """The same, and what was added inside is stored and sent."""

    __slots__ = ()

    async def __aenter__(self) -> Live:
        live = await super().__aenter__()
        self.table.used = time.monotonic()
        return live

    async def __aexit__(self, kind: object, problem: BaseException | None, where: object) -> None:
        try:
            await self.table.changed(problem)
        finally:
            self.table.lock.release()


class Table:
    """One table, its readers, and what it does by itself: machines, single choices, clocks."""

    def __init__(self, services: Services, stored: Stored) -> None:
        self.services = services
        self.live = stored.live
        self.audience = Audience(services, stored.live, stored.late)
        self.lock = asyncio.Lock()
        self.users = 0  # who holds the table just now; it does not leave the memory meanwhile
        self.used = time.monotonic()
        self.remarks: dict[int, Bucket] = {}
        self.stale = False  # whether memory may differ from storage
        self.mine = True  # whether this process wrote the last line
        self.touched = 0.0
        self._job = Job()
        self._shown: list[Shown] = []
        self._lines: list[Line] = []
        self._state = self.live.state
        self._finished = self.live.finished
        self.autoplay = Autoplay(self)

    @property
    def id(self) -> str:
        return self.live.facts.id

    @property
    def sockets(self) -> set[Socket]:
        """Who listens."""
        return self.audience.sockets

    @property
    def idle(self) -> bool:
        """Whether nobody has anything to do with it just now."""
        return not (self.sockets or self.users or self.lock.locked())

    # ---- changing --------------------------------------------------------------------------

    def look(self) -> Look:
        """The table as it is stored, and nobody changes it meanwhile."""
        return Look(self)

    def change(self) -> Change:
        """What is added inside is stored, and then sent. Raises ``Conflict`` where another was first."""
        return Change(self)

    async def read_if_stale(self) -> None:
        """Under the lock: memory is as storage is."""
        if self.stale:
            await self._again()

    async def changed(self, problem: BaseException | None) -> None:
        """Under the lock, after a change: stores what was added, and sends it; undoes it after a problem."""
        if problem is None:
            try:
                await self._store()
            except BaseException as failed:
                if self._lines or isinstance(failed, Conflict | NotStored):
                    await self._again()
                raise
            self._tell()
        elif self._lines or isinstance(problem, Conflict | NotStored):
            await self._again()  # half carried out, not stored: memory must not differ from storage

    def add(self, kind: str, seat: int = -1, **words: Any) -> None:
        """Carries a line out."""
        live, now = self.live, self.services.now()
        if live.n >= self.services.settings.limits.lines:
            raise Refused("The log of this table is full.", 409)
        spent = self.autoplay.elapsed(now) if KINDS[kind].plays else 0.0
        line = Line(live.n + 1, kind, seat, at=now, spent=spent, **words)
        self._lines.append(line)
        live.watched = self.audience.watched
        seen = live.take(line)
        if line.means.plays:
            self._lines[-1] = line = replace(line, digest=live.match.digest())
        for one in seen:
            kept = live.kept(one.eyes, one)
            self._shown.append(Shown(one.eyes, line.n, kept))
            if one.eyes >= 0:
                self._job.inserts.append((NEWS, [news_row(self.id, one.eyes, line.n, kept)]))

    def update_seat(self, seat: int) -> None:
        """Notes a changed seat for storing."""
        held = self.live.seats[seat]
        changed = {
            "at": self.id,
            "place": seat,
            "kind": held.kind,
            "name": self.live.first_names[seat],
            "token": held.token,
            "invitation": held.invitation,
            "person": held.person,
        }
        self._job.changes.append((SEAT_CHANGES, changed))

    def also(self, job: Job) -> None:
        """More that is stored with the lines, in the same transaction."""
        self._job.inserts += job.inserts
        self._job.updates += job.updates
        self._job.changes += job.changes

    async def _store(self) -> None:
        if not self._lines:
            return
        job, live, now = self._job, self.live, self.services.now()
        job.inserts.insert(0, (LOG, [line.row(self.id) for line in self._lines]))
        state = live.state
        if live.times.timed or state != self._state or now - self.touched > TOUCH:
            changed: dict[str, Any] = {"at": self.id, "state": state, "touched": now}
            changed["deadline"] = self.autoplay.deadline()
            if not live.frozen:
                changed["result"] = encode(result_facts(live)).decode() if live.over else ""
            job.changes.append((TABLE_CHANGES, changed))
            self.touched = now

        if not self.services.storage.embedded:
            job.tell = msgspec.json.encode(
                {"from": self.services.process, "table": self.id, "n": live.n}
            ).decode()
        if live.rated and live.finished > self._finished and not live.frozen:
            job.inserts.append((RESULTS, await self.services.ratings.after(live)))
        await self.services.storage.write(job)
        self._state, self._finished = state, live.finished
        self.mine = True

    async def _again(self) -> None:
        """Reads the table again, and shows everybody where it stands."""
        self.stale = True  # until it is read: a database that is away takes and gives nothing
        self._drop()
        stored = await self.services.reader.read(self.id)
        self.live = stored.live
        self.audience.take(stored.live, stored.late)
        self._state, self._finished = self.live.state, self.live.finished
        self.stale = False
        self.audience.dismiss()
        for socket in list(self.sockets):
            self.show(socket)
        self.autoplay.stir()

    def _drop(self) -> None:
        self._job, self._shown, self._lines = Job(), [], []

    def _tell(self) -> None:
        """Sends what the stored lines showed."""
        lines, shown = self._lines, self._shown
        self._drop()
        if lines:
            self._told(lines, shown)

    def _told(self, lines: list[Line], shown: list[Shown]) -> None:
        self.audience.tell(lines, shown, self.autoplay)
        if any(means.plays or means.holder or means.starts for means in (line.means for line in lines)):
            self.autoplay.stir()

    # ---- readers ---------------------------------------------------------------------------

    def show(self, socket: Socket) -> None:
        """Sends the whole state to one reader."""
        self.audience.show(socket, self.autoplay)

    def come(self, socket: Socket) -> None:
        """A reader arrives."""
        self.audience.come(socket, self.autoplay)
        self.autoplay.gather()

    def go(self, socket: Socket) -> None:
        """A reader leaves."""
        self.used = time.monotonic()
        self.audience.go(socket)

    def facts(self) -> TableFacts:
        """What everybody may know of the table."""
        return self.audience.facts()

    # ---- what commands and the table itself share -------------------------------------------

    def play(self, seat: int, action: int, command: str = "") -> None:
        """An action, and the sealed answers whose questions it brings."""
        self.add(ACTION, seat, action=action, command=command)
        while (found := self.live.opened()) is not None:
            self.add(ACTION, found[0], action=found[1])

    def leave(self, kind: str, seat: int, command: str = "") -> None:
        """Somebody resigns or is out of time; where the others play on, a machine takes the seat.

        Machines do not go on without the last person of their team: it has lost.
        """
        self.add(kind, seat, command=command)
        match = self.live.match
        if match.game.team and self.live.people == [seat]:
            for other in range(match.seats):
                if other != seat and not match.over:
                    self.add(RESIGN, other)
        if not match.over:
            self.replace(seat, self.live.stand_in)

    def replace(self, seat: int, kind: str, by: int = -1, command: str = "") -> None:
        """Somebody else takes a seat, because another seat says so."""
        self.add(SUBSTITUTE, seat, action=by, text=kind, command=command)

    def undo(self, seat: int, to: int, command: str = "") -> None:
        """Goes back."""
        self.add(UNDO, seat, action=to, command=command)

    def seal(self, seat: int, action: int, digest: str, command: str) -> None:
        """Keeps an answer until its question comes."""
        self.add(SEAL, seat, action=action, digest=digest, command=command)

    def absent(self, seat: int) -> bool:
        """Whether a person has been away long enough to be replaced."""
        if self.live.seats[seat].kind != PERSON or seat in self.audience.connected():
            return False
        away = time.monotonic() - self.audience.left.get(seat, self.used)
        return away >= self.services.settings.absent

    # ---- other processes -------------------------------------------------------------------

    async def follow(self) -> None:
        """Takes over the lines that another process has stored."""
        async with self.look():
            lines = await self.services.reader.lines(self.id, self.live.n)
            if not lines:
                return
            self.mine = False
            shown: list[Shown] = []
            if any(line.means.holder for line in lines):
                await self._seats_again()
            self.live.watched = self.audience.watched
            for line in lines:
                seen = self.live.take(line)
                shown += [Shown(one.eyes, line.n, self.live.kept(one.eyes, one)) for one in seen]
            self._state, self._finished = self.live.state, self.live.finished
            self._told(lines, shown)

    async def refresh(self) -> None:
        """Looks whether another process has changed anything, seats included."""
        await self.follow()
        async with self.lock:
            await self._seats_again()

    async def _seats_again(self) -> None:
        for seat, held in enumerate(await self.services.reader.seats(self.id)):
            mine = self.live.seats[seat]
            mine.token, mine.invitation, mine.person = held.token, held.invitation, held.person
            self.live.first_names[seat] = held.name

    def close(self) -> None:
        """Leaves the memory."""
        self.autoplay.close()
