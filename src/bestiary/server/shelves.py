"""Reading tables from storage: one with all its lines, or lists of them."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from . import wire
from .live import Facts, Line, Seat
from .packing import unpacked
from .schema import LOG, NEWS, SEATS, TABLES
from .storage import Storage

LISTED = 100


def table_rows(c: sa.Connection, id: str) -> tuple[Any, list[Line], dict[int, bytes]]:
    """A table's row, its log, and the first news of its seats."""
    row = c.execute(sa.select(TABLES).where(TABLES.c.id == id)).mappings().first()
    if row is None:
        return None, [], {}
    first = c.execute(sa.select(NEWS.c.seat, NEWS.c.body).where(NEWS.c.table_id == id, NEWS.c.n == 0)).all()
    return row, log_lines(c, id, 0), {seat: unpacked(body, b"").encode() for seat, body in first}


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


def row_of(facts: Facts, state: str) -> dict[str, Any]:
    """Facts as a row."""
    return {
        **facts.__dict__,
        "options": wire.dumps(facts.options),
        "settings": wire.dumps(facts.settings),
        "seed": str(facts.seed),
        "state": state,
        "result": "",
        "touched": facts.created,
    }


def seat_rows(c: sa.Connection, id: str) -> list[Seat]:
    """Who holds the seats of a table."""
    found = c.execute(sa.select(SEATS).where(SEATS.c.table_id == id).order_by(SEATS.c.seat)).mappings().all()
    return [Seat(r["kind"], r["name"], r["token"], r["invitation"], r["person"]) for r in found]


class Lists:
    """Lists of tables."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def listed(self, state: str | None, slug: str | None) -> list[dict[str, Any]]:
        """Public tables, the latest first."""
        query = sa.select(TABLES).where(TABLES.c.public.is_(True))
        query = (
            query.where(TABLES.c.state == state)
            if state
            else query.where(TABLES.c.state.in_(("waiting", "playing")))
        )
        if slug:
            query = query.where(TABLES.c.slug == slug)
        query = query.order_by(TABLES.c.touched.desc()).limit(LISTED)
        return await self._summaries(query)

    async def of_person(self, person: int) -> list[dict[str, Any]]:
        """The tables where somebody sits, the latest first."""
        mine = sa.select(SEATS.c.table_id).where(SEATS.c.person == person)
        query = sa.select(TABLES).where(TABLES.c.id.in_(mine))
        found = await self._summaries(query.order_by(TABLES.c.touched.desc()).limit(LISTED))
        for table in found:
            id = table["id"]
            seats = await self.storage.read(lambda c, id=id: seat_rows(c, id))  # type: ignore[misc]
            table["seat"] = next(k for k, seat in enumerate(seats) if seat.person == person)
        return found

    async def _summaries(self, query: sa.Select[Any]) -> list[dict[str, Any]]:
        def ask(c: sa.Connection) -> tuple[list[Any], list[Any]]:
            rows = list(c.execute(query).mappings().all())
            ids = [row["id"] for row in rows]
            held = c.execute(
                sa.select(SEATS.c.table_id, SEATS.c.kind, SEATS.c.name)
                .where(SEATS.c.table_id.in_(ids))
                .order_by(SEATS.c.seat)
            ).all()
            return rows, list(held)

        rows, held = await self.storage.read(ask)
        seats: dict[str, list[dict[str, str]]] = {}
        for id, kind, name in held:
            seats.setdefault(id, []).append({"kind": kind, "name": name})
        return [
            {
                "id": row["id"],
                "game": row["slug"],
                "state": row["state"],
                "options": json.loads(row["options"]),
                "seats": seats.get(row["id"], []),
                "spectators": json.loads(row["settings"]).get("spectators"),
                "clock": json.loads(row["settings"]).get("clock"),
                "result": json.loads(row["result"]) if row["result"] else None,
                "created": row["created"],
                "touched": row["touched"],
            }
            for row in rows
        ]
