"""The sides of the comparison: what each library does with the same work, timed alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

Work = Callable[[int], int]  # does so much, and returns how many decisions, copies or iterations it was

LEAST_S = 0.02  # of processor time, before a guess of the amount is worth anything


@dataclass
class Side:
    """One way of doing the work of a group. ``make`` imports what it needs, and warms it up."""

    key: str  # by which the bars name it
    name: str
    make: Callable[[], Work]
    rates: list[float] = field(default_factory=list)
    missing: str = ""  # why there are no rates
    failed: bool = False
    amount: int = 1
    work: Work | None = None

    @property
    def rate(self) -> float:
        """Units by the second of processor time: the median of the rounds."""
        return statistics.median(self.rates) if self.rates else 0.0

    def prepare(self, seconds: float) -> None:
        """Sets the side up and finds how much work takes so long; notes what is missing or fails."""
        try:
            self.work = self.make()
            self.work(1)
            while True:
                _, took = self._timed()
                if took >= LEAST_S:
                    break
                self.amount *= 4
            self.amount = max(1, round(self.amount * seconds / took))
        except ImportError as problem:
            self._drop(f"not installed ({problem.name or problem})")
        except Exception as problem:  # whatever a library throws: the others are measured all the same
            self._fail(problem)

    def round(self) -> None:
        """One measurement."""
        if self.work is not None:
            try:
                units, took = self._timed()
            except Exception as problem:
                self._fail(problem)
            else:
                self.rates.append(units / took)

    def _fail(self, problem: Exception) -> None:
        said = str(problem).strip().partition("\n")[0]
        self.failed = True
        self._drop(f"failed ({type(problem).__name__}{f': {said}' if said else ''})")

    def _drop(self, why: str) -> None:
        self.missing, self.work = why, None
        self.rates.clear()

    def _timed(self) -> tuple[int, float]:
        assert self.work is not None
        began = time.process_time()
        units = self.work(self.amount)
        return units, time.process_time() - began


def ratio(a: Side, b: Side) -> float:
    """How many times as fast a side is: the median over the rounds, each a ratio of neighbours."""
    return statistics.median(x / y for x, y in zip(a.rates, b.rates, strict=True))
