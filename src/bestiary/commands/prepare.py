"""``bestiary prepare [GAME...]``: compiles games ahead of their first use, on all cores."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import BestiaryError
from .common import console

NAME = "prepare"


def run(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All by default.")] = None,
    cores: Annotated[
        int | None, typer.Option("--cores", min=1, help="Processes; all cores by default.")
    ] = None,
) -> None:
    """Compile the rules of games now, so that they start at full strength."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    from ..core import jit
    from ..core.pool import threads
    from ..core.registry import load, names
    from ..run.sharing import compile_games

    found = [load(name) for name in games or names()]
    if jit.INTERPRETED:
        raise BestiaryError("Nothing can be compiled while NUMBA_DISABLE_JIT is set.")
    errors = console(errors=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=errors, disable=not errors.is_terminal) as progress:
        tasks = {game.slug: progress.add_task(game.title, total=1.0) for game in found}
        for game, seconds, problem in compile_games(
            found, threads(cores), lambda game, share: progress.update(tasks[game.slug], completed=share)
        ):
            if problem:
                raise BestiaryError(f"{game.title} could not be compiled: {problem}")
            progress.update(tasks[game.slug], completed=1.0)
            said = f"compiled in {seconds:.1f} s" if seconds else "was compiled already"
            progress.console.print(f"{game.title}: {said}")
