"""Changed cards: other numbers in the data of a card file, through the loader that checks every file.

>>> from bestiary.core.registry import load
>>> made = Changes(load("totem"), ["cards.C10.power=11"])
>>> made.content.cards[9].facts["power"]
11
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from .additions import COPIED, COPY, REMOVE, REMOVED, copied, removed
from .cards import CardFile, Content, line_of
from .errors import CardError
from .game import Game
from .paths import Place, names_of, place_of, places, quoted, steps_of, tidy

WRITTEN = re.compile(r"\s*(?P<path>[^=]+?)\s*(?P<sign>[+-]?)=\s*(?P<value>.+?)\s*", re.DOTALL)
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
MARK = "\x00"  # begins a name that no card has
TYPES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", list: "a list"}


@dataclass(frozen=True)
class Change:
    """One change as written: a path, and the value that shall stand there.

    A whole entry is added as a copy of another one, whose name is the value, or removed.
    """

    path: str
    value: Any = None
    sign: str = ""  # + or -: the value is added or taken away; copy, remove: an entry is

    def __str__(self) -> str:
        if self.sign == REMOVE:
            return f"remove {self.path}"
        if self.sign == COPY:
            *start, name = steps_of(self.path)
            return f"copy {'.'.join(map(quoted, (*start, str(self.value))))} as {name}"
        return f"{self.path} {self.sign}= {written(self.value)}"


def parse(text: str) -> Change:
    """A change from ``path=value``; values are TOML, and words need no quotes.

    >>> parse("cards.wolf.power=22"), parse("cards.raven.effects.0.if=behind").value
    (Change(path='cards.wolf.power', value=22, sign=''), 'behind')
    >>> parse("copy host.surgeon as Night Surgeon"), str(parse("remove host.surgeon"))
    (Change(path='host.night_surgeon', value='surgeon', sign='copy'), 'remove host.surgeon')
    """
    if found := REMOVED.fullmatch(text):
        return Change(found["path"], None, REMOVE)
    if found := COPIED.fullmatch(text):
        *start, source = steps_of(found["path"])
        return Change(".".join(map(quoted, (*start, tidy(found["name"])))), source, COPY)
    path, sign, value = _split(text)
    return Change(path, _value(value), sign)


def parse_range(text: str) -> tuple[str, list[Any]]:
    """A path and the values that it shall take in turn: ``18..30:2``, ``18..22``, ``18,20,25``.

    >>> parse_range("cards.wolf.power=18..30:4")
    ('cards.wolf.power', [18, 22, 26, 30])
    """
    path, sign, value = _split(text)
    if sign:
        raise CardError(f"{text}: expected PATH=FIRST..LAST:STEP, without {sign}")
    if found := RANGE.fullmatch(value):
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if not first <= last or not step:
            raise CardError(f"{text}: expected a range that rises, such as 18..30:2")
        return path, list(range(first, last + 1, step))
    if value.startswith("["):
        return path, [_value(value)]
    return path, [_value(part.strip()) for part in value.split(",") if part.strip()]


def _split(text: str) -> tuple[str, str, str]:
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise CardError(
            "A change is written PATH=VALUE, such as cards.wolf.power=22, or copy host.surgeon as NAME, or "
            f"remove host.surgeon, not '{text}'."
        )
    return found["path"], found["sign"], found["value"]


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        if re.match(r"[\[{\"']", text):
            raise CardError(f"{text}: not readable; expected a value as in the card file") from None
        return text


def written(value: Any) -> str:
    """A value as a card file has it.

    >>> written({"on": "won", "n": 2, "may": True})
    '{on = "won", n = 2, may = true}'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {written(v)}" for key, v in value.items()) + "}"
    return str(value)


@dataclass
class Made:
    """A change that was made: the place, what stood there and what stands there now."""

    place: Place
    old: Any
    new: Any
    sign: str = ""  # copy, remove: the place is a whole entry
    source: str = ""  # what an entry is a copy of

    def __str__(self) -> str:
        if self.sign:
            return f"{self.place.path}: {f'a copy of {self.source}' if self.sign == COPY else 'removed'}"
        old = "nothing" if self.old is None else written(self.old)
        return f"{self.place.path}: {old} -> {written(self.new)}"


