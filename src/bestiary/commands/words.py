"""``bestiary words GAME``: all that a game says, as the file that a translator begins with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import GameName

if TYPE_CHECKING:
    from ..core.game import Game

NAME = "words"
ROOMS = {"terminal": ("terminal",), "server": ("server",), "hint": ("agents/hint.py",)}  # that say something


def catalogue(game: Game) -> dict[str, list[str]]:
    """All that a reader of a game is told: by the game, and by those who show it."""
    from ..core.phrases import phrases, said_in
    from ..guide import guide_of
    from ..guide.primer import TITLES

    root = Path(__file__).parents[1]
    more = {group: said_in(*(root / place for place in places)) for group, places in ROOMS.items()}
    guide = guide_of(game)
    more["guide"] = [*guide.texts, *TITLES.values()] if guide is not None else []
    return phrases(game, more)


def run(
    game: GameName,
    language: Annotated[
        Path | None,
        typer.Option("--language", metavar="FILE", help="Keep what this file has translated already."),
    ] = None,
) -> None:
    """Print every template that a game says, to be translated: bestiary words totem > latin.toml."""
    from ..core.language import Language, written
    from ..core.registry import load

    known = Language.read(language) if language else Language("English", {})
    found = catalogue(load(game))
    print(written(known.name, found, known.templates), end="")
    said = {template for templates in found.values() for template in templates}
    for template in known.templates:
        if template not in said:
            print(f"# no longer said: {template!r} = {known.templates[template]!r}")
