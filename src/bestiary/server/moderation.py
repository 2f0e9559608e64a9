"""What an operator may do about people, beside a running server: close a table, silence or bar a name."""

from __future__ import annotations

import json
import time

import sqlalchemy as sa

from ..core.errors import BestiaryError
from .accounts import BARRED, name_key
from .store.schema import LOG, MODERATION, PEOPLE, SESSIONS, TABLES
from .store.storage import CHANNEL
from .tables.log import CLOSE, Line


def mark(engine: sa.Engine, name: str, what: str) -> None:
    """Silences or bars a name; whoever is barred is logged out."""
    key = name_key(name)
    with engine.begin() as c:
        known = c.execute(
            sa.select(MODERATION.c.key).where(MODERATION.c.key == key, MODERATION.c.what == what)
        ).first()
        if known is None:
            c.execute(sa.insert(MODERATION).values(key=key, what=what, at=time.time()))
        if what == BARRED:
            person = sa.select(PEOPLE.c.id).where(PEOPLE.c.key == key)
            c.execute(sa.delete(SESSIONS).where(SESSIONS.c.person.in_(person)))


def pardon(engine: sa.Engine, name: str) -> None:
    """Lets a name come and speak again."""
    with engine.begin() as c:
        done = c.execute(sa.delete(MODERATION).where(MODERATION.c.key == name_key(name)))
        if not done.rowcount:
            raise BestiaryError(f"'{name}' is neither silenced nor barred.")


def close_table(engine: sa.Engine, id: str) -> None:
    """Closes a table: a line of its log, which a running server meets at its next word at the latest."""
    with engine.begin() as c:
        if c.execute(sa.select(TABLES.c.id).where(TABLES.c.id == id)).first() is None:
            raise BestiaryError(f"There is no table '{id}'.")
        last = c.execute(sa.select(sa.func.max(LOG.c.n)).where(LOG.c.table_id == id)).scalar() or 0
        c.execute(sa.insert(LOG).values(Line(last + 1, CLOSE, at=time.time()).row(id)))
        c.execute(sa.update(TABLES).where(TABLES.c.id == id).values(state="frozen"))
        if engine.dialect.name == "postgresql":
            note = json.dumps({"from": "operator", "table": id, "n": last + 1})
            c.execute(sa.text("SELECT pg_notify(:channel, :note)"), {"channel": CHANNEL, "note": note})


def marked(engine: sa.Engine) -> list[tuple[str, str]]:
    """Who is silenced or barred."""
    with engine.connect() as c:
        found = c.execute(sa.select(MODERATION.c.key, MODERATION.c.what).order_by(MODERATION.c.key)).all()
    return [(str(key), str(what)) for key, what in found]
