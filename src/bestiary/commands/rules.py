"""``bestiary rules GAME``: the rulebook, searched; and which entries have a test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import AsJson, GameName, Words, console, print_json

NAME = "rules"


def run(
    game: GameName,
    words: Words = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Which entries have a test.")] = False,
    tests: Annotated[
        list[Path] | None,
        typer.Option("--tests", metavar="PATH", help="Where the tests are, for a game from elsewhere."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the rules of a game, all or those with the words."""
    from ..core.errors import BestiaryError
    from ..core.registry import load

    found = load(game)
    if coverage:
        from ..testing.coverage import measure

        report = measure(found, tests)
        if as_json:
            print_json(report.as_json())
        else:
            console().print(report.sentence())
        return
    entries = found.rulebook.search(words or ())
    if as_json:
        print_json(
            [
                {"id": r.id, "section": r.section, "text": r.text, "status": r.status, "why": r.why}
                | ({"option": r.option} if r.option else {})
                for r in entries
            ]
        )
        return
    if not entries:
        raise BestiaryError(f"No rule of {found.title} has the words '{' '.join(words or ())}'.")
    from ..terminal.pages import rules_page

    console().print(rules_page(entries))
