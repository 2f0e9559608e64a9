"""``bestiary lab report DIR``: what a study has shown, as one page of HTML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import SaveError
from .common import AsJson, console, print_json

if TYPE_CHECKING:
    from ..lab import Data

PAGE, TWO = "report.html", "two.html"


def run(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that lab run wrote.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The page; by default report.html in DIR."),
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Report what is there of a run that was stopped.")
    ] = False,
    beside: Annotated[
        list[Path] | None,
        typer.Option("--beside", metavar="DIR", help="A study by a player of other strength; repeatable."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="DIR", help="One page of this study and another, side by side."),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="DIR", help="Also every table behind the page, as CSV.")
    ] = None,
    examples: Annotated[
        bool | None,
        typer.Option(
            "--examples/--no-examples",
            help="Tell a few games move by move; by default where quick agents have played them.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write one page that says what a study has shown; it needs nothing else to be read.

    --json prints the figures behind it instead. With --against the page holds two studies side by side:
    what differs, by how much, and how sure that is."""
    from .. import lab
    from ..agents.base import QUICK

    data = lab.read(folder, partial=partial)
    other = _opposite(data, against, partial)
    if as_json:
        print_json(lab.figures(data) if other is None else {"differences": lab.differences(data, other)})
        return
    path = output or folder / (PAGE if other is None else TWO)
    if path.is_dir():
        raise SaveError(f"{path} is a folder; name a file for the page, such as {path / PAGE}.")
    if csv is not None:
        write_csv(csv, lab.figures(data) if other is None else {"differences": lab.differences(data, other)})
    if other is not None:
        write(path, lab.side_by_side(data, other))
        games = f"{data.games.height:,} and {other.games.height:,} games"
    else:
        if examples is None:
            examples = all(name in QUICK for name in data.manifest.get("agents", ()))
        write(path, lab.report(data, examples, _others(data, beside)))
        games = f"{data.games.height:,} games"
    console().print(f"{games}: {path}", markup=False, soft_wrap=True)


def _opposite(data: Data, folder: Path | None, partial: bool) -> Data | None:
    """The other study of two, of the same game and seats; its cards, agents and options may be others."""
    from .. import lab

    if folder is None:
        return None
    other = lab.read(folder, partial=partial)
    for fact in ("game", "seats"):
        if other.manifest.get(fact) != data.manifest.get(fact):
            was, now = other.manifest.get(fact), data.manifest.get(fact)
            raise SaveError(f"{other.folder} cannot stand against it: {fact} {was}, not {now}.")
    return other


def _others(data: Data, folders: list[Path] | None) -> list[Data]:
    """Other studies of the same game and cards, or one line that says what differs."""
    from .. import lab

    found = [lab.read(folder, partial=True) for folder in folders or ()]
    for other in found:
        for fact in ("game", "cards", "seats"):
            if other.manifest.get(fact) != data.manifest.get(fact):
                was, now = other.manifest.get(fact), data.manifest.get(fact)
                raise SaveError(f"{other.folder} cannot stand beside it: {fact} {was}, not {now}.")
    return found


def write_csv(folder: Path, figures: Mapping[str, Any]) -> None:
    """Every table behind the page, one file each; lists in a cell are written with spaces between."""
    import csv

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in figures.items():
            if not isinstance(rows, list) or not rows or not isinstance(rows[0], Mapping):
                continue
            with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
                made = csv.DictWriter(file, list(rows[0]))
                made.writeheader()
                made.writerows(rows)
    except OSError as problem:
        raise SaveError(f"{folder} cannot be written: {problem.strerror or problem}.") from None


def write(path: Path, page: str) -> None:
    """Writes the page as a whole or not at all."""
    from ..lab.play.storage import write_whole

    try:
        write_whole(path, page.encode("utf-8"))
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise SaveError(f"{path} cannot be written: {why}.") from None
