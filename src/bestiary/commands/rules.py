"""``bestiary rules GAME``: the rulebook, searched; and which entries have a test."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, Cards, GameName, Words, console, print_json

if TYPE_CHECKING:
    from ..core.game import Game

NAME = "rules"


def run(
    game: GameName,
    words: Words = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Which entries have a test.")] = False,
    tests: Annotated[
        list[Path] | None,
        typer.Option("--tests", metavar="PATH", help="Where the tests are, for a game from elsewhere."),
    ] = None,
    short: Annotated[bool, typer.Option("--short", help="The rules in two minutes.")] = False,
    cards: Cards = None,
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
    if short:
        from ..guide import GuideError, guide_of
        from ..terminal.guided import short_page

        guide = guide_of(found)
        if guide is None:
            raise GuideError(f"{found.title} has no rules in two minutes: its room has no guide.toml.")
        if as_json:
            parts = {part: {"say": s.say, "rules": list(s.rules)} for part, s in guide.short.items()}
            print_json(parts | {"pictures": [{"say": p.say, "rules": list(p.rules)} for p in guide.pictures]})
        else:
            console().print(short_page(guide))
        return
    other = differences(found, cards) if cards is not None else []
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
    for line in other:
        console().print(line, markup=False)


def differences(game: Game, cards: Path) -> list[str]:
    """The numbers of the table that a card file has other than the game: what the rules then mean."""
    from ..core.changes import opened

    ours, theirs = (_numbers(opened(game, path).data) for path in (None, cards))
    changed = [
        f"In {cards.name} {name.replace('_', ' ')} is {theirs.get(name, 'missing')}, not {ours[name]}."
        for name in ours
        if theirs.get(name) != ours[name]
    ]
    return changed or [f"{cards.name} changes cards alone: the numbers of the table are those of the rules."]


def _numbers(data: dict[str, Any]) -> dict[str, int]:
    """The named numbers of a card file that belong to no card."""
    return {
        f"{section} {name}" if section != "constants" else name: value
        for section, table in data.items()
        if isinstance(table, dict) and section not in ("vocabulary", "blank")
        for name, value in table.items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
