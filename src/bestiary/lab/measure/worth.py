"""What a card is worth, among hands that can be compared.

Whoever plays longer draws more, and so holds more of everything: hands that held a card won more often or
less often than others for that reason alone. Two comparisons are free of it. Before the first decision
nobody has chosen anything, so that what is held **from the start** is chance, or the seat's. And of hands
that **drew equally many** cards none had more chances to draw this one. Both are made within a seat and a
stage, where all have the same odds but for their cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ...run.statistics import student
from .frames import Frames, is_shared, seat_count, sittings

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]
Gain = tuple[float | None, float | None, float | None]

WORTH = {
    "card": pl.Int64,
    "start_gain": pl.Float64,
    "start_gain_low": pl.Float64,
    "start_gain_high": pl.Float64,
    "even_gain": pl.Float64,
    "even_gain_low": pl.Float64,
    "even_gain_high": pl.Float64,
    "drew": pl.Float64,
    "drew_without": pl.Float64,
}
NONE: Gain = (None, None, None)
ENOUGH = 1e-9


class Hands:
    """Every hand of the games: who won, which deal it is of, and which others it may be compared with. Those
    who win together hold one hand."""

    def __init__(self, data: Frames, rows: pl.DataFrame) -> None:
        team = is_shared(data)
        self.seats = 1 if team else seat_count(data)
        seated = sittings(data).with_columns(pl.col("character").fill_null(""))
        if team:
            party = pl.col("character").sort().str.join(" ")
            seated = seated.group_by("game").agg(
                pl.col("deal", "won").first(), pl.lit(0).alias("seat"), party.alias("like")
            )
        else:
            seated = seated.with_columns(pl.col("seat").cast(pl.String).alias("like"))
        seated = seated.join(data.games.select("game", pl.col("stage").cast(pl.String)), on="game")
        seated = seated.sort("game", "seat")
        rank = pl.struct("stage", "like").rank("dense").cast(pl.Int64) - 1
        self.won = seated["won"].cast(pl.Float64).to_numpy()
        self.deal = seated.select(pl.col("deal").rank("dense").cast(pl.Int64) - 1).to_series().to_numpy()
        self.deals = data.games["deal"].n_unique()
        self.group = seated.select(rank).to_series().to_numpy()
        self._games = data.games["game"].sort().to_numpy()
        self.drew = np.bincount(self.places(rows), minlength=len(self.won))
        self.equals = self.group * (int(self.drew.max(initial=0)) + 1) + self.drew

    def places(self, rows: pl.DataFrame) -> Numbers:
        """The hand of each row of cards."""
        where = np.searchsorted(self._games, rows["game"].to_numpy())
        seat = rows["seat"].to_numpy() if self.seats > 1 else 0
        return np.asarray(where * self.seats + seat, np.int64)


def worths(data: Frames, raw: pl.DataFrame, rows: pl.DataFrame, card: Numbers, names: int) -> pl.DataFrame:
    """What is known of each card: the gain from the start and the one among hands that drew equally many, and
    how many cards were drawn by the hands with it, and by those without.

    ``raw`` has a row for every copy, by which draws are counted; ``card`` names the card of each of ``rows``.
    """
    hands = Hands(data, raw)
    from_start = Strata(hands, hands.group)
    equals = Strata(hands, hands.equals)
    place, start = hands.places(rows), rows["drawn"].to_numpy() == 0
    made = []
    for number, here in by_card(card, names):
        mine = np.zeros(len(hands.won))
        mine[place[here[start[here]]]] = 1
        first = from_start.gain(mine)
        mine[place[here]] = 1
        drew = float(hands.drew[mine > 0].mean()) if mine.any() else None
        others = float(hands.drew[mine == 0].mean()) if not mine.all() else None
        made.append((number, *first, *equals.gain(mine), drew, others))
    return pl.DataFrame(made, WORTH, orient="row")


def as_many(data: Frames, rows: pl.DataFrame) -> Shares:
    """By how much each hand, game by game and seat by seat, did better than those in the same seat that drew
    equally many cards; of a team, than all."""
    hands = Hands(data, rows)
    if hands.seats < seat_count(data):
        usual = float(hands.won.mean()) if len(hands.won) else 0.0
        return np.repeat(hands.won - usual, seat_count(data))
    return Strata(hands, hands.equals).rest


def by_card(card: Numbers, names: int) -> Iterator[tuple[int, Numbers]]:
    """The rows of each card, one after the other."""
    order = np.argsort(card, kind="stable")
    ends = np.searchsorted(card[order], np.arange(names + 1))
    for number in range(names):
        yield number, order[ends[number] : ends[number + 1]]


class Strata:
    """Hands in groups that can be compared, with what the hands of each group won on average."""

    def __init__(self, hands: Hands, group: Numbers) -> None:
        _, self.place = np.unique(group, return_inverse=True)
        self.size = np.bincount(self.place).astype(np.float64)
        self.hands = hands
        self.rest = hands.won - self._mean(hands.won)

    def _mean(self, values: Shares) -> Shares:
        return np.asarray((np.bincount(self.place, values) / self.size)[self.place])

    def gain(self, mine: Shares) -> Gain:
        """How much more the marked hands won than the others of their groups, with a 95% interval.

        Groups count as far as they can compare: by the product of both sides over their sum. The interval is
        by the spread between deals, as if one hand more of either side had won and one had lost; where one
        side has few hands, they know little of their own spread (Student's, by the smaller side). Nothing is
        known where no group has hands of both sides.
        """
        common = self._mean(mine)
        apart = mine - common
        weight = float(apart @ apart)
        if weight < ENOUGH:
            return NONE
        gain = float(apart @ self.rest) / weight
        share = apart * (self.rest - gain * apart) / weight
        spread = np.bincount(self.hands.deal, share, self.hands.deals)
        both = (common > 0) & (common < 1)
        sides = np.array([mine[both].sum(), (1 - mine[both]).sum()])
        base = float(self.hands.won.mean())
        added = float((((1 - base) ** 2 + base**2) / (sides + 2) ** 2).sum())
        deals = self.hands.deals
        fewer = min(deals, round(float(sides.min())))
        reach = student(max(1, fewer - 2)) * sqrt(
            (float(spread @ spread) + added) * deals / max(1, deals - 1)
        )
        return gain, max(-1.0, gain - reach), min(1.0, gain + reach)
