"""Names and passwords, for those who want to find their games again; and the tokens that hold seats."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable
from functools import cache

import argon2
import sqlalchemy as sa

from ..core.said import said
from .errors import Refused
from .settings import Settings
from .store.schema import LOG, MODERATION, PEOPLE, RESULTS, SEATS, SESSIONS, SETS, TABLES
from .store.storage import Conflict, Job, Storage
from .web.replies import Account, Designed, Played, Scored, Session, Spoken

SHORTEST = 8
LONGEST = 200
NOBODY = "Somebody"  # the name of a player who has left for good
SILENCED, BARRED = "silenced", "barred"
LONGEST_KEY = 80  # as many as the database holds
MIXED = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"})  # alphabets that are written together
MODERATED = sa.select(MODERATION.c.key).where(
    MODERATION.c.key == sa.bindparam("key"), MODERATION.c.what == sa.bindparam("what")
)
OWNER = sa.select(PEOPLE.c.id).where(PEOPLE.c.key == sa.bindparam("key"))
_hasher = argon2.PasswordHasher()


def new_token() -> str:
    """Something that nobody guesses: 192 bits."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The name of a table: whoever knows it may look at it, so it is not guessed either."""
    return secrets.token_hex(8)


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(given: str, most: int) -> str:
    """A name on one line, without signs that cannot be seen; markup is text like any other.

    >>> clean_name("  <b>Ann</b> \\n", 40)
    '<b>Ann</b>'
    """
    plain = unicodedata.normalize("NFKC", given)
    shown = "".join(c if unicodedata.category(c)[0] not in "CZ" or c == " " else " " for c in plain)
    name = " ".join(shown.split())
    if len(name) > most:
        raise Refused(said("A name can have up to {n} characters.", n=most), 422, field="name")
    scripts = {script for c in name if (script := _script(c))}
    if len(scripts) > 1 and not any(scripts <= mixed for mixed in MIXED):
        raise Refused("A name is written in one alphabet.", 422, field="name")
    return name


def _script(sign: str) -> str:
    """The alphabet of a letter: letters of two may look alike."""
    if unicodedata.category(sign) not in ("Lu", "Ll", "Lt", "Lo"):
        return ""
    return unicodedata.name(sign, "UNKNOWN").split()[0]


def name_key(name: str) -> str:
    """What two names have in common that are taken for the same."""
    key = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    if len(key) > LONGEST_KEY:
        raise Refused("This name is too long.", 422, field="name")
    return key


def _barred() -> Refused:
    return Refused("This name is barred here.", 403, field="name")


