"""The rulebook as it is read: chapters in order, each with the worked examples that can be followed then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .rulebook import Rule, Rulebook


@dataclass(frozen=True)
class Worked:
    """A worked example: what is given, and what comes of it."""

    id: str
    title: str
    given: tuple[str, ...]
    told: tuple[str, ...]
    rules: tuple[str, ...]
    map: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """The entries of a section, and the examples that cite nothing which comes later."""

    name: str
    rules: tuple[Rule, ...]
    examples: tuple[Worked, ...] = ()


def chapters(rulebook: Rulebook) -> list[Chapter]:
    """All sections in the order in which they begin; one that is taken up again stands in one place."""
    sections: dict[str, list[Rule]] = {}
    for rule in rulebook.rules.values():
        sections.setdefault(rule.section, []).append(rule)
    place = {rule.id: n for n, rules in enumerate(sections.values()) for rule in rules}
    worked: dict[int, list[Worked]] = {}
    for entry in rulebook.examples:
        example = _worked(entry)
        worked.setdefault(max((place[id] for id in example.rules if id in place), default=0), []).append(
            example
        )
    return [
        Chapter(name, tuple(rules), tuple(worked.get(n, ())))
        for n, (name, rules) in enumerate(sections.items())
    ]


def _worked(entry: Mapping[str, Any]) -> Worked:
    given = [*_lines(entry.get("given")), *_lines(entry.get("setup")), *_lines(entry.get("input"))]
    told = [*_lines(entry.get("text")), *_lines(entry.get("expected"))]
    told += _lines(entry.get("expect")) if not told else []  # what a program checks, where people are told
    cited = entry.get("rules", entry.get("cites", ()))
    return Worked(
        str(entry.get("id", "")),
        str(entry.get("title", "")),
        tuple(given),
        tuple(told),
        tuple(map(str, cited)),
        tuple(str(entry.get("map", "")).splitlines()),
    )


def _lines(value: Any) -> Iterator[str]:
    """Sentences as they stand; a position as a line for each of its parts that has cards."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (one for one in value if isinstance(one, str))
    elif isinstance(value, Mapping):
        for name, part in value.items():
            said = " against ".join(_rows(part))
            if said:
                yield f"{name.replace('_', ' ').capitalize()}: {said}"


def _rows(part: Any) -> Iterable[str]:
    """The rows of a part of a position: one of all, or one of each seat."""
    if not isinstance(part, list) or not part:
        return
    for row in part if isinstance(part[0], list) else [part]:
        yield " ".join(map(str, row)) or "nothing"


def notation(rulebook: Rulebook) -> dict[str, str]:
    """How examples are written, where the rulebook says so; what only concerns its tests is left out."""
    told: Mapping[str, str] = rulebook.data.get("notation", {})
    return {
        name: text for name, text in told.items() if "test" not in text and "moves" not in f"{name} {text}"
    }


def credits(rulebook: Rulebook) -> dict[str, str]:
    """Who made the game."""
    named: Mapping[str, Any] = rulebook.data.get("credits", {})
    return {who: value if isinstance(value, str) else ", ".join(value) for who, value in named.items()}
