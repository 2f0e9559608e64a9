"""``bestiary analyse SAVE --every``: every decision of a match with its interval, and the turning points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from ..core.match import Match

TURNING = 5  # turning points that are named, as on the page


def warm(match: Match) -> None:
    """Compiles what judging needs."""
    from ..agents import make_agent

    seat = 0
    make_agent("mcts:1", match.game, match.content).opinions(
        match.engine.hidden(match.state_at(0), seat), seat, 0
    )


def judged(match: Match, seed: int, errors: Console, tree: int = 0) -> dict[str, Any]:
    """Judges a match, by trees of so many iterations; Ctrl-C ends it with what has been found."""
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

    from ..agents import judge

    cases = judge.decisions(match)
    weigher = judge.Judge(match.game, match.content, tree)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        shown = progress.add_task("decisions", total=len(cases))
        try:
            for _ in judge.settle(weigher, cases, match, seed):
                progress.update(shown, completed=sum(case.settled for case in cases.values()))
        except KeyboardInterrupt:
            errors.print("Stopped: what follows is what was found so far.")
    known = {n: case for n, case in cases.items() if case.stage > judge.Stage.NEW}
    turning = judge.turning_points(known, TURNING)
    return {
        "game": match.game.name,
        "entries": len(match.history),
        "names": list(match.names),
        "tree": weigher.tree,
        "seed": seed,
        "measured": judge.measured(match.game, match.seats),
        "margin": judge.MARGIN,
        "decisions": [
            {
                "at": n,
                "seat": match.history[n].seat,
                "move": match.history[n].name,
                "better": _notation(match, n, case.rival),
                "value": vars(case.value),
                "loss": vars(case.loss),
                "sure": case.sure,
                "settled": case.settled,
                "turning": n in turning,
                "iterations": case.searched,
            }
            for n, case in known.items()
        ],
    }


def _notation(match: Match, n: int, action: int) -> str:
    from ..core import words

    return words.notation(match.content, match.engine.meaning(match.state_at(n), action))


def report(data: dict[str, Any]) -> RenderableType:
    """The review for people: a row for every decision in which there was a choice."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for heading in ("entry", "who", "move", "value", "", "loss", "", "better", ""):
        table.add_column(heading, justify="right" if heading in ("entry", "value", "loss") else "left")
    for found in data["decisions"]:
        value, loss = found["value"], found["loss"]
        table.add_row(
            str(found["at"]),
            data["names"][found["seat"]],
            found["move"],
            f"{value['value']:.1%}",
            _wide(value),
            f"{100 * loss['value']:+.1f}",
            _wide(loss) + ("" if found["sure"] else "*"),
            found["better"] if loss["low"] > 0 else "",
            Text("turning point", style="bold") if found["turning"] else "",
        )
    decided = len(data["decisions"])
    unsure = sum(not found["sure"] for found in data["decisions"])
    points = 100 * data["margin"]
    lines: list[RenderableType] = [
        Text(f"{data['game']}: {decided} decisions with a choice", style="bold"),
        Text(),
        table,
        Text(),
        Text("value: what the move that was played can expect; ±: the 95% interval"),
        Text("loss: how many points more the best other move can expect, both searched alike"),
        Text(f"turning points: losses of five points or more, beyond doubt; the worst {TURNING}"),
    ]
    if unsure:
        lines.append(Text(f"*: not known to {points:.0f} points within the budget ({unsure} of {decided})"))
    if data["measured"]:
        lines.append(Text(data["measured"]))
    return Group(*lines)


def _wide(figure: dict[str, float]) -> str:
    return f"± {50 * (figure['high'] - figure['low']):.1f}"
