"""Who leads, by the values of the agents."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.lab.player import kernels
from bestiary.lab.study import Study


def leads(values: list[tuple[int, float]], seats: int, team: int = 0) -> tuple[int, int]:
    """Who leads at last, and how often that changed."""
    k = kernels(Study("totem").plan)
    worth, lows, lead = np.full(seats, np.nan), np.full(seats, np.inf), np.array([-1, 0])
    for seat, value in values:
        k.k_value(seat, value, seats, team, worth, lows, lead)
    return int(lead[0]), int(lead[1])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([(0, 0.7), (0, 0.55), (0, 0.45)], (0, 0)),  # it must lean before it counts
        ([(0, 0.7), (0, 0.3)], (1, 1)),
        ([(0, 0.7), (1, 0.7), (0, 0.7)], (0, 2)),
        ([(0, 0.3), (1, 0.8)], (1, 0)),
    ],
)
def test_between_two_seats(values: list[tuple[int, float]], expected: tuple[int, int]) -> None:
    assert leads(values, 2) == expected


def test_a_team_leads_or_trails() -> None:
    assert leads([(2, 0.7), (0, 0.3), (1, 0.9)], 4, team=1) == (0, 2)


def test_among_three_all_must_be_known() -> None:
    assert leads([(0, 0.9), (1, 0.1)], 3) == (-1, 0)
    assert leads([(0, 0.9), (1, 0.1), (2, 0.2), (2, 0.95), (0, 0.8)], 3) == (2, 1)
