"""Reading tables from storage: one with all its lines, or lists of them."""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from ...core.cards import Content
from ...core.game import Game
from ..catalog import Catalog
from ..errors import Refused, missing
from ..tables.live import Facts, Live, Seat
from ..tables.log import CHAT, Line
from ..tables.notices import set_name, spectators
from ..tables.telling import named
from ..web.messages import REMARKS, SeatFacts, Step
from ..web.replies import TableSummary
from ..web.timing import ClockRule
from .cards import CardStore
from .news import Kept, KeptResult, Row, needed, packs_of, read, strange
from .saying import TEXTS, unknown
from .schema import LOG, NEWS, PACKS, PHRASES, SEATS, TABLES
from .storage import Storage

LISTED = 100
SET = "set"  # in the settings of a table that plays with one
TALKED = 20  # tables of a list whose remarks are counted

log = logging.getLogger("bestiary.server")


def set_key(settings: dict[str, Any]) -> str:
    """Under which key the cards of a table's set are kept; nothing where it plays with the game's own."""
    return str((settings.get(SET) or {}).get("key", ""))


def table_rows(c: sa.Connection, id: str) -> tuple[Any, list[Line]]:
    """A table's row, and its log."""
    row = c.execute(sa.select(TABLES).where(TABLES.c.id == id)).mappings().first()
    return row, [] if row is None else log_lines(c, id, 0)


def steps_of(c: sa.Connection, id: str, seat: int, rows: list[Row]) -> list[Kept | Step | None]:
    """What rows of a seat say, as ``news.read`` tells it."""
    wanted = sa.select(PACKS.c.id, PACKS.c.body).where(PACKS.c.id.in_(packs_of(rows)))
    packs = {bytes(id): bytes(body) for id, body in c.execute(wanted)}
    since, before = needed(rows)
    mine = NEWS.c.table_id == id, NEWS.c.seat == seat
    wholes = sa.select(NEWS.c.version, NEWS.c.body).where(*mine, NEWS.c.version.in_(since))
    others = {int(version): bytes(body) for version, body in c.execute(wholes)} if since else {}
    first = sa.select(NEWS.c.body).where(*mine, NEWS.c.n == 0)
    found = read(rows, packs, others, bytes(c.execute(first).scalar() or b"") if before else b"")
    if strange(found):
        learn(c)
    return found


def learn(c: sa.Connection) -> None:
    """Takes over the templates that other processes, or versions, have stored."""
    TEXTS.update(
        {id: text for id, text in c.execute(sa.select(PHRASES.c.id, PHRASES.c.text)) if id not in TEXTS}
    )


def log_lines(c: sa.Connection, id: str, since: int) -> list[Line]:
    """The lines of a log after the n-th."""
    found = c.execute(sa.select(LOG).where(LOG.c.table_id == id, LOG.c.n > since).order_by(LOG.c.n)).all()
    return [Line(*row[1:]) for row in found]


def facts_of(row: Any) -> Facts:
    """A row as facts."""
    return Facts(
        id=row["id"],
        slug=row["slug"],
        game=row["game"],
        cards=row["cards"],
        options=json.loads(row["options"]),
        seed=int(row["seed"]),
        settings=json.loads(row["settings"]),
        public=bool(row["public"]),
        parent=row["parent"],
        created=row["created"],
    )


def row_of(facts: Facts, state: str, deadline: float | None = None) -> dict[str, Any]:
    """Facts as a row."""
    return {
        **facts.__dict__,
        "options": _text(facts.options),
        "settings": _text(facts.settings),
        "seed": str(facts.seed),
        "state": state,
        "result": "",
        "touched": facts.created,
        "deadline": deadline,
    }


def seat_rows(c: sa.Connection, id: str) -> list[Seat]:
    """Who holds the seats of a table."""
    found = c.execute(sa.select(SEATS).where(SEATS.c.table_id == id).order_by(SEATS.c.seat)).mappings().all()
    return [Seat(r["kind"], r["name"], r["token"], r["invitation"], r["person"]) for r in found]


@dataclass
class Stored:
    """A table as storage knows it."""

    live: Live
    late: list[tuple[int, Kept | Step]]  # what late spectators see now and will see next, with their lines


