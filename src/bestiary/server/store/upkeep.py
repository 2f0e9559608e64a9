"""Upkeep of a database beside its server: a copy that is whole, and tables that nobody comes back to."""

from __future__ import annotations

import sqlite3
import time
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from ...core.errors import BestiaryError
from .news import NUMBER, PACKED
from .schema import LOG, NEWS, OPINIONS, PACKS, SEATS, TABLES

AT_ONCE = 200


def backup(engine: sa.Engine, target: str) -> int:
    """Copies a SQLite database as it is at one moment, while a server writes to it; how many bytes."""
    if engine.dialect.name != "sqlite":
        raise BestiaryError("PostgreSQL has its own: pg_dump --format=custom, and pg_restore.")
    path = Path(target)
    if path.exists():
        raise BestiaryError(f"{path} is there already; a backup does not overwrite.")
    try:
        with sqlite3.connect(path) as copy:
            source = engine.raw_connection()
            try:
                source.driver_connection.backup(copy)  # type: ignore[union-attr]
            finally:
                source.close()
        copy.close()
    except (OSError, sqlite3.Error) as problem:
        raise BestiaryError(f"The backup {path} cannot be written: {problem}.") from None
    return path.stat().st_size


def prune(engine: sa.Engine, days: int) -> int:
    """Removes tables that were begun and left alone for so many days; how many. Finished ones stay."""
    before = time.time() - days * 86_400
    abandoned = sa.select(TABLES.c.id).where(TABLES.c.state != "over", TABLES.c.touched < before)
    removed = 0
    while True:
        with engine.begin() as c:
            ids = list(c.execute(abandoned.limit(AT_ONCE)).scalars())
            for table in (NEWS, LOG, SEATS, OPINIONS):
                c.execute(sa.delete(table).where(table.c.table_id.in_(ids)))
            c.execute(sa.delete(TABLES).where(TABLES.c.id.in_(ids)))
        removed += len(ids)
        if len(ids) < AT_ONCE:
            break
    with engine.begin() as c:
        bytes_of = partial(sa.func.substr, NEWS.c.body, type_=sa.LargeBinary)
        held = sa.select(bytes_of(2, NUMBER)).where(bytes_of(1, 1) == PACKED)
        c.execute(sa.delete(PACKS).where(PACKS.c.id.not_in(held)))
    return removed
