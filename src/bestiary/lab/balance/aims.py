"""Aims: what a good game keeps to, and whether what was played has shown that it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...run.differences import together
from ...run.statistics import Z95, normal

KEPT, MISSED, UNCLEAR = "kept", "missed", "unclear"
PER_CENT, POINTS, MINUTES = "%", " points", " minutes"
Row = Mapping[str, Any]
Answer = Mapping[str, Any]


@dataclass(frozen=True)
class Aim:
    """What is to be so: of what, within which bounds, in points of a hundred."""

    of: str
    low: float
    high: float
    only: tuple[str, ...] = ()  # of these kinds of things alone
    stage: str = "table"  # what stages are, where the games of a question have several
    whose: tuple[str, ...] = ()  # whom it is meant for; all, if nobody is named

    def meant(self, agent: str) -> bool:
        """Whether the games of a player are judged by it."""
        return not self.whose or agent in self.whose

    @property
    def said(self) -> str:
        """The aim in words."""
        kind = AIMS[self.of]
        low = f"{self.low:g}{kind.unit if kind.unit == PER_CENT else ''}"
        high = f"{self.high:g}{kind.unit.removesuffix('s') if self.high == 1 else kind.unit}"
        what = f"{' and '.join(self.only)} " if self.only else ""
        return kind.words.format(low=low, high=high, what=what, stage=self.stage)


@dataclass(frozen=True)
class Found:
    """One thing that an aim speaks of: a number with its interval, in points of a hundred or in minutes."""

    name: str
    value: float
    low: float
    high: float
    kind: str = ""  # of thing, where some are judged and others are not


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
    are widened so that all of them hold together with 95%, however often what was open has been looked at.
    """
    wide = widened(aim, answer)
    outside = tuple(one for one in wide if is_outside(aim, one))
    beyond = sum(not aim.low <= one.value <= aim.high for one in wide)
    worst = max(outside or wide, key=lambda one: max(aim.low - one.value, one.value - aim.high), default=None)
    return Verdict(word_of(aim, wide), outside, beyond, len(wide), worst)


def word_of(aim: Aim, wide: Sequence[Found]) -> str:
    """Whether an aim is kept by all that it speaks of, whose intervals hold together."""
    if any(is_outside(aim, one) for one in wide):
        return MISSED
    return KEPT if wide and all(aim.low <= one.low and one.high <= aim.high for one in wide) else UNCLEAR


def is_outside(aim: Aim, one: Found) -> bool:
    """Whether a thing is shown to be outside."""
    return one.high < aim.low or one.low > aim.high


def widened(aim: Aim, answer: Answer) -> list[Found]:
    """All that an aim speaks of, with intervals that hold together."""
    every = [one for one in AIMS[aim.of].things(answer) if not aim.only or one.kind in aim.only]
    looks = answer.get("looks", 1) if AIMS[aim.of].further else 1
    wider = normal(together(0.95, looks * len(every))) / Z95
    least, most = AIMS[aim.of].reach
    return [
        Found(
            one.name,
            one.value,
            max(least, one.value - wider * (one.value - one.low)),
            min(most, one.value + wider * (one.high - one.value)),
        )
        for one in every
    ]


def is_open(aim: Aim, one: Found) -> bool:
    """Whether a thing is neither shown to be inside nor to be outside."""
    return word_of(aim, [one]) == UNCLEAR


def flips(verdicts: Sequence[Verdict]) -> bool:
    """Whether two strengths are sure of different things."""
    return {KEPT, MISSED} <= {verdict.word for verdict in verdicts}


# ---- what aims speak of ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of aim: its words, the things that it speaks of, and what they are counted in."""

    words: str
    things: Callable[[Answer], Iterator[Found]]
    unit: str = PER_CENT
    further: str = ""  # the rows of the answer that can be played on
    relative: bool = False  # to what is usual: more than a hundred of a hundred are possible

    @property
    def reach(self) -> tuple[float, float]:
        """What there can be at least and at most."""
        if self.unit != PER_CENT:
            return float("-inf"), float("inf")
        return 0.0, float("inf") if self.relative else 100.0


def stage_name(stage: object) -> str:
    """A stage of a study, as people call it: ``chapter=3`` is chapter 3."""
    return str(stage or "").replace("=", " ")


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


def _one(measure: str, name: str) -> Callable[[Answer], Iterator[Found]]:
    def things(answer: Answer) -> Iterator[Found]:
        if row := answer.get(measure):
            yield Found(name, *(100 * row[key] for key in ("share", "low", "high")))

    return things


