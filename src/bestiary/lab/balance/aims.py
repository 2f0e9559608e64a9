"""Aims: what a good game keeps to, and whether what was played has shown that it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...run.differences import together
from ...run.statistics import Z95, normal

KEPT, MISSED, UNCLEAR = "kept", "missed", "unclear"
Row = Mapping[str, Any]
Answer = Mapping[str, Any]


@dataclass(frozen=True)
class Aim:
    """What is to be so: of what, within which bounds, in points of a hundred."""

    of: str
    low: float
    high: float

    @property
    def said(self) -> str:
        """The aim in words."""
        kind = AIMS[self.of]
        unit = "%" if kind.shares else " point" if self.high == 1 else " points"
        return kind.words.format(low=f"{self.low:g}{'%' * kind.shares}", high=f"{self.high:g}{unit}")


@dataclass(frozen=True)
class Found:
    """One thing that an aim speaks of: a number with its interval, in points of a hundred."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    """Whether an aim is kept, and what speaks for or against it most."""

    word: str
    outside: tuple[Found, ...]  # shown to be outside
    beyond: int  # outside as measured
    of: int
    worst: Found | None

    @property
    def said(self) -> str:
        """The verdict as the page has it."""
        if self.worst is None:
            return "nothing to judge by"
        if self.of == 1:
            return self.word
        within = f"{self.of - self.beyond} of {self.of} as measured"
        if self.word != MISSED:
            return f"{self.word} ({within})"
        return f"{self.word} ({within}; shown outside: {', '.join(one.name for one in self.outside)})"


def judge(aim: Aim, answer: Answer) -> Verdict:
    """Whether an answer keeps an aim.

    It is missed where one thing is shown to be outside, kept where all are shown to be inside; the intervals
    are widened so that all of them hold together with 95%.
    """
    every = list(AIMS[aim.of].things(answer))
    wider = normal(together(0.95, len(every))) / Z95
    wide = [
        Found(
            one.name,
            one.value,
            one.value - wider * (one.value - one.low),
            one.value + wider * (one.high - one.value),
        )
        for one in every
    ]
    outside = tuple(one for one in wide if one.high < aim.low or one.low > aim.high)
    beyond = sum(not aim.low <= one.value <= aim.high for one in wide)
    inside = all(aim.low <= one.low and one.high <= aim.high for one in wide)
    word = MISSED if outside else KEPT if wide and inside else UNCLEAR
    worst = max(wide, key=lambda one: max(aim.low - one.value, one.value - aim.high), default=None)
    return Verdict(word, outside, beyond, len(wide), worst)


def flips(verdicts: Sequence[Verdict]) -> bool:
    """Whether two strengths are sure of different things."""
    return {KEPT, MISSED} <= {verdict.word for verdict in verdicts}


# ---- what aims speak of ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of aim: its words, the things that it speaks of, and whether they are shares or differences."""

    words: str
    things: Callable[[Answer], Iterator[Found]]
    shares: bool = True


def _shares(measure: str, name: Callable[[Row], str]) -> Callable[[Answer], Iterator[Found]]:
    def things(answer: Answer) -> Iterator[Found]:
        for row in answer.get(measure, ()):
            yield Found(name(row), *(100 * row[key] for key in ("share", "low", "high")))

    return things


def _seats(answer: Answer) -> Iterator[Found]:
    """How far each seat is from its share."""
    for row in answer.get("seats", ()):
        even = row["fair"]
        yield Found(f"seat {row['seat'] + 1}", *(100 * (row[key] - even) for key in ("share", "low", "high")))


def _worth(answer: Answer) -> Iterator[Found]:
    """What cards are worth that were dealt at the start, or else among hands that drew equally many."""
    for row in answer.get("cards", ()):
        given = next((kind for kind in ("start_gain", "even_gain") if row[kind] is not None), None)
        if given:
            yield Found(row["card"], *(100 * row[key] for key in (given, f"{given}_low", f"{given}_high")))


def _alive(answer: Answer) -> Iterator[Found]:
    """How often each card is played by those who hold it and may play it."""
    for row in answer.get("cards", ()):
        if row["offered"] >= 0.02:
            yield Found(row["card"], *(100 * row[key] for key in ("played", "played_low", "played_high")))


def _difference(answer: Answer) -> Iterator[Found]:
    for row in answer.get("difference", ()):
        yield Found(row["measure"], *(100 * row[key] for key in ("difference", "low", "high")))


AIMS: dict[str, Kind] = {
    "seats": Kind("every seat within {high} of its share", _seats, shares=False),
    "worth": Kind("no card is worth more than {high}", _worth, shares=False),
    "alive": Kind("every card is played by {low} or more of those who hold it and could", _alive),
    "characters": Kind(
        "every character wins {low} to {high} over all",
        _shares("characters", lambda row: str(row["character"])),
    ),
    "matchups": Kind(
        "every matchup within {low} to {high}",
        _shares("matchups", lambda row: f"{row['character']} against {row['against']}"),
    ),
    "stages": Kind(
        "every chapter is won in {low} to {high} of games", _shares("stages", lambda row: str(row["stage"]))
    ),
    "wins": Kind("the stronger one wins {low} or more", _shares("wins", lambda row: str(row["agent"]))),
    "costs": Kind("doing without it costs something", _difference, shares=False),
}
