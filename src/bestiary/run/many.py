"""Many games of random legal play, on all cores, with the same numbers on any number of them.

Games are played in chunks of fixed size, each from the seed and its own number alone; results are
added up in the order of the chunks, and the games that count after Ctrl-C are the first so many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.driver import CHUNK, Batch, Engine
from ..core.errors import BestiaryError
from ..core.html import paragraphs, table
from ..core.pool import spread
from .statistics import quantile, wilson

AHEAD = 4  # chunks waiting for each core: enough to keep it busy, few enough to stop at once


@dataclass
class Results:
    """What came out of many games of one seed."""

    game: str
    options: Mapping[str, Any]
    seed: int
    asked: int
    wins: NDArray[np.int64]  # by seat; a seat wins with a payoff above the middle of the range
    payoffs: NDArray[np.float64]  # sums by seat
    lengths: NDArray[np.int64]  # how many games took so many decisions
    games: int = 0
    ties: int = 0  # nobody wins and nobody loses
    unfinished: int = 0  # games that broke the bound that the game declares
    interrupted: bool = False

    def add(self, batch: Batch, middle: float) -> None:
        """Counts one chunk."""
        seats = len(self.wins)
        scores = batch.scores[:, :seats]
        finished = batch.lengths >= 0
        self.games += len(batch.lengths)
        self.unfinished += int((~finished).sum())
        self.wins += (scores[finished] > middle).sum(axis=0)
        self.ties += int((scores[finished] == middle).all(axis=1).sum())
        self.payoffs += scores[finished].sum(axis=0)
        self.lengths += np.bincount(batch.lengths[finished], minlength=len(self.lengths))

    @property
    def decisions(self) -> int:
        """Decisions in all games together."""
        return int((self.lengths * np.arange(len(self.lengths))).sum())

    def length(self) -> dict[str, float]:
        """The lengths in decisions: mean and quantiles."""
        done = max(1, int(self.lengths.sum()))
        marks = {"min": 0.0, "p5": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95, "max": 1.0}
        return {"mean": self.decisions / done} | {
            name: quantile(self.lengths, q) for name, q in marks.items()
        }

    def _repr_html_(self) -> str:
        """The results as a notebook shows them."""
        data = self.as_json()
        rows = [(f"seat {s['seat']} wins", s["wins"], *_shares(s)) for s in data["seats"]]
        rows.append(("ties", self.ties, *_shares(data["ties"])))
        length = data["length"]
        said = [
            f"{self.games:,} games of {self.game}, seed {self.seed}, random legal play",
            f"decisions a game: mean {length['mean']:.2f}, {length['min']} to {length['max']}",
        ]
        return paragraphs(said) + table(["", "games", "share", "95% interval"], rows)

    def as_json(self) -> dict[str, Any]:
        """All numbers that depend on the seed alone: no clock, no cores."""
        finished = self.games - self.unfinished
        seats = []
        for seat, wins in enumerate(self.wins):
            interval = wilson(int(wins), finished)
            seats.append(
                {
                    "seat": seat,
                    "wins": int(wins),
                    "share": interval.share,
                    "low": interval.low,
                    "high": interval.high,
                    "payoff": float(self.payoffs[seat]) / max(1, finished),
                }
            )
        tied = wilson(self.ties, finished)
        return {
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "asked": self.asked,
            "seats": seats,
            "ties": {"games": self.ties, "share": tied.share, "low": tied.low, "high": tied.high},
            "length": self.length(),
            "decisions": self.decisions,
            "unfinished": self.unfinished,
        }


def _shares(row: dict[str, Any]) -> tuple[str, str]:
    return f"{row['share']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}"


def check(games: int, seed: int, cores: int | None) -> None:
    """Refuses numbers that make no sense."""
    if games < 1:
        raise BestiaryError(f"At least one game is needed, not {games}.")
    if not 0 <= seed < 1 << 64:
        raise BestiaryError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
    if cores is not None and cores < 1:
        raise BestiaryError(f"At least one core is needed, not {cores}.")


def simulate(
    engine: Engine,
    games: int,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    cores: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Plays games at random; on Ctrl-C the results are those of the first games that are done.

    >>> from bestiary import load
    >>> simulate(Engine(load("totem")), 100, seed=7).games
    100
    """
    check(games, seed, cores)
    game = engine.game
    settled = game.settle(options)
    encoded = game.options.encode(settled)
    seats = int(engine.start(encoded)[0]["seats"])
    results = Results(
        game.name,
        settled,
        seed,
        games,
        np.zeros(seats, np.int64),
        np.zeros(seats, np.float64),
        np.zeros(game.limits.decisions + 1, np.int64),
    )
    middle = sum(game.payoff) / 2
    chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

    def take(chunk: tuple[int, int], batch: Batch) -> None:
        results.add(batch, middle)
        if progress:
            progress(chunk[1])

    results.interrupted = spread(
        lambda chunk: engine.chunk(encoded, seed, *chunk),
        chunks,
        take,
        cores=cores,
        ahead=AHEAD,
        in_order=True,
    )
    return results
