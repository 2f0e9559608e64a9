"""What several commands share: arguments, JSON, and the consoles."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import BadOption, UnknownName

if TYPE_CHECKING:
    from rich.console import Console

    from ..core.cards import Content
    from ..core.game import Game


def game_names(incomplete: str) -> list[str]:
    """The games that a shell offers to complete; read without loading any."""
    from importlib.metadata import entry_points

    return sorted(e.name for e in entry_points(group="bestiary.games") if e.name.startswith(incomplete))


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, such as totem.", autocompletion=game_names)
]
Words = Annotated[list[str] | None, typer.Argument(metavar="[WORDS]...", help="Only what has these words.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Given = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the table; may be repeated."),
]
TABLE = "table"
Table = Annotated[
    str | None,
    typer.Option(f"--{TABLE}", metavar="NAME", help="A table with a name, such as steady of tiger."),
]


def cards_path(name: str) -> Path:
    """A card file by its path, or the one that a card set makes."""
    from ..core.sets import card_file

    return card_file(str(name))


Cards = Annotated[
    Path | None,
    typer.Option(
        "--cards", metavar="FILE|SET", parser=cards_path, help="A card file, or a card set by name or file."
    ),
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


def table_options(
    game: Game, given: Iterable[str] | None, extra: Iterable[str], table: str | None = None
) -> dict[str, object]:
    """Options of a table: by its name, ``--option name=value``, ``--name value``, ``--name`` for a yes.

    ``--table steady`` may stand among the others, and ``--steady`` says the same.
    """
    options: dict[str, object] = dict(game.preset(table).options) if table else {}
    words = list(extra)
    while words:
        word = words.pop(0)
        name = word[2:].partition("=")[0].replace("-", "_")
        if not word.startswith("--") or not name:
            raise BadOption(f"'{word}' is not understood; options of the table are written --name value.")
        if name == TABLE:
            word = word.partition("=")[2] or (words.pop(0) if words else "")
            options |= game.preset(word).options
            continue
        if "=" in word:
            options[name] = word.partition("=")[2]
        elif name in game.presets and name not in options:
            options |= game.presets[name].options
        elif words and not words[0].startswith("--"):
            options[name] = words.pop(0)
        else:
            options[name] = "true"
        if name not in game.options.all and name not in game.presets:
            raise UnknownName("option", name, {*game.options.all, *game.presets})
    return options | parse_options(given)


def chosen_looks(game: Game, words: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """How the board is to be drawn (``--totem cards``), and the other words."""
    looks: dict[str, str] = {}
    left = list(words)
    rest = []
    while left:
        word = left.pop(0)
        name, given, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or name not in game.looks:
            rest.append(word)
            continue
        value = value if given else left.pop(0) if left else ""
        if value not in game.looks[name]:
            good = " or ".join(game.looks[name])
            raise BadOption(f"The {name} is shown as {good}, not as '{value}'.")
        looks[name] = value
    return looks, rest


def print_json(data: Any) -> None:
    """One JSON value on the output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def warn_of_learned(
    game: Game, content: Content, agents: Iterable[str], seats: int, options: Mapping[str, Any]
) -> None:
    """Refuses an agent that plays no such table; a word on the error stream where it has learned others."""
    from ..agents.base import is_learned
    from ..learn.agent import network_of

    if any(map(is_learned, agents)):
        network = network_of(game)
        settled = game.settle(dict(options))
        network.refuse(game, seats, settled)
        for said in filter(None, (network.warning(content), network.untaught(game, settled))):
            console(errors=True).print(said)


def console(*, errors: bool = False) -> Console:
    """The console for people; lines are only broken where there is a terminal to fit."""
    from rich.console import Console

    made = Console(stderr=errors, highlight=False, soft_wrap=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = 100
    return made
