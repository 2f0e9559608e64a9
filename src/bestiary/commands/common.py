"""What several commands share: arguments, JSON, and the consoles."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as totem.")]
Words = Annotated[list[str] | None, typer.Argument(metavar="[WORDS]...", help="Only what has these words.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Given = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the table; may be repeated."),
]


class Interrupted(Exception):
    """Ctrl-C, with the line that says where things stand."""


def parse_options(given: Iterable[str] | None) -> dict[str, object]:
    """Options from ``name=value`` as typed."""
    options: dict[str, object] = {}
    for word in given or ():
        name, found, value = word.partition("=")
        if not found or not name.strip():
            raise BadOption(f"An option is written NAME=VALUE, such as match_games=3, not '{word}'.")
        options[name.strip()] = value.strip()
    return options


def print_json(data: Any) -> None:
    """One JSON value on the output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def console(*, errors: bool = False) -> Console:
    """The console for people; lines are only broken where there is a terminal to fit."""
    from rich.console import Console

    made = Console(stderr=errors, highlight=False, soft_wrap=False)
    if not made.is_terminal and "COLUMNS" not in made._environ:
        made.width = 100
    return made
