"""``bestiary words GAME``: all that a game says, as the file that a translator begins with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import GameName

NAME = "words"


def run(
    game: GameName,
    language: Annotated[
        Path | None,
        typer.Option("--language", metavar="FILE", help="Keep what this file has translated already."),
    ] = None,
) -> None:
    """Print every template that a game says, to be translated: bestiary words totem > latin.toml."""
    from ..core.language import Language, written
    from ..core.phrases import phrases
    from ..core.registry import load

    known = Language.read(language) if language else Language("English", {})
    found = phrases(load(game))
    print(written(known.name, found, known.templates), end="")
    said = {template for templates in found.values() for template in templates}
    for template in known.templates:
        if template not in said:
            print(f"# no longer said: {template!r} = {known.templates[template]!r}")
