"""Whole entries of a card file: one more as a copy of another, one less, and whether there is room for that.

Which games do is not written down anywhere but in their loaders: it is tried, and what the loader says is
told.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .cards import CardFile
from .errors import CardError
from .paths import NAMED, Place, entry_at, names_of, quoted, steps_of, tidy

if TYPE_CHECKING:
    from .changes import Changes

COPY, REMOVE = "copy", "remove"
COPIED = re.compile(r"\s*copy\s+(?P<path>\S+)\s+as\s+(?P<name>\S.*?)\s*")
REMOVED = re.compile(r"\s*remove\s+(?P<path>\S+)\s*")
NUMBERED = re.compile(r"_\d+$")


def copied(file: CardFile, path: str, source: str) -> Place:
    """Adds a copy of an entry under the name that a path ends with, behind all others of its kind."""
    *start, name = steps_of(path)
    one = entry_at(file, ".".join(map(quoted, (*start, source))))
    if not names_of(one.entry):
        raise CardError(f"{one.path}: an entry without a name of its own cannot be copied")
    if name in _taken(one):
        raise CardError(f"{path}: there is a {one.kind} of this name already; expected another one")
    entry = _renamed(copy.deepcopy(one.entry), name)
    assert isinstance(one.holder, list)
    one.holder.append(entry)
    return Place(one.file, path, one.kind, len(one.holder) - 1, entry, one.holder, len(one.holder) - 1, ())


def removed(file: CardFile, path: str) -> Place:
    """Takes an entry out; its place says where it was."""
    one = entry_at(file, path)
    del one.holder[one.key]  # type: ignore[arg-type]
    return one


def _taken(one: Place) -> set[str]:
    """The names that entries of a kind have."""
    return {tidy(name) for entry in one.file.data[one.kind] for name in names_of(entry)}


def _renamed(entry: dict[str, Any], name: str) -> dict[str, Any]:
    """A copy under a name of its own, which nobody has known from a rulebook."""
    own = next((field for field in NAMED if field in entry), "name")
    entry[own] = name
    if "name" in entry and own != "name":
        entry["name"] = " ".join(word.capitalize() for word in re.split(r"[_\s]+", name))
    if "known" in entry:
        entry["known"] = False
    if "known_fields" in entry:
        entry["known_fields"] = []
    return entry


@dataclass(frozen=True)
class Room:
    """Whether an entry can be copied and removed: what the loader says against it, nothing where it can."""

    path: str  # of the copy
    copy: str
    remove: str


def room(made: Changes, path: str) -> Room:
    """What the loader says to a copy of an entry, and to its removal, beside all that is changed already."""
    one = entry_at(made.file, path)
    *start, name = steps_of(path)
    free = _free(one, name)
    new = ".".join(map(quoted, (*start, free)))

    def said(sign: str) -> str:
        file = made.file.copy()
        try:
            if sign == COPY:
                copied(file, new, name)
            else:
                removed(file, path)
            made.game.read_content(file)
        except CardError as problem:
            return re.sub(r"^[\w.-]+\.toml(?:, line \d+)?: ", "", str(problem))
        return ""

    return Room(new, said(COPY), said(REMOVE))


def _free(one: Place, name: str) -> str:
    """A name that no entry of the kind has: the same with a number behind it."""
    taken, stem = _taken(one), NUMBERED.sub("", tidy(name))
    number = 2
    while f"{stem}_{number}" in taken:
        number += 1
    return f"{stem}_{number}"
