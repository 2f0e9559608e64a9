"""Card sets: named, versioned lists of changes to the cards of a game, with their author's notes.

A set is a small TOML file. It says what is different, not what is the same, so that it goes on to fit when
the game's own cards grow. Whoever is handed a path to cards can be handed a set: ``card_file`` makes a whole
card file of it, which the game's loader checks.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import platformdirs

from .additions import COPY, REMOVE
from .changes import Change, Changes, parse, written
from .errors import CardError, UnknownName
from .game import Game
from .registry import load

ENDING = ".toml"
MARK = "set"  # the table that a set begins with; no card file has it
FIELDS = ("game", "name", "version", "author", "notes")
WAYS = ("value", "add", COPY, REMOVE)
OF_A_CHANGE = ("path", *WAYS, "note")
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
NAMED = re.compile(rf"(?:([a-z0-9_]+)/)?({SLUG.pattern})(?:@(\d+))?")
MADE = "cards.toml"


@dataclass(frozen=True)
class SetChange:
    """One change of a set, and why it was made."""

    change: Change
    note: str = ""

    def __str__(self) -> str:
        return f"{self.change}{f'  # {self.note}' if self.note else ''}"


@dataclass(frozen=True)
class CardSet:
    """A set: the game it is for, its name and version, who made it and why, and what it changes."""

    game: str  # with the version of its rules, totemic-v1
    name: str
    version: int = 1
    author: str = ""
    notes: str = ""
    changes: tuple[SetChange, ...] = ()

    @property
    def slug(self) -> str:
        """Its name as a file and a command write it.

        >>> CardSet("totemic-v1", "The Weak Wolf!").slug
        'the-weak-wolf'
        """
        return "-".join(re.findall(r"[a-z0-9]+", self.name.lower()))

    @property
    def title(self) -> str:
        """Its name and version, for people."""
        return f"{self.name}, version {self.version}"

    def loaded(self) -> Game:
        """The game; one of other rules than the set was made for is refused."""
        slug = self.game.rpartition("-v")[0] or self.game
        found = load(slug)
        if found.name != self.game and self.game != slug:
            raise CardError(f"{self.title} is made for {self.game}; this is {found.name}")
        return found

    def made(self) -> Changes:
        """The changed cards, checked by the game's loader; a refusal names the change."""
        game = self.loaded()
        done: list[Change] = []
        for number, one in enumerate(self.changes, 1):
            try:
                Changes(game, [*done, one.change])
            except CardError as problem:
                raise CardError(f"{self.title}: change {number}, {one.change.path}: {problem}") from None
            done.append(one.change)
        return Changes(game, done)

    def text(self) -> str:
        """The set as its file has it."""
        lines = [f"[{MARK}]"]
        for name in FIELDS:
            value = getattr(self, name)
            if value != "":
                lines.append(f"{name} = {written(value)}")
        for one in self.changes:
            lines += ["", "[[change]]", f"path = {written(one.change.path)}", _said_as(one.change)]
            lines += [f"note = {written(one.note)}"] if one.note else []
        return "\n".join(lines) + "\n"


def _said_as(change: Change) -> str:
    """What a change does, as its table has it."""
    if change.sign == REMOVE:
        return f"{REMOVE} = true"
    value = -change.value if change.sign == "-" else change.value
    return f"{COPY if change.sign == COPY else 'add' if change.sign else 'value'} = {written(value)}"


def changed(one: CardSet, wanted: Sequence[str], notes: str = "") -> CardSet:
    """The next version of a set, with more changes; one of the same place takes the place of the old one."""
    new = [SetChange(parse(text)) for text in wanted]
    places = {item.change.path for item in new if not item.change.sign}
    kept = [item for item in one.changes if item.change.path not in places]
    told = replace(one, version=one.version + 1, changes=(*kept, *new), notes=notes or one.notes)
    told.made()
    return told


# ---- reading ---------------------------------------------------------------------------------------


def is_set(path: Path) -> bool:
    """Whether a file is a set and not a whole card file."""
    try:
        return MARK in tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return False


def read(path: Path) -> CardSet:
    """A set from its file; what is wrong is refused with the field and the wish."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CardError(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise CardError(f"{path.name}: not readable: {problem}") from None
    return from_data(data, path.name)


def from_data(data: Mapping[str, Any], where: str) -> CardSet:
    """A set from its data."""
    head = data.get(MARK)
    if not isinstance(head, dict):
        raise CardError(f"{where}: the table [{MARK}] is missing; it names the game and the set")
    _only(where, f"[{MARK}]", head, FIELDS)
    _only(where, "the file", data, (MARK, "change"))
    for name in ("game", "name"):
        if not isinstance(head.get(name), str) or not str(head[name]).strip():
            raise CardError(f"{where}: [{MARK}]: {name}; expected a text")
    version = head.get("version", 1)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise CardError(f"{where}: [{MARK}]: version = {version!r}; expected a whole number from 1 on")
    for name in ("author", "notes"):
        if not isinstance(head.get(name, ""), str):
            raise CardError(f"{where}: [{MARK}]: {name}; expected a text")
    rows = data.get("change", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CardError(f"{where}: change; expected tables [[change]]")
    changes = tuple(_change(where, number, row) for number, row in enumerate(rows, 1))
    made = CardSet(
        head["game"], head["name"].strip(), version, head.get("author", ""), head.get("notes", ""), changes
    )
    if not SLUG.fullmatch(made.slug):
        raise CardError(f"{where}: [{MARK}]: name = {made.name!r}; expected letters or digits in it")
    return made


def _change(where: str, number: int, row: Mapping[str, Any]) -> SetChange:
    named = f"[[change]] {number}"
    _only(where, named, row, OF_A_CHANGE)
    if not isinstance(row.get("path"), str):
        raise CardError(f"{where}: {named}: path; expected a text, such as cards.wolf.power")
    ways = [way for way in WAYS if way in row]
    if len(ways) != 1:
        raise CardError(
            f"{where}: {named}: expected one of value, add (a number to add), copy (the card to copy) and "
            "remove = true"
        )
    if (way := ways[0]) == COPY and not isinstance(row[COPY], str):
        raise CardError(f"{where}: {named}: copy; expected the name of a card of the same kind")
    if way == REMOVE and row[REMOVE] is not True:
        raise CardError(f"{where}: {named}: remove; expected true")
    note = row.get("note", "")
    if not isinstance(note, str):
        raise CardError(f"{where}: {named}: note; expected a text")
    sign = {"add": "+", "value": ""}.get(way, way)
    return SetChange(Change(row["path"], None if way == REMOVE else row[way], sign), note)


def _only(where: str, what: str, data: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in data:
        if key not in known:
            raise CardError(f"{where}: {what}: there is no field {key}, only {', '.join(known)}")


# ---- kept ------------------------------------------------------------------------------------------


def folder() -> Path:
    """Where this user's sets are kept, a folder for each game."""
    named = os.environ.get("BESTIARY_SETS")
    return Path(named) if named else Path(platformdirs.user_data_dir("bestiary")) / "sets"


