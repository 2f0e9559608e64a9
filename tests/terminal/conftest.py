"""A home of its own for kept matches, and a screen that a test types at."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from bestiary import Match
from bestiary.terminal.keep import Keeper
from bestiary.terminal.screen import Position, layout
from bestiary.terminal.seats import parse_seats
from bestiary.terminal.table import Table


@pytest.fixture(autouse=True)
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of kept matches."""
    folder = tmp_path / "matches"
    monkeypatch.setenv("BESTIARY_MATCHES", str(folder))
    return folder


class ScriptedScreen:
    """Types what a test says, then quits; remembers every screen as text."""

    def __init__(self, typed: Iterable[str], width: int = 100, height: int = 30) -> None:
        self.typed = list(typed)
        self.console = Console(width=width, height=height, color_system=None, legacy_windows=False)
        self.screens: list[str] = []
        self.positions: list[Position] = []

    def draw(self, content: RenderableType) -> None:
        with self.console.capture() as captured:
            self.console.print(content)
        self.screens.append(captured.get())

    def open(self) -> None:
        self.screens.append("open")

    def close(self) -> None:
        self.screens.append("close")

    def position(self, shown: Position) -> None:
        self.positions.append(shown)
        self.draw(layout(self.console, shown))

    def page(self, content: RenderableType) -> None:
        self.draw(content)

    def ask(self) -> str:
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def hand_over(self, name: str) -> None:
        self.screens.append(f"hand over to {name}")

    @property
    def notices(self) -> list[str]:
        return [p.notice for p in self.positions if p.notice]


def sit_down(
    match: Match, typed: Iterable[str], path: Path, seats: str = "human,human"
) -> tuple[Table, ScriptedScreen]:
    """A table at which these lines are typed."""
    screen = ScriptedScreen(typed)
    return Table(match, parse_seats(seats, match.seats), screen, Keeper(match, path)), screen
