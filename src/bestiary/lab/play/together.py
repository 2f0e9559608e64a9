"""Several studies played side by side, some chunks at a time: what has to be laid out is kept in between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from ...core.errors import BestiaryError
from ...core.pool import spread
from .player import Noted, Player
from .study import Games, Plan
from .tables import Frames, frames


class Together:
    """Studies of the same game that take turns on all cores, so that none of them leaves a core idle."""

    def __init__(self, plans: Sequence[Plan], cores: int | None = None) -> None:
        self.plans = tuple(plans)
        self.cores = cores
        self._stop, self._done = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._free: list[list[Player]] = [[] for _ in self.plans]  # those that nobody plays with just now

    def play(self, plans: Sequence[Plan], chunks: Iterable[int]) -> list[Frames]:
        """Some chunks of every study; the plans are its own, or the same ones with other seeds."""
        found: list[list[Noted]] = [[] for _ in self.plans]

        def work(task: tuple[int, int]) -> Noted:
            which, chunk = task
            free = self._free[which]
            player = free.pop() if free else Player(self.plans[which], self._stop, self._done)
            noted = player.play(plans[which].games_of(chunk))
            free.append(player)
            return noted

        tasks = [(which, chunk) for chunk in chunks for which in range(len(self.plans))]
        if spread(work, tasks, lambda t, noted: found[t[0]].append(noted), cores=self.cores, in_order=True):
            raise KeyboardInterrupt
        return [frames(plan, as_one(noted)) for plan, noted in zip(plans, found, strict=True)]


def first_of(games: Games, n: int) -> Games:
    """The first so many games."""
    return Games(*(getattr(games, field.name)[:n] for field in fields(Games)))


def as_one(parts: Sequence[Noted]) -> Noted:
    """What was noted of games that follow on each other, as of one chunk: tables are made of all at once."""
    if not parts:
        raise BestiaryError("There are no games.")
    before = np.cumsum([0, *(len(one.counts) for one in parts)])
    played = [first_of(one.games, len(one.counts)) for one in parts]

    def column(things: Sequence[Any], name: str) -> Any:
        return np.concatenate([getattr(one, name) for one in things])

    def rows(name: str) -> Any:
        made = column(parts, name)
        made[:, 0] += np.repeat(before[:-1], [len(getattr(one, name)) for one in parts]).astype(made.dtype)
        return made  # its first column has the game, counted within a chunk

    return Noted(
        Games(*(column(played, field.name) for field in fields(Games))),
        column(parts, "counts"),
        column(parts, "payoffs"),
        rows("cards"),
        rows("decisions"),
        column(parts, "values"),
        rows("rounds"),
    )
