"""The bar of long commands: how fast the thing is that is played now."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bestiary.commands import progress
from bestiary.commands.progress import Bar


class Shown:
    """A bar that remembers what it was told."""

    def __init__(self) -> None:
        self.rates: list[str] = []
        self.resets = 0

    def add_task(self, *_: Any, **__: Any) -> int:
        return 0

    def update(self, _: int, rate: str, **__: Any) -> None:
        self.rates.append(rate)

    def reset(self, *_: Any, **__: Any) -> None:
        self.resets += 1


def test_what_is_played_next_has_a_speed_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(progress, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    shown: Any = Shown()
    bar = Bar(shown, None, None, "games")
    for clock.now, done in ((0.0, 0), (10.0, 1000), (20.0, 2000)):
        bar.to(done, 2000)
    assert shown.rates[-1] == "100 games/s" and not shown.resets
    for clock.now, done in ((20.0, 0), (30.0, 500)):
        bar.to(done, 4000)
    assert shown.rates[-1] == "50 games/s" and shown.resets == 1
