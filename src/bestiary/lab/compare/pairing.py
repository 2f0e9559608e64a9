"""The same deals in two ways, side by side: measures deal by deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import polars as pl

from .findings import DECISIONS, SHARE, USE, Measured

USES = {"plays": pl.col("played") > 0, "holds": pl.col("drawn").is_not_null()}  # of a card, in a hand


class Frames(Protocol):
    """What of a study is compared: its games, and the cards that seats held."""

    @property
    def games(self) -> pl.DataFrame: ...

    @property
    def cards(self) -> pl.DataFrame: ...


def seats_of(games: pl.DataFrame) -> int:
    """How many seats the games have."""
    return sum(name.startswith("payoff_") for name in games.columns)


def score(seat: int, seats: int, team: bool) -> pl.Expr:
    """What a seat scores: 1 for a win, and an equal share where nobody wins (nothing for a team)."""
    won = (pl.col("winners").cast(pl.Int64) // (1 << seat) % 2).cast(pl.Float64)
    nobody = 0.0 if team else 1 / seats
    return pl.when(pl.col("winners") == 0).then(nobody).otherwise(won)


def differing(baseline: Frames, changed: Frames) -> int:
    """How many games came out differently: in payoffs, length, or what there was to choose."""
    same = [name for name in baseline.games.columns if name.startswith("payoff_")]
    same += [name for name in ("decisions", "moves", "choices") if name in baseline.games.columns]
    old, new = (f.games.sort("game").select(same) for f in (baseline, changed))
    return int((old != new).select(pl.any_horizontal(pl.all())).to_series().sum())


def measured(
    baseline: Frames,
    changed: Frames,
    team: bool = False,
    characters: Sequence[str] = (),
    cards: Mapping[str, Sequence[str]] | None = None,
) -> list[Measured]:
    """The measures of a comparison: seats, the characters and cards concerned, their use, and the length.

    ``cards`` gives, by name, the codes that count as one card.
    """
    seats = seats_of(baseline.games)
    found = []
    if team or seats == 1:
        found.append(_by_deal("the table wins", baseline, changed, score(0, seats, True)))
    elif not characters:
        shown = range(1) if seats == 2 else range(seats)  # of two seats, one tells all
        for seat in shown:
            found.append(_by_deal(f"seat {seat} wins", baseline, changed, score(seat, seats, False)))
    for character in characters:
        found.append(_character(character, baseline, changed, seats, team))
    for name, codes in (cards or {}).items():
        found.append(_holders(name, codes, baseline, changed, seats, team))
        found += [_use(verb, name, codes, baseline, changed, seats) for verb in USES]
    length = pl.col("decisions").cast(pl.Float64)
    found.append(_by_deal("length", baseline, changed, length, DECISIONS))
    return found


def _by_deal(
    name: str,
    baseline: Frames,
    changed: Frames,
    what: pl.Expr,
    unit: str = SHARE,
    among: pl.Expr | None = None,
) -> Measured:
    old, new = (
        (f.games if among is None else f.games.filter(among))
        .select("deal", what.alias("x"))
        .group_by("deal")
        .agg(pl.col("x").mean())
        for f in (baseline, changed)
    )
    return _measured(name, old.join(new, on="deal", suffix="_new"), unit)


def _measured(name: str, both: pl.DataFrame, unit: str = SHARE) -> Measured:
    old, new = (both.sort("deal")[column].cast(pl.Float64).to_numpy() for column in ("x", "x_new"))
    return Measured(name, old, new, unit)


def _character(name: str, baseline: Frames, changed: Frames, seats: int, team: bool) -> Measured:
    """The mean score of the seats that play a character."""
    sitting = [pl.col(f"character_{k}").eq_missing(pl.lit(name)) for k in range(seats)]
    scores = [pl.when(s).then(score(k, seats, team)) for k, s in enumerate(sitting)]
    return _by_deal(
        f"{name} wins", baseline, changed, pl.mean_horizontal(*scores), among=pl.any_horizontal(*sitting)
    )


def _holders(
    name: str, codes: Sequence[str], baseline: Frames, changed: Frames, seats: int, team: bool
) -> Measured:
    """The score of seats that held a card in a game and held it again when the deal was played anew.

    Only the same seats in the same deals are compared: who draws a card, and whether at all, may
    itself depend on what the card does.
    """
    every = [score(k, seats, team).alias(str(k)) for k in range(seats)]

    def held(f: Frames) -> pl.DataFrame:
        scores = (
            f.games.select("game", "deal", *every)
            .unpivot(index=["game", "deal"], variable_name="seat", value_name="x")
            .with_columns(pl.col("seat").cast(pl.Int8))
        )
        mine = pl.col("card").is_in(list(codes)) & pl.col("drawn").is_not_null()
        holding = f.cards.filter(mine).select("game", "seat").unique()
        return scores.join(holding.with_columns(pl.col("seat").cast(pl.Int8)), on=["game", "seat"])

    both = held(baseline).join(held(changed).drop("deal"), on=["game", "seat"], suffix="_new")
    by_deal = both.group_by("deal").agg(pl.col("x").mean(), pl.col("x_new").mean())
    return _measured(f"wins holding {name}", by_deal)


def _use(
    verb: str, name: str, codes: Sequence[str], baseline: Frames, changed: Frames, seats: int
) -> Measured:
    """The share of hands that ever do something with a card: play it, hold it."""

    def hands(f: Frames) -> pl.DataFrame:
        mine = f.cards.filter(pl.col("card").is_in(list(codes)) & USES[verb])
        each = mine.group_by("game").agg((pl.col("seat").n_unique() / seats).alias("x"))
        every = f.games.select("game", "deal").join(each, on="game", how="left").fill_null(0.0)
        return every.group_by("deal").agg(pl.col("x").mean())

    return _measured(f"{verb} {name}", hands(baseline).join(hands(changed), on="deal", suffix="_new"), USE)


def telling(measures: Sequence[Measured], never: Mapping[str, str]) -> tuple[list[Measured], list[str]]:
    """The measures that there is something to say about, and what is missing, in words.

    A card that nobody ever plays works by being held, as far as can be seen. ``never`` says of cards why
    those who hold them cannot be compared.
    """
    found, notes = [], []
    played = {one.name.removeprefix("plays "): one for one in measures if one.name.startswith("plays ")}
    idle = {name for name, one in played.items() if not one.baseline.any() and not one.changed.any()}
    for one in measures:
        verb, _, name = one.name.partition(" ")
        if one.unit == USE:
            if (verb == "holds") == (name in idle):
                found.append(one)
        elif len(one.baseline):
            found.append(one)
        else:
            notes.append(never.get(one.name.removeprefix("wins holding "), f"no game has shown: {one.name}"))
    return found, notes
