"""``bestiary lab whatif|swap|restrict|sweep|tune``: what a card does, and which numbers to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from ..core.errors import BestiaryError
from ..core.game import Game
from .common import AsJson, Cards, GameName, Interrupted, console, print_json, table_options
from .lab import LOOSE, Agents, Cores, Seed, TableOptions, app
from .progress import playing

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..lab.compare.curve import Curve
    from ..lab.compare.findings import Findings
    from ..lab.tune.tuning import Tuned

__all__ = ["app"]

TIMES = "\u00d7"
Games = Annotated[int, typer.Option("--games", "-n", help="Games of each of the two.")]
Sets = Annotated[
    list[str],
    typer.Option("--set", metavar="PATH=VALUE", help="A change, cards.wolf.power=22; may be repeated."),
]


@dataclass(frozen=True)
class Asked:
    """What all of these commands are told: the table, who plays, and where the deals begin."""

    game: Game
    agents: tuple[str, ...]
    seed: int
    options: dict[str, object]
    cards: Path | None
    cores: int | None
    as_json: bool


def told(
    context: typer.Context,
    game: GameName,
    agents: Agents = "bulk",
    seed: Seed = 0,
    option: TableOptions = None,
    cards: Cards = None,
    cores: Cores = None,
    as_json: AsJson = False,
) -> Asked:
    """The parameters that all of these commands share."""
    from ..core.registry import load

    found = load(game)
    options = table_options(found, option, context.args)
    return Asked(found, _agents(agents), seed, options, cards, cores, as_json)


def command(name: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command of the laboratory: its own parameters after the game, then those that all share."""

    def made(body: Callable[..., None]) -> Callable[..., None]:
        def of(function: Callable[..., Any]) -> list[Parameter]:
            hints = get_type_hints(function, include_extras=True)
            found = signature(function).parameters.values()
            return [p.replace(annotation=hints[p.name], kind=Parameter.KEYWORD_ONLY) for p in found]

        shared, (_, *own) = of(told), of(body)

        @wraps(body)
        def run(**given: Any) -> None:
            mine = {p.name: given.pop(p.name) for p in own}
            body(told(**given), **mine)

        every = [*shared[:2], *own, *shared[2:]]
        run.__signature__ = Signature(every)  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in every}
        app.command(name, context_settings=LOOSE)(run)
        return run

    return made


@command("whatif")
def whatif(asked: Asked, sets: Sets, games: Games = 4_000) -> None:
    """Change numbers of cards and see what that does, on the same deals.

    A path leads to a number of the card file: cards.wolf.power, constants.hand_limit. A step that does not
    exist is answered with the near ones.
    """
    from ..core.changes import Changes
    from ..lab import whatif

    a = asked
    Changes(a.game, sets, a.cards)  # a wrong change is refused before anything is compiled
    with _playing(a, games) as progress:
        result = whatif(a.game, sets, games, a.agents, a.seed, a.options, a.cards, a.cores, progress)
    _tell(result, a.as_json)


@command("swap")
def swap(
    asked: Asked,
    card: Annotated[
        str, typer.Option("--card", metavar="CARD", help="The card to measure, by code or name.")
    ],
    games: Games = 4_000,
) -> None:
    """Put a blank in a card's place and see what the card is worth, on the same deals.

    A card is named as bestiary cards shows it; all its copies are exchanged.
    """
    from ..lab import swap
    from ..lab.compare.control import control

    a = asked
    control(a.game, card, a.cards)
    with _playing(a, games) as progress:
        result = swap(a.game, card, games, a.agents, a.seed, a.options, a.cards, a.cores, progress)
    _tell(result, a.as_json)


@command("restrict")
def restrict(
    asked: Asked,
    forbid: Annotated[
        list[str], typer.Option("--forbid", metavar="VERB|CARD", help="What is forbidden; may be repeated.")
    ],
    games: Annotated[int, typer.Option("--games", "-n", help="Games of the two against each other.")] = 4_000,
) -> None:
    """Forbid an agent a verb or a card and see what it loses against itself, on mirrored deals.

    A name that does not exist is answered with the verbs of the game.
    """
    from ..lab import restrict
    from ..lab.compare.questions import restriction

    a = asked
    restriction(a.game, forbid, a.agents[0], 1, a.seed, a.options, a.cards).check()
    with _playing(a, games) as progress:
        result = restrict(a.game, forbid, games, a.agents, a.seed, a.options, a.cards, a.cores, progress)
    _tell(result, a.as_json)