class Reader:
    """Reads tables."""

    def __init__(self, storage: Storage, catalog: Catalog, cards: CardStore, chat_kept: int) -> None:
        self.storage = storage
        self.catalog = catalog
        self.cards = cards
        self.chat_kept = chat_kept

    async def read(self, id: str) -> Stored:
        """A table with all its lines."""
        row, lines = await self.storage.read(lambda c: table_rows(c, id))
        if row is None:
            raise missing("table")
        try:
            facts = facts_of(row)
            game = await self.catalog.ready(facts.slug)
            seats = await self.seats(id)
            cards = set_key(facts.settings) or facts.cards
            content = await self.cards.content(game, cards)
            live = await asyncio.to_thread(self._recalled, facts, seats, game, content, lines)
            live.cards = await self.cards.shown(game, cards)
            live.ended = row["state"] == "over" and row["result"] not in ("", "null")
            return Stored(live, await self._late(live))
        except (ValueError, KeyError, TypeError, AttributeError, zlib.error) as problem:
            log.warning("table %s is damaged: %r", id, problem)
            raise Refused("This table is damaged; it cannot be shown.", 409) from problem

    def _recalled(
        self, facts: Facts, seats: list[Seat], game: Game, content: Content | None, lines: list[Line]
    ) -> Live:
        """A table with all that happened there; off the event loop, since a log may be long."""
        live = Live(facts, seats, game, self.chat_kept, content)
        for line in lines:
            live.recall(line)
        return live

    async def _late(self, live: Live) -> list[tuple[int, Kept | Step]]:
        watched = live.facts.settings.get("spectators")
        if not isinstance(watched, dict):
            return []
        behind = 0 if live.over else int(watched["delay"])
        id, seat = live.facts.id, int(watched["seat"])
        last = (
            sa.select(NEWS.c.n, NEWS.c.version, NEWS.c.body)
            .where(NEWS.c.table_id == id, NEWS.c.seat == seat)
            .order_by(NEWS.c.n.desc())
            .limit(behind + 1)
        )

        def ask(c: sa.Connection) -> list[tuple[int, Kept | Step | None]]:
            rows = [(int(n), int(v), bytes(body)) for n, v, body in reversed(c.execute(last).all())]
            return [(n, step) for (n, _, _), step in zip(rows, steps_of(c, id, seat, rows), strict=True)]

        steps = await self.storage.read(ask)
        if any(step is None for _, step in steps):
            raise ValueError("news that cannot be read")
        return [(n, step) for n, step in steps if step is not None]

    async def lines(self, id: str, since: int) -> list[Line]:
        """The lines of a log after the n-th."""
        return await self.storage.read(lambda c: log_lines(c, id, since))

    async def seats(self, id: str) -> list[Seat]:
        """Who holds the seats."""
        return await self.storage.read(lambda c: seat_rows(c, id))

    async def freezing(self) -> dict[str, int]:
        """How many tables that are not over cannot go on under today's rules and the cards that are kept."""
        asked = (
            sa.select(TABLES.c.slug, TABLES.c.game, TABLES.c.cards, sa.func.count())
            .where(TABLES.c.state.in_(("waiting", "playing")))
            .group_by(TABLES.c.slug, TABLES.c.game, TABLES.c.cards)
        )
        found: dict[str, int] = {}
        for slug, name, cards, count in await self.storage.read(lambda c: c.execute(asked).all()):
            game = self.catalog.games.get(slug)
            good = game is not None and game.played(name, {}) is not None
            if game is None or not good or await self.cards.content(game, cards) is None:
                found[name] = found.get(name, 0) + int(count)
        return found

    async def overdue(self, now: float) -> list[str]:
        """The tables at which a clock has run out, as far as their rows tell."""
        late = sa.select(TABLES.c.id).where(TABLES.c.state == "playing", TABLES.c.deadline < now)
        return list(await self.storage.read(lambda c: c.execute(late).scalars().all()))


