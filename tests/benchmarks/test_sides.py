"""The comparison with the peers: one that is missing or breaks says so, and the others are measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def sides(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import sides

    return sides


def counting(units: int) -> int:
    """Takes processor time, a hundredth of a second for every unit."""
    end = time.process_time() + units / 100
    while time.process_time() < end:
        pass
    return units


def missing() -> Callable[[int], int]:
    raise ModuleNotFoundError("No module named 'pgx'", name="pgx")


def broken() -> Callable[[int], int]:
    raise ValueError("no such game\nand much more")


def test_a_side_that_cannot_be_set_up_says_why(sides: Any) -> None:
    found = [sides.Side("key", "name", make) for make in (missing, broken)]
    for side in found:
        side.prepare(0.05)
        side.round()
    assert [side.missing for side in found] == ["not installed (pgx)", "failed (ValueError: no such game)"]
    assert [side.failed for side in found] == [False, True]
    assert not any(side.rates for side in found)


def test_a_side_that_breaks_on_the_way_has_no_rates(sides: Any) -> None:
    calls: list[int] = []

    def works_for_a_while(units: int) -> int:
        calls.append(units)
        if len(calls) > 4:
            raise RuntimeError
        return counting(units)

    side = sides.Side("key", "name", lambda: works_for_a_while)
    side.prepare(0.05)
    for _ in range(4):
        side.round()
    assert side.failed and side.missing == "failed (RuntimeError)" and side.rates == []


def test_rates_are_by_processor_time_and_ratios_by_round(sides: Any) -> None:
    side = sides.Side("key", "name", lambda: counting)
    side.prepare(0.05)
    side.round()
    assert side.rates[0] == side.rate and not side.missing
    one, other = (
        sides.Side(k, k, lambda: counting, rates=r) for k, r in (("a", [8.0, 9.0]), ("b", [2.0, 3.0]))
    )
    assert sides.ratio(one, other) == 3.5
