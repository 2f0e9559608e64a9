"""The bar that long commands show: how much is done, how much of it a second, time left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


class Bar:
    """How far it is; without a terminal it shows nothing.

    ``before`` was done in an earlier sitting, and says nothing about the speed of this one; None: the
    first number that is heard.
    """

    def __init__(self, progress: Progress | None, total: int | None, before: int | None, what: str) -> None:
        self.progress = progress
        self.before = before
        self.done = before or 0
        self.what = what
        self.began = time.perf_counter()
        self.task = progress.add_task("", total=total, completed=self.done, rate="") if progress else None

    def to(self, done: int, total: int | None = None) -> None:
        """So many are done in all, of so many where that was not known before; fewer than at last: something
        else is played now, at a speed of its own."""
        if done < self.done:
            self.before, self.began = done, time.perf_counter()
            if self.progress is not None and self.task is not None:
                self.progress.reset(self.task, total=total)
        self.done = done
        self.before = done if self.before is None else self.before
        if self.progress is None or self.task is None:
            return
        rate = max(0, done - self.before) / max(1e-9, time.perf_counter() - self.began)
        said = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        self.progress.update(self.task, completed=done, total=total, rate=f"{said} {self.what}/s")

    def add(self, n: int) -> None:
        """So many more are done."""
        self.to(self.done + n)


@contextmanager
def playing(
    errors: Console, total: int | None = None, before: int | None = 0, what: str = "games"
) -> Iterator[Bar]:
    """A bar for games that are played, which goes away at the end."""
    if not errors.is_terminal:
        yield Bar(None, total, before, what)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("playing"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=errors, transient=True) as progress:
        yield Bar(progress, total, before, what)
