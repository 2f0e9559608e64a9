"""Places in a card file, found by paths such as ``cards.wolf.power`` or ``cards.raven.effects.0.n``.

A path begins with ``cards`` (any entry that has a name), with a kind (``spirit.wolf.power``), with a
table (``constants.hand_size``), or with the name of a second file (``campaign.yomi.boxes``). ``*``
stands for every entry, field or place of a list; names with a dot are quoted (``zone."1.1".text``).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from .cards import COMMON, CardFile
from .errors import CardError

ANY = "cards"
EVERY = "*"
LISTED = 20  # names that an error lists whole
FEW = 5  # of more it names so many
NAMED = ("code", "id", "key")  # the fields that name an entry, the first that it has
STEP = re.compile(r'"([^"]*)"|([^."]+)')
WHERE = re.compile(r'(?:"[^"]*"|[^."]+)(?:\.(?:"[^"]*"|[^."]+))*')


@dataclass
class Place:
    """One value of a card file: where it stands, and what stands there."""

    file: CardFile
    path: str  # as people would write it, without wildcards
    kind: str  # the table, or the kind of its tables
    number: int  # which of its kind
    entry: dict[str, Any]  # the table as a whole
    holder: dict[str, Any] | list[Any]  # what the value lies in directly
    key: str | int
    inside: tuple[str | int, ...]  # the way from the entry to the value

    @property
    def missing(self) -> bool:
        """Whether nothing stands there yet."""
        if isinstance(self.holder, dict):
            return self.key not in self.holder
        return self.key == len(self.holder)

    @property
    def value(self) -> Any:
        """What stands there; nothing where it is missing."""
        return None if self.missing else self.holder[self.key]  # type: ignore[index]

    def put(self, value: Any) -> None:
        """Lets another value stand there."""
        if isinstance(self.holder, list) and self.missing:
            self.holder.append(value)
        else:
            self.holder[self.key] = value  # type: ignore[index]

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The range that the loader asks for, where it has read the value as a number."""
        asked = self.file.asked.get(id(self.holder), {}).get(str(self.key))
        return (asked.least, asked.most) if asked and asked.kind == "whole" else None

    @property
    def ours(self) -> bool:
        """Whether the value was designed here: marked ``known = false`` and not among the known fields.

        Known fields told in sentences may speak of any part of the entry that has parts: all of them
        then count as known.
        """
        if self.entry.get("known") is not False:
            return False
        given = self.entry.get("known_fields", [])
        known = {word for fact in given for word in re.findall(r"[a-z_]+", str(fact).lower())}
        field = str(self.inside[0])
        if field in known or field.rstrip("s") in known:
            return False
        told = any(" " in str(fact) for fact in given)
        return not (told and len(self.inside) > 1)


def places(file: CardFile, path: str) -> list[Place]:
    """All places that a path names, at least one; an unknown step is refused with the near ones."""
    files, steps = _start(file, path)
    found: list[Place] = []
    lost: list[_Lost] = []
    for each in files:
        for start, kind, number, entry, rest in _entries(each, steps, lost):
            if not rest:
                lost.append(_Lost("field", "", [*entry], f"{start} has"))
                continue
            try:
                found += _descend(_Way(each, kind, number, entry), entry, rest, start, ())
            except _Lost as dead_end:
                lost.append(dead_end)
    return found or _nowhere(path, lost)


def entry_at(file: CardFile, path: str) -> Place:
    """The one entry that a path such as ``cards.wolf`` names, as a place among the others of its kind."""
    files, steps = _start(file, path)
    lost: list[_Lost] = []
    found = [
        Place(each, start, kind, number, entry, each.data[kind], number, ())
        for each in files
        for start, kind, number, entry, rest in _entries(each, steps, lost)
        if not rest and isinstance(each.data[kind], list)
    ]
    if len(found) > 1:
        kinds = " or ".join(f"{one.kind}.{quoted(names_of(one.entry)[0])}" for one in found[:FEW])
        _refuse(path, f"expected one entry: {kinds}")
    return found[0] if found else _nowhere(path, lost, "expected an entry, such as cards.wolf")


