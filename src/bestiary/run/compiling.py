"""The progress that is shown while rules are compiled, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..core import jit
from ..core.driver import on_compile

if TYPE_CHECKING:
    from rich.console import Console

    from ..core.game import Game

TITLE = "compiling rules (first time only)"


@contextmanager
def compiling(game: Game, console: Console) -> Iterator[None]:
    """Shows how far a cold start has come; silent where everything is loaded from the cache."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    progress = Progress(
        TextColumn(TITLE),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("[dim]{task.description}", markup=True),
        console=console,
        transient=True,
    )
    names: set[str] = set()

    def started(name: str) -> None:
        if not names and console.is_terminal:
            progress.start()
            progress.add_task("", total=max(1, len(jit.rules_of(game.room))))
        elif not names:
            console.print(f"{TITLE} ...")
        names.add(name)
        if progress.tasks:
            task = progress.tasks[0]
            total = max(len(names), int(task.total or 1))
            progress.update(task.id, completed=len(names), total=total, description=name)

    try:
        with on_compile(started):
            yield
    finally:
        if progress.tasks:
            progress.stop()
