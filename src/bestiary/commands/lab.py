"""``bestiary lab ...``: the laboratory. ``lab run`` plays a study and writes its tables."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from . import lab_balance, lab_report
from .common import Cards, GameName, Interrupted, console, table_options
from .progress import playing

if TYPE_CHECKING:
    from ..lab import Data, Study

app = typer.Typer(
    name="lab",
    help="The laboratory: what a designer wants to know about a game.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
BESIDE, ENOUGH = 2.0, 1_000  # minutes for what is played beside a study, and from how many games on
LOOSE = {"allow_extra_args": True, "ignore_unknown_options": True}  # options of the game itself

app.command("report")(lab_report.run)
app.command("balance")(lab_balance.run)


@app.callback()
def alone(context: typer.Context) -> None:
    """Shows what there is where no command is named."""
    if context.invoked_subcommand is None:
        print(context.get_help())


Agents = Annotated[str, typer.Option("--agents", "-a", help="Such as bulk, or greedy,mcts:200.")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="Same seed, same data.")]
Cores = Annotated[int | None, typer.Option("--cores", help="Threads; all cores by default.")]
TableOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the table; may be repeated."),
]
Forbid = Annotated[
    list[str] | None,
    typer.Option("--forbid", metavar="VERB|CARD", help="What the first agent may not do; may be repeated."),
]


@app.command("run", context_settings=LOOSE)
def run(
    context: typer.Context,
    game: GameName,
    games: Annotated[
        int, typer.Option("--games", "-n", help="Games; of each pair where several agents meet.")
    ] = 10_000,
    agents: Agents = "bulk",
    folder: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="Where the data go.")
    ] = None,
    seed: Seed = 0,
    option: TableOptions = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="NAME=A,B", help="Values of an option that take turns by deal."),
    ] = None,
    forbid: Forbid = None,
    cards: Cards = None,
    every: Annotated[int, typer.Option("--every", help="One decision in so many is sampled.")] = 100,
    cards_every: Annotated[
        int,
        typer.Option(
            "--cards-every", help="One game in so many has rows of cards; 0: all, or about 100,000 games."
        ),
    ] = 0,
    watch: Annotated[
        int,
        typer.Option(
            "--watch", help="One game in so many is watched throughout; 0: one in ten, 200 to 1,000 games."
        ),
    ] = 0,
    cores: Cores = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; local starts one here."),
    ] = None,
    beside: Annotated[
        float | None,
        typer.Option(
            "--beside",
            metavar="MINUTES",
            help="Then a stronger player, alone and against this one, for so long; 2 from 1,000 games on.",
        ),
    ] = None,
) -> None:
    """Play many games and write what happened as tables: games, cards, decisions.

    --NAME VALUE sets an option of the game, such as --players 3. The same command goes on where it was
    stopped."""
    from ..core.registry import load
    from ..lab import Study

    found = load(game)
    study = Study(
        found.name,
        tuple(agents.split(",")),
        games,
        seed,
        table_options(found, option, context.args),
        parse_vary(vary),
        cards,
        tuple(forbid or ()),
        every,
        cards_every,
        watch,
    )
    where = folder or default_folder(study)
    carry_out(study, where, cores, ray)
    minutes = (BESIDE if games >= ENOUGH else 0.0) if beside is None else beside
    if minutes > 0:
        stronger(study, where, minutes, cores)


def stronger(study: Study, folder: Path, minutes: float, cores: int | None) -> None:
    """Plays the small studies beside a study, and says what is there."""
    from ..lab.play.beside import run_beside
    from ..run.compiling import compiling

    errors = console(errors=True)

    def ready(each: Study) -> None:
        names = " against ".join(each.plan.labels)
        errors.print(f"beside it: {each.plan.size:,} games of {names} ...", markup=False)

    try:
        with compiling(study.plan.game, errors):
            run_beside(study, folder, minutes, cores, ready)
    except KeyboardInterrupt:
        raise Interrupted(
            f"Stopped; the study itself is whole in {folder}. The same command goes on."
        ) from None


def default_folder(study: Study) -> Path:
    """Where data go when nobody says."""
    agents = "-".join(name.replace(":", "").replace("*", "x") for name in study.plan.agents)
    return Path("lab") / f"{study.plan.game.slug}-{agents}-{study.games}-{study.seed}"


def parse_vary(words: list[str] | None) -> dict[str, tuple[object, ...]]:
    """Options that take turns, from ``name=a,b`` as typed."""
    turns: dict[str, tuple[object, ...]] = {}
    for word in words or ():
        name, found, values = word.partition("=")
        if not found or not name.strip() or not values.strip():
            raise BadOption(
                f"Values that take turns are written NAME=A,B, such as players=2,3, not '{word}'."
            )
        turns[name.strip().replace("-", "_")] = tuple(value.strip() for value in values.split(","))
    return turns


def carry_out(study: Study, folder: Path, cores: int | None, ray: str | None = None) -> Data:
    """Plays a study into a folder with a progress bar, and says what is there."""
    from ..lab.play.running import Stopped, run, warm
    from ..lab.play.storage import Store
    from ..run.compiling import compiling
    from ..run.many import check

    plan = study.plan
    check(study.games, study.seed, cores)
    errors = console(errors=True)
    command = shlex.join(["bestiary", *sys.argv[1:]])
    Store(folder, plan, command).open()  # a folder of another study is refused before anything is compiled
    with compiling(plan.game, errors):
        warm(study)
    began = time.perf_counter()
    try:
        with playing(errors, plan.size, None) as bar:
            data = run(study, folder, cores, ray, bar.to, command)
    except Stopped as stopped:
        raise Interrupted(
            f"Stopped; {stopped.games:,} of {plan.size:,} games are in {folder}. The same command goes on."
        ) from None
    seconds = time.perf_counter() - began
    console().print(_told(data, seconds), markup=False, soft_wrap=True)
    return data


def _told(data: Data, seconds: float) -> str:
    """One line on what a folder holds."""
    facts = data.manifest
    rows = f"{data.games.height:,} games, {data.cards.height:,} rows of cards"
    some = f" (of one game in {facts['cards_every']})" if facts["cards_every"] > 1 else ""
    watched = int(data.games["watched"].sum())
    sampled = f"{data.decisions.height:,} decisions (one in {facts['every']}, all of {watched:,} games)"
    return f"{facts['game']}: {rows}{some}, {sampled} in {data.folder}; {seconds:.1f} s"
