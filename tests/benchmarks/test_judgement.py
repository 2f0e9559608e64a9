"""Whether turning points hold: looks on the way err no more often than one at the end would."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.judgement import BATCH, HOLDS, LOOKS, OPEN, REFUTED, deep, hopeless, verdict

from bestiary.agents.judge import Case


class Stepping:
    """A search whose batches are worth what is given, one after the other."""

    def __init__(self, worth: list[float]) -> None:
        self.worth, self.done, self.total = worth, 0, 0.0

    def more(self, iterations: int) -> None:
        self.total += iterations * self.worth[self.done // BATCH]
        self.done += iterations


class Judging:
    """A judge and its agent: two searches that are prepared."""

    def __init__(self, mine: list[float], other: list[float]) -> None:
        self.agent, self.made = self, [Stepping(mine), Stepping(other)]

    def begin(self, *_: object, forced: int) -> Stepping:
        return self.made[forced]


def looked(apart: np.ndarray) -> str:
    """The first verdict of the four looks that leaves nothing open."""
    said = (verdict(list(apart[: look // BATCH]))[0] for look in LOOKS)
    return next((word for word in said if word != OPEN), OPEN)


def test_four_looks_at_nothing_find_something_in_at_most_five_of_a_hundred() -> None:
    luck = np.random.default_rng(3)
    said = [looked(luck.normal(0, 1, LOOKS[-1] // BATCH)) for _ in range(1500)]
    assert 0.01 < 1 - said.count(OPEN) / len(said) <= 0.05


@pytest.mark.parametrize(("apart", "word", "spent"), [(0.3, HOLDS, 0), (-0.3, REFUTED, 0), (0.0, OPEN, 3)])
def test_what_is_decided_early_is_searched_no_further(apart: float, word: str, spent: int) -> None:
    luck = np.random.default_rng(5)
    noise = list(luck.normal(0.5, 0.05, LOOKS[-1] // BATCH))
    both = Judging(
        noise, [x + apart + y for x, y in zip(noise, luck.normal(0, 0.05, len(noise)), strict=True)]
    )
    found, error, said = deep(both, None, 0, 0, (0, 1), whole=False)  # type: ignore[arg-type]
    assert said[-1] == word and both.made[0].done == both.made[1].done == LOOKS[spent]
    assert abs(found - apart) < 2 * error


def test_whole_goes_on_whatever_looks_say() -> None:
    both = Judging([0.2, 0.3] * 50, [0.6, 0.5] * 50)
    said = deep(both, None, 0, 0, (0, 1), whole=True)[2]  # type: ignore[arg-type]
    assert said == [HOLDS] * len(LOOKS) and both.made[0].done == LOOKS[-1]


def test_only_decisions_that_will_hardly_be_turning_points_are_let_go() -> None:
    def case(*losses: float) -> Case:
        return Case(0, 1, mine=[0.5] * len(losses), other=[0.5 + loss for loss in losses], counted=1000)

    assert hopeless(case(0.01, -0.02, 0.0)) == "no loss in the first pairs"
    assert hopeless(case(0.01, 0.02, 0.0)) == ""
    assert hopeless(case(0.01, 0.02, 0.0, 0.01, 0.01, 0.02)) == "under five points"
    assert hopeless(case(0.08, 0.02, 0.0, 0.09, 0.01, 0.02)) == ""