def kept(game: str | None = None) -> list[tuple[Path, CardSet]]:
    """The sets that are kept, in their last version, of all games or of one."""
    found = []
    for path in sorted(folder().glob(f"{game or '*'}/*{ENDING}")):
        if "@" not in path.stem:
            found.append((path, read(path)))
    return found


def keep(one: CardSet) -> Path:
    """Keeps a set; the version before it stays beside it, under its number."""
    one.made()
    path = folder() / one.loaded().slug / f"{one.slug}{ENDING}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            before = read(path)
            if before == one:
                return path
            if before.version >= one.version:
                raise CardError(
                    f"{before.title} is kept already; the next one is version {before.version + 1}"
                )
            path.replace(path.with_name(f"{one.slug}@{before.version}{ENDING}"))
        path.write_text(one.text(), encoding="utf-8")
    except OSError as problem:
        raise CardError(f"{path} cannot be written: {problem.strerror}") from None
    return path


def find(name: str) -> Path:
    """The file of a set: a path, or the name of one that is kept, with @VERSION for an earlier one."""
    path = Path(name)
    if path.is_file():
        return path
    named = NAMED.fullmatch(name)
    if named is None:
        raise CardError(f"{name}: there is no such card file")
    game, slug, version = named.groups()
    where = game or "*"
    for word in (f"{slug}@{version}", slug) if version else (slug,):
        there = sorted(folder().glob(f"{where}/{word}{ENDING}"))
        if len(there) > 1:
            games = " or ".join(f"{found.parent.name}/{slug}" for found in there)
            raise CardError(f"Several games have a set {slug}: write {games}.")
        if there and (version is None or read(there[0]).version == int(version)):
            return there[0]
    raise UnknownName("set", name, [found.stem for found, _ in kept()])


# ---- played with -----------------------------------------------------------------------------------


def card_file(name: str) -> Path:
    """A whole card file for what was named: a card file as it is, a set with its changes made."""
    path = find(name)
    return made_file(read(path)) if is_set(path) else path


def made_texts(made: Changes) -> dict[str, str]:
    """The whole card files with the changes made, by their names: the first one has the cards."""
    files = {MADE: made.file, **made.file.others}
    return {name: toml(file.data) for name, file in files.items()}


def made_file(one: CardSet) -> Path:
    """The card file of a set, with the set itself beside it; made once for each content."""
    texts = made_texts(one.made())
    digest = hashlib.sha256(repr(sorted(texts.items())).encode() + one.text().encode()).hexdigest()[:12]
    at = Path(platformdirs.user_cache_dir("bestiary")) / "sets" / one.loaded().slug / f"{one.slug}-{digest}"
    try:
        at.mkdir(parents=True, exist_ok=True)
        for name, text in {**texts, f"{MARK}{ENDING}": one.text()}.items():
            part = at / f".{name}.{os.getpid()}"
            part.write_text(text, encoding="utf-8")
            part.replace(at / name)
    except OSError as problem:
        raise CardError(f"{at} cannot be written: {problem.strerror}") from None
    return at / MADE


def set_of(source: Path) -> CardSet | None:
    """The set that a card file was made from, if it was."""
    beside = source.with_name(f"{MARK}{ENDING}")
    return read(beside) if source.name == MADE and beside.is_file() and is_set(beside) else None


def toml(data: Mapping[str, Any]) -> str:
    """Data of a card file as TOML: plain values first, then tables, each entry of a list under its heading.

    >>> print(toml({"card": [{"code": "a", "n": 1}], "constants": {"odds": 60}}), end="")
    [[card]]
    code = "a"
    n = 1
    <BLANKLINE>
    [constants]
    odds = 60
    """
    heads = [f"{_key(name)} = {_value(value)}" for name, value in data.items() if not _table(value)]
    parts = ["\n".join(heads)] if heads else []
    for name, value in data.items():
        entries = value if isinstance(value, list) else [value]
        if _table(value):
            head = f"[[{_key(name)}]]" if isinstance(value, list) else f"[{_key(name)}]"
            parts += [
                "\n".join([head, *(f"{_key(k)} = {_value(v)}" for k, v in one.items())]) for one in entries
            ]
    return "\n\n".join(parts) + "\n"


def _table(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)
    )


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else written(name)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return written(value)
