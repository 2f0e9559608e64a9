"""Which number means what: in an observation, and in the full state for critics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.registry import load

from .table import Floats


@dataclass(frozen=True)
class Span:
    """A named stretch of numbers, from ``start`` up to ``stop``."""

    name: str
    start: int
    stop: int
    meaning: str

    @property
    def slice(self) -> slice:
        """The stretch, for indexing."""
        return slice(self.start, self.stop)


def layout(slug: Game | str) -> dict[str, Span]:
    """The stretches of an observation by name, in order.

    >>> layout("totem")["phase"]
    Span(name='phase', start=0, stop=9, meaning='one of the nine phases')
    """
    game = load(slug) if isinstance(slug, str) else slug
    spans, at = {}, 0
    for feature in game.observation:
        spans[feature.name] = Span(feature.name, at, at + feature.size, feature.meaning)
        at += feature.size
    return spans


def state_layout(slug: Game | str) -> dict[str, Span]:
    """The stretches of the full-state tensor by name: the fields of the record, but for its streams.

    >>> state_layout("totem")["turn"].stop - state_layout("totem")["turn"].start
    1
    """
    game = load(slug) if isinstance(slug, str) else slug
    return {span.name: span for span in Numbers(game).spans}


class Numbers:
    """The true state as numbers: every field of the record in order, without streams and gaps."""

    def __init__(self, game: Game) -> None:
        self.kind = game.state
        self.spans: list[Span] = []
        self._parts: list[tuple[str, np.dtype[Any], int, int]] = []
        at = 0
        for name, kind, offset in _fields(game.state):
            count = kind.itemsize // kind.base.itemsize
            self.spans.append(Span(name, at, at + count, f"{count} of {kind.base}"))
            self._parts.append((name, kind.base, offset, count))
            at += count
        self.size = at
        self.plan = self._gather()

    def _gather(self) -> list[tuple[np.dtype[Any], Any, Any]]:
        """For every kind of number: where they lie in the record, and where they go."""
        plan: dict[np.dtype[Any], tuple[list[int], list[int]]] = {}
        at = 0
        for _, base, offset, count in self._parts:
            places, wanted = plan.setdefault(base, ([], []))
            places.extend(range(offset // base.itemsize, offset // base.itemsize + count))
            wanted.extend(range(at, at + count))
            at += count
        return [(base, np.array(p), np.array(w)) for base, (p, w) in plan.items()]

    def of(self, states: Records, out: Floats | None = None) -> Floats:
        """The numbers of many states, a row each."""
        raw = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), self.kind.itemsize)
        made = np.empty((len(states), self.size), np.float32) if out is None else out
        for base, places, wanted in self.plan:
            made[:, wanted] = raw.view(base)[:, places]
        return made


def _fields(kind: np.dtype[Any], prefix: str = "") -> Iterator[tuple[str, np.dtype[Any], int]]:
    for name in kind.names or ():
        inner, offset = kind.fields[name][:2]  # type: ignore[index]
        if name == "rng" or name.startswith("gap"):
            continue  # a critic that reads the streams sees the future
        if inner.names:
            yield from ((n, k, offset + o) for n, k, o in _fields(inner, f"{name}."))
        else:
            yield f"{prefix}{name}", inner, offset


def page(games: Iterable[Game]) -> str:
    """The layouts of some games as a page of documentation."""
    lines = [
        "# Observations: which number means what",
        "",
        "Made by `python -m bestiary.envs` from the features that the games declare.",
        "An observation is a row of 32-bit numbers, made from a record that went through `hide`: it tells",
        "a seat what it knows and nothing else. `bestiary.envs.layout(slug)` gives the same table in Python:",
        '`observation[layout("totem")["hand"].slice]`. The full state for critics is every field of the true',
        "record in order, without the random streams; `state_layout(slug)` names its stretches.",
    ]
    for game in games:
        spans = layout(game)
        lines += [
            "",
            f"## {game.title} ({game.name})",
            "",
            f"{game.observed} numbers, {len(game.actions)} actions; {Numbers(game).size} of the full state.",
            "",
            "| from | to | name | meaning |",
            "| ---: | ---: | --- | --- |",
            *(f"| {s.start} | {s.stop - 1} | `{s.name}` | {_cell(s.meaning)} |" for s in spans.values()),
        ]
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "/")
