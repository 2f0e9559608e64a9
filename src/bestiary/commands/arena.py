"""``bestiary arena GAME AGENT AGENT ...``: agents against each other, on the same deals in every seating."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import (
    AsJson,
    Cards,
    GameName,
    Given,
    Interrupted,
    console,
    print_json,
    table_options,
    warn_of_learned,
)
from .progress import playing

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from ..core.game import Game
    from ..run.arena import Contest, Outcome
    from ..run.journal import Journal

NAME = "arena"


def run(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT...", help="Such as random mcts:200 mcts:0.1s net adept."),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", help="Games of each pair; rounded up to whole deals.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Same seed, same numbers.")] = 0,
    option: Given = None,
    cards: Cards = None,
    cores: Annotated[int | None, typer.Option("--cores", help="Threads; all cores by default.")] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FILE", help="Keep every game here; the same again goes on from it."),
    ] = None,
    lone: Annotated[
        bool, typer.Option("--lone", help="The first agent has one seat, the second all the others.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other and report who is stronger, and by how much.

    --NAME VALUE sets an option of the game, such as --players 3."""
    from ..core.registry import load
    from ..run import arena
    from ..run.compiling import compiling
    from ..run.journal import Journal
    from ..run.many import check
    from ..run.standings import standings

    found = load(game)
    names, extra = split(found, agents)
    options = table_options(found, option, extra)
    made = arena.contest(found, names, games, seed, options, found.content(cards), lone)
    check(games, seed, cores)
    warn_of_learned(found, found.content(cards), names, made.seats, options)
    journal = Journal(keep, made) if keep else None
    errors = console(errors=True)
    with compiling(found, errors):
        arena.warm(made)
    if journal:
        with journal:
            outcome = _held(made, cores, journal, errors)
    else:
        outcome = _held(made, cores, None, errors)
    if outcome.deals:
        data = standings(outcome)
        if as_json:
            print_json(data)
        else:
            console().print(report(data))
    if outcome.interrupted:
        raise Interrupted(_stopped(outcome, keep))


def split(game: Game, words: list[str]) -> tuple[list[str], list[str]]:
    """Agents, and options of the table with their values, from what was typed in any order."""
    agents: list[str] = []
    extra: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            agents.append(word)
            continue
        extra.append(word)
        name = word[2:].replace("-", "_")
        if "=" not in word and name not in game.presets and left and not left[0].startswith("--"):
            extra.append(left.pop(0))
    return agents, extra


def _held(made: Contest, cores: int | None, journal: Journal | None, errors: Console) -> Outcome:
    from ..run.arena import hold

    before = sum(task.deal < made.deals for task in journal.games) if journal else 0
    with playing(errors, made.size, before) as bar:
        return hold(made, cores, journal, bar.add)


def _stopped(outcome: Outcome, keep: Path | None) -> str:
    made = outcome.contest
    kept = f" Every finished game is in {keep}; the same command goes on from there." if keep else ""
    if not outcome.deals:
        return f"Stopped before the first deal was done.{kept}"
    again = f"--games {outcome.deals * made.seatings} gives these numbers again."
    return f"Stopped after {outcome.deals:,} of {made.deals:,} deals; {again}{kept}"


# ---- for people --------------------------------------------------------------------------------


def report(data: dict[str, Any]) -> RenderableType:
    """The standings for people."""
    from rich.console import Group
    from rich.text import Text

    lines: list[RenderableType] = [_title(data), "", _agents(data), ""]
    if data["pairs"]:
        lines += [_pairs(data), ""]
    lines += [_seats(data), "", *_notes(data)]
    return Group(*(Text(line) if isinstance(line, str) else line for line in lines))


def _title(data: dict[str, Any]) -> str:
    games = data["deals"] * data["seatings"]
    rounded = f" ({data['asked']:,} asked, rounded up to whole deals)" if data["asked"] < games else ""
    if data["alone"]:
        return f"{data['game']}, {games:,} games of each agent on the same deals, seed {data['seed']}"
    return (
        f"{data['game']}, {games:,} games a pair{rounded}: {data['deals']:,} deals, "
        f"each in {data['seatings']} seatings; seed {data['seed']}"
        + (f"; alone, an equal would score {data['fair']:.1%}" if data["fair"] < 0.5 else "")
    )


def _table(*headings: str, left: int = 1) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for i, heading in enumerate(headings):
        table.add_column(heading, justify="left" if i < left else "right", no_wrap=True)
    return table


def _percent(row: dict[str, Any], name: str) -> tuple[str, str]:
    return f"{row[name]:.1%}", f"{row['low']:.1%} to {row['high']:.1%}"


def _agents(data: dict[str, Any]) -> Table:
    won = "won" if data["alone"] else "score"
    table = _table("agent", "Elo", "error", "games", won, "95% interval", "ms/move", "iter/move", "iter/s")
    effort = {row["agent"]: row for row in data["effort"]}
    times = {row["agent"]: row for row in data["time"]}
    for row in data["ratings"]:
        name = row["agent"]
        searched = effort[name]["iterations_per_move"]
        table.add_row(
            name,
            f"{row['elo']:+.0f}",
            f"{row['error']:.0f}",
            f"{row['games']:,}",
            *_percent(row, "score"),
            f"{times[name]['milliseconds_per_move']:.3g}",
            f"{searched:,.0f}" if searched else "-",
            f"{times[name]['iterations_per_second']:,.0f}" if searched else "-",
        )
    return table


def _pairs(data: dict[str, Any]) -> Table:
    table = _table("pair", "won-lost-even", "score", "by games", "by deals", "better")
    for row in data["pairs"]:
        score, by_games = _percent(row, "score")
        table.add_row(
            f"{row['first']} - {row['second']}",
            f"{row['wins']}-{row['losses']}-{row['ties']}",
            score,
            by_games.replace(" to ", "-"),
            _percent(row["by_deal"], "score")[1].replace(" to ", "-"),
            row["better"] or "?",
        )
    return table


def _seats(data: dict[str, Any]) -> Table:
    names = [row["agent"] for row in data["ratings"]]
    table = _table("seat wins", "share", "95% interval", *names)
    for row in data["seats"]:
        of_agents = [row["agents"][name] for name in names]
        cells = [f"{cell['share']:.1%}" if cell["games"] else "-" for cell in of_agents]
        table.add_row(f"seat {row['seat']}", *_percent(row, "share"), *cells)
    return table


def _notes(data: dict[str, Any]) -> list[str]:
    notes = [
        "Elo: Bradley-Terry, mean 0, with standard errors; half a game won by each is added to every pair.",
    ]
    if data["alone"]:
        notes.append("Pairs and Elo compare deals: won is a deal that only the first of the pair has won.")
    else:
        notes.append("score: share of the winning seats; a game that nobody wins counts half for each.")
    notes.append(
        "by games: Wilson. by deals: Student, on the means of deals and one more for each; this decides "
        "which of a pair is better, with 95% confidence."
    )
    notes.append("ms and iterations: of moves with more than one choice.")
    if data["unfinished"]:
        notes.append(f"{data['unfinished']:,} games broke the bound on their length and count as even.")
    return notes
