"""The rulebook of a game: numbered entries that refusals, tests and readers cite."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import kept
from .errors import RulebookError, UnknownName
from .options import Option, Preset

STATUSES = ("stated", "decided", "option")


@dataclass(frozen=True)
class Rule:
    """One entry: what a player reads, where it comes from, and the scenario that tests it."""

    id: str
    section: str
    text: str
    status: str
    test: str
    why: str = ""
    option: str = ""
    number: int = 0


@dataclass(frozen=True)
class Rulebook:
    """All entries of a game, in order, with its worked examples and decision points."""

    path: Path
    title: str
    rules: Mapping[str, Rule]
    examples: tuple[Mapping[str, Any], ...] = ()
    decisions: tuple[Mapping[str, Any], ...] = ()
    hidden: tuple[Mapping[str, Any], ...] = ()
    limits: tuple[Mapping[str, Any], ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Reads a rulebook and checks that its entries are whole and cite each other rightly."""
        try:
            data = kept.toml(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RulebookError(f"{path}: there is no such rulebook") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise RulebookError(f"{path}: not readable: {problem}") from None
        rules: dict[str, Rule] = {}
        for entry in data.get("rule", []):
            rule = _rule(path, entry, len(rules) + 1)
            if rule.id in rules:
                raise RulebookError(f"{path}: {rule.id} stands there twice")
            rules[rule.id] = rule
        for part in ("example", "decision", "hidden"):
            for entry in data.get(part, []):
                for cited in entry.get("rules", []):
                    if cited not in rules:
                        name = entry.get("id", entry.get("what", part))
                        raise RulebookError(f"{path}: {name} cites the unknown {cited}")
        return cls(
            path,
            data.get("title", path.parent.name),
            rules,
            tuple(data.get("example", [])),
            tuple(data.get("decision", [])),
            tuple(data.get("hidden", [])),
            tuple(data.get("limit", [])),
            data,
        )

    def number(self, id: str) -> int:
        """The number by which compiled rules name an entry; 0 is none."""
        try:
            return self.rules[id].number
        except KeyError:
            raise UnknownName("rule", id, self.rules) from None

    def cited(self, number: int) -> Rule:
        """The entry with this number."""
        return list(self.rules.values())[number - 1]

    def options(self) -> list[Option]:
        """The options that the entries with status ``option`` declare, in order."""
        found: dict[str, Option] = {}
        for entry in self.data.get("rule", []):
            name = entry.get("option")
            if not name or entry["status"] != "option" or "default" not in entry:
                continue
            default = entry["default"]
            values = entry.get("values", [False, True] if isinstance(default, bool) else [default])
            if name in found:
                found[name] = found[name].also(values, entry["id"])
            else:
                found[name] = Option(
                    name, tuple(values), default, entry["text"], (entry["id"],), entry.get("later", False)
                )
        return list(found.values())

    def presets(self) -> dict[str, Preset]:
        """The named tables that it declares, in order."""
        return {
            entry["name"]: Preset(
                entry["about"],
                entry["options"],
                tuple(entry.get("players", ())),
                tuple(entry.get("recommended", ())),
            )
            for entry in self.data.get("preset", [])
        }

    def search(self, words: Iterable[str]) -> list[Rule]:
        """The entries that contain every word, in id, section or text; all without words."""
        wanted = [w.lower() for w in words]
        return [
            rule
            for rule in self.rules.values()
            if all(w in f"{rule.id} {rule.section} {rule.text}".lower() for w in wanted)
        ]


def _rule(path: Path, entry: Mapping[str, Any], number: int) -> Rule:
    name = entry.get("id", f"rule number {number}")
    for key in ("id", "section", "text", "status", "test"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise RulebookError(f"{path}: {name}: {key} is missing")
    if entry["status"] not in STATUSES:
        raise RulebookError(f"{path}: {name}: status must be one of {', '.join(STATUSES)}")
    return Rule(
        entry["id"],
        entry["section"],
        entry["text"],
        entry["status"],
        entry["test"],
        entry.get("why", ""),
        entry.get("option", ""),
        number,
    )
