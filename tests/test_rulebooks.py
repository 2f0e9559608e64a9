"""Every entry of a game's rulebook has a test, and every test cites entries that exist."""

from __future__ import annotations

import pytest

from bestiary import load, names
from bestiary.testing.coverage import measure

GAMES = names()


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_has_a_test(slug: str) -> None:
    report = measure(load(slug))
    assert not report.untested, f"no test cites {', '.join(report.untested)}"


@pytest.mark.parametrize("slug", GAMES)
def test_every_worked_example_is_played(slug: str) -> None:
    report = measure(load(slug))
    assert not report.unplayed, f"no test plays {', '.join(report.unplayed)}"


@pytest.mark.parametrize("slug", GAMES)
def test_every_test_cites_entries_that_exist(slug: str) -> None:
    unknown = [f"{c.path.name}:{c.line} cites {c.id}" for c in measure(load(slug)).unknown]
    assert not unknown, "; ".join(unknown)
