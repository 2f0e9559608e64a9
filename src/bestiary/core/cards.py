"""Reading card files: every refusal names the file, the line, the card, the field and the wish."""

from __future__ import annotations

import copy
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from . import kept
from .errors import CardError
from .language import SPOKEN, word
from .record import Records, without

DOT = " · "  # between the figures of a card


@dataclass(frozen=True)
class Card:
    """What people read of a card, or of anything else on the table that has a text of its own.

    ``figures`` is a line of its numbers and kinds ("Power 6 · Eye"), ``kind`` what it is (a host, an enemy
    board), ``facts`` the same for programs.
    """

    code: str
    name: str
    text: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    figures: str = ""
    kind: str = ""

    @property
    def told(self) -> Card:
        """The same in the language of the reader."""
        if SPOKEN.get() is None:
            return self
        figures = DOT.join(word(part) for part in self.figures.split(DOT))
        return replace(
            self, name=word(self.name), text=word(self.text), kind=word(self.kind), figures=figures
        )

    @property
    def whole(self) -> str:
        """All that it says, in a few lines."""
        return "\n".join(line for line in (self.figures, self.text) if line)

    def shown(self, number: int) -> dict[str, Any]:
        """The card in a view: what people read, and its facts for the page that draws it."""
        language = SPOKEN.get()
        if language is not None and (face := language.face(number)) is not None:
            return face
        told = self.told
        return {
            "id": number,
            "code": self.code,
            "name": told.name,
            "text": told.text,
            "figures": told.figures,
            **self.facts,
        }


def found(cards: Iterable[Card], words: Iterable[str]) -> list[Card]:
    """The cards that have all these words, each kind of card once.

    >>> deck = [Card("a1", "Ant", "Bites."), Card("a2", "Ant", "Bites."), Card("w", "Wolf", "Wants all.")]
    >>> [card.code for card in found(deck, ["ant"])]
    ['a1']
    """
    wanted = {w.lower() for w in words}
    kept: dict[tuple[str, str, str], Card] = {}
    for card in cards:
        said = f"{card.code} {card.name} {card.kind} {card.figures} {card.text}".lower()
        if wanted <= set(re.findall(r"[\w'-]+", said)):
            kept.setdefault((card.name, card.figures, card.text), card)
    return list(kept.values())