@command("sweep")
def sweep(
    asked: Asked,
    sets: Annotated[str, typer.Option("--set", metavar="PATH=A..B:STEP", help="cards.wolf.power=18..30:2")],
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each value.")] = 2_000,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Also as .html, .svg or .json.")
    ] = None,
) -> None:
    """Try a number at several values, on the same deals: a table and a curve with intervals."""
    from ..lab import sweep
    from ..lab.compare.curve import settings

    a = asked
    settings(a.game, sets, a.cards)
    if output is not None and output.suffix not in (".html", ".svg", ".json"):
        raise BestiaryError(f"{output}: the curve is written as .html, .svg or .json.")
    with _playing(a, games) as progress:
        curve = sweep(a.game, sets, games, a.agents, a.seed, a.options, a.cards, a.cores, progress)
    if output is not None:
        _write(curve, output)
    if a.as_json:
        print_json(curve.as_json())
    else:
        console().print(_curve(curve))


@command("tune")
def tune(
    asked: Asked,
    target: Annotated[
        str, typer.Option("--target", metavar="TARGET", help="Such as 'matchups within 45..55'.")
    ],
    vary: Annotated[
        list[str],
        typer.Option("--vary", metavar="PATH[=A..B]", help="Numbers to try, cards.*.power; may be repeated."),
    ],
    budget: Annotated[int, typer.Option("--budget", "-n", help="Games in all, about.")] = 100_000,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="FILE", help="Remembers what was played, to go on later.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the changes into the card file.")] = False,
) -> None:
    """Search our own numbers for the fewest changes that meet a target; proposes a diff of the card file."""
    from ..core.sets import set_of
    from ..lab import tune
    from ..lab.tune.tuning import wish

    a = asked
    if write and a.cards is not None and set_of(a.cards) is not None:
        raise BestiaryError("A set is not a card file: take the changes over with bestiary sets change.")
    wish(a.game, target, vary, a.cards)
    errors = console(errors=True)

    def say(line: str) -> None:
        errors.print(line, markup=False, style="dim")

    with _playing(a, budget) as progress:
        result = tune(
            a.game, target, vary, budget, a.agents, a.seed, a.options, a.cards, keep, a.cores, say,
            lambda n: progress(min(n, budget), budget),
        )  # fmt: skip
    written = result.made.write() if write and result.made and result.changes else []
    if a.as_json:
        print_json(result.as_json())
    else:
        console().print(_tuned(result), soft_wrap=True)
        for path in written:
            console().print(f"written: {path}", markup=False)
    if result.interrupted:
        more = "; the same command goes on" if keep else ""
        raise Interrupted(f"Stopped after {result.games:,} games; the proposal is the best so far{more}.")


def _agents(text: str) -> tuple[str, ...]:
    found = tuple(name.strip() for name in text.split(",") if name.strip())
    if not found:
        raise BestiaryError("At least one agent is needed, such as bulk.")
    return found


@contextmanager
def _playing(asked: Asked, games: int) -> Iterator[Callable[[int, int], None]]:
    """Compiles what is needed first, then shows how far the games are; Ctrl-C is said in one line."""
    from ..lab import Study, play
    from ..run.compiling import compiling
    from ..run.many import check

    check(games, asked.seed, asked.cores)
    errors = console(errors=True)
    content = asked.game.content(asked.cards)
    warm = Study(asked.game, asked.agents, 1, 0, asked.options, content=content)
    warm.check()  # what cannot be played is refused before anything is compiled
    try:
        with compiling(asked.game, errors):
            play(warm, cores=1)
        with playing(errors) as bar:
            yield bar.to
    except KeyboardInterrupt:
        raise Interrupted("Stopped; a comparison needs all of its games.") from None


