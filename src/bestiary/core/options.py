"""Options of a table, with defaults and validation.

Inside the rules an option is a number in ``s.opt``: the value itself where all values are whole
numbers, otherwise its place in the list of values (so false is 0 and true is 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from .errors import BadOption, UnknownName
from .names import Names
from .record import Records, record, records

Value: TypeAlias = str | int | bool


@dataclass(frozen=True)
class Option:
    """One choice of a table: its values, its default, and the rules that explain it."""

    name: str
    values: tuple[Value, ...]
    default: Value
    text: str
    rules: tuple[str, ...] = ()
    later: bool = False  # younger than matches that are kept, which say nothing of it

    def __post_init__(self) -> None:
        if self.default not in self.values:
            object.__setattr__(self, "values", (self.default, *self.values))

    def also(self, values: Iterable[Value], rule: str) -> Option:
        """The same option with further values, where another entry names some."""
        more = tuple(v for v in values if v not in self.values)
        return replace(self, values=self.values + more, rules=(*self.rules, rule))

    @property
    def numeric(self) -> bool:
        """Whether the values are whole numbers, and so stand for themselves."""
        return all(isinstance(v, int) and not isinstance(v, bool) for v in self.values)

    def code(self, value: Value) -> int:
        """The number that the rules see."""
        return int(value) if self.numeric else self.values.index(value)

    def value(self, code: int) -> Value:
        """The value behind a number of the rules."""
        return code if self.numeric else self.values[code]

    def parse(self, given: object) -> Value:
        """A value from what a person typed, or an error that lists the good ones.

        >>> Option("restock", ("any", "one"), "any", "").parse("one")
        'one'
        """
        for value in self.values:
            if given == value and isinstance(given, bool) == isinstance(value, bool):
                return value
            if isinstance(given, str) and given.strip().lower() == str(value).lower():
                return value
        if isinstance(given, str) and set(self.values) == {True, False}:
            words = {"yes": True, "on": True, "no": False, "off": False}
            if given.strip().lower() in words:
                return words[given.strip().lower()]
        good = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in self.values)
        cited = f" ({self.rules[0]})" if self.rules else ""
        raise BadOption(f"Option {self.name} cannot be '{given}'; it can be {good}{cited}.")


@dataclass(frozen=True)
class Preset:
    """A table with a name: options that go together, and what they make of the game, in a sentence."""

    about: str
    options: Mapping[str, Value]
    players: tuple[int, ...] = ()  # the numbers of players that it is made for; none: any
    recommended: tuple[int, ...] = ()  # the numbers of players for whom nothing fits better


class Options:
    """All options of a game.

    >>> options = Options([Option("match_games", (1, 3, 5), 1, "best of")])
    >>> options.complete({"match_games": "3"})
    {'match_games': 3}

    ``codes.RESTOCK_ONE`` is the number that the rules see where the option restock is "one".
    """

    def __init__(self, options: Iterable[Option]) -> None:
        self.all = {o.name: o for o in options}
        self._later = [(o.name, o.code(o.default)) for o in self.all.values() if o.later]
        fields = [(name, "i8") for name in self.all] or [("none", "i8")]
        self.kind: np.dtype[Any] = record(*fields)  # type: ignore[arg-type]
        words = [(o, v) for o in self.all.values() for v in o.values if isinstance(v, str)]
        self.codes = Names("OPT", (f"{o.name}_{v}" for o, v in words), [o.code(v) for o, v in words])

    def code(self, name: str, value: Value) -> int:
        """The number of a value, as a constant for the rules."""
        option = self.all[name]
        return option.code(option.parse(value))

    def complete(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Every option with its value: what was given, checked, and the defaults for the rest."""
        given = given or {}
        for name in given:
            if name not in self.all:
                raise UnknownName("option", name, self.all)
        return {
            name: option.parse(given[name]) if name in given else option.default
            for name, option in self.all.items()
        }

    def unsaid(self, row: Any) -> list[str]:
        """The younger options that have their defaults, of which older matches say nothing."""
        return [name for name, usual in self._later if int(row[name]) == usual]

    def encode(self, given: Mapping[str, object] | None = None) -> Records:
        """The options as the record that ``setup`` puts into the state."""
        made = records(self.kind)
        for name, value in self.complete(given).items():
            made[name][0] = self.all[name].code(value)
        return made

    def decode(self, row: Any) -> dict[str, Value]:
        """The options of a state, as people write them."""
        return {name: option.value(int(row[name])) for name, option in self.all.items()}
