"""The cards that tables were opened with, kept by fingerprint: a changed number freezes no running table."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from ...core.cards import DOT, Content
from ...core.changes import Changes
from ...core.errors import BestiaryError
from ...core.game import Game
from ...core.language import SPOKEN, Language, speaking, word
from ...core.sets import MADE, made_texts
from .saying import Told
from .schema import CARDS
from .storage import Conflict, Job, Storage

SHOWN = "shown.json"
RULES = "rulebook.toml"  # rules have a version of their own: other ones freeze a table


class Faces(list[dict[str, Any]]):
    """All cards as views show them, by number, in English."""

    def __init__(self, cards: Iterable[dict[str, Any]] = ()) -> None:
        super().__init__(cards)
        self._told: dict[Language | None, Told] = {}

    @property
    def told(self) -> Told:
        """The same in the language that is spoken, for views."""
        language = SPOKEN.get()
        found = self._told.get(language)
        if found is None:
            found = self._told[language] = Told(msgspec.json.encode(_told(card))[2:-1] for card in self)
        return found


def _told(card: dict[str, Any]) -> dict[str, Any]:
    figures = DOT.join(word(part) for part in card.get("figures", "").split(DOT))
    return {**card, "name": word(card["name"]), "text": word(card["text"]), "figures": figures}


def shown(content: Content) -> Faces:
    """All cards as views show them, by number; made once."""
    made: Faces = content.__dict__.setdefault("_shown", Faces())
    if not made:
        with speaking(None):  # whoever asks first: they are kept
            made += [card.shown(i) for i, card in enumerate(content.cards)]
    return made


class CardStore:
    """Card files of today and of before."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._stored: set[tuple[str, str]] = set()
        self._found: dict[tuple[str, str], Content] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="bestiary-cards-")

    async def keep(self, game: Game) -> None:
        """Stores today's cards of a game, once."""
        content = game.content()
        key = game.slug, content.fingerprint
        if key in self._stored:
            return
        files = {
            path.name: path.read_text(encoding="utf-8")
            for path in sorted(content.source.parent.glob("*.toml"))
            if path.name != RULES
        }
        files[SHOWN] = json.dumps(shown(content))  # for those who cannot read the files any more
        row = {"slug": key[0], "fingerprint": key[1], "main": content.source.name, "files": json.dumps(files)}
        with contextlib.suppress(Conflict):  # they are there already
            await self.storage.write(Job([(CARDS, [row])]))
        self._stored.add(key)

    async def keep_set(self, game: Game, made: Changes) -> str:
        """Stores the cards of a set; the key under which they are found with their own texts.

        Sets that differ in their texts alone play by the same rules and share a fingerprint.
        """
        texts = made_texts(made)
        digest = hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()
        key = f"s{digest[:15]}"
        files = json.dumps({**texts, SHOWN: json.dumps(shown(made.content))})
        for name in (key, made.content.fingerprint):
            row = {"slug": game.slug, "fingerprint": name, "main": MADE, "files": files}
            with contextlib.suppress(Conflict):  # they are there already
                await self.storage.write(Job([(CARDS, [row])]))
        return key

    async def content(self, game: Game, fingerprint: str) -> Content | None:
        """The cards with this fingerprint, or under the key of a set; none where nobody kept them, or they
        cannot be read any more."""
        with contextlib.suppress(BestiaryError):  # today's file may be broken; the kept one is not
            if (today := game.content()).fingerprint == fingerprint:
                return today
        key = game.slug, fingerprint
        if key not in self._found:
            asked = sa.select(CARDS.c.main, CARDS.c.files).where(
                CARDS.c.slug == game.slug, CARDS.c.fingerprint == fingerprint
            )
            row = await self.storage.read(lambda c: c.execute(asked).first())
            made = self._read(game, fingerprint, *row) if row is not None else None
            if made is None:
                return None
            self._found[key] = made
        return self._found[key]

    async def shown(self, game: Game, fingerprint: str) -> Faces:
        """The cards with this fingerprint as views show them, even where their files cannot be read now."""
        content = await self.content(game, fingerprint)
        if content is not None:
            return shown(content)
        asked = sa.select(CARDS.c.files).where(CARDS.c.slug == game.slug, CARDS.c.fingerprint == fingerprint)
        files = await self.storage.read(lambda c: c.execute(asked).scalar())
        return Faces(json.loads(json.loads(files or "{}").get(SHOWN, "[]")))

    def _read(self, game: Game, fingerprint: str, main: str, files: str) -> Content | None:
        folder = Path(self._folder.name) / game.slug / fingerprint
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for name, text in json.loads(files).items():
                (folder / Path(name).name).write_text(text, encoding="utf-8")
            found = game.content(folder / main)
        except (BestiaryError, OSError, ValueError, AttributeError):
            return None
        return found if fingerprint[:1] == "s" or found.fingerprint == fingerprint else None

    def close(self) -> None:
        """Removes what was laid out."""
        self._folder.cleanup()
