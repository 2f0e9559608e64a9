"""``bestiary lab report DIR``: what a study has shown, as one page of HTML."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import SaveError
from .common import AsJson, console, print_json

PAGE = "report.html"


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that lab run wrote.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The page; by default report.html in DIR."),
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Report what is there of a run that was stopped.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write one page that says what a study has shown; it needs nothing else to be read.

    --json prints the figures behind it instead."""
    from .. import lab

    data = lab.read(folder, partial=partial)
    if as_json:
        print_json(lab.figures(data))
        return
    path = output or folder / PAGE
    if path.is_dir():
        raise SaveError(f"{path} is a folder; name a file for the page, such as {path / PAGE}.")
    write(path, lab.report(data))
    console().print(f"{data.games.height:,} games: {path}", markup=False, soft_wrap=True)


def write(path: Path, page: str) -> None:
    """Writes the page as a whole or not at all."""
    from ..lab.play.storage import write_whole

    try:
        write_whole(path, page.encode("utf-8"))
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise SaveError(f"{path} cannot be written: {why}.") from None
