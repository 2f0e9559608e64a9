"""Games for tuning: each character against each other, remembered, so that nothing is played twice.

What a set of cards comes to is asked again and again with one number changed. A match between two
characters is played anew only where the number concerns one of the two: its entry is a character's own,
or names a character.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl

from ...core.changes import Change, Changes
from ...core.errors import BestiaryError
from ...core.game import Game
from ...core.paths import Place, names_of
from ..compare.pairing import score, seats_of
from ..compare.questions import characters
from ..play.running import play
from ..play.storage import code_of
from ..play.study import Study
from .targets import Score, Target

Values = Mapping[str, int]  # changed numbers, by path


def concerns(game: Game, place: Place) -> frozenset[str] | None:
    """The characters that an entry is about; nothing where it may concern all."""
    roles = set(characters(game))
    named = {name for name in names_of(place.entry) if name in roles}
    named |= {value for value in place.entry.values() if isinstance(value, str) and value in roles}
    return frozenset(named) or None


@dataclass
class Trials:
    """Plays what a target asks about, for cards with changed numbers."""

    game: Game
    target: Target
    agents: tuple[str, ...]
    options: Mapping[str, object]
    about: Mapping[str, frozenset[str] | None]  # the characters that each number concerns
    path: Path | None = None
    keep: Path | None = None  # where results are remembered from one sitting to the next
    cores: int | None = None
    spent: int = 0  # games that were needed, those remembered included: a search goes the same way again
    progress: Callable[[int], None] | None = None
    _known: dict[str, list[list[float]]] = field(default_factory=dict)
    _code: str = field(init=False, default="")  # what plays: rules and agents
    _used: set[str] = field(default_factory=set)
    _contents: dict[tuple[tuple[str, int], ...], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._code = code_of(self.game, self.agents)
        if self.keep and self.keep.exists():
            for line in self.keep.read_text(encoding="utf-8").splitlines():
                try:
                    found = json.loads(line)
                    self._known[found["key"]] = found["scores"]
                except (ValueError, KeyError, TypeError):
                    continue  # half a line, from a sitting that was cut short

    def content(self, values: Values) -> Any:
        """The cards with these numbers."""
        key = tuple(sorted(values.items()))
        if key not in self._contents:
            self._contents[key] = Changes(self.game, [Change(p, v) for p, v in key], self.path).content
        return self._contents[key]

    def things(self, seed: int) -> list[str]:
        """All that is aimed at."""
        if self.target.what == "matchups":
            return [f"{a} {b}" for a, b in combinations(characters(self.game), 2)]
        return [*self._whole({}, 2, seed)]

    def scores(
        self, values: Values, games: int, seed: int, only: Collection[str] | None = None
    ) -> dict[str, Score]:
        """What each thing that is aimed at comes to in so many games of its own; of matchups, some only."""
        if self.target.what != "matchups":
            return self._whole(values, games, seed)
        found = {}
        first, second = self.game.characters[:2]
        for a, b in combinations(characters(self.game), 2):
            if only is not None and f"{a} {b}" not in only:
                continue
            mine = {p: v for p, v in values.items() if (who := self.about.get(p)) is None or who & {a, b}}
            half = -(-games // 2)
            there = self._play(mine, {first: a, second: b}, half, seed)[0]
            back = self._play(mine, {first: b, second: a}, half, seed)[0]
            found[f"{a} {b}"] = there + back.mirrored()
        return found

    def _whole(self, values: Values, games: int, seed: int) -> dict[str, Score]:
        scores = self._play(values, {}, games, seed)
        if self.target.what == "length":
            return {"length": scores[-1]}
        seats = scores[:-1]
        return {f"seat {k}": one for k, one in enumerate(seats)}

    def _play(self, values: Values, given: Mapping[str, str], games: int, seed: int) -> list[Score]:
        """One score for each seat, and the length; from memory where it was played before."""
        content = self.content(values)
        study = Study(
            self.game,
            self.agents,
            games,
            seed,
            {**self.options, **given},
            content=content,
            every=1 << 30,
            cards_every=1 << 30,
        )
        words = [
            self.game.name,
            self._code,
            content.fingerprint,
            *self.agents,
            games,
            seed,
            sorted(study.options.items()),
        ]
        key = hashlib.sha256(json.dumps(words, default=str).encode()).hexdigest()[:24]
        if key not in self._known:
            frames = play(study, self.cores)
            self._known[key] = [[s.games, s.total, s.squares] for s in _scores(frames.games, self.game.team)]
            self._remember(key)
        if key not in self._used:
            self._used.add(key)
            self.spent += int(self._known[key][0][0])
            if self.progress:
                self.progress(self.spent)
        return [Score(int(n), t, s) for n, t, s in self._known[key]]

    def _remember(self, key: str) -> None:
        if self.keep is None:
            return
        try:
            with self.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "code": self._code, "scores": self._known[key]}) + "\n")
        except OSError as problem:
            raise BestiaryError(f"{self.keep} cannot be written: {problem.strerror}.") from None


def _scores(games: pl.DataFrame, team: bool) -> Iterator[Score]:
    seats = seats_of(games)
    columns: Sequence[pl.Expr] = [score(k, seats, team) for k in range(seats)]
    for one in (*columns, pl.col("decisions").cast(pl.Float64)):
        values = games.select(one.alias("x"))["x"].to_numpy()
        yield Score(len(values), float(values.sum()), float((values**2).sum()))
