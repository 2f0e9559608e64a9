"""From what was noted to the three tables: games, cards, decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ...core.errors import BestiaryError
from .columns import BY, CHOICES, DECISIONS, FINISHED, MOVES, WATCHED, WINNERS
from .player import Noted
from .study import Plan

NAMES = ("games", "cards", "decisions")


@dataclass(frozen=True)
class Frames:
    """The three tables; sorted by game, so that their content depends on the study alone."""

    games: pl.DataFrame
    cards: pl.DataFrame
    decisions: pl.DataFrame

    def all(self) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
        """All three, in the order of their names."""
        return self.games, self.cards, self.decisions


def join(parts: Sequence[Frames]) -> Frames:
    """Tables one below the other."""
    if not parts:
        raise BestiaryError("There are no games.")
    return Frames(
        *(pl.concat(tables, rechunk=True) for tables in zip(*(p.all() for p in parts), strict=True))
    )


def frames(plan: Plan, noted: Noted) -> Frames:
    """The tables of some games."""
    return Frames(_games(plan, noted), _cards(plan, noted), _decisions(plan, noted))


def _named(numbers: NDArray[Any], words: Sequence[str | None]) -> pl.Series:
    """Words by their numbers; a number below 0 is none."""
    return pl.Series([*words, None], dtype=pl.String).gather(np.where(numbers < 0, len(words), numbers))


def _games(plan: Plan, noted: Noted) -> pl.DataFrame:
    counts, games = noted.counts, noted.games
    n = len(counts)
    stages = games.stages[:n]
    columns: dict[str, Any] = {
        "game": games.numbers[:n],
        "deal": games.deals[:n],
        "seed": games.seeds[:n],
    }
    for seat in range(plan.seats):
        columns[f"agent_{seat}"] = _named(games.seatings[:n, seat], plan.labels)
        columns[f"payoff_{seat}"] = pl.Series(noted.payoffs[:, seat]).fill_nan(None)
        if plan.stages[0].characters:
            columns[f"character_{seat}"] = _named(stages, [s.characters[seat] for s in plan.stages])
    columns |= {
        "winners": counts[:, WINNERS],
        "decisions": counts[:, DECISIONS].astype(np.int32),
        "moves": counts[:, MOVES].astype(np.int32),
        "choices": counts[:, CHOICES],
        "finished": counts[:, FINISHED] != 0,
        "watched": counts[:, WATCHED] != 0,
        "ending": _named(counts[:, BY], plan.game.endings),
        "stage": _named(stages, [s.name for s in plan.stages]),
    }
    made = pl.DataFrame(columns)
    return made if plan.game.attrition is None else made.hstack(_rounds(noted, n))


def _rounds(noted: Noted, games: int) -> pl.DataFrame:
    """How a team entered each round, as lists: share of its full health, and how many stand."""
    rows = noted.rounds
    cuts = np.searchsorted(rows[:, 0], np.arange(games + 1)).tolist()
    health = rows[:, 2] / np.maximum(1, rows[:, 3])
    each = list(pairwise(cuts))
    return pl.DataFrame(
        {
            "health": pl.Series([health[a:b].tolist() for a, b in each], dtype=pl.List(pl.Float64)),
            "standing": pl.Series([rows[a:b, 4].tolist() for a, b in each], dtype=pl.List(pl.Int64)),
        }
    )


def _known(numbers: NDArray[Any]) -> pl.Series:
    """Numbers, of which those below 0 are unknown."""
    return pl.select(pl.when(pl.Series(numbers >= 0)).then(pl.Series(numbers))).to_series()


def _cards(plan: Plan, noted: Noted) -> pl.DataFrame:
    rows = noted.cards
    game, seat = rows[:, 0], rows[:, 1]
    winners = noted.counts[:, WINNERS][game]
    return pl.DataFrame(
        {
            "game": noted.games.numbers[game],
            "seat": seat.astype(np.int8),
            "card": _named(rows[:, 2], [card.code for card in plan.content.cards]),
            "drawn": _known(rows[:, 3] - 1),
            "held": rows[:, 4],
            "offered": rows[:, 5],
            "played": rows[:, 6],
            "discarded": rows[:, 7],
            "won": (winners >> seat) & 1 == 1,
        }
    )


def _decisions(plan: Plan, noted: Noted) -> pl.DataFrame:
    rows = noted.decisions
    return pl.DataFrame(
        {
            "game": noted.games.numbers[rows[:, 0]],
            "number": rows[:, 1].astype(np.int32),
            "seat": rows[:, 2].astype(np.int8),
            "agent": _named(rows[:, 3], plan.labels),
            "phase": _named(rows[:, 4], plan.game.questions.numbers.words),
            "choices": rows[:, 5].astype(np.int32),
            "verb": _named(rows[:, 6], [verb.name for verb in plan.game.actions.verbs]),
            "card": _named(rows[:, 7], [card.code for card in plan.content.cards]),
            "value": pl.Series(noted.values).fill_nan(None),
        }
    )
