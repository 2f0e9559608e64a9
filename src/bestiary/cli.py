"""The command line: ``bestiary ...``. Every command is a small module in ``commands``.

What a person can put right is one clear line on the error stream and exit code 2; Ctrl-C is 130.
"""

from __future__ import annotations

import os
import sys
from copy import copy
from typing import Annotated, NoReturn

import typer

from .commands import (
    analyse,
    arena,
    bench,
    cards,
    games,
    guide,
    lab_study,
    operate,
    play,
    prepare,
    printing,
    replay,
    rules,
    serve,
    sets,
    sim,
    train,
    words,
)
from .commands.common import Interrupted
from .core.errors import BestiaryError

BAD_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="bestiary",
    help="Five tabletop games of animal spirits: played, studied and learned.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        from . import __version__

        print(f"bestiary {__version__}")
        raise typer.Exit


for command in (
    *(games, play, guide, serve, prepare, operate, rules, cards, words, printing),
    *(sim, arena, bench, replay, analyse, train),
):
    loose = {"allow_extra_args": True, "ignore_unknown_options": True}  # options of the game itself
    app.command(command.NAME, context_settings=loose if command in (play, sim, arena) else None)(command.run)


@app.callback()
def house(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Say which version this is.")
    ] = False,
) -> None:
    """What stands before every command."""


app.add_typer(sets.app)
app.add_typer(lab_study.app)  # the app of the module lab, with the commands of lab_study


def run(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit code; nothing that a person did wrong is a traceback."""
    given = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    command = typer.main.get_command(_asked(given[0]))
    try:
        code = command.main(args=play.completed(given), prog_name="bestiary", standalone_mode=False)
        if code == INTERRUPTED:  # Typer swallows Ctrl-C and hands its code on
            return say("Stopped.", INTERRUPTED)
        return int(code or 0)
    except BestiaryError as problem:
        return say(str(problem), BAD_INPUT)
    except Interrupted as where:
        return say(str(where), INTERRUPTED)
    except (KeyboardInterrupt, typer.Abort):
        return say("Stopped.", INTERRUPTED)
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as problem:
        # Typer's own refusals carry a line for people; anything else is ours to see whole.
        line = getattr(problem, "format_message", None)
        if line is None:
            raise
        shown = line()
        return say(shown, BAD_INPUT) if shown else BAD_INPUT


def _asked(word: str) -> typer.Typer:
    """The app with one command alone, where a word names it: Typer takes its time over each."""
    named = [command for command in app.registered_commands if command.name == word]
    if not named:
        return app
    alone = copy(app)
    alone.registered_commands, alone.registered_groups = named, []
    return alone


def say(line: str, code: int) -> int:
    """One line on the error stream."""
    print(f"bestiary: {' '.join(line.split())}", file=sys.stderr, flush=True)
    return code


def main() -> NoReturn:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):  # a sign that a terminal lacks is no reason to fail
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(run())