def _tell(result: Findings, as_json: bool) -> None:
    if as_json:
        print_json(result.as_json())
    else:
        console().print(_findings(result))


def _findings(result: Findings) -> RenderableType:
    """A comparison for people."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from ..lab.compare.findings import amount, level

    lines: list[RenderableType] = [result.title]
    if not result.same:
        facts = result.facts
        played = f"{facts['game']}, {', '.join(facts['agents'])}, seed {facts['seed']}"
        changed = f", {result.differ:,} came out differently" if "forbid" not in facts else ""
        lines += [f"{result.games:,} games of {played}{changed}", ""]
        table = Table(box=None, pad_edge=False)
        paired = "forbid" not in facts
        headings = (
            "",
            "before",
            "after",
            "difference",
            "interval",
            "verdict",
            *(["worth"] if paired else []),
        )
        for heading in headings:
            table.add_column(heading, justify="left" if heading in ("", "verdict") else "right")
        for row in result.frame.to_dicts():
            unit = row["unit"]
            table.add_row(
                row["measure"],
                level(row["baseline"], unit),
                level(row["changed"], unit),
                amount(row["difference"], unit).split()[0],
                f"{amount(row['low'], unit).split()[0]} to {amount(row['high'], unit)}",
                {"none": "no difference"}.get(row["verdict"], row["verdict"]),
                *([f"{TIMES}{row['ratio']:.2f}" if row["ratio"] else "-"] if paired else []),
            )
        lines += [table, "", "Intervals hold all together with 95%."]
        if paired:
            lines.append("Worth: these games tell as much as so many times as many games on other deals.")
        lines.append("")
    lines += [*result.notes, result.sentence]
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))


def _curve(curve: Curve) -> RenderableType:
    """A sweep for people: a table and a chart for each measure."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from ..lab.compare.curve import cells_of, chart

    facts = curve.facts
    lines: list[RenderableType] = [
        f"{curve.path}: {curve.games:,} games of each value, on the same deals",
        f"{facts['game']}, {', '.join(facts['agents'])}, seed {facts['seed']}",
    ]
    for measure in curve.measures:
        table = Table(box=None, pad_edge=False, padding=(0, 1))
        for heading in ("value", "mean", "95% interval", "difference to now", "verdict", "deals"):
            table.add_column(heading, justify="left" if heading == "verdict" else "right")
        for row in curve.of(measure).to_dicts():
            table.add_row(*cells_of(row))
        lines += ["", measure, table, "", *chart(curve, measure)]
    lines += ["", "[---o---]: mean and 95% interval; *: clearly other than now"]
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))


def _write(curve: Curve, path: Path) -> None:
    import json

    from ..lab.compare.curve import page, svg

    if path.suffix == ".svg":
        text = svg(curve, curve.measures[0]) + "\n"
    elif path.suffix == ".html":
        text = page(curve)
    else:
        text = json.dumps(curve.as_json(), ensure_ascii=False, indent=1) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BestiaryError(f"{path} cannot be written: {problem.strerror}.") from None


def _tuned(result: Tuned) -> RenderableType:
    """A proposal for people: what it comes to, and the diff."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from ..lab.compare.findings import level

    unit = "share" if result.target.shares else "decisions"
    table = Table(box=None, pad_edge=False)
    for heading in ("", "before", "after", "95% interval", "games"):
        table.add_column(heading, justify="right" if heading else "left")
    shown = result.frame.sort("after")
    outside = shown.filter(~shown["inside"])
    for row in (outside if outside.height else shown.head(5)).to_dicts():
        between = f"{level(row['low'], unit)} to {level(row['high'], unit)}"
        before, after = level(row["before"], unit), level(row["after"], unit)
        table.add_row(row["name"], before, after, between, f"{row['games']:,}")
    least = "outside the bounds:" if outside.height else "the lowest:"
    lines: list[RenderableType] = [f"{result.game}: {result.target}", *result.changes, ""]
    if shown.height:
        lines += [least, table, ""]
    lines += [*result.notes, result.sentence]
    if result.diff:
        lines += ["", result.diff.rstrip()]
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))
