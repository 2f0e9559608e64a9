"""``bestiary sim GAME --matchups``: every character against every other, under random play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.errors import BestiaryError
from .common import Interrupted, console, print_json
from .progress import playing

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..core.driver import Engine


def pairings(
    engine: Engine, options: dict[str, object], games: int, seed: int, cores: int | None, as_json: bool
) -> None:
    """Plays every ordered pair and prints the table."""
    from ..run.compiling import compiling
    from ..run.matchups import matchups

    game = engine.game
    if len(game.characters) < 2:
        raise BestiaryError(f"{game.title} has no characters to match against each other.")
    errors = console(errors=True)
    with compiling(game, errors):
        engine.chunk(game.options.encode(game.settle(options)), 0, 0, 1)
    try:
        with playing(errors, what="pairs") as bar:
            found = matchups(engine, games, seed, options, cores, bar.to)
    except KeyboardInterrupt:
        raise Interrupted("Stopped before every pair was played.") from None
    if as_json:
        print_json(found)
    else:
        console().print(report(found))


def report(found: dict[str, Any]) -> RenderableType:
    """The table for people: rows sit in seat 0, columns in seat 1."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    names = found["characters"]
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("")
    for name in names:
        table.add_column(name[:4], justify="right")
    table.add_column("mean", justify="right")
    for first in names:
        cells = []
        for second in names:
            pair = found["pairs"].get(f"{first} {second}")
            cells.append(f"{100 * pair['share']:.0f}" if pair else "-")
        mean = found["means"][first]
        span = 50 * (mean["high"] - mean["low"])
        table.add_row(first, *cells, f"{100 * mean['share']:.1f} ±{span:.1f}")
    widest = max((p["high"] - p["low"]) / 2 for p in found["pairs"].values())
    lines: list[RenderableType] = [
        f"{found['game']}, {found['games']:,} games a pair, seed {found['seed']}, random legal play",
        "per cent won by the row, which sits in seat 0, against the column; mean: in both seats together",
        "",
        table,
        "",
        f"95% intervals: at most ±{100 * widest:.1f} for a pair",
    ]
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))
