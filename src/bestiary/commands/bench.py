"""``bestiary bench [GAME...]``: how fast the games run on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import AsJson, console, print_json

NAME = "bench"


def run(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All by default.")] = None,
    cold: Annotated[bool, typer.Option("--cold/--no-cold", help="Also compile from nothing.")] = True,
    as_json: AsJson = False,
) -> None:
    """Measure decisions a second, copies a second, and how long a start takes."""
    from ..core.registry import load, names
    from ..run.bench import Figures, measure

    found = [load(name) for name in games or names()]
    errors = console(errors=True)
    figures: dict[str, Figures] = {}
    for game in found:
        figures[game.slug] = measure(game, errors, cold=cold)
    if as_json:
        print_json({"games": {slug: f.as_json() for slug, f in figures.items()}})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for slug in figures:
        table.add_column(slug, justify="right")
    rows = [f.rows() for f in figures.values()]
    for i, (label, _) in enumerate(rows[0] if rows else []):
        table.add_row(label, *(row[i][1] for row in rows))
    console().print(table)
