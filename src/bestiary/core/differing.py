"""What differs between two sets of changed cards, in words: for diffs, and for everybody at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .additions import COPY, REMOVE
from .changes import Changes, Made, written
from .paths import Place, entry_at, names_of, quoted, steps_of

Key = tuple[str, str]  # of an entry: its kind and its name


@dataclass(frozen=True)
class _Value:
    """A place that was changed: what it had before any change, and what it has now."""

    place: Place
    own: Any
    now: Any


def in_words(old: Changes, new: Changes) -> list[str]:
    """What differs from one to the other, a line for each place, with the names of cards."""
    lines = list(_whole(old, new))
    before, after = _values(old), _values(new)
    new_ones = _with(new, COPY)
    gone = {*_with(new, REMOVE), *(_with(old, COPY).keys() - new_ones.keys())}
    for at in dict.fromkeys((*before, *after)):
        one = after.get(at) or before[at]
        was = before[at].now if at in before else one.own
        now = after[at].now if at in after else one.own
        named = at[0] in new_ones and one.place.inside == ("name",)  # the line of the new card has its name
        if was != now and at[0] not in gone and not named:
            field = " ".join(str(step).replace("_", " ") for step in one.place.inside)
            lines.append(f"{_called(one.place)}, {field}: {_said(was)} -> {_said(now)}")
    return lines


def _whole(old: Changes, new: Changes) -> Iterator[str]:
    """The entries that only one of the two has."""
    added, before = _with(new, COPY), _with(old, COPY)
    taken, missing = _with(new, REMOVE), _with(old, REMOVE)
    for key, one in added.items():
        if key not in before:
            yield f"{_called(one.place)}: new, a copy of {_source(new, one)}"
    for key, one in {**before, **taken}.items():
        if key not in missing and key not in added:
            yield f"{_called(one.place)}: removed"
    for key, one in missing.items():
        if key not in taken:
            yield f"{_called(one.place)}: in the game again"


def _with(made: Changes, sign: str) -> dict[Key, Made]:
    """The entries that were added, or removed, by their keys; one that was added and removed is neither."""
    gone = {id(one.place.entry) for one in made.made if one.sign == REMOVE}
    new = {id(one.place.entry) for one in made.made if one.sign == COPY}
    return {
        _key(one.place): one
        for one in made.made
        if one.sign == sign and not (id(one.place.entry) in gone and id(one.place.entry) in new)
    }


def _values(made: Changes) -> dict[tuple[Key, tuple[str | int, ...]], _Value]:
    found: dict[tuple[Key, tuple[str | int, ...]], _Value] = {}
    for one in made.changed:
        if not one.sign:
            at = _key(one.place), one.place.inside
            own = found[at].own if at in found else one.old
            found[at] = _Value(one.place, own, one.place.value)
    return found


def _key(place: Place) -> Key:
    return place.kind, (names_of(place.entry) or [str(place.number)])[0]


def _source(made: Changes, one: Made) -> str:
    """What people call the entry that another one is a copy of."""
    for other in made.made:
        if other.sign == COPY and _key(other.place) == (one.place.kind, one.source):
            return _name(other.place)
    start = steps_of(one.place.path)[:-1]
    path = ".".join(map(quoted, (*start, one.source)))
    return _name(entry_at(Changes(made.game, [], made.path).file, path))


def _name(place: Place) -> str:
    return str(place.entry.get("name") or (names_of(place.entry) or [place.kind])[0])


def _called(place: Place) -> str:
    name = _name(place)
    return f"{name} ({place.kind})" if name != place.kind else place.kind


def _said(value: Any) -> str:
    return "nothing" if value is None else written(value)
