"""Card sets that people have made here: stored version by version, each its maker's own.

Whoever has logged in owns what they save by their account, a guest by a token that the browser keeps. Whoever
knows the id of a set may read it, play with it and make another one of it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from msgspec import convert, to_builtins

from ..core.changes import Change, Changes
from ..core.differing import in_words
from ..core.errors import CardError
from ..core.sets import CardSet, SetChange, from_data
from .accounts import hashed, new_id, new_token
from .catalog import Catalog
from .errors import Refused, missing
from .store.schema import SETS
from .store.storage import Conflict, Job, Storage
from .web.cardset import SetName
from .web.designs import ChangeFacts, SavedSet, SetFacts
from .workbench import made, readable, settled

NAME = 60  # characters of a name
NOTES = 4_000
EACH = 100  # sets of one maker


@dataclass(frozen=True)
class Maker:
    """Who asks: a person by an account, or a guest by a token; perhaps nobody yet."""

    person: int | None = None
    name: str = ""
    token: str = ""

    def owns(self, row: Any) -> bool:
        """Whether a set is theirs."""
        if row["person"] is not None:
            return bool(row["person"] == self.person)
        return bool(self.token) and secrets.compare_digest(row["token"], hashed(self.token))


class Sets:
    """The sets of a server."""

    def __init__(self, storage: Storage, catalog: Catalog, now: Callable[[], float]) -> None:
        self.storage = storage
        self.catalog = catalog
        self.now = now

    async def save(
        self, maker: Maker, one: CardSet, id: str | None = None, version: int | None = None
    ) -> SavedSet:
        """Stores a new set, or the next version of one's own; a set of somebody else becomes a new one."""
        one = replace(one, name=_one_line(one.name))
        _fits(one)
        game = one.loaded()
        changes = await asyncio.to_thread(settled, game, one.changes)
        last = await self._last(id) if id else None
        if last is not None and not maker.owns(last):
            last = None  # a copy of somebody else's
        if last is not None and version is not None and version != last["version"]:
            newer = f"{last['name']} has been saved elsewhere meanwhile, as version {last['version']}."
            raise Refused(newer, 409)
        token = maker.token
        if last is None:
            if maker.person is None and not token:
                token = new_token()
            await self._room(maker)
        version = last["version"] + 1 if last is not None else 1
        row: dict[str, Any] = {
            "id": last["id"] if last is not None else new_id(),
            "version": version,
            "slug": game.slug,
            "game": game.name,
            "name": one.name,
            "author": maker.name or one.author[:NAME],
            "notes": one.notes,
            "changes": json.dumps([to_builtins(_told(one)) for one in changes], ensure_ascii=False),
            "person": maker.person,
            "token": "" if maker.person is not None else hashed(token),
            "at": self.now(),
        }
        try:
            await self.storage.write(Job([(SETS, [row])]))
        except Conflict:
            raise Refused("This set has just been saved elsewhere; load it again.", 409) from None
        kept = Maker(maker.person, maker.name, token)
        told = await asyncio.to_thread(self._facts, row, kept, version)
        return SavedSet(told, None if maker.person is not None else token)

    async def get(self, id: str, version: int | None = None, maker: Maker = Maker()) -> SetFacts:  # noqa: B008
        """A set, in its latest version or in an earlier one."""
        last = await self._last(id)
        if last is None:
            raise missing("set")
        row = last if version in (None, last["version"]) else await self._row(id, version or 0)
        if row is None:
            raise missing("set")
        return await asyncio.to_thread(self._facts, row, maker, last["version"])

    async def mine(self, maker: Maker, slug: str | None) -> list[SetFacts]:
        """All sets of somebody in their latest versions, the latest first."""
        if maker.person is None and not maker.token:
            return []
        whose = (
            SETS.c.person == maker.person if maker.person is not None else SETS.c.token == hashed(maker.token)
        )
        newest = sa.select(SETS.c.id, sa.func.max(SETS.c.version).label("v")).where(whose).group_by(SETS.c.id)
        last = newest.subquery()
        asked = sa.select(SETS).join(last, sa.and_(SETS.c.id == last.c.id, SETS.c.version == last.c.v))
        if slug:
            asked = asked.where(SETS.c.slug == slug)
        asked = asked.order_by(SETS.c.at.desc()).limit(EACH)
        rows = await self.storage.read(lambda c: list(c.execute(asked).mappings().all()))
        return [self._facts(row, maker, row["version"], told=False) for row in rows]

    async def forget(self, maker: Maker, id: str) -> None:
        """Deletes a set with all its versions; tables that play with it go on."""
        last = await self._last(id)
        if last is None or not maker.owns(last):
            raise missing("set")
        await self.storage.write(Job(updates=[sa.delete(SETS).where(SETS.c.id == id)]))

    async def whole(self, id: str, version: int | None = None) -> CardSet:
        """A set as the rest of the house knows it."""
        return card_set(await self.get(id, version))

    async def at_table(self, slug: str, id: str, version: int | None, rated: bool) -> tuple[Changes, SetName]:
        """The cards of a set for a table of a game, and what everybody there is told of it."""
        game = self.catalog.game(slug)
        if rated:
            raise Refused("A rated table plays with the game's own cards.", 422, field="rated")
        found = await self.get(id, version)
        if found.game != game.name:
            raise Refused(
                f"{found.name} is a set of {found.game}; this table plays {game.name}.", 422, field="set"
            )
        wanted = [_change(one) for one in found.changes]
        changes = await asyncio.to_thread(made, game, wanted)
        return changes, SetName(found.id, found.name, found.version, found.author, found.words)

    async def _room(self, maker: Maker) -> None:
        if len(await self.mine(maker, None)) >= EACH:
            raise Refused(f"You have {EACH} sets here; delete one first.", 409)

    async def _last(self, id: str) -> Any:
        asked = sa.select(SETS).where(SETS.c.id == id).order_by(SETS.c.version.desc()).limit(1)
        return await self.storage.read(lambda c: c.execute(asked).mappings().first())

    async def _row(self, id: str, version: int) -> Any:
        asked = sa.select(SETS).where(SETS.c.id == id, SETS.c.version == version)
        return await self.storage.read(lambda c: c.execute(asked).mappings().first())

    def _facts(self, row: Any, maker: Maker, last: int, told: bool = True) -> SetFacts:
        changes = convert(json.loads(row["changes"]), list[ChangeFacts])
        return SetFacts(
            id=row["id"],
            version=row["version"],
            game=row["game"],
            name=row["name"],
            author=row["author"],
            notes=row["notes"],
            changes=changes,
            words=self._words(row["slug"], changes) if told else [],
            at=row["at"],
            mine=maker.owns(row),
            last=last,
        )

    def _words(self, slug: str, changes: Sequence[ChangeFacts]) -> list[str]:
        """What a set changes, in words; nothing where the game has left it behind."""
        game = self.catalog.games.get(slug)
        try:
            if game is not None:
                return in_words(Changes(game, []), made(game, [_change(one) for one in changes]))
        except CardError:
            pass
        return []


