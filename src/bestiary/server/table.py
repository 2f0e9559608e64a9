"""A table that is being played: one lock, lines that are stored before anybody hears of them.

Everything that changes a table happens under its lock: lines are carried out in memory, stored, and
only then acknowledged and sent. Where storing fails, the table is read again from storage.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ..core.match import ACTION, RESIGN, SUBSTITUTE
from . import notices, wire
from .errors import Refused
from .late import Late
from .limits import Bucket
from .live import CHAT, CLAIM, CONSENT, PERSON, PLAYED, REMATCH, SEAL, SIT, UNDO, Line, Live
from .packing import packed
from .schema import LOG, NEWS, SEATS, TABLES
from .socket import Socket
from .steward import Steward
from .storage import Conflict, Job, NotStored
from .wire import SPECTATOR, dumps, joined

if TYPE_CHECKING:
    from .house import House

KEPT = 12  # messages for a reader who comes back
TOUCH = 60.0  # seconds between two notes that a table is in use

log = logging.getLogger("bestiary.server")


class Table:
    """One table, its readers, and what it does by itself: machines, single choices, clocks."""

    def __init__(
        self, house: House, live: Live, firsts: dict[int, bytes], late: list[tuple[int, str]]
    ) -> None:
        self.house = house
        self.live = live
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.users = 0  # who holds the table just now; it does not leave the memory meanwhile
        self.used = time.monotonic()
        self.left: dict[int, float] = {}
        self.remarks: dict[int, Bucket] = {}
        self.firsts = firsts  # the first news of each seat: later ones are packed against it
        self.recent: dict[int, deque[tuple[int, str]]] = {
            e: deque(maxlen=KEPT) for e in range(SPECTATOR, len(live.seats))
        }
        self.late = Late(live, late)
        self.stale = False  # whether memory may differ from storage
        self.mine = True  # whether this process wrote the last line
        self.touched = 0.0
        self._job = Job()
        self._news: list[tuple[int, int, str]] = []  # eyes, line, text
        self._lines: list[Line] = []
        self._state = live.state
        self.steward = Steward(self)

    @property
    def id(self) -> str:
        return self.live.facts.id

    @property
    def watched(self) -> bool:
        """Whether anybody sees what spectators see."""
        return any(s.seat < 0 and not s.late for s in self.sockets)

    # ---- changing --------------------------------------------------------------------------

    @asynccontextmanager
    async def look(self) -> AsyncIterator[Live]:
        """The table as it is stored, and nobody changes it meanwhile."""
        async with self.lock:
            if self.stale:
                await self._again()
            yield self.live

    @asynccontextmanager
    async def change(self) -> AsyncIterator[Live]:
        """What is added inside is stored, and then sent. Raises ``Conflict`` where another was first."""
        async with self.look():
            self.used = time.monotonic()
            try:
                yield self.live
                await self._store()
            except (Conflict, NotStored):
                await self._again()
                raise
            except BaseException:
                if self._lines:  # half carried out, not stored: memory must not differ from storage
                    await self._again()
                raise
            self._tell()

    def add(self, kind: str, seat: int = -1, **words: Any) -> None:
        """Carries a line out."""
        live, now = self.live, self.house.now()
        if live.n >= self.house.settings.limits.lines:
            raise Refused("The log of this table is full.", 409)
        spent = self.steward.elapsed(now) if kind in PLAYED else 0.0
        line = Line(live.n + 1, kind, seat, at=now, spent=spent, **words)
        self._lines.append(line)
        live.watched = self.watched
        seen = live.take(line)
        if kind in PLAYED:
            self._lines[-1] = line = replace(line, digest=live.match.digest())
        for one in seen:
            text = dumps(live.core(one.eyes, one))
            self._news.append((one.eyes, line.n, text))
            if one.eyes >= 0:
                self._keep(line.n, one.eyes, one.version, text)

    def _keep(self, n: int, seat: int, version: int, text: str) -> None:
        row: dict[str, Any] = {"table_id": self.id, "seat": seat, "n": n, "version": version}
        row["body"] = text
        self._job.inserts.append((NEWS, [row]))

    def update_seat(self, seat: int) -> None:
        """Notes a changed seat for storing."""
        held = self.live.seats[seat]
        self._job.updates.append(
            sa.update(SEATS)
            .where(SEATS.c.table_id == self.id, SEATS.c.seat == seat)
            .values(
                kind=held.kind,
                name=held.name,
                token=held.token,
                invitation=held.invitation,
                person=held.person,
            )
        )

    def also(self, job: Job) -> None:
        """More that is stored with the lines, in the same transaction."""
        self._job.inserts += job.inserts
        self._job.updates += job.updates

    async def _store(self) -> None:
        if not self._lines:
            return
        job, live, now = self._job, self.live, self.house.now()
        job.inserts.insert(0, (LOG, [line.row(self.id) for line in self._lines]))
        timed = (live.facts.settings.get("clock") or {}).get("kind", "none") != "none"
        if timed or live.state != self._state or now - self.touched > TOUCH:
            changed = {"state": live.state, "touched": now, "deadline": self.steward.deadline()}
            if not live.frozen:
                changed["result"] = dumps(wire.result_of(live.match)) if live.over else ""
            job.updates.append(sa.update(TABLES).where(TABLES.c.id == self.id).values(changed))
            self.touched = now
        firsts = self.firsts

        def pack() -> None:
            for table, rows in job.inserts:
                if table is NEWS:
                    for row in rows:
                        if isinstance(row["body"], bytes):
                            continue
                        row["body"] = packed(row["body"], firsts.get(row["seat"], b""))

        job.prepare = pack
        if not self.house.storage.embedded:
            job.tell = dumps({"from": self.house.process, "table": self.id, "n": live.n})
        await self.house.storage.write(job)
        self._state = live.state
        self.mine = True

    async def _again(self) -> None:
        """Reads the table again, and shows everybody where it stands."""
        self.stale = True  # until it is read: a database that is away takes and gives nothing
        self._drop()
        self.live, self.firsts, late = await self.house.read(self.id)
        self.late = Late(self.live, late)
        self._state = self.live.state
        self.stale = False
        for kept in self.recent.values():
            kept.clear()
        self.dismiss()
        for socket in list(self.sockets):
            self.show(socket)
        self.steward.stir()

    def _drop(self) -> None:
        self._job, self._news, self._lines = Job(), [], []

    # ---- telling ---------------------------------------------------------------------------

    def _tell(self) -> None:
        """Sends what the stored lines showed; the last news of a seat carries its choices."""
        lines, news = self._lines, self._news
        self._drop()
        if not lines:
            return
        self.tell(lines, news)
        if any(line.kind in (*PLAYED, SIT) for line in lines):
            self.steward.stir()

    def tell(self, lines: list[Line], news: list[tuple[int, int, str]]) -> None:
        """Sends what these lines mean, to everybody who may know."""
        last = {eyes: i for i, (eyes, _, _) in enumerate(news)}
        for i, (eyes, n, text) in enumerate(news):
            self.recent[eyes].append((wire.version_of(text), text))
            if eyes == self.late.seat:
                self.late.add(n, text)
            readers = [s for s in self.sockets if s.seat == eyes and not s.late]
            if readers:
                offer = self.offer(eyes) if i == last[eyes] else {}
                message = joined('{"type":"news"}', joined(text, dumps(offer)) if offer else text)
                for socket in readers:
                    socket.put(message)
        for line in lines:
            if line.kind == CHAT:
                self.everybody({"type": "chat", **self.live.chat[-1]})
            elif line.kind in ("ask", "answer"):
                self.everybody(notices.undo(self.live, line))
            elif line.kind == REMATCH:
                self.everybody(notices.rematch(self.live))
            elif line.kind in (SIT, SUBSTITUTE, CONSENT):
                self.everybody({"type": "table", "table": self.facts()})
                if line.kind == SIT and not self.live.waiting:
                    for socket in list(self.sockets):
                        self.show(socket)
            elif line.kind == CLAIM:
                self.dismiss()
        self._tell_late(any(line.kind in (SIT, CONSENT) for line in lines))

    def _tell_late(self, news_of_the_table: bool) -> None:
        said = self.late.release() if self.late.setting else []
        if news_of_the_table and not said:
            said = [self.late.current()]
        for text in said:
            for socket in self.sockets:
                if socket.late:
                    socket.put(text)

    def dismiss(self) -> None:
        """Parts with sockets whose seat is held by another token now."""
        for socket in list(self.sockets):
            if socket.seat >= 0 and socket.held != self.live.seats[socket.seat].token:
                self.sockets.discard(socket)
                socket.dismiss("This seat is played from another device now.")

    def everybody(self, message: dict[str, Any]) -> None:
        """Sends something public; late spectators hear of it later."""
        text = dumps(message)
        for socket in self.sockets:
            if not socket.late:
                socket.put(text)

    # ---- showing ---------------------------------------------------------------------------

    def offer(self, seat: int) -> dict[str, Any]:
        """What a seat may do, and its clock."""
        return {**self.live.offer(seat), "clock": self.steward.clock()}

    def show(self, socket: Socket) -> None:
        """Sends the whole state to one reader."""
        live = self.live
        if socket.late:
            socket.put(self.late.current())
            return
        rest = {
            "seat": socket.seat,
            "table": self.facts(),
            "story": live.story(socket.seat),
            "chat": list(live.chat),
            "undo": live.undo_asked if live.undo_asked >= 0 else None,
            "frozen": live.frozen,
        }
        core, offer = dumps(live.core(socket.seat)), self.offer(socket.seat)
        socket.put(joined('{"type":"state"}', joined(core, dumps({**offer, **rest}))))

    def catch_up(self, socket: Socket, version: int) -> None:
        """Sends the news that a reader has missed, if they are still here."""
        if socket.late:
            return
        kept = [(v, text) for v, text in self.recent[socket.seat] if v > version]
        if kept and kept[0][0] == version + 1:
            for _, text in kept:
                socket.put(joined('{"type":"news"}', text))

    def facts(self) -> dict[str, Any]:
        """What everybody may know of the table."""
        watching = sum(s.seat < 0 for s in self.sockets)
        return notices.facts(self.live, self.connected(), watching)

    def open_facts(self) -> dict[str, Any]:
        """What somebody without a seat may know of it."""
        return self.late.facts() if self.late.setting else self.facts()

    def connected(self) -> set[int]:
        """The seats whose people are here, at this process or at another."""
        return self.here() | self.house.neighbours.connected(self.id)

    def here(self) -> set[int]:
        """The seats whose people are connected to this process."""
        return {s.seat for s in self.sockets if s.seat >= 0}

    def come(self, socket: Socket) -> None:
        """A reader arrives."""
        first = socket.seat not in {s.seat for s in self.sockets}
        self.sockets.add(socket)
        self.left.pop(socket.seat, None)
        self.show(socket)
        if first and socket.seat >= 0:
            self.presence(socket.seat, True)

    def go(self, socket: Socket) -> None:
        """A reader leaves."""
        self.sockets.discard(socket)
        self.used = time.monotonic()
        if socket.seat >= 0 and socket.seat not in {s.seat for s in self.sockets}:
            self.presence(socket.seat, False)

    def presence(self, seat: int, here: bool) -> None:
        """Tells everybody, and the other processes, who is here."""
        self.seen(seat)
        self.house.neighbours.tell(self.id, seat, here)

    def seen(self, seat: int) -> None:
        """Tells everybody here whether somebody is connected."""
        here = seat in self.connected()
        if not here:
            self.left[seat] = time.monotonic()
        self.everybody({"type": "presence", "seat": seat, "connected": here})

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

    def replace(self, seat: int, kind: str, name: str = "", by: int = -1, command: str = "") -> None:
        """Somebody else takes a seat, because another seat says so."""
        shown = name or f"{kind.title()} for {self.live.seats[seat].name}"
        self.add(SUBSTITUTE, seat, action=by, text=f"{kind}|{shown}", command=command)

    def undo(self, seat: int, to: int, command: str = "") -> None:
        """Goes back."""
        self.add(UNDO, seat, action=to, command=command)

    def seal(self, seat: int, action: int, digest: str, command: str) -> None:
        """Keeps an answer until its question comes."""
        self.add(SEAL, seat, action=action, digest=digest, command=command)

    def absent(self, seat: int) -> bool:
        """Whether a person has been away long enough to be replaced."""
        if self.live.seats[seat].kind != PERSON or seat in self.connected():
            return False
        return time.monotonic() - self.left.get(seat, self.used) >= self.house.settings.absent

    async def follow(self) -> None:
        """Takes over the lines that another process has stored."""
        async with self.look():
            lines = await self.house.lines(self.id, self.live.n)
            if not lines:
                return
            self.mine = False
            news: list[tuple[int, int, str]] = []
            if any(line.kind in (SIT, CLAIM) for line in lines):
                await self._seats_again()
            self.live.watched = self.watched
            for line in lines:
                for one in self.live.take(line):
                    news.append((one.eyes, line.n, dumps(self.live.core(one.eyes, one))))
            self._state = self.live.state
            self.tell(lines, news)
            if any(line.kind in (*PLAYED, SIT) for line in lines):
                self.steward.stir()

    async def refresh(self) -> None:
        """Looks whether another process has changed anything, seats included."""
        await self.follow()
        async with self.lock:
            await self._seats_again()

    async def _seats_again(self) -> None:
        for seat, held in enumerate(await self.house.seats(self.id)):
            mine = self.live.seats[seat]
            mine.token, mine.invitation, mine.person = held.token, held.invitation, held.person

    def close(self) -> None:
        """Leaves the memory."""
        self.steward.close()