class Moderation:
    """The names that may not speak, or not come; asked by the server."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def holds(self, name: str, what: str) -> bool:
        """Whether a name is silenced or barred."""
        given = {"key": name_key(name), "what": what}
        return await self.storage.read(lambda c: c.execute(MODERATED, given).first()) is not None


class Accounts:
    """Who is registered."""

    def __init__(
        self, storage: Storage, moderation: Moderation, settings: Settings, now: Callable[[], float]
    ) -> None:
        self.storage = storage
        self.moderation = moderation
        self.name_length = settings.limits.name
        self.age = settings.session
        self.now = now
        self._turn = asyncio.Semaphore(2)  # a hash takes tens of megabytes

    async def register(self, name: str, password: str) -> Session:
        """A new person, at once logged in."""
        name = clean_name(name, self.name_length)
        if not re.search(r"\w", name):
            raise Refused("A name needs a letter or a digit.", 422, field="name")
        key = name_key(name)
        await self._check_barred(name)
        secret = await self._hashed(password)
        row = {"key": key, "name": name, "password": secret, "created": self.now()}
        try:
            await self.storage.write(Job([(PEOPLE, [row])]))
        except Conflict:
            raise Refused("This name is taken.", 409, field="name") from None
        return await self.log_in(name, password)

    async def log_in(self, name: str, password: str) -> Session:
        """A session for somebody who knows the password."""
        key = name_key(name)
        await self._check_barred(name)
        row = await self.storage.read(
            lambda c: c.execute(sa.select(PEOPLE).where(PEOPLE.c.key == key)).mappings().first()
        )
        stored = row["password"] if row else await asyncio.to_thread(_nobody)
        async with self._turn:
            good = await asyncio.to_thread(_verify, stored, password[: LONGEST + 1])
        if row is None or not good:
            raise Refused("Name and password do not belong together.", 403)
        token = new_token()
        await self.storage.write(
            Job([(SESSIONS, [{"token": hashed(token), "person": row["id"], "created": self.now()}])])
        )
        return Session(token, row["name"])

    async def check_free(self, name: str, person: int | None) -> None:
        """Refuses a name that somebody else has registered."""
        if not name:
            return
        given = {"key": name_key(name), "what": BARRED}
        barred, owner = await self.storage.read(
            lambda c: (c.execute(MODERATED, given).first(), c.execute(OWNER, given).scalar_one_or_none())
        )
        if barred is not None:
            raise _barred()
        if owner is not None and owner != person:
            raise Refused("This name is registered; log in to use it.", 409, field="name")

    async def who(self, token: str) -> tuple[int, str] | None:
        """The person of a session, and their name."""
        if not token:
            return None
        row = await self.storage.read(
            lambda c: c.execute(
                sa.select(PEOPLE.c.id, PEOPLE.c.name)
                .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
                .where(SESSIONS.c.token == hashed(token), SESSIONS.c.created > self.now() - self.age)
            ).first()
        )
        return (int(row[0]), str(row[1])) if row else None

    async def _check_barred(self, name: str) -> None:
        if await self.moderation.holds(name, BARRED):
            raise _barred()

    async def _hashed(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            has = said("A password has {least} to {most} characters.", least=SHORTEST, most=LONGEST)
            raise Refused(has, 422, field="password")
        async with self._turn:
            return await asyncio.to_thread(_hasher.hash, password)

    async def _check_password(self, person: int, password: str) -> str:
        """The name of a person who knows the password."""
        ask = sa.select(PEOPLE.c.name, PEOPLE.c.password).where(PEOPLE.c.id == person)
        name, stored = await self.storage.read(lambda c: c.execute(ask).one())
        async with self._turn:
            good = await asyncio.to_thread(_verify, str(stored), password[: LONGEST + 1])
        if not good:
            raise Refused("This is not the password.", 403, field="password")
        return str(name)

    async def change_password(self, person: int, old: str, new: str) -> Session:
        """Another password; every session ends, and a new one begins."""
        name = await self._check_password(person, old)
        secret = await self._hashed(new)
        changed = sa.update(PEOPLE).where(PEOPLE.c.id == person).values(password=secret)
        await self.storage.write(Job(updates=[changed, _sessions_of(person)]))
        return await self.log_in(name, new)

    async def log_out_everywhere(self, person: int) -> None:
        """Ends all sessions of a person."""
        await self.storage.write(Job(updates=[_sessions_of(person)]))

    async def delete(self, person: int, password: str) -> None:
        """Forgets a person: account and sessions; at tables an unnamed player remains.

        Sentences are made when they are read. Those of matches that were played under an earlier version of
        this server were stored as they were shown, and keep the name.
        """
        await self._check_password(person, password)
        mine = sa.select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.person == person)
        sat = (
            sa.update(LOG)
            .where(LOG.c.kind == "sit", sa.tuple_(LOG.c.table_id, LOG.c.seat).in_(mine))
            .values(text=NOBODY)
        )
        seats = sa.update(SEATS).where(SEATS.c.person == person).values(person=None, name=NOBODY)
        results = sa.delete(RESULTS).where(RESULTS.c.who == str(person))  # numbers are given again
        sets = sa.delete(SETS).where(SETS.c.person == person)
        account = sa.delete(PEOPLE).where(PEOPLE.c.id == person)
        await self.storage.write(Job(updates=[_sessions_of(person), sat, seats, results, sets, account]))

    async def taken_along(self, person: int) -> Account:
        """All that is kept of a person: for taking it elsewhere."""

        def ask(c: sa.Connection) -> Account:
            name, created = c.execute(
                sa.select(PEOPLE.c.name, PEOPLE.c.created).where(PEOPLE.c.id == person)
            ).one()
            mine = c.execute(
                sa.select(SEATS.c.table_id, SEATS.c.seat, TABLES.c.slug, TABLES.c.state, TABLES.c.created)
                .join(TABLES, TABLES.c.id == SEATS.c.table_id)
                .where(SEATS.c.person == person)
                .order_by(TABLES.c.created)
            ).all()
            said = c.execute(
                sa.select(LOG.c.table_id, LOG.c.at, LOG.c.text)
                .join(SEATS, sa.and_(SEATS.c.table_id == LOG.c.table_id, SEATS.c.seat == LOG.c.seat))
                .where(SEATS.c.person == person, LOG.c.kind == "chat")
                .order_by(LOG.c.at)
            ).all()
            rated = c.execute(
                sa.select(RESULTS.c.table_id, RESULTS.c.slug, RESULTS.c.score, RESULTS.c.points, RESULTS.c.at)
                .where(RESULTS.c.who == str(person))
                .order_by(RESULTS.c.at)
            ).all()
            designed = c.execute(
                sa.select(SETS.c.id, SETS.c.version, SETS.c.slug, SETS.c.name, SETS.c.changes, SETS.c.at)
                .where(SETS.c.person == person)
                .order_by(SETS.c.at)
            ).all()
            return Account(
                name,
                created,
                [Played(*row) for row in mine],
                [Spoken(*row) for row in said],
                [Scored(*row) for row in rated],
                [Designed(*row) for row in designed],
            )

        return await self.storage.read(ask)

    async def forget_old_sessions(self) -> None:
        """Those that have expired."""
        old = sa.delete(SESSIONS).where(SESSIONS.c.created < self.now() - self.age)
        await self.storage.write(Job(updates=[old]))

    async def log_out(self, token: str) -> None:
        """Ends a session."""
        await self.storage.write(Job(updates=[sa.delete(SESSIONS).where(SESSIONS.c.token == hashed(token))]))


def _sessions_of(person: int) -> sa.Delete:
    return sa.delete(SESSIONS).where(SESSIONS.c.person == person)


def _verify(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """What an unknown name is compared with, so that it takes as long as a wrong password."""
    return _hasher.hash(secrets.token_urlsafe(16))
