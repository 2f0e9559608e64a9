"""``bestiary analyse SAVE``: what each move of a kept match is worth, from what its seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import BestiaryError
from .common import AsJson, Cards, console, print_json

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..agents import Agent
    from ..core.match import Match
    from ..core.record import Records

NAME = "analyse"
USUAL = "mcts:5000"
LENGTH = 6  # moves of a continuation that are still likely
BAR = 20  # signs
TREES = 4  # a tree of a comparison has this part of the iterations
FULL, EMPTY = "\N{BLACK RECTANGLE}", "\N{MIDDLE DOT}"


def run(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="A kept match, or last.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="After so many entries; at the end by default.")
    ] = None,
    agent: Annotated[
        str, typer.Option("--agent", metavar="AGENT", help="Who judges: greedy, mcts:20000, net, master.")
    ] = USUAL,
    cards: Cards = None,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Same seed, same numbers.")] = 0,
    board: Annotated[bool, typer.Option("--board", help="Show the table as the seat sees it.")] = False,
    every: Annotated[
        bool, typer.Option("--every", help="Judge every decision of the match; name the turning points.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say what each legal move is worth and what is likely to follow, from what the seat may know."""
    from ..agents.base import make_agent, quickly, settled
    from ..core import saves
    from ..core.driver import compiled_here
    from ..core.registry import load, names
    from ..run.compiling import compiling
    from ..run.many import check
    from ..terminal import keep
    from . import review

    check(1, seed, None)
    judge_name = settled(agent)
    if judge_name == "random":
        raise BestiaryError("random has no opinion of a move; greedy and mcts:5000 have.")
    source = keep.find(save)
    slug = keep.game_of(source)
    if slug not in names():
        saves.read(source)  # says what is wrong with it
    errors = console(errors=True)
    content = keep.cards_of(source, cards)
    if every:
        with compiled_here(), compiling(load(slug), errors):
            match = saves.read(source, content)
            review.warm(match)
        with compiled_here():
            own = make_agent(judge_name, match.game, match.content)
            tree = 0 if judge_name == USUAL else getattr(own, "iterations", 0) // TREES
            found = review.judged(match, seed, errors, tree)
        print_json(found) if as_json else console().print(review.report(found))
        return
    with compiled_here(), compiling(load(slug), errors):
        match = saves.read(source, content)
        here = position(match, at)
        judge = make_agent(judge_name, match.game, match.content)
        quick = make_agent(quickly(judge_name), match.game, match.content)
        if not quick.opinions(here.engine.hidden(here.state, here.asked[0]), here.asked[0], 0):
            raise BestiaryError(f"{judge_name} has no opinion of a move; greedy and mcts:5000 have.")
    with compiled_here(), errors.status(f"{judge_name} is thinking"):
        data = analysis(match, here, judge, seed)
    if as_json:
        print_json(data)
        return
    if board:
        view = here.view(data["seat"])
        view["names"] = list(here.names)
        console().print(match.game.board(view))
    console().print(report(data))


def position(match: Match, at: int | None) -> Match:
    """The match as it stood after so many entries, where somebody was asked."""
    entries = len(match.history)
    after = entries if at is None else at
    if not 0 <= after <= entries:
        raise BestiaryError(
            f"The match has {entries} entries, so --at goes from 0 to {entries}, not {after}."
        )
    here = match.branch(after)
    if not here.asked:
        earlier = next((n for n in reversed(range(after)) if match.branch(n).asked), None)
        hint = "" if earlier is None else f"; try --at {earlier}"
        raise BestiaryError(f"After entry {after} the game is over: there is nothing to decide{hint}.")
    return here