def _change(one: ChangeFacts) -> Change:
    return Change(one.path, one.value, one.sign)


def _told(one: SetChange) -> ChangeFacts:
    return ChangeFacts(one.change.path, one.change.value, one.note, one.change.sign)  # type: ignore[arg-type]


def card_set(found: SetFacts) -> CardSet:
    """A stored set as its file has it."""
    changes = tuple(SetChange(_change(one), one.note) for one in found.changes)
    return CardSet(found.game, found.name, found.version, found.author, found.notes, changes)


def read(text: str) -> CardSet:
    """A set from the text of its file."""
    try:
        return from_data(tomllib.loads(text), "the set")
    except tomllib.TOMLDecodeError as problem:
        raise Refused(f"The set cannot be read: {problem}", 422, field="text") from None


def _one_line(name: str) -> str:
    """A name without signs that cannot be seen: everybody at a table reads it."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


def _fits(one: CardSet) -> None:
    if not one.slug:
        raise Refused("A set needs a name with a letter or a digit in it.", 422, field="name")
    if len(one.name) > NAME:
        raise Refused(f"The name of a set can have up to {NAME} characters.", 422, field="name")
    if not readable(one.notes.replace("\r", "").replace("\t", "")):
        raise Refused("The notes have signs that cannot be shown.", 422, field="notes")
    if len(one.notes) > NOTES:
        raise Refused(f"The notes of a set can have up to {NOTES:,} characters.", 422, field="notes")