@dataclass(frozen=True)
class Content:
    """The content of a game: the tables that the rules read, and the words that people read."""

    tables: Records
    cards: tuple[Card, ...]
    source: Path
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    physical: int | None = None  # cards 0 to n - 1 lie in exactly one zone each; all by default
    younger: tuple[str, ...] = ()  # fields of which files that are kept say nothing: zeros change nothing

    @property
    def fingerprint(self) -> str:
        """A digest of all that the rules can read; equal fingerprints play equal games.

        Files keep theirs when the game learns to read more than they say.
        """
        unsaid = [name for name in self.younger if not self.tables[name].any()]
        return hashlib.sha256(without(self.tables, unsaid)).hexdigest()[:12]

    @property
    def older(self) -> Content:
        """The same cards as files say them that are older than some fields."""
        tables = self.tables.copy()
        for name in self.younger:
            tables[name] = 0
        return replace(self, tables=tables)

    def __getstate__(self) -> dict[str, Any]:
        """Without what others have noted on it: another process makes its own notes."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}


@dataclass(frozen=True)
class Field:
    """What the loader asks of a field, noted where it reads it: for whoever wants to change its value."""

    kind: str  # text, whole, flag, word (one of words), words (some of them), numbers, tables
    least: int = 0  # of a whole number
    most: int = 0  # the same, or how many tables
    words: tuple[str, ...] = ()
    default: Any = None  # what a missing one counts as; none: it has to be there


class Entry:
    """One table of a card file, read field by field."""

    def __init__(self, file: CardFile, kind: str, number: int, data: Mapping[str, Any]) -> None:
        self.file = file
        self.kind = kind
        self.number = number
        self.data = data
        name = data.get("code", data.get("id", data.get("name", number + 1)))
        self.name = f"{kind} {name}"

    def refuse(self, key: str, wish: str) -> NoReturn:
        """Refuses a field, with what was expected."""
        value = f" = {self.data[key]!r}" if key in self.data else " is missing"
        line = self.file.line_of(self.kind, self.number)
        where = f"{self.file.path.name}, line {line}" if line else self.file.path.name
        raise CardError(f"{where}: {self.name}: {key}{value}; expected {wish}", self.data, key)

    def asks(self, key: str, field: Field) -> None:
        """Notes what a field shall be."""
        self.file.asked.setdefault(id(self.data), {})[key] = field

    def text(self, key: str, default: str | None = None) -> str:
        """A field of text."""
        if key not in self.file.asked.get(id(self.data), ()):  # of a word more may be known
            self.asks(key, Field("text", default=default))
        value = self.data.get(key, default)
        if not isinstance(value, str):
            self.refuse(key, "a text")
        return value

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        self.asks(key, Field("whole", least, most, default=default))
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.refuse(key, f"a whole number from {least} to {most}")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        self.asks(key, Field("flag", default=default))
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            self.refuse(key, "true or false")
        return value

    def one_of(self, key: str, words: Sequence[str], default: str | None = None) -> int:
        """The place of a word in a list."""
        self.asks(key, Field("word", words=tuple(words), default=default))
        value = self.data.get(key, default)
        if value not in words:
            self.refuse(key, f"one of {', '.join(words)}")
        return list(words).index(str(value))

    def some_of(self, key: str, words: Sequence[str], wish: str = "") -> list[int]:
        """The places of some words in a list; none where the field is missing."""
        self.asks(key, Field("words", words=tuple(words), default=[]))
        value = self.data.get(key, [])
        if not isinstance(value, list) or any(word not in words for word in value):
            self.refuse(key, wish or f"a list of {', '.join(words)}")
        return [list(words).index(word) for word in dict.fromkeys(value)]

    def list_of(self, key: str, most: int) -> list[Mapping[str, Any]]:
        """A list of tables, at most so many."""
        self.asks(key, Field("tables", most=most, default=[]))
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            self.refuse(key, "a list of tables")
        if len(value) > most:
            self.refuse(key, f"at most {most} entries")
        return value

    def only(self, *keys: str) -> None:
        """Refuses fields that mean nothing, so that a misspelt one is noticed."""
        self.file.allowed[id(self.data)] = keys
        for key in self.data:
            if key not in keys:
                self.refuse(key, f"no such field, only {', '.join(keys)}")


def line_of(source: str, kind: str, number: int) -> int:
    """The line of a text where the n-th table of a kind starts; 0 where that cannot be told."""
    seen = -1
    for i, line in enumerate(source.splitlines(), 1):
        bare = line.split("#")[0].strip()
        if bare == f"[[{kind}]]":
            seen += 1
            if seen == number:
                return i
        elif bare == f"[{kind}]" and number == 0:
            return i
    return 0


COMMON = ("components", "blank", "vocabulary")  # tables that any card file may have besides its cards


class CardFile:
    """A card file, opened for reading."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.others: dict[str, CardFile] = {}  # files beside this one that were read with it
        self.asked: dict[int, dict[str, Field]] = {}  # of what was read: by table and key
        self.allowed: dict[int, tuple[str, ...]] = {}  # the keys that a table may have, where that was said
        try:
            self.source = path.read_text(encoding="utf-8")
            own = (path.parent / "rulebook.toml").exists()  # read at every start, and seldom edited
            self.data = kept.toml(self.source) if own else tomllib.loads(self.source)
        except FileNotFoundError:
            raise CardError(f"{path}: there is no such card file") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as problem:
            raise CardError(f"{path.name}: not readable: {problem}") from None

    def beside(self, name: str, otherwise: Path) -> CardFile:
        """A second file of the same game: in the same folder, or else in another."""
        if name not in self.others:
            path = self.path.parent / name
            self.others[name] = CardFile(path if path.exists() else otherwise / name)
        return self.others[name]

    def copy(self) -> CardFile:
        """The same file, with data that may be changed without changing this one's."""
        made = copy.copy(self)
        made.data = copy.deepcopy(self.data)
        made.asked, made.allowed = {}, {}
        made.others = {name: other.copy() for name, other in self.others.items()}
        return made

    def line_of(self, kind: str, number: int) -> int:
        """The line where the n-th table of a kind starts; 0 where that cannot be told."""
        return line_of(self.source, kind, number)

    def only(self, *kinds: str) -> None:
        """Refuses tables that the game does not read, so that a misspelt one is noticed."""
        known = (*kinds, *COMMON)
        for kind, value in self.data.items():
            if kind not in known and isinstance(value, dict | list):
                begins = re.search(rf"^\s*\[*\s*\"?{re.escape(kind)}\b", self.source, re.MULTILINE)
                line = self.source.count("\n", 0, begins.end()) + 1 if begins else 0
                where = f"{self.path.name}, line {line}" if line else self.path.name
                raise CardError(f"{where}: there is no table {kind}, only {', '.join(known)}")

    def each(self, kind: str) -> Iterator[Entry]:
        """Every table ``[[kind]]`` of the file."""
        tables = self.data.get(kind, [])
        if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
            raise CardError(f"{self.path.name}: {kind}: expected tables [[{kind}]]")
        for number, data in enumerate(tables):
            yield Entry(self, kind, number, data)

    def one(self, kind: str) -> Entry:
        """The single table ``[kind]`` of the file."""
        data = self.data.get(kind)
        if not isinstance(data, dict):
            raise CardError(f"{self.path.name}: the table [{kind}] is missing")
        entry = Entry(self, kind, 0, data)
        entry.name = kind
        return entry

    def exactly(self, found: int, wanted: int, things: str, why: str) -> None:
        """Refuses another number of things than the game has room for, and says why."""
        if found != wanted:
            instead = "change one instead of adding one" if found > wanted else "one is missing"
            if found + 1 < wanted:
                instead = f"{wanted - found} are missing"
            self.refuse(f"{found} {things}; expected {wanted}: {why}, so {instead}")

    def refuse(self, wish: str) -> NoReturn:
        """Refuses the file as a whole."""
        raise CardError(f"{self.path.name}: {wish}")