def analysis(match: Match, here: Match, judge: Agent, seed: int) -> dict[str, Any]:
    """What an agent thinks of a position, from the record that its seat may see."""
    from ..core.match import ACTION
    from ..terminal.moves import Choices

    after = len(here.history)
    seat, played = here.asked[0], None
    if after < len(match.history) and match.history[after].kind == ACTION:
        seat, played = match.history[after].seat, match.history[after].action
    named = {move.action: move for move in Choices(here, seat).moves}
    seen = here.engine.hidden(here.state, seat)
    moves: list[dict[str, Any]] = [
        {
            "action": opinion.action,
            "move": named[opinion.action].notation,
            "sentence": named[opinion.action].sentence,
            "value": opinion.value if opinion.visits else None,
            "visits": opinion.visits,
            "played": opinion.action == played,
        }
        for opinion in judge.opinions(seen, seat, seed)
    ]
    iterations = int(getattr(judge, "searched", 0))
    best = [move["action"] for move in moves]
    compared = compare(judge, best, played, seen, seat, seed) if len(best) > 1 else None
    expected = getattr(judge, "expected", None)
    follows = expected(seen, seat, seed, length=LENGTH) if expected else []
    return {
        "game": match.game.name,
        "at": after,
        "entries": len(match.history),
        "seat": seat,
        "name": here.names[seat],
        "names": list(here.names),
        "agent": judge.name,
        "seed": seed,
        "iterations": iterations,
        "moves": moves,
        "compared": compared,
        "continuation": [{"seat": int(who), "move": str(what)} for who, what in follows],
    }


def compare(
    judge: Agent, best: list[int], played: int | None, seen: Records, seat: int, seed: int
) -> dict[str, Any] | None:
    """The move that was played, or the best, against the best of the others, both searched alike."""
    from ..agents.judge import Case, Judge, Stage, drained
    from ..agents.tree import TreeSearch

    if not isinstance(judge, TreeSearch):
        return None
    mine = best[0] if played is None else played
    case = Case(mine, rival=next(action for action in best if action != mine))
    weigher = Judge(judge.engine.game, judge.engine.content, judge.iterations // TREES)
    drained(weigher.think(case, Stage.WEIGH, seen, seat, seed))
    return {
        "action": case.played,
        "other": case.rival,
        "value": vars(case.value),
        "loss": vars(case.loss),
        "pairs": len(case.mine),
        "iterations": case.searched,
        "sure": case.sure,
        "beyond_doubt": case.suspect,
    }


def report(data: dict[str, Any]) -> RenderableType:
    """The analysis for people, best move first."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    searched = f", {data['iterations']:,} iterations" if data["iterations"] else ""
    title = (
        f"{data['game']} after entry {data['at']} of {data['entries']}: {data['name']} to move, "
        f"judged by {data['agent']}{searched}"
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("value", "", "visits", "move", "", ""):
        table.add_column(heading, justify="right" if heading in ("value", "visits") else "left")
    for move in data["moves"]:
        value = move["value"]
        table.add_row(
            "-" if value is None else f"{value:.1%}",
            _bar(value or 0.0),
            f"{move['visits']:,}",
            move["move"],
            "played" if move["played"] else "",
            Text(move["sentence"], style="dim"),
        )
    lines: list[RenderableType] = [Text(title, style="bold"), Text(), table]
    if data["compared"]:
        lines += [Text(), Text(_compared(data))]
    if data["continuation"]:
        told = ", ".join(f"{data['names'][step['seat']]}: {step['move']}" for step in data["continuation"])
        lines += [Text(), Text(f"likely to follow: {told}")]
    lines += [Text(), Text("value: what the seat can expect, from 0% for a loss to 100% for a win")]
    return Group(*lines)


def _compared(data: dict[str, Any]) -> str:
    """How two moves compare, with the 95% intervals."""
    found, named = data["compared"], {move["action"]: move["move"] for move in data["moves"]}
    value, loss = found["value"], found["loss"]
    wide = 50 * (loss["high"] - loss["low"])
    mine, other = named[found["action"]], named[found["other"]]
    said = "within its uncertainty"
    if loss["low"] > 0:
        said = f"{other} is better"
    elif loss["high"] < 0:
        said = f"{mine} is better"
    return (
        f"{mine} against {other}, searched alike ({found['pairs']} pairs of trees): "
        f"{mine} {value['value']:.1%} ({value['low']:.1%} to {value['high']:.1%}), "
        f"{other} {100 * loss['value']:+.1f} points, give or take {wide:.1f}: {said}"
    )


def _bar(value: float) -> str:
    full = round(BAR * min(1.0, max(0.0, value)))
    return FULL * full + EMPTY * (BAR - full)
