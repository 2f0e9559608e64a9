"""Good games: the qualities by which games are compared, each as one figure of an answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from ...core.registry import load
from .aims import PER_CENT, POINTS, Answer, Found
from .plan import Plan
from .qualities import OPEN

STEPS = " steps"
FIRST = "first"
WIDE = 50  # points: an interval that holds half of all there could be tells nothing
SILENT = "cannot tell"


@dataclass(frozen=True)
class Quality:
    """One thing that makes a game good: its name, what it says, and where an answer has it."""

    name: str
    about: str
    of: Callable[[Answer], Found | None]
    unit: str = PER_CENT


@dataclass(frozen=True)
class Quantity:
    """A quality of a game as one player's games have it."""

    game: str  # as the table of good games names it
    agent: str
    quality: str
    question: str
    found: Found
    least: bool = False  # the figure is a lower bound

    @property
    def tells(self) -> bool:
        """Whether so many games have told anything: of a share, or of whether there is a step at all."""
        if QUALITIES[self.quality].unit == STEPS:
            return self.found.low >= 0
        return self.found.high - self.found.low < WIDE

    @property
    def said(self) -> str:
        """The figure with its interval."""
        if not self.tells:
            return SILENT
        return ("at least " if self.least else "") + figure(self.found, QUALITIES[self.quality].unit)


def figure(found: Found, unit: str) -> str:
    """A number with its interval.

    >>> figure(Found("", 51.24, 50.0, 52.5), PER_CENT), figure(Found("", 1.5, -0.5, 3.5), POINTS)
    ('51.2% (50.0 to 52.5)', '+1.5 (-0.5 to +3.5)')
    """
    sign = "+" if unit == POINTS else ""
    value, low, high = (f"{number:{sign}.1f}" for number in (found.value, found.low, found.high))
    return f"{value}{PER_CENT if unit == PER_CENT else ''} ({low} to {high})"


def _depth(answer: Answer) -> Found | None:
    row = answer.get("depth")
    return Found("depth", row["steps"], row["low"], row["high"]) if row else None


def _share(measure: str) -> Callable[[Answer], Found | None]:
    def of(answer: Answer) -> Found | None:
        row = answer.get(measure)
        return Found(measure, *(100 * row[key] for key in ("share", "low", "high"))) if row else None

    return of


def _source(name: str) -> Callable[[Answer], Found | None]:
    def of(answer: Answer) -> Found | None:
        row = next((one for one in answer.get("sources", ()) if one["source"] == name), None)
        return Found(name, *(100 * row[key] for key in ("share", "low", "high"))) if row else None

    return of


QUALITIES: Mapping[str, Quality] = {
    "depth": Quality(
        "Depth",
        "how many steps lie between a player who moves at random and this one, where each step wins 60% "
        "against the one below",
        _depth,
        STEPS,
    ),
    "skill": Quality(
        "Skill",
        "how much of who wins is explained by who plays, among all from random to this player",
        _source("agents"),
    ),
    "luck": Quality("Luck", "how much of who wins is explained by the deal, among the same", _source("deal")),
    "comebacks": Quality(
        "Comebacks",
        "how many games are won by somebody whose chance had once been below half of the usual one",
        _share("comebacks"),
    ),
    "open": Quality(
        "Open",
        "how many decisions are made by somebody whose chance is still between "
        f"{OPEN:.0%} and {1 - OPEN:.0%}",
        _share("open"),
    ),
    "matter": Quality(
        "Choices that matter",
        "at how many decisions the best choice is worth two points more than the second",
        _share("matter"),
    ),
    FIRST: Quality(
        "First move", "how many points more than its share the first seat wins", _share("first"), POINTS
    ),
}


def quantities(plan: Plan, known: Mapping[str, Mapping[str, Answer]]) -> Iterator[Quantity]:
    """Every quality that is measured, of every game by every player."""
    for question in plan.questions:
        for agent, answer in known[question.id].items() if question.quality else ():
            for name, quality in QUALITIES.items():
                if (found := quality.of(answer)) is not None:
                    least = name == "depth" and bool(answer["depth"]["swept"])
                    yield Quantity(question.quality, agent, name, question.id, found, least)


def asked_of(plan: Plan, games: Collection[str]) -> list[str]:
    """The qualities that rows of the table of good games can have: where all win together nobody is first."""
    team = all(load(one.game).team for one in plan.questions if one.quality in games)
    return [name for name in QUALITIES if name != FIRST or not team]
