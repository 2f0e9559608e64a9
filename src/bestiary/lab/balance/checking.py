"""Checking: the same question put to other deals, and whether what comes out agrees with what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from random import Random

from ...run.differences import together
from ...run.statistics import Z95, normal
from .aims import AIMS, Answer, Found
from .good import QUALITIES, figure
from .plan import Question

DERIVED = ("times", "kinds", "spirits")  # the same figures as others have, put into relation


@dataclass(frozen=True)
class Claim:
    """A figure that an answer claims: what it is of, and its interval."""

    of: str
    found: Found

    @property
    def shown(self) -> str:
        """Its figure."""
        return figure(self.found, QUALITIES[self.of].unit if self.of in QUALITIES else AIMS[self.of].unit)

    @property
    def said(self) -> str:
        """The claim in a line."""
        name = f"{self.of}, {self.found.name}" if self.found.name != self.of else self.of
        return f"{name}: {self.shown}"


@dataclass(frozen=True)
class Checked:
    """A claim, what other deals came to, and whether the two agree."""

    claim: Claim
    fresh: Claim
    agrees: bool

    @property
    def said(self) -> str:
        """Both in a line."""
        return f"{self.claim.said}; other deals {self.fresh.shown}; {'agrees' if self.agrees else 'DIFFERS'}"


def claims(answer: Answer) -> Iterator[Claim]:
    """All figures of an answer that have an interval."""
    for name, kind in AIMS.items():
        if name not in DERIVED:
            for found in kind.things(answer):
                yield Claim(name, found)
    for name, quality in QUALITIES.items():
        if (one := quality.of(answer)) is not None and name not in AIMS:
            yield Claim(name, one)


def compared(kept: Answer, fresh: Answer) -> list[Checked]:
    """Every claim of an answer beside the same one of another; the bounds hold for all together with 95%."""
    other = {(claim.of, claim.found.kind, claim.found.name): claim for claim in claims(fresh)}
    both = [
        (claim, other[key])
        for claim in claims(kept)
        if (key := (claim.of, claim.found.kind, claim.found.name)) in other
    ]
    wider = normal(together(0.95, len(both))) / Z95
    return [Checked(one, two, agree(one.found, two.found, wider)) for one, two in both]


def agree(one: Found, two: Found, wider: float = 1.0) -> bool:
    """Whether two figures can be of the same thing: they differ by no more than both intervals explain.

    >>> agree(Found("", 50, 48, 52), Found("", 52, 50, 54))
    True
    >>> agree(Found("", 50, 49, 51), Found("", 53, 52, 54))
    False
    """
    below, above = sorted((one, two), key=lambda found: found.value)
    reach = hypot(below.high - below.value, above.value - above.low)
    return above.value - below.value <= wider * reach + 1e-9


def picked(
    answers: Sequence[tuple[Question, str, Answer]], count: int, seed: int
) -> list[tuple[Question, str, Claim]]:
    """Some claims of all that are kept, by lot: first a question and a player, then one of its figures, so
    that a table of many rows is not picked more often than another."""
    lot = Random(seed)
    found = []
    for question, agent, answer in lot.sample(list(answers), min(count, len(answers))):
        every = list(claims(answer))
        if every:
            found.append((question, agent, lot.choice(every)))
    return found