class Lists:
    """Lists of tables."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def listed(self, state: str | None, slug: str | None) -> list[TableSummary]:
        """Public tables, the latest first."""
        query = sa.select(TABLES).where(TABLES.c.public.is_(True))
        states = (state,) if state else ("waiting", "playing")
        query = query.where(TABLES.c.state.in_(states))
        if slug:
            query = query.where(TABLES.c.slug == slug)
        query = query.order_by(TABLES.c.touched.desc()).limit(LISTED)
        return await self._summaries(query)

    async def of_person(self, person: int) -> list[TableSummary]:
        """The tables where somebody sits, the latest first."""
        mine = sa.select(SEATS.c.table_id).where(SEATS.c.person == person)
        query = sa.select(TABLES).where(TABLES.c.id.in_(mine))
        return await self._summaries(query.order_by(TABLES.c.touched.desc()).limit(LISTED), person)

    async def _summaries(self, query: sa.Select[Any], person: int | None = None) -> list[TableSummary]:
        def ask(c: sa.Connection) -> tuple[list[Any], list[Any], dict[str, list[int]], dict[str, list[int]]]:
            rows = list(c.execute(query).mappings().all())
            if unknown(str(row["result"]).encode() for row in rows):
                learn(c)
            ids = [row["id"] for row in rows]
            held = c.execute(
                sa.select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.kind, SEATS.c.name, SEATS.c.person)
                .where(SEATS.c.table_id.in_(ids))
                .order_by(SEATS.c.seat)
            ).all()
            sits = {id: seat for id, seat, _, _, holder in held if person is not None and holder == person}
            played = [row["id"] for row in rows if row["state"] == "playing" and row["id"] in sits]
            asked = {id: _asked(c, id, sits[id]) for id in played}
            said = {id: _remarks(c, id, sits[id]) for id in [id for id in ids if id in sits][:TALKED]}
            return rows, list(held), asked, said

        rows, held, asked, said = await self.storage.read(ask)
        seats: dict[str, list[SeatFacts]] = {}
        mine: dict[str, int] = {}
        for id, seat, kind, name, holder in held:
            seats.setdefault(id, []).append(SeatFacts(kind, name))
            if person is not None and holder == person:
                mine.setdefault(id, seat)
        found = []
        for row in rows:
            try:
                summary = _summary(row, seats.get(row["id"], []), mine.get(row["id"]))
                summary.asked = asked.get(row["id"], [])
                summary.remarks = said.get(row["id"], [])
                found.append(summary)
            except (ValueError, TypeError, KeyError, AttributeError) as problem:
                # one damaged row breaks no more than itself
                log.warning("table %s is damaged: %s", row["id"], problem)
        return found


def _asked(c: sa.Connection, id: str, seat: int) -> list[int]:
    """Whose turn it is, as a seat was last told; nobody's where that is damaged."""
    last = (
        sa.select(NEWS.c.n, NEWS.c.version, NEWS.c.body)
        .where(NEWS.c.table_id == id, NEWS.c.seat == seat)
        .order_by(NEWS.c.n.desc())
        .limit(1)
    )
    try:
        found = steps_of(c, id, seat, [(int(n), int(v), bytes(body)) for n, v, body in c.execute(last)])
    except (ValueError, KeyError, TypeError, zlib.error) as problem:
        log.warning("table %s is damaged: %s", id, problem)
        return []
    return found[0].asked if found and found[0] is not None else []


def _remarks(c: sa.Connection, id: str, seat: int) -> list[int]:
    """The numbers of the last remarks that others have made at a table."""
    last = (
        sa.select(LOG.c.n)
        .where(LOG.c.table_id == id, LOG.c.kind == CHAT, LOG.c.seat != seat)
        .order_by(LOG.c.n.desc())
        .limit(REMARKS)
    )
    return sorted(int(n) for n in c.execute(last).scalars())


def _summary(row: Any, seats: list[SeatFacts], mine: int | None) -> TableSummary:
    settings = json.loads(row["settings"])
    clock = settings.get("clock")
    return TableSummary(
        id=row["id"],
        game=row["slug"],
        state=row["state"],
        options=json.loads(row["options"]),
        seats=seats,
        spectators=spectators(settings.get("spectators", "public")),
        clock=ClockRule(**clock) if clock else None,
        rated=bool(settings.get("rated")),
        set=set_name(settings.get(SET)),
        result=named(_result(row["result"]), [seat.name for seat in seats]),
        created=row["created"],
        touched=row["touched"],
        seat=mine,
    )


def _result(text: str) -> KeptResult | None:
    return msgspec.json.decode(text, type=KeptResult | None) if text else None


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
