"""Names and passwords, for those who want to find their games again; and the tokens that hold seats."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from functools import cache

import argon2
import sqlalchemy as sa

from .errors import Refused
from .store.schema import PEOPLE, SESSIONS
from .store.storage import Conflict, Job, Storage
from .web.replies import Session

SHORTEST = 8
LONGEST = 200
LONGEST_KEY = 80  # as many as the database holds
MIXED = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"})  # alphabets that are written together
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
        raise Refused(f"A name can have up to {most} characters.", 422, field="name")
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


class Accounts:
    """Who is registered."""

    def __init__(self, storage: Storage, name_length: int) -> None:
        self.storage = storage
        self.name_length = name_length
        self._turn = asyncio.Semaphore(2)  # a hash takes tens of megabytes

    async def register(self, name: str, password: str, now: float) -> Session:
        """A new person, at once logged in."""
        name = clean_name(name, self.name_length)
        if not re.search(r"\w", name):
            raise Refused("A name needs a letter or a digit.", 422, field="name")
        key = name_key(name)
        if not SHORTEST <= len(password) <= LONGEST:
            raise Refused(f"A password has {SHORTEST} to {LONGEST} signs.", 422, field="password")
        async with self._turn:
            secret = await asyncio.to_thread(_hasher.hash, password)
        row = {"key": key, "name": name, "password": secret, "created": now}
        try:
            await self.storage.write(Job([(PEOPLE, [row])]))
        except Conflict:
            raise Refused("This name is taken.", 409, field="name") from None
        return await self.log_in(name, password, now)

    async def log_in(self, name: str, password: str, now: float) -> Session:
        """A session for somebody who knows the password."""
        key = name_key(name)
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
            Job([(SESSIONS, [{"token": hashed(token), "person": row["id"], "created": now}])])
        )
        return Session(token, row["name"])

    async def check_free(self, name: str, person: int | None) -> None:
        """Refuses a name that somebody else has registered."""
        if not name:
            return
        key = name_key(name)
        owner = await self.storage.read(
            lambda c: c.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.key == key)).scalar_one_or_none()
        )
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
                .where(SESSIONS.c.token == hashed(token))
            ).first()
        )
        return (int(row[0]), str(row[1])) if row else None

    async def log_out(self, token: str) -> None:
        """Ends a session."""
        await self.storage.write(Job(updates=[sa.delete(SESSIONS).where(SESSIONS.c.token == hashed(token))]))


def _verify(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """What an unknown name is compared with, so that it takes as long as a wrong password."""
    return _hasher.hash(secrets.token_urlsafe(16))
