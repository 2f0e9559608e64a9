"""The registry: all tables of a server, those in memory and those in storage; opening, finding, sitting."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import asdict

from ...core.cards import Content
from ...core.changes import Changes
from ...core.driver import is_plain
from ...core.errors import BestiaryError
from ...core.game import Game
from ...core.match import ACTION, NEXT, Match
from ...core.said import said
from ..accounts import SILENCED, Accounts, Moderation, clean_name, hashed, new_id, new_token
from ..bots import Bots
from ..catalog import Catalog
from ..errors import Refused, missing
from ..languages import Languages
from ..limits import meters
from ..logs import note
from ..metrics import Metrics
from ..ratings import Ratings
from ..scheduler import Scheduler
from ..settings import Settings
from ..store.cards import CardStore
from ..store.cluster import Cluster
from ..store.news import news_row
from ..store.queries import SET, Lists, Reader, Stored, row_of
from ..store.schema import LOG, NEWS, SEATS, TABLES
from ..store.storage import Job, NotStored, Storage, retried
from ..store.uptime import Clock, Heartbeat, Uptime
from ..web.cardset import SetName
from ..web.replies import Seated
from .guiding import GUIDE, deal
from .live import OPEN, Facts, Live, Seat
from .log import CLAIM, PERSON, SIT, Line
from .seating import seat_of, seated, settle, settled_settings
from .services import Services
from .table import Table
from .times import TOGETHER

IDS = re.compile(r"[A-Za-z0-9_-]{1,24}")


class Registry:
    """All tables."""

    def __init__(self, settings: Settings, now: Callable[[], float] | None = None) -> None:
        self.settings = settings
        now = now or Clock().now
        self.catalog = Catalog()
        self.storage = Storage(settings.database)
        self.cards = CardStore(self.storage)
        self.moderation = Moderation(self.storage)
        self.accounts = Accounts(self.storage, self.moderation, settings, now)
        self.lists = Lists(self.storage)
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.meters = meters(settings.limits)
        self.languages = Languages(settings.languages)
        self._loading: dict[str, asyncio.Lock] = {}
        self.services = self._services(settings, now)
        self.heartbeat = Heartbeat(
            self.storage, self.services.uptime, self.services.process, self.services.now
        )

    def _services(self, settings: Settings, now: Callable[[], float]) -> Services:
        process = secrets.token_hex(6)
        metrics = Metrics()
        scheduler = Scheduler(settings.thinkers, settings.limits.thoughts, settings.thinking)
        return Services(
            settings=settings,
            storage=self.storage,
            reader=Reader(self.storage, self.catalog, self.cards, settings.limits.chat_kept),
            bots=Bots(scheduler, settings.seed, metrics, settings.opinion),
            scheduler=scheduler,
            metrics=metrics,
            cluster=Cluster(self.storage, process, self.tables),
            uptime=Uptime(),
            now=now,
            process=process,
            ratings=Ratings(self.storage, now),
            silenced=lambda name: self.moderation.holds(name, SILENCED),
            follow_up=self._follow_up,
            enter=self._enter_own,
        )

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
                        stored = await self.services.reader.read(id)
                        found = self._enter(Table(self.services, stored), mine=False)
            finally:
                if not lock.locked():
                    self._loading.pop(id, None)
        self.tables.move_to_end(id)
        return found

    def _enter_own(self, table: Table) -> None:
        self._enter(table, mine=True)

    def _enter(self, table: Table, mine: bool) -> Table:
        self._make_room()
        table.mine = mine
        self.tables[table.id] = table
        table.autoplay.stir()
        if not mine:
            self.services.cluster.ask(table.id)
        return table

    def _make_room(self) -> None:
        """Puts the tables that nobody has used for longest out of the memory."""
        if len(self.tables) < self.settings.limits.live:
            return
        for id, table in list(self.tables.items()):
            if table.idle:
                self._forget(id)
                return
        raise Refused("The server is full; try again later.", 503)

    def _forget(self, id: str) -> None:
        self.tables.pop(id).close()
        self.services.cluster.forget(id)

    def forget_person(self, person: int) -> None:
        """Tables where somebody sat who has left for good are read again, without the name."""
        for table in self.tables.values():
            if any(seat.person == person for seat in table.live.seats):
                table.stale = True

    def sweep(self) -> None:
        """Puts idle tables out of the memory."""
        before = time.monotonic() - self.settings.idle
        for id, table in list(self.tables.items()):
            if table.idle and table.used < before:
                self._forget(id)

    async def wake_overdue(self) -> None:
        """Looks at the tables whose clocks have run out while they were not in memory."""
        for id in await self.services.reader.overdue(self.services.now()):
            if id not in self.tables:
                with contextlib.suppress(BestiaryError):
                    await self._find(id)

    # ---- opening ---------------------------------------------------------------------------

    async def open(
        self,
        slug: str,
        options: dict[str, Any],
        seats: list[dict[str, Any]],
        settings: dict[str, Any],
        public: bool = False,
        person: tuple[int, str] | None = None,
        cards: tuple[Changes, SetName] | None = None,
    ) -> Seated:
        """A new table: its id, the token of whoever opened it, the invitations to open seats."""
        game = await self.catalog.ready(slug)
        if is_plain(game):
            await asyncio.to_thread(self.services.bots.apart.prepare, [game])
        await self.cards.keep(game)
        options, chosen = settle(game, options, seats)
        for seat in chosen:
            await self.accounts.check_free(str(seat.get("name") or ""), person[0] if person else None)
        held, token, mine, links = seated(chosen, person, self.settings.limits.name)
        settings = settled_settings(game, settings, held, person)
        if cards is not None:
            settings[SET] = {"key": await self.cards.keep_set(game, cards[0]), **asdict(cards[1])}
        content = cards[0].content if cards is not None else None
        facts = self._new_facts(game, options, settings, public, content=content)
        deal(facts, game)
        try:
            table, job = self._begin(facts, held, game, content=content)
        except BestiaryError as problem:
            raise Refused(str(problem), 422, field="options") from None
        self._make_room()
        await self.storage.write(job)
        self._enter(table, mine=True)
        invitations = {str(k): f"/t/{facts.id}#{k}:{word}" for k, word in links.items()}
        return Seated(facts.id, token or None, mine, invitations)

    def _new_facts(
        self,
        game: Game,
        options: dict[str, Any],
        settings: dict[str, Any],
        public: bool,
        parent: str = "",
        content: Content | None = None,
    ) -> Facts:
        return Facts(
            id=new_id(),
            slug=game.slug,
            game=game.name,
            cards=(content or game.content()).fingerprint,
            options=options,
            seed=secrets.randbits(64) if self.settings.seed is None else self.settings.seed,
            settings=settings,
            public=public,
            parent=parent,
            created=self.services.now(),
        )

    def _begin(
        self,
        facts: Facts,
        seats: list[Seat],
        game: Game,
        history: Match | None = None,
        content: Content | None = None,
    ) -> tuple[Table, Job]:
        """A table at its start, or with a match that has been played so far; and what to store."""
        content = history.content if history else content
        live = Live(facts, seats, game, self.settings.limits.chat_kept, content)
        if len(seats) != live.match.seats:
            wrong = said("There are {n} seats, not {given}.", n=live.match.seats, given=len(seats))
            raise Refused(wrong, 422, field="seats")
        first = {seat: live.kept(seat) for seat in range(len(seats))}
        news = [news_row(facts.id, seat, 0, kept) for seat, kept in first.items()]
        lines = []
        for entry in history.history if history else ():
            line = Line(live.n + 1, entry.kind, entry.seat, entry.action, at=facts.created)
            if entry.kind not in (ACTION, NEXT):
                continue  # who left and came in the original does not matter to a branch
            for seen in live.take(line):
                if seen.eyes >= 0:
                    news.append(news_row(facts.id, seen.eyes, line.n, live.kept(seen.eyes, seen)))
            lines.append({**line.row(facts.id), "digest": live.match.digest()})
        watched = facts.settings.get("spectators")
        late = [(0, first[watched["seat"]])] if isinstance(watched, dict) else []
        table = Table(self.services, Stored(live, [*late]))
        table.touched = facts.created
        job = Job(
            [
                (TABLES, [row_of(facts, live.state, table.autoplay.deadline())]),
                (SEATS, [{"table_id": facts.id, "seat": k, **s.__dict__} for k, s in enumerate(seats)]),
                (NEWS, news),
                (LOG, lines),
            ]
        )
        return table, job

    def _follow_up(self, table: Table) -> tuple[Table, Job]:
        """A new table with the same seats, held by the same tokens."""
        live = table.live
        settings = {key: value for key, value in live.facts.settings.items() if key != GUIDE}
        settings |= {TOGETHER: True} if live.times.gathers else {}
        content = live.match.content if SET in settings else None
        game, public = live.match.game, live.facts.public
        facts = self._new_facts(game, live.match.options, settings, public, table.id, content)
        seats = [
            Seat(PERSON if s.token else s.kind, live.first_names[k], s.token, person=s.person)
            for k, s in enumerate(live.seats)
        ]
        return self._begin(facts, seats, game, content=content)

    async def branch(
        self, table: Table, match: Match, seat: int, kind: str, person: tuple[int, str] | None
    ) -> Seated:
        """A new table that goes on from a point of a finished match, against machines."""
        live = table.live
        settings: dict[str, Any] = {"clock": {"kind": "none"}, "spectators": "none", "undo": "free"}
        settings |= {SET: live.facts.settings[SET]} if SET in live.facts.settings else {}
        facts = self._new_facts(live.match.game, live.match.options, settings, False, table.id)
        facts.seed, facts.cards = live.facts.seed, live.facts.cards
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
        return Seated(facts.id, token, seat)

    # ---- sitting down ----------------------------------------------------------------------

    async def sit(
        self, id: str, seat: int, name: str, invitation: str, person: tuple[int, str] | None
    ) -> Seated:
        """Somebody takes an open seat."""
        given = clean_name(name, self.settings.limits.name)
        await self.accounts.check_free(given, person[0] if person else None)
        shown = given or (person[1] if person else "")

        async def once() -> Seated:
            async with self.use(id) as table, table.change() as live:
                if not 0 <= seat < len(live.seats):
                    raise missing("seat")
                held = live.seats[seat]
                if live.frozen:
                    raise Refused(live.frozen, 409)
                if held.kind != OPEN:
                    raise Refused("This seat is taken.", 409)
                if live.rated and person is None:
                    raise Refused("Log in to sit down at a rated table.", 403)
                if live.rated and person is not None and person[0] in [s.person for s in live.seats]:
                    raise Refused("You sit at this table already.", 409)
                if not live.facts.public or invitation:
                    if not secrets.compare_digest(hashed(invitation), held.invitation):
                        raise Refused("This seat is by invitation.", 403)
                token = new_token()
                live.first_names[seat] = shown or f"Player {seat + 1}"
                table.add(SIT, seat)
                held.token, held.invitation = hashed(token), ""
                held.person = person[0] if person else None
                table.update_seat(seat)
            return Seated(id, token, seat)

        return await retried(once)

    async def holder(self, table: Table, token: str | None) -> int:
        """The same; a seat that was taken at another process a moment ago is found too."""
        try:
            return seat_of(table.live, token)
        except Refused:
            if self.storage.embedded:
                raise
        await table.refresh()
        return seat_of(table.live, token)

    async def claim(self, id: str, person: int) -> Seated:
        """A fresh token for one's own seat, on another device."""

        async def once() -> Seated:
            async with self.use(id) as table, table.change() as live:
                for k, seat in enumerate(live.seats):
                    if seat.person == person:
                        token = new_token()
                        table.add(CLAIM, k)
                        seat.token = hashed(token)
                        table.update_seat(k)
                        return Seated(id, token, k)
            raise missing("seat")

        return await retried(once)

    # ---- opening and closing ---------------------------------------------------------------

    async def start(self) -> None:
        """Opens the registry."""
        self.storage.start()
        await self.heartbeat.start()
        for game in self.catalog.games.values():
            with contextlib.suppress(BestiaryError):  # a game from outside without good cards is not offered
                await self.cards.keep(game)
        for name, count in (await self.services.reader.freezing()).items():
            note(logging.WARNING, "tables cannot go on under today's rules", game=name, tables=count)
        self.services.cluster.start()

    async def close(self) -> None:
        """Closes it; what waits is written first."""
        self.services.closing = True
        self.services.cluster.close()
        for table in self.tables.values():
            table.close()
        self.services.scheduler.close()
        self.services.bots.close()
        with contextlib.suppress(NotStored):
            await self.heartbeat.beat()
        await self.storage.close()
        self.cards.close()