def steps_of(path: str) -> list[str]:
    """The steps of a path, without quotes.

    >>> steps_of('zone."1.1".height')
    ['zone', '1.1', 'height']
    """
    if not WHERE.fullmatch(path):
        _refuse(path, "expected names with dots between them, such as cards.wolf.power")
    return [quoted or plain for quoted, plain in STEP.findall(path)]


def _start(file: CardFile, path: str) -> tuple[list[CardFile], list[str]]:
    """The files that a path may lead into, and its steps there."""
    steps = steps_of(path)
    stems = {other.path.stem: other for other in file.others.values()}
    if steps[0] in stems and steps[0] not in file.data and len(steps) > 1:
        return [stems[steps[0]]], steps[1:]
    return [file, *file.others.values()], steps


def _nowhere(path: str, lost: list[_Lost], wish: str = "nothing like it is in the card file") -> NoReturn:
    """Refuses a path; the furthest dead end is the most helpful one."""
    last = max(lost, key=lambda one: (one.depth, len(one.near())), default=None)
    _refuse(path, wish if last is None else last.say())


def names_of(entry: Mapping[str, Any]) -> list[str]:
    """The names that an entry answers to, its own first."""
    found = [str(entry[field]) for field in NAMED if field in entry][:1]
    if "name" in entry:
        found.append(str(entry["name"]))
    return found


