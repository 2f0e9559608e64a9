"""What a network is told beside the observation: which table this is, and how its figures differ.

It stays the same for a whole match, so that it is added to the network once (``Network.at``), and playing
costs nothing more. An option that is the same at all tables, and a figure that is the same in all sets of
cards, is no part of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.game import Game
from bestiary.core.record import Records

from .reading import Floats

FARTHEST = 2.0  # times as far from the game's own figure as any that was learned: further away is no more


@dataclass(frozen=True)
class Context:
    """Options and figures that a network has learned to tell apart."""

    settings: tuple[tuple[str, Any], ...] = ()  # an option, and one of the values that were learned
    figures: tuple[tuple[str, int, float, float], ...] = ()  # a field of the tables, where, usual, how far

    @property
    def size(self) -> int:
        """How many numbers it is."""
        return len(self.settings) + len(self.figures)

    def of(self, tables: Records, options: Mapping[str, Any]) -> Floats:
        """The numbers of a table with these cards."""
        told = [float(options.get(name) == value) for name, value in self.settings]
        for field, at, usual, far in self.figures:
            told.append(float(np.clip((_flat(tables, field)[at] - usual) / far, -FARTHEST, FARTHEST)))
        return np.array(told, np.float32)

    def covers(self, other: Context) -> bool:
        """Whether it tells apart all that another does."""
        own, theirs = ({figure[:2] for figure in one.figures} for one in (self, other))
        return set(other.settings) <= set(self.settings) and theirs <= own

    def header(self) -> dict[str, Any]:
        """As a file keeps it."""
        return {
            "settings": [list(one) for one in self.settings],
            "figures": [list(one) for one in self.figures],
        }

    @classmethod
    def read(cls, header: Mapping[str, Any], game: Game) -> Context:
        """From what a file kept; a ``ValueError`` where it does not fit the game."""
        held = header.get("context") or {}
        settings = tuple((str(name), value) for name, value in held.get("settings", ()))
        figures = tuple(
            (str(f), int(at), float(usual), float(far)) for f, at, usual, far in held.get("figures", ())
        )
        fields: Mapping[str, Any] = game.tables.fields or {}
        for field, at, usual, far in figures:
            size = int(np.prod(fields[field][0].shape)) if field in fields else 0
            if not (0 <= at < size and np.isfinite(usual) and far > 0):
                raise ValueError(field)
        if any(name not in game.options.all for name, _ in settings):
            raise ValueError("settings")
        return cls(settings, figures)


def told_apart(game: Game, tables: Sequence[Mapping[str, Any]], contents: Sequence[Content]) -> Context:
    """What tells these tables and these sets of cards from each other; the first set is the usual one."""
    settled = [game.settle(dict(table)) for table in tables]
    settings = []
    for name, option in game.options.all.items():
        values = [v for v in option.values if any(table[name] == v for table in settled)]
        settings += [(name, value) for value in values] if len(values) > 1 else []
    figures = []
    for field in game.tables.names or ():
        held = np.stack([_flat(content.tables, field) for content in contents]).astype(np.float64)
        far = np.abs(held - held[0]).max(axis=0)
        figures += [(field, int(at), float(held[0, at]), float(far[at])) for at in np.flatnonzero(far)]
    return Context(tuple(settings), tuple(figures))


def _flat(tables: Records, field: str) -> Any:
    return np.asarray(tables)[field].reshape(-1)
