"""What can be changed on the cards of a game: every entry of its card file, field by field.

Nothing of this is written down a second time. The loader notes what it asks of each field while it reads
(``Entry.asks``), and so the ranges and words are those by which it refuses; what a word means stands in the
file's own ``[vocabulary]``.

>>> from bestiary.core.registry import load
>>> wolf = next(one for one in schema(load("totemic")) if one.path == "spirit.wolf")
>>> [(one.key, one.value, one.asked.least, one.asked.most) for one in wolf.fields if one.key == "power"]
[('power', 25, 1, 99)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .cards import CardFile, Field
from .changes import opened
from .game import Game
from .paths import entries, names_of, quoted

# what an entry is called and counted by, and where its facts are from: not for a designer
FIXED = ("id", "code", "key", "no", "kind", "cards", "known", "known_fields", "designed_fields", "source")
SECTIONS = {"on": "trigger", "if": "condition", "do": "operation"}  # of the vocabulary, by key
MEANINGS = ("key", "parameter", "param", "common", "field")  # sections that say what a key means
FIGURES = ("who", "n", "m", "k", "pool", "tags", "states")  # what stands in the meaning of an operation
MANY = 12  # tables in a list, where the loader says of no single list how many it takes


@dataclass(frozen=True)
class Editable:
    """A field of an entry: what stands there, what may, and what it means."""

    key: str
    path: str
    asked: Field
    value: Any  # none where nothing stands there
    means: str = ""
    words: Mapping[str, str] = field(default_factory=dict)  # what each of its words means, where that is said
    tables: tuple[tuple[Editable, ...], ...] = ()  # the fields of each table in it
    reads: tuple[str, ...] = ()  # the same tables as sentences


@dataclass(frozen=True)
class Editables:
    """An entry of the card file with all that can be changed there."""

    path: str
    kind: str
    name: str
    fields: tuple[Editable, ...]


def schema(game: Game, file: CardFile | None = None) -> list[Editables]:
    """All entries of a file that the loader has read; of the game's own one by default."""
    file = file or opened(game)
    return [
        made
        for each in (file, *file.others.values())
        for path, kind, entry in entries(each, "" if each is file else f"{each.path.stem}.")
        if (made := Editables(path, kind, name_of(entry, kind), tuple(_fields(each, path, entry)))).fields
    ]


def name_of(entry: Mapping[str, Any], kind: str) -> str:
    """What people call an entry."""
    found = entry.get("title") or entry.get("name") or (names_of(entry) or [kind])[0]
    return str(found).replace("_", " ")


def _fields(
    file: CardFile, path: str, table: dict[str, Any], within: str | None = None
) -> Iterator[Editable]:
    """The fields of a table; ``within`` is what to call a table that lies in another one."""
    asked = file.asked.get(id(table), {})
    for key in dict.fromkeys((*table, *asked)):
        value = table.get(key)
        at = f"{path}.{quoted(key)}"
        if isinstance(value, dict):
            yield from _fields(file, at, value, f"{within or ''} {key}".strip())
            continue
        held = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
        wanted = asked.get(key)
        if any(id(one) in file.asked for one in held):
            wanted = wanted or Field("tables", most=MANY)
        if wanted is None or (key in FIXED and within is None) or _settled(wanted):
            continue
        held = held if wanted.kind == "tables" else []
        yield Editable(
            f"{within or ''} {key}".strip(),
            at,
            wanted,
            value,
            _means(file, key),
            {word: said for word in wanted.words if (said := _word(file, key, word))},
            tuple(tuple(_fields(file, f"{at}.{n}", one, "")) for n, one in enumerate(held)),
            tuple(sentence(file, one) for one in held),
        )


def _settled(wanted: Field) -> bool:
    """Whether a field can be nothing else than what it is."""
    if wanted.kind == "whole":
        return wanted.least == wanted.most
    return wanted.kind == "word" and len(wanted.words) < 2


# ---- in words --------------------------------------------------------------------------------------


def _section(file: CardFile, name: str) -> Mapping[str, Any]:
    found = file.data.get("vocabulary", {}).get(name, {})
    return found if isinstance(found, dict) else {}


def _means(file: CardFile, key: str) -> str:
    """What a key means, where the file says it."""
    return next((str(said) for name in MEANINGS if (said := _section(file, name).get(key))), "")


def _word(file: CardFile, key: str, word: str) -> str:
    """What a word means in a field, where the file says it."""
    said = _section(file, SECTIONS.get(key, key)).get(word, "")
    return str(said.get("means", "")) if isinstance(said, dict) else str(said)


def sentence(file: CardFile, effect: Mapping[str, Any]) -> str:
    """An effect as the vocabulary tells it, with its own numbers and words in their places.

    >>> from bestiary.core.registry import load
    >>> file = opened(load("totemic"))
    >>> sentence(file, {"on": "won", "do": "gain_power", "n": 2, "who": "opponent"})
    'The owner has won a challenge: the opponent gains 2 power.'
    """
    does = _word(file, "do", str(effect.get("do", "")))
    if not does:
        return ""
    does = does.partition(";")[0]
    for key, value in ({"who": "owner", "n": 1} | {k: effect[k] for k in FIGURES if k in effect}).items():
        said = f"the {value}" if value in ("owner", "opponent") else _plain(value)
        does = re.sub(rf"\b{key}\b(?! \()", said, does)
    does = re.sub(r"\b1 (\w+)s\b", r"1 \1", does)
    when = _word(file, "on", str(effect.get("on", ""))).partition(";")[0]
    condition = str(effect.get("if", ""))
    only = _word(file, "if", condition) if condition not in ("", "always", "none") else ""
    only = re.sub(r"\bk\b", _plain(effect.get("k", "k")), only)
    may = "may be left: " if effect.get("may") else ""
    parts = [part for part in (when.rstrip("."), f"if {only}" if only else "") if part]
    told = f"{', '.join(parts)}: {may}{does}" if parts else f"{may}{does}"
    return told[:1].upper() + told[1:].rstrip(".") + "."


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_plain(one) for one in value)
    return str(value).replace("_", " ")
