"""``bestiary sim GAME``: many games of random legal play, on all cores."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, Cards, GameName, Given, Interrupted, console, print_json, table_options
from .progress import playing

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..run import Results

NAME = "sim"
FEW = 10  # games that are played sooner than they are compiled


def run(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Same seed, same numbers.")] = 0,
    option: Given = None,
    cards: Cards = None,
    cores: Annotated[int | None, typer.Option("--cores", help="Threads; all cores by default.")] = None,
    matchups: Annotated[
        bool, typer.Option("--matchups", help="Every character against every other: a table of win rates.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play many games at random and report who wins, and how long they take.

    --NAME VALUE sets an option of the game, such as --restock one."""
    from ..core import starting
    from ..core.driver import Engine, is_plain
    from ..core.registry import load
    from ..run.many import check

    found = load(game)
    options = table_options(found, option, context.args)
    found.settle(options)  # what is wrong is refused before anything is compiled
    check(games, seed, cores)
    if games <= FEW and not matchups:
        starting.begin(found)  # done before it would be compiled
    engine = Engine(found, found.content(cards))
    if matchups:
        from .matchups import pairings

        pairings(engine, options, games, seed, cores, as_json)
        return
    from ..run import simulate
    from ..run.compiling import compiling

    errors = console(errors=True)
    if not is_plain(found):
        with compiling(found, errors):
            engine.chunk(found.options.encode(found.settle(options)), 0, 0, 1)
    began = time.perf_counter()
    with playing(errors, games) as bar:
        results = simulate(engine, games, seed, options, cores, bar.add)
    seconds = time.perf_counter() - began
    if as_json:
        print_json(results.as_json())
    else:
        console().print(report(results, seconds))
    if results.interrupted:
        raise Interrupted(
            f"Stopped after {results.games:,} of {games:,} games; "
            f"--games {results.games} gives these numbers again."
            if results.games
            else "Stopped before the first games were done."
        )


def report(results: Results, seconds: float) -> RenderableType:
    """The results for people."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    data = results.as_json()
    table = Table(box=None, pad_edge=False)
    for heading in ("", "games", "share", "95% interval", "mean payoff"):
        table.add_column(heading, justify="left" if not heading else "right")
    rows = [(f"seat {s['seat']} wins", s["wins"], s, f"{s['payoff']:+.4f}") for s in data["seats"]]
    rows.append(("ties", results.ties, data["ties"], ""))
    for name, count, interval, payoff in rows:
        between = f"{interval['low']:.2%} to {interval['high']:.2%}"
        table.add_row(name, f"{count:,}", f"{interval['share']:.2%}", between, payoff)
    length = data["length"]
    rate = results.decisions / max(seconds, 1e-9)
    lines: list[RenderableType] = [
        f"{results.games:,} games of {results.game}, seed {results.seed}, random legal play",
        "",
        table,
        "",
        f"decisions a game: mean {length['mean']:.2f}, median {length['median']}, "
        f"5% to 95% {length['p5']} to {length['p95']}, {length['min']} to {length['max']} in all",
        f"{results.decisions:,} decisions in {seconds:.2f} s: {rate / 1e6:.2f} million a second",
    ]
    if results.unfinished:
        lines.append(f"{results.unfinished:,} games broke the bound on their length and are left out")
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))