def _times(answer: Answer) -> Iterator[Found]:
    """What each seat wins, as a part of its share."""
    for row in answer.get("seats", ()):
        if row["fair"]:
            times = (100 * row[key] / row["fair"] for key in ("share", "low", "high"))
            yield Found(f"seat {row['seat'] + 1}", *times)


def _kinds(answer: Answer) -> Iterator[Found]:
    """How far the worth of each card is from the mean of its kind."""
    kind = {row["card"]: row.get("kind", "") for row in answer.get("cards", ())}
    worth = list(_worth(answer))
    for name in dict.fromkeys(kind.values()):
        mine = [one for one in worth if kind[one.name] == name]
        mean = sum(one.value for one in mine) / max(1, len(mine))
        for one in mine:
            yield Found(one.name, one.value - mean, one.low - mean, one.high - mean, name)


def _spirits(answer: Answer) -> Iterator[Found]:
    """What each character wins alone, as a part of the mean of all at the same table."""
    given = answer.get("parties", ())
    for stage in dict.fromkeys(row["stage"] for row in given):
        rows = [row for row in given if row["stage"] == stage]
        mean = sum(row["share"] * row["games"] for row in rows) / max(1, sum(row["games"] for row in rows))
        for row in rows if mean else ():
            where = f"{row['party']} ({stage_name(stage)})" if stage else str(row["party"])
            yield Found(where, *(100 * row[key] / mean for key in ("share", "low", "high")))


def _minutes(answer: Answer) -> Iterator[Found]:
    if row := answer.get("minutes"):
        yield Found("median game", *(row[key] for key in ("median", "low", "high")))


def _tension(answer: Answer) -> Iterator[Found]:
    """How much of each stage is still undecided."""
    for row in answer.get("tension", ()):
        if row["open"] is not None:
            yield Found(stage_name(row["stage"]), *(100 * row[key] for key in ("open", "low", "high")))


def _chosen(answer: Answer) -> Iterator[Found]:
    for row in answer.get("chosen", ()):
        value, low, high = (100 * row[key] for key in ("share", "low", "high"))
        name = row["choice"].partition(" (")[0]  # without what it does
        yield Found(name, value, low, high, row["phase"])


def _lots(answer: Answer) -> Iterator[Found]:
    for row in answer.get("by_lot", ()):
        value, low, high = (-100 * row[key] for key in ("gain", "high", "low"))
        yield Found(row["choice"].partition(" (")[0], value, low, high, row["phase"])


def _instead(answer: Answer) -> Iterator[Found]:
    """What something else makes of a team: points more or less, whichever it is."""
    for row in answer.get("made", ()):
        yield Found(row["instead"], *(100 * row[key] for key in ("difference", "low", "high")))


AIMS: dict[str, Kind] = {
    "seats": Kind("every seat within {high} of its share", _seats, POINTS),
    "times": Kind("no seat wins more than {high} of its share", _times, relative=True),
    "everybody": Kind("everybody gets a turn in {low} or more of games", _one("everybody", "games")),
    "worth": Kind("no card is worth more than {high}", _worth, POINTS),
    "kinds": Kind("every {what}card within {high} of the mean of its kind", _kinds, POINTS),
    "alive": Kind("every card is played by {low} or more of those who hold it and could", _alive),
    "characters": Kind(
        "every character wins {low} to {high} over all",
        _shares("characters", lambda row: str(row["character"])),
    ),
    "matchups": Kind(
        "every matchup within {low} to {high}",
        _shares("matchups", lambda row: f"{row['character']} against {row['against']}"),
        further="matchups",
    ),
    "spirits": Kind("alone nobody wins less than {low} of the mean", _spirits, relative=True),
    "stages": Kind(
        "{low} to {high} of games are won, whatever the {stage}",
        _shares("stages", lambda row: stage_name(row["stage"])),
        further="stages",
    ),
    "tension": Kind("{low} or more of decisions are made while all is open, whatever the {stage}", _tension),
    "chosen": Kind("whatever is offered is chosen by {low} or more of those who could", _chosen),
    "lots": Kind(
        "whatever is offered costs at most {high} where a lot takes it", _lots, POINTS, further="by_lot"
    ),
    "instead": Kind("whatever one has instead makes {high} of difference at most", _instead, POINTS),
    "minutes": Kind("a median game lasts {low} to {high}", _minutes, MINUTES),
    "wins": Kind("the stronger one wins {low} or more", _shares("wins", lambda row: str(row["agent"]))),
    "costs": Kind("doing without it costs something", _difference, POINTS),
}