@dataclass
class Changes:
    """A game's cards with some changes, in memory; the file stays as it is."""

    game: Game
    wanted: Sequence[str | Change]
    path: Path | None = None
    file: CardFile = field(init=False)
    made: list[Made] = field(init=False)
    content: Content = field(init=False)

    def __post_init__(self) -> None:
        self.file = opened(self.game, self.path).copy()
        self.made = []
        try:
            for change in self.wanted:
                change = parse(change) if isinstance(change, str) else change
                if change.sign in (COPY, REMOVE):
                    self.made.append(_whole(self.file, change))
                    continue
                for place in places(self.file, change.path):
                    self.made.append(_make(place, change))
            self.content = self.game.read_content(self.file)
        except CardError as problem:
            problem.path, problem.file = place_of(self.file, problem), self.file
            raise

    @property
    def changed(self) -> list[Made]:
        """The changes that changed something."""
        return [made for made in self.made if made.old != made.new]

    def cards(self) -> list[str]:
        """The codes of the cards that the changed entries print, and of those that were removed."""
        changed = {id(made.place.entry) for made in self.changed if made.sign != REMOVE}
        codes = [code for code, (kind, n) in self.owners.items() if id(self.file.data[kind][n]) in changed]
        gone = [(one.place.kind, names_of(one.place.entry)) for one in self.made if one.sign == REMOVE]
        own = opened(self.game, self.path).data if gone else {}
        before = owners(self.game, self.path) if gone else {}
        return codes + [code for code, (kind, n) in before.items() if (kind, names_of(own[kind][n])) in gone]

    @cached_property
    def owners(self) -> dict[str, tuple[str, int]]:
        """For every card the entry of the changed file that it is printed from."""
        return owners_in(self.game, self.file, self.content)

    def diff(self) -> str:
        """The changes as a unified diff of the files, with comments and layout kept."""
        return "".join(
            "".join(
                difflib.unified_diff(
                    old.splitlines(keepends=True),
                    new.splitlines(keepends=True),
                    f"a/{path.name}",
                    f"b/{path.name}",
                )
            )
            for path, old, new in self._edited()
        )

    def write(self) -> list[Path]:
        """Writes the changes into the files; returns those that were changed."""
        edited = list(self._edited())
        for path, _, new in edited:
            part = path.with_name(f".{path.name}.new")
            try:
                part.write_text(new, encoding="utf-8")
                part.replace(path)
            except OSError as problem:
                part.unlink(missing_ok=True)
                raise CardError(f"{path} cannot be written: {problem.strerror}") from None
        return [path for path, _, _ in edited]

    def stale(self) -> list[str]:
        """Cards whose text speaks of a number that was changed, and must be put right by hand."""
        found = []
        for made in self.changed:
            text = str(made.place.entry.get("text", ""))
            if isinstance(made.old, int) and re.search(rf"(?<!\d){made.old}(?!\d)", text):
                found.append(f"{made.place.path}: the text says {made.old}: {text}")
        return found

    def _edited(self) -> Iterator[tuple[Path, str, str]]:
        for file in (self.file, *self.file.others.values()):
            text = file.source
            done = file.copy()
            done.data = tomllib.loads(text)
            for made in self.changed:
                if made.sign:
                    raise CardError(f"{made.place.path}: a card is added to a file, or removed, by hand")
                if made.place.file is file:
                    text = _edit(text, done, made)
            if text != file.source:
                yield file.path, file.source, text


def opened(game: Game, path: Path | None = None) -> CardFile:
    """A card file that the loader has read: with the files beside it and the bounds of its numbers."""
    file = CardFile((path or game.card_file).resolve())
    game.read_content(file)
    return file


def owners(game: Game, path: Path | None = None) -> dict[str, tuple[str, int]]:
    """For every card the entry of the file that it is printed from: its kind, and which of its kind.

    Each entry gets a name of its own, and the loader says where it comes out again.
    """
    return owners_in(game, opened(game, path), game.content(path))


def owners_in(game: Game, file: CardFile, content: Content) -> dict[str, tuple[str, int]]:
    """The same of a file that was read, and of the content that was read from it."""
    codes = [card.code for card in content.cards]
    marked = file.copy()
    coded: dict[tuple[str, int], list[str]] = {}
    for kind, entries in marked.data.items():
        if isinstance(entries, list):
            for number, entry in enumerate(entries):
                if isinstance(entry, dict) and "name" in entry:
                    entry["name"] = f"{MARK}{kind}{MARK}{number}{MARK}"
                elif isinstance(entry, dict):
                    coded[kind, number] = names_of(entry)
    found: dict[str, tuple[str, int]] = {}
    for code, card in zip(codes, game.read_content(marked).cards, strict=True):
        if MARK in card.name:
            _, kind, place, _ = card.name.split(MARK)
            found[code] = kind, int(place)
        else:  # without a name of its own: the entry of the same code
            found.update((code, entry) for entry, named in coded.items() if code in named)
    return found


def _whole(file: CardFile, change: Change) -> Made:
    """An entry more, or one less."""
    if change.sign == COPY:
        place = copied(file, change.path, str(change.value))
        return Made(place, None, place.entry, COPY, str(change.value))
    place = removed(file, change.path)
    return Made(place, place.entry, None, REMOVE)


def _make(place: Place, change: Change) -> Made:
    old, new = place.value, change.value
    if change.sign:
        if not _number(old) or not _number(new):
            _refuse(place, change.value, f"a number for {change.sign}=")
        new = old + new if change.sign == "+" else old - new
    wrong = old is not None and type(old) is not type(new)
    if wrong and not (isinstance(old, float) and _number(new)):
        wish = TYPES.get(type(old), "a table")
        _refuse(place, new, f"{wish}, such as {written(old)}")
    place.put(new)
    return Made(place, old, new)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _refuse(place: Place, value: Any, wish: str) -> NoReturn:
    raise CardError(f"{place.path} = {written(value)}; expected {wish}", place.holder, place.key)


def _edit(text: str, done: CardFile, made: Made) -> str:
    """The text with one value replaced where it stands.

    Every place in the entry that reads like the old value is tried; the right one is the one after
    which the whole text reads as it should.
    """
    place = made.place
    holder: Any = done.data[place.kind]
    holder = holder[place.number] if isinstance(holder, list) else holder
    for step in place.inside[:-1]:
        holder = holder[step]
    if made.old is None:
        raise CardError(f"{place.path}: a new field is not written into the file; put it there by hand")
    holder[place.key] = made.new
    lines = text.splitlines(keepends=True)
    first = max(0, line_of(text, place.kind, place.number) - 1)
    begin = sum(map(len, lines[:first]))
    token = written(made.old)
    for found in re.finditer(rf"(?<![\w.+-]){re.escape(token)}(?![\w.])", text[begin:]):
        at = begin + found.start()
        tried = text[:at] + written(made.new) + text[at + len(token) :]
        try:
            if tomllib.loads(tried) == done.data:
                return tried
        except tomllib.TOMLDecodeError:
            continue
    raise CardError(f"{place.path}: {token} was not found in {done.path.name}; change it there by hand")
