"""``bestiary replay FILE``: a kept match, step by step, through a seat's eyes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BestiaryError, OtherRules
from .common import Cards, console

if TYPE_CHECKING:
    from rich.console import Console

    from ..core.match import Match

NAME = "replay"
WATCHING = -1


def run(
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="A kept match, or last.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--from", metavar="DIR", help="A study of the laboratory, in place of FILE."),
    ] = None,
    game: Annotated[int, typer.Option("--game", metavar="N", help="Which game of the study.")] = 0,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the game of a study as a match.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Through whose eyes; a spectator's by default.")
    ] = None,
    cards: Cards = None,
    step: Annotated[bool, typer.Option("--step", help="Show the board and wait after every move.")] = False,
) -> None:
    """Show a kept match again; one that was played under other rules as it was written.

    --from DIR --game N plays a game of a study once more, move by move."""
    if (file is None) == (folder is None):
        raise BestiaryError("Name a kept match (or last), or a study with --from DIR --game N.")
    if step and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BestiaryError("Replay by steps needs a terminal; without --step it prints the whole match.")
    if folder is not None:
        match = _of_study(folder, game, cards, save)
    else:
        from ..core.match import Match
        from ..terminal import keep

        source = keep.find(str(file))
        try:
            match = Match.load(source, keep.cards_of(source, cards))
        except OtherRules as refused:
            if step or seat is not None:
                raise
            _as_written(source, str(refused), console())
            return
    eyes = WATCHING if seat is None else seat
    if not WATCHING <= eyes < match.seats:
        raise BestiaryError(f"There is no seat {seat}; there are seats 0 to {match.seats - 1}.")
    out = console()
    if step:
        _steps(match, eyes, out)
    else:
        _all(match, eyes, out)


def _of_study(folder: Path, game: int, cards: Path | None, save: Path | None) -> Match:
    """A game of a study, played once more."""
    from .. import lab
    from ..lab.play.again import again, study_of
    from ..run.compiling import compiling

    data = lab.read(folder, partial=True)
    study = study_of(data, cards)
    with compiling(study.plan.game, console(errors=True)):
        match = again(data, game, study=study)
    if save is not None:
        match.save(save)
    return match


def _as_written(source: Path, why: str, out: Console) -> None:
    """Head, moves and result of a record whose rules are no longer played."""
    from rich.text import Text

    from ..core.saves import written

    record = written(source)
    for key, value in record.head.items():
        out.print(Text(f"{key}: {value}", style="bold" if key == "Game" else ""))
    for n, move in enumerate(record.moves, 1):
        out.print(Text(f"{n:>4}  {move}", style="cyan"))
    result = record.result or "The record does not say how the match stood; records of today do."
    out.print(Text(result, style="bold"))
    out.print(Text(why))


def _title(match: Match, eyes: int) -> str:
    through = "a spectator" if eyes < 0 else match.names[eyes]
    return f"{match.game.title}: {' and '.join(match.first_names)}, through the eyes of {through}"


def _all(match: Match, eyes: int, out: Console) -> None:
    from rich.text import Text

    from ..core.match import ACTION

    out.print(Text(_title(match, eyes), style="bold"))
    for n, (entry, _, told) in enumerate(match.replay(eyes), 1):
        who = match.names[entry.seat] if entry.seat >= 0 else "-"
        what = entry.name if entry.kind == ACTION else f"{entry.kind} {entry.name}".strip()
        out.print(Text(f"{n:>4}  {who}: {what}", style="cyan"))
        for line in told:
            out.print(Text(f"        {line}"))
    if match.game_over:
        from ..core.words import result

        out.print(Text(result(match), style="bold"))


def _steps(match: Match, eyes: int, out: Console) -> None:
    from ..terminal.screen import FullScreen, Position

    steps = list(match.replay(eyes))
    screen = FullScreen(out)
    screen.open()
    at = 0
    try:
        while True:
            view = match.view(eyes, at)
            view["names"] = list(match.names)
            story = [line for _, _, told in steps[:at] for line in told]
            fresh = len(steps[at - 1][2]) if at else 0
            hint = f"entry {at} of {len(steps)}: Enter next, b back, a number to go there, q quit"
            screen.position(
                Position(_title(match, eyes), match.game.board(view), story, fresh, None, "", hint)
            )
            typed = screen.ask().strip().lower()
            if typed in ("q", "quit"):
                return
            if typed.isdecimal():
                at = min(int(typed[:9]), len(steps))
            elif typed in ("b", "back"):
                at = max(0, at - 1)
            elif at < len(steps):
                at += 1
    except EOFError:
        return
    finally:
        screen.close()
