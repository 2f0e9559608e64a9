"""The house: all tables of a server, those in memory and those in storage; opening, finding, sitting."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa

from ..core.errors import BestiaryError
from ..core.game import Game
from ..core.match import ACTION, NEXT, Match
from . import wire
from .catalog import Catalog
from .errors import Refused, missing
from .limits import Bucket, Meter
from .live import CLAIM, OPEN, PERSON, SIT, Facts, Line, Live, Seat
from .machines import Machines
from .neighbours import Neighbours
from .opening import seated, settle
from .packing import packed, unpacked
from .people import People, clean_name, hashed, new_id, new_token
from .schema import LOG, NEWS, SEATS, TABLES
from .settings import Settings
from .shelves import Lists, facts_of, log_lines, row_of, seat_rows, table_rows
from .storage import Job, NotStored, Storage, retried
from .table import Table
from .uptime import Clock, Heartbeat, Uptime

IDS = re.compile(r"[A-Za-z0-9_-]{1,24}")


class House:
    """All tables."""

    def __init__(self, settings: Settings, now: Callable[[], float] | None = None) -> None:
        self.settings = settings
        self.now = now or Clock().now
        self.uptime = Uptime()
        self.process = secrets.token_hex(6)
        self.catalog = Catalog()
        self.storage = Storage(settings.database)
        self.machines = Machines(settings.thinkers, settings.seed)
        self.people = People(self.storage, settings.limits.name)
        self.lists = Lists(self.storage)
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.closing = False
        self.meters = {
            name: Meter(what, rate, settings.limits.addresses)
            for name, what, rate in (
                ("tables", "new tables", settings.limits.tables),
                ("people", "registrations and log-ins", settings.limits.people),
                ("requests", "requests", settings.limits.requests),
            )
        }
        self._loading: dict[str, asyncio.Lock] = {}
        self.neighbours = Neighbours(self)
        self.heartbeat = Heartbeat(self.storage, self.uptime, self.process, self.now)

    # ---- finding ---------------------------------------------------------------------------

    @asynccontextmanager
    async def use(self, id: str) -> AsyncIterator[Table]:
        """A table, in memory as long as it is used."""
        table = await self._find(id)
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1

    async def _find(self, id: str) -> Table:
        found = self.tables.get(id)
        if found is None:
            if not IDS.fullmatch(id):
                raise missing("table")
            lock = self._loading.setdefault(id, asyncio.Lock())
            try:
                async with lock:
                    found = self.tables.get(id)
                    if found is None:
                        live, firsts, late = await self.read(id)
                        found = self._enter(Table(self, live, firsts, late), mine=False)
            finally:
                if not lock.locked():
                    self._loading.pop(id, None)
        self.tables.move_to_end(id)
        return found

    def _enter(self, table: Table, mine: bool) -> Table:
        self._make_room()
        table.mine = mine
        self.tables[table.id] = table
        table.steward.stir()
        if not mine:
            self.neighbours.ask(table.id)
        return table

    def _make_room(self) -> None:
        """Puts the tables that nobody has used for longest out of the memory."""
        if len(self.tables) < self.settings.limits.live:
            return
        for id, table in list(self.tables.items()):
            if not (table.sockets or table.users or table.lock.locked()):
                self._forget(id)
                return
        raise Refused("The server is full; try again later.", 503)

    def _forget(self, id: str) -> None:
        self.tables.pop(id).close()
        self.neighbours.forget(id)

    def sweep(self) -> None:
        """Puts idle tables out of the memory."""
        before = time.monotonic() - self.settings.idle
        for id, table in list(self.tables.items()):
            if not (table.sockets or table.users or table.lock.locked()) and table.used < before:
                self._forget(id)

    async def wake_overdue(self) -> None:
        """Looks at the tables whose clocks have run out while they were not in memory."""
        now = self.now()
        late = await self.storage.read(
            lambda c: (
                c.execute(sa.select(TABLES.c.id).where(TABLES.c.state == "playing", TABLES.c.deadline < now))
                .scalars()
                .all()
            )
        )
        for id in late:
            if id not in self.tables:
                with contextlib.suppress(BestiaryError):
                    await self._find(id)

    # ---- reading ---------------------------------------------------------------------------

    async def read(self, id: str) -> tuple[Live, dict[int, bytes], list[tuple[int, str]]]:
        """A table as storage knows it: itself, the first news of its seats, those of late spectators."""
        row, lines, firsts = await self.storage.read(lambda c: table_rows(c, id))
        if row is None:
            raise missing("table")
        facts = facts_of(row)
        game = await self.catalog.ready(facts.slug)
        live = Live(facts, await self.seats(id), game, self.settings.limits.chat_kept)
        live.ended = row["state"] == "over" and row["result"] not in ("", "null")
        for line in lines:
            live.recall(line)
        return live, firsts, await self._late(live, firsts)

    async def _late(self, live: Live, firsts: dict[int, bytes]) -> list[tuple[int, str]]:
        """The news that late spectators see now and will see next."""
        watched = live.facts.settings.get("spectators")
        if not isinstance(watched, dict):
            return []
        behind = 0 if live.over else int(watched["delay"])
        rows = await self.storage.read(
            lambda c: c.execute(
                sa.select(NEWS.c.n, NEWS.c.body)
                .where(NEWS.c.table_id == live.facts.id, NEWS.c.seat == watched["seat"])
                .order_by(NEWS.c.n.desc())
                .limit(behind + 1)
            ).all()
        )
        first = firsts.get(watched["seat"], b"")
        return [(int(n), unpacked(body, first if n else b"")) for n, body in reversed(rows)]

    async def lines(self, id: str, since: int) -> list[Line]:
        """The lines of a log after the n-th."""
        return await self.storage.read(lambda c: log_lines(c, id, since))

    async def seats(self, id: str) -> list[Seat]:
        """Who holds the seats."""
        return await self.storage.read(lambda c: seat_rows(c, id))

    # ---- opening ---------------------------------------------------------------------------

    async def open(
        self,
        slug: str,
        options: dict[str, Any],
        seats: list[dict[str, Any]],
        settings: dict[str, Any],
        public: bool = False,
        person: tuple[int, str] | None = None,
    ) -> dict[str, Any]:
        """A new table: its id, the token of whoever opened it, the invitations to open seats."""
        game = await self.catalog.ready(slug)
        options, chosen = settle(game, options, seats)
        for seat in chosen:
            await self.people.check_free(str(seat.get("name") or ""), person[0] if person else None)
        held, token, mine, links = seated(chosen, person, self.settings.limits.name)
        facts = self._new_facts(game, options, settings, public)
        self._check(settings, held)
        try:
            table, job = self._begin(facts, held, game)
        except BestiaryError as problem:
            raise Refused(str(problem), 422, field="options") from None
        self._make_room()
        await self.storage.write(job)
        self._enter(table, mine=True)
        return {
            "table": facts.id,
            "token": token or None,
            "seat": mine,
            "invitations": {str(k): f"/t/{facts.id}#{k}:{word}" for k, word in links.items()},
        }

    def _check(self, settings: dict[str, Any], seats: list[Seat]) -> None:
        watched = settings.get("spectators")
        if not isinstance(watched, dict):
            return
        if not 0 <= watched["seat"] < len(seats):
            raise Refused(f"There is no seat {watched['seat']} to look from.", 422, field="spectators")
        if seats[watched["seat"]].machine:
            raise Refused("Only a person can agree to be watched.", 422, field="spectators")

    def _new_facts(
        self, game: Game, options: dict[str, Any], settings: dict[str, Any], public: bool, parent: str = ""
    ) -> Facts:
        return Facts(
            id=new_id(),
            slug=game.slug,
            game=game.name,
            cards=game.content().fingerprint,
            options=options,
            seed=secrets.randbits(64) if self.settings.seed is None else self.settings.seed,
            settings=settings,
            public=public,
            parent=parent,
            created=self.now(),
        )

    def _begin(
        self, facts: Facts, seats: list[Seat], game: Game, history: Match | None = None
    ) -> tuple[Table, Job]:
        """A table at its start, or with a match that has been played so far; and what to store."""
        live = Live(facts, seats, game, self.settings.limits.chat_kept)
        if len(seats) != live.match.seats:
            raise Refused(f"There are {live.match.seats} seats, not {len(seats)}.", 422, field="seats")
        texts = {seat: wire.dumps(live.core(seat)) for seat in range(len(seats))}
        firsts = {seat: text.encode() for seat, text in texts.items()}
        news = [
            {"table_id": facts.id, "seat": seat, "n": 0, "version": 0, "body": packed(text, b"")}
            for seat, text in texts.items()
        ]
        lines = []
        for entry in history.history if history else ():
            line = Line(live.n + 1, entry.kind, entry.seat, entry.action, at=facts.created)
            if entry.kind not in (ACTION, NEXT):
                continue  # who left and came in the original does not matter to a branch
            for seen in live.take(line):
                if seen.eyes >= 0:
                    text = wire.dumps(live.core(seen.eyes, seen))
                    body = packed(text, firsts[seen.eyes])
                    key = {"table_id": facts.id, "seat": seen.eyes, "n": line.n, "version": seen.version}
                    news.append({**key, "body": body})
            lines.append({**line.row(facts.id), "digest": live.match.digest()})
        watched = facts.settings.get("spectators")
        late = [(0, texts[watched["seat"]])] if isinstance(watched, dict) else []
        table = Table(self, live, firsts, late)
        table.touched = facts.created
        job = Job(
            [
                (TABLES, [row_of(facts, live.state)]),
                (SEATS, [{"table_id": facts.id, "seat": k, **s.__dict__} for k, s in enumerate(seats)]),
                (NEWS, news),
                (LOG, lines),
            ]
        )
        return table, job

    def follow_up(self, table: Table) -> tuple[Table, Job]:
        """A new table with the same seats, held by the same tokens."""
        live = table.live
        facts = self._new_facts(
            live.match.game, live.facts.options, live.facts.settings, live.facts.public, table.id
        )
        seats = [Seat(PERSON if s.token else s.kind, s.name, s.token, person=s.person) for s in live.seats]
        return self._begin(facts, seats, live.match.game)

    async def branch(
        self, table: Table, match: Match, seat: int, kind: str, person: tuple[int, str] | None
    ) -> dict[str, Any]:
        """A new table that goes on from a point of a finished match, against machines."""
        live = table.live
        settings = {"clock": {"kind": "none"}, "spectators": "none", "undo": "free"}
        facts = self._new_facts(live.match.game, live.facts.options, settings, False, table.id)
        facts.seed = live.facts.seed
        token = new_token()
        seats = [
            Seat(
                PERSON,
                person[1] if person else f"Player {k + 1}",
                hashed(token),
                person=person[0] if person else None,
            )
            if k == seat
            else Seat(kind, f"{kind.title()} {k + 1}")
            for k in range(len(live.seats))
        ]
        made, job = self._begin(facts, seats, live.match.game, match)
        self._make_room()
        await self.storage.write(job)
        self._enter(made, mine=True)
        return {"table": facts.id, "token": token, "seat": seat, "invitations": {}}

    def enter(self, table: Table) -> None:
        """Takes a table into memory that has just been stored."""
        self._enter(table, mine=True)

    # ---- sitting down ----------------------------------------------------------------------

    async def sit(
        self, id: str, seat: int, name: str, invitation: str, person: tuple[int, str] | None
    ) -> dict[str, Any]:
        """Somebody takes an open seat."""
        given = clean_name(name, self.settings.limits.name)
        await self.people.check_free(given, person[0] if person else None)
        shown = given or (person[1] if person else "")

        async def once() -> dict[str, Any]:
            async with self.use(id) as table, table.change() as live:
                if not 0 <= seat < len(live.seats):
                    raise missing("seat")
                held = live.seats[seat]
                if held.kind != OPEN:
                    raise Refused("This seat is taken.", 409)
                if not live.facts.public or invitation:
                    if not secrets.compare_digest(hashed(invitation), held.invitation):
                        raise Refused("This seat is by invitation.", 403)
                token = new_token()
                table.add(SIT, seat, text=shown or f"Player {seat + 1}")
                held.token, held.invitation = hashed(token), ""
                held.person = person[0] if person else None
                table.update_seat(seat)
            return {"table": id, "token": token, "seat": seat}

        return await retried(once)

    def seat_of(self, table: Table, token: str | None) -> int:
        """The seat that a token holds; -1 is a spectator."""
        if not token:
            return wire.SPECTATOR
        wanted = hashed(token)
        for k, seat in enumerate(table.live.seats):
            if seat.token and secrets.compare_digest(seat.token, wanted):
                return k
        raise Refused("This token holds no seat here.", 403)

    async def holder(self, table: Table, token: str | None) -> int:
        """The same; a seat that was taken at another process a moment ago is found too."""
        try:
            return self.seat_of(table, token)
        except Refused:
            if self.storage.embedded:
                raise
        await table.refresh()
        return self.seat_of(table, token)

    def chats(self, table: Table, seat: int) -> Bucket:
        """How much a seat may say."""
        return table.remarks.setdefault(seat, Bucket(self.settings.limits.chats))

    async def claim(self, id: str, person: int) -> dict[str, Any]:
        """A fresh token for one's own seat, on another device."""

        async def once() -> dict[str, Any]:
            async with self.use(id) as table, table.change() as live:
                for k, seat in enumerate(live.seats):
                    if seat.person == person:
                        token = new_token()
                        table.add(CLAIM, k)
                        seat.token = hashed(token)
                        table.update_seat(k)
                        return {"table": id, "token": token, "seat": k}
            raise missing("seat")

        return await retried(once)

    # ---- opening and closing ---------------------------------------------------------------

    async def start(self) -> None:
        """Opens the house."""
        self.storage.start()
        await self.heartbeat.start()
        self.neighbours.start()

    async def close(self) -> None:
        """Closes it; what waits is written first."""
        self.closing = True
        self.neighbours.close()
        for table in self.tables.values():
            table.close()
        await self.machines.close()
        with contextlib.suppress(NotStored):
            await self.heartbeat.beat()
        await self.storage.close()
