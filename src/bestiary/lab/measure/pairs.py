"""Two cards: in one hand, and in hands against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ...run.statistics import clustered
from .cards import Held, Labels, held_cards
from .frames import Frames, seat_count, with_cards
from .worth import as_many

CHUNK = 20_000  # games whose hands are multiplied at once

TOGETHER = {
    "card": pl.String,
    "other": pl.String,
    "hands": pl.Int64,
    "wins": pl.Int64,
    "share": pl.Float64,
    "expected": pl.Float64,
    "lift": pl.Float64,
    "lift_low": pl.Float64,
    "lift_high": pl.Float64,
    "sure": pl.Boolean,
}
LEAST = 30  # hands that two cards must have shared to be named


DUEL = {
    "card": pl.String,
    "against": pl.String,
    "games": pl.Int64,
    "wins": pl.Float64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def hands(
    data: Frames, held: Held, names: Sequence[str]
) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """The hands of some games at a time, by game, seat and card (1 where it was held), and who won, by
    game and seat."""
    seats = seat_count(data)
    every = data.games.select("game", pl.col("winners").cast(pl.Int64)).sort("game")
    winners = every["winners"].to_numpy()
    wanted = {name: i for i, name in enumerate(names)}
    column = np.array([wanted.get(name, -1) for name in held.names], np.int64)[held.card]
    kept = column >= 0
    rows = np.searchsorted(every["game"].to_numpy(), held.rows["game"].to_numpy()[kept])
    places, cards = held.rows["seat"].to_numpy()[kept].astype(np.int64), column[kept]
    for start in range(0, len(winners), CHUNK):
        count = min(CHUNK, len(winners) - start)
        low, high = np.searchsorted(rows, (start, start + count))
        found = np.zeros((count, seats, len(names)), np.float32)
        found[rows[low:high] - start, places[low:high], cards[low:high]] = 1
        won = winners[start : start + count, None] >> np.arange(seats) & 1
        yield found, won.astype(np.float32)


def together(data: Frames, labels: Labels | None = None, least: int = LEAST) -> pl.DataFrame:
    """Every two cards that a hand held together at least so often, and how much more such hands win than
    the two cards apart would let one expect, of hands in the same seat that drew equally many cards.

    Columns: card, other, hands, wins, share, expected (win rate of such hands plus what either card adds
    to it), lift (share less expected) with a 95% interval, and sure: whether the lift would stand out
    even among as many pairs as there are (Bonferroni).
    """
    data = with_cards(data)
    held = held_cards(data, labels)
    names = held.names
    rest = as_many(data, held.rows if labels is None else data.cards.filter(pl.col("drawn").is_not_null()))
    both = np.zeros((len(names), len(names)))
    both_won, both_rest = np.zeros_like(both), np.zeros_like(both)
    done = 0
    for those, won in hands(data, held, names):
        flat = those.reshape(won.size, len(names))  # no names, where the game does not say who holds what
        both += flat.T @ flat
        both_won += flat.T @ (flat * won.reshape(-1, 1))
        both_rest += flat.T @ (flat * rest[done : done + won.size, None])
        done += won.size
    return _lifts(data, names, both, both_won, both_rest, least)


def _lifts(
    data: Frames,
    names: list[str],
    both: NDArray[np.float64],
    both_won: NDArray[np.float64],
    both_rest: NDArray[np.float64],
    least: int,
) -> pl.DataFrame:
    with np.errstate(divide="ignore", invalid="ignore"):
        alone = np.diag(both_rest) / np.diag(both)
    first, second = np.nonzero(np.triu(both >= least, k=1))
    count, won = both[first, second], both_won[first, second]
    share = won / np.maximum(count, 1)
    usual = share - both_rest[first, second] / np.maximum(count, 1)  # of hands that drew as many
    expected = np.clip(usual + alone[first] + alone[second], 0, 1)
    smooth = (won + 2) / (count + 4)
    # games of a deal may be alike: at worst, only deals count
    alike = data.games.height / max(1, data.games["deal"].n_unique())
    error = np.sqrt(smooth * (1 - smooth) / np.maximum(count, 1) * alike)
    strict = _normal_tail(0.025 / max(1, len(first)))
    lift = share - expected
    reach = 1.96 * error
    made = (first, second, count, won, share, expected, lift, lift - reach, lift + reach)
    found = pl.DataFrame(dict(zip(TOGETHER, made, strict=False)))
    return (
        found.with_columns(
            pl.Series("sure", np.abs(lift) > strict * error, pl.Boolean),
            pl.Series("card", [names[i] for i in first], pl.String),
            pl.Series("other", [names[i] for i in second], pl.String),
        )
        .cast(pl.Schema(TOGETHER))
        .sort("lift", "card", "other", descending=[True, False, False])
    )


def _normal_tail(chance: float) -> float:
    """The normal quantile that is exceeded with so small a chance."""
    return -NormalDist().inv_cdf(chance)


def duels(data: Frames, names: Sequence[str], labels: Labels | None = None) -> pl.DataFrame:
    """Each of some cards against each other one: how often a hand that held the first beat a hand of
    another seat that held the second.

    Columns: card, against, games (pairs of hands), wins (both or neither won is half), share, low, high.
    """
    data = with_cards(data)
    met, won = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for held, good in hands(data, held_cards(data, labels), names):
        for a in range(held.shape[1]):
            for b in range(held.shape[1]):
                if a != b:
                    score = (0.5 + (good[:, a] - good[:, b]) / 2)[:, None]
                    met += held[:, a].T @ held[:, b]
                    won += (held[:, a] * score).T @ held[:, b]
    first, second = np.nonzero((met > 0) & ~np.eye(len(names), dtype=bool))
    count, wins = met[first, second], won[first, second]
    # games of a deal may be alike: at worst, only deals count
    alike = data.games.height / max(1, data.games["deal"].n_unique())
    fewer, share = count / alike, wins / count
    low, high = clustered(fewer, share * fewer, fewer, share * fewer, share * fewer, fewer)
    made = {
        "card": [names[int(i)] for i in first],
        "against": [names[int(i)] for i in second],
        **dict(zip(list(DUEL)[2:], (count, wins, share, low, high), strict=True)),
    }
    return pl.DataFrame(made).cast(pl.Schema(DUEL))