def entries(file: CardFile, start: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every table of a file that play depends on: its path, its kind, and what is in it."""
    for kind, value in file.data.items():
        if kind in COMMON:
            continue
        if isinstance(value, dict):
            yield f"{start}{kind}", kind, value
        elif isinstance(value, list):
            for number, entry in enumerate(value):
                if isinstance(entry, dict):
                    name = (names_of(entry) or [str(number)])[0]
                    yield f"{start}{kind}.{quoted(name)}", kind, entry


def place_of(file: CardFile, problem: CardError) -> str:
    """The path of the field that a refusal is about; nothing where it is about the whole."""
    if problem.table is None:
        return ""
    for each in (file, *file.others.values()):
        for path, _, entry in entries(each, "" if each is file else f"{each.path.stem}."):
            for inner, table in _tables(path, entry):
                if table is problem.table:
                    return f"{inner}.{quoted(problem.key)}"
    return ""


def _tables(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A table and all that lie in it, with their paths."""
    if not isinstance(value, dict | list):
        return
    yield path, value
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _tables(f"{path}.{quoted(key)}", inner)


def tidy(name: str) -> str:
    """A name as it is compared.

    >>> tidy("Blood Draught"), tidy("blood-draught")
    ('blood_draught', 'blood_draught')
    """
    return re.sub(r"[\s\-]+", "_", name.strip().lower())


@dataclass(frozen=True)
class _Way:
    file: CardFile
    kind: str
    number: int
    entry: dict[str, Any]


class _Lost(Exception):
    """A step that leads nowhere."""

    def __init__(self, what: str, step: str, known: list[str], owner: str, depth: int = 0) -> None:
        self.what, self.step, self.known, self.owner, self.depth = what, step, known, owner, depth

    def near(self) -> list[str]:
        written = {tidy(k): k for k in self.known}
        return [written[k] for k in difflib.get_close_matches(tidy(self.step), written, n=3, cutoff=0.5)]

    def say(self) -> str:
        near = self.near()
        shown = f"{self.owner}: {', '.join(self.known)}"
        if len(self.known) > LISTED:
            shown = f"{self.owner} {len(self.known)} of them, such as {', '.join(self.known[:FEW])}"
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        missing = f"there is no {self.what} '{self.step}'; " if self.step else ""
        return f"{missing}{hint}{shown}"


def _refuse(path: str, wish: str) -> NoReturn:
    raise CardError(f"{path}: {wish}")


def quoted(step: str | int) -> str:
    """A step of a path as it is written."""
    return f'"{step}"' if "." in str(step) else str(step)


def _entries(
    file: CardFile, steps: list[str], lost: list[_Lost]
) -> Iterator[tuple[str, str, int, dict[str, Any], list[str]]]:
    """The tables that the first steps of a path name, and the steps that are left."""
    lists = {k: v for k, v in file.data.items() if isinstance(v, list) and v and isinstance(v[0], dict)}
    tables = {k: v for k, v in file.data.items() if isinstance(v, dict)}
    first = steps[0]
    if first in tables:
        yield first, first, 0, tables[first], steps[1:]
        return
    kinds = lists if first == ANY else {first: lists[first]} if first in lists else {}
    if not kinds:
        lost.append(_Lost("such thing", first, [ANY, *lists, *tables], f"{file.path.name} has", 0))
        return
    if len(steps) < 2:
        lost.append(
            _Lost(
                "entry", "", [n for v in kinds.values() for e in v for n in names_of(e)[:1]], f"{first} has"
            )
        )
        return
    wanted = tidy(steps[1])
    known = []
    hit = False
    for kind, entries in kinds.items():
        for number, entry in enumerate(entries):
            names = names_of(entry) or ([] if first == ANY else [str(number)])
            known += names[:1]
            if (wanted == EVERY and names) or wanted in map(tidy, names):
                hit = True
                yield f"{first}.{quoted(names[0])}", kind, number, entry, steps[2:]
    if not hit and first != ANY and wanted.isdigit() and int(wanted) < len(kinds[first]):
        yield f"{first}.{wanted}", first, int(wanted), kinds[first][int(wanted)], steps[2:]
    elif not hit:
        what = "card" if first == ANY else first
        lost.append(_Lost(what, steps[1], known, f"{file.path.name} has", 1))


def _descend(
    way: _Way, holder: Any, steps: list[str], start: str, inside: tuple[str | int, ...]
) -> Iterator[Place]:
    """The values at the end of the steps that are left."""
    step, rest = steps[0], steps[1:]
    if isinstance(holder, dict):
        keys: list[str | int] = list(holder)
        chosen: list[str | int] = keys if step == EVERY else [step]
    elif isinstance(holder, list):
        keys = list(range(len(holder)))
        chosen = keys if step == EVERY else [int(step)] if step.isdigit() else []
    else:
        raise _Lost("field", step, [], f"{start} is one value, without fields", 2 + len(inside))
    if not chosen:
        raise _Lost("place", step, [str(k) for k in keys], f"{start} has", 2 + len(inside))
    dead: _Lost | None = None
    hit = False
    for key in chosen:
        at = f"{start}.{quoted(key)}"
        place = Place(way.file, at, way.kind, way.number, way.entry, holder, key, (*inside, key))
        there = key in keys
        if not rest:
            if there or (isinstance(key, int) and key == len(keys)) or key in _siblings(way, inside):
                hit = True
                yield place
                continue
        elif there:
            try:
                for found in _descend(way, place.value, rest, at, place.inside):
                    hit = True
                    yield found
            except _Lost as lost:
                dead = lost
            continue
        known = sorted({str(k) for k in keys} | _siblings(way, inside))
        dead = _Lost("field" if isinstance(holder, dict) else "place", str(key), known, f"{start} has")
        dead.depth = 2 + len(inside)
    if not hit and dead is not None:
        raise dead


def _siblings(way: _Way, inside: tuple[str | int, ...]) -> set[str]:
    """The fields that tables at the same depth have in other entries of the kind: they may be added."""
    every = way.file.data.get(way.kind, [])
    level: list[Any] = every if isinstance(every, list) else [every]
    for step in inside:
        if isinstance(step, int):
            level = [one for each in level if isinstance(each, list) for one in each]
        else:
            level = [each[step] for each in level if isinstance(each, dict) and step in each]
    return {key for each in level if isinstance(each, dict) for key in each}
