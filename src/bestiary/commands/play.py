"""``bestiary play GAME``: a match at this screen, among people or with machines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BestiaryError, SaveError
from .common import (
    Cards,
    Given,
    Interrupted,
    Table,
    chosen_looks,
    console,
    game_names,
    table_options,
    warn_of_learned,
)

if TYPE_CHECKING:
    from ..core.cards import Content
    from ..core.game import Game
    from ..core.match import Match
    from ..guide import Guide
    from ..terminal.guided import Guided
    from ..terminal.seats import Seat

NAME = "play"


def run(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, such as totem.", autocompletion=game_names)
    ] = None,
    table: Table = None,
    option: Given = None,
    cards: Cards = None,
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="LIST", help="Such as human,random or Anna=human,Ben=human."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="AGENT", help="Such as novice, master, grandmaster or mcts:2000."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Deals the same cards again.")] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="[FILE]", help="Go on with a kept match; alone, with the last."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the match in this file.")
    ] = None,
    free_undo: Annotated[bool, typer.Option("--free-undo", help="Take back anything: for study.")] = False,
    guide: Annotated[bool, typer.Option("--guide", help="A first game that explains itself.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines; moves may come from a pipe.")] = False,
    language: Annotated[
        Path | None,
        typer.Option("--language", metavar="FILE", help="What the game says in another language: see words."),
    ] = None,
) -> None:
    """Play a match in the terminal; --NAME VALUE sets an option of the game, such as --match-games 3."""
    from ..agents.base import settled
    from ..core.language import Language, speaking

    spoken = Language.read(language) if language else None
    if game is None and resume is None:
        raise BestiaryError("Say what to play, such as: bestiary play totem. bestiary games lists the games.")
    if game is not None and resume is None:
        from ..core.registry import load

        found = load(game)
        looks, words = chosen_looks(found, context.args)
        options = table_options(found, option, words, table)
        found.settle(options)  # wrong names are refused before anything else
        content = found.content(cards)
    elif context.args or table:
        raise BestiaryError("A kept match has its options; they are for a new one.")
    if guide and (option or context.args or table or cards or seats or against or seed is not None):
        raise BestiaryError("A guided game has its own table: --guide goes with no option of another.")
    if against is not None:
        if seats is not None:
            raise BestiaryError("Name the machines either in --seats or by --against.")
        against = settled(against, "machine")
    if not plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BestiaryError("Play needs a terminal; with --plain it reads moves line by line.")
    from ..terminal import keep

    if resume is not None:
        looks = {}
        source = keep.find(resume)
        match, sitting = _resumed(source, game, option, seed, seats, cards)
        path = save or source
    else:
        if guide:
            script = _guide(found)
            options, seed = dict(script.options), script.seed
        match, sitting = _begun(content, found, options, seed, seats, against)
        path = save or keep.new_path(match.game.slug)
    match.free_undo = free_undo
    if save is not None and save.exists() and (resume is None or not save.samefile(source)):
        raise SaveError(f"{save} exists already; it is left as it is. Go on with it by --resume.")
    with speaking(spoken):
        _play(match, sitting, path, plain, looks, guide)


def _guide(found: Game) -> Guide:
    from ..guide import GuideError, guide_of

    made = guide_of(found)
    if made is None:
        raise GuideError(f"{found.title} has no guide.")
    return made


def _guided(match: Match) -> Guided:
    """The guide of a match that was begun with it; where it stands follows from the moves."""
    from ..guide import Walk
    from ..terminal.guided import Guided

    script = _guide(match.game)
    if match.seed != script.seed or match.options != dict(script.options):
        raise BestiaryError("This match was not begun with --guide.")
    return Guided(Walk(script, match))


def completed(words: list[str]) -> list[str]:
    """The words of a command, with ``last`` behind a ``--resume`` that names no match.

    >>> completed(["play", "--resume", "--plain"])
    ['play', '--resume', 'last', '--plain']
    """
    for i, word in enumerate(words):
        alone = i + 1 == len(words) or words[i + 1].startswith("-")
        if words[0] == NAME and word == "--resume" and alone:  # Typer has no option with an optional value
            return [*words[: i + 1], "last", *words[i + 1 :]]
    return words


def _begun(
    content: Content,
    found: Game,
    given: dict[str, object],
    seed: int | None,
    seats: str | None,
    against: str | None,
) -> tuple[Match, list[Seat]]:
    import secrets

    from ..terminal.seats import MACHINE, parse_seats

    options = found.settle(given)
    sitting = parse_seats(seats, int(options.get("players", found.players[0])), against or MACHINE)
    _somebody(sitting)
    chosen = secrets.randbits(64) if seed is None else seed
    return _start(content, found, options, chosen, sitting), sitting


def _somebody(sitting: list[Seat]) -> None:
    if not any(seat.human for seat in sitting):
        raise BestiaryError(
            "At least one seat must be human; bestiary sim plays machines against each other."
        )


def _start(content, found, options, seed, sitting) -> Match:  # type: ignore[no-untyped-def]
    from ..core.match import Match
    from ..run.compiling import compiling

    warn_of_learned(found, content, [seat.kind for seat in sitting], len(sitting), options)
    with compiling(found, console(errors=True)):  # where it does not begin plain
        match = Match(found, options, seed, {i: seat.name for i, seat in enumerate(sitting)}, content)
        _warm(match, sitting)
    return match


def _resumed(
    source: Path,
    game: str | None,
    option: list[str] | None,
    seed: int | None,
    seats: str | None,
    cards: Path | None,
) -> tuple[Match, list[Seat]]:
    from ..core import saves
    from ..core.registry import load, names
    from ..run.compiling import compiling
    from ..terminal import keep
    from ..terminal.seats import named_seats, parse_seats

    if option or seed is not None:
        raise BestiaryError(
            "A kept match has its options and its seed; --option and --seed are for a new one."
        )
    slug = keep.game_of(source)
    if game is not None and slug and load(game).slug != slug:
        raise BestiaryError(f"{source} is a match of {slug}, not of {game}.")
    if slug not in names():
        saves.read(source)  # says what is wrong with it
    content = keep.cards_of(source, cards)
    with compiling(load(slug), console(errors=True)):
        match = saves.read(source, content)
        sitting = parse_seats(seats, match.seats) if seats else named_seats(match.names)
        _warm(match, sitting)
    return match, sitting


def _warm(match: Match, sitting: list[Seat]) -> None:
    """Compiles or loads all that the match needs, its machines included; nothing where it begins plain."""
    from ..agents.base import make_agent, quickly
    from ..core.driver import is_plain

    if is_plain(match.game):
        return
    match.engine.warm()
    start = match.engine.start(match.options, 0)
    asked = match.engine.actors(start)[0]
    for kind in {quickly(seat.kind) for seat in sitting if not seat.human}:
        make_agent(kind, match.game, match.content).choose(match.engine.hidden(start, asked), asked, 0)


def _play(
    match: Match, sitting: list[Seat], path: Path, plain: bool, looks: dict[str, str], guide: bool
) -> None:
    from ..terminal.keep import Keeper
    from ..terminal.screen import FullScreen, PlainScreen, Screen
    from ..terminal.table import Table

    _somebody(sitting)
    guided = _guided(match) if guide else None
    out = console()
    screen: Screen = PlainScreen(out) if plain else FullScreen(out)
    keeper = Keeper(match, path)
    try:
        Table(match, sitting, screen, keeper, looks, guided).run()
    except KeyboardInterrupt:
        raise Interrupted(f"Stopped. {keeper.farewell()}") from None
    print(keeper.farewell())
