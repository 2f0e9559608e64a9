"""``bestiary guide GAME``: plays the script of a guided first game, and finds the deal that it fits."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import GameName, console

NAME = "guide"


def run(
    game: GameName,
    find: Annotated[
        bool, typer.Option("--find", help="Look for a deal that the script fits, and write it into the file.")
    ] = False,
    first: Annotated[int, typer.Option("--from", metavar="SEED", help="The first deal to try.")] = 1,
    most: Annotated[int, typer.Option("--most", metavar="N", help="How many deals to try.")] = 20_000,
) -> None:
    """Check the guided first game of a game; after a change of rules or cards find it a new deal."""
    from ..core.registry import load
    from ..guide import GuideError, guide_of
    from ..guide.finding import find as search
    from ..guide.finding import keep, play, tried

    found = load(game)
    guide = guide_of(found)
    if guide is None:
        raise GuideError(f"{found.title} has no guide: there is no guide.toml in its room.")
    if find:
        result = search(found, first, most)
        if result.seed is None:
            where = "; ".join(f"{count} at {problem}" for problem, count in result.failed.most_common(3))
            raise GuideError(f"None of {most} deals from {first} on fits the script of {game}: {where}.")
        keep(guide.path, result.seed)
        console().print(f"Deal {result.seed} fits, after {result.tried} tried. It is in {guide.path.name}.")
        guide = guide_of(found)
    problem = tried(found)
    if problem:
        raise GuideError(f"{guide.path if guide else game}: {problem}. --find looks for a deal that fits.")
    out = console()
    for _, said in play(found).stops:
        out.print(f"{said.step} of {said.of}" if said.state == "asking" else "the end", style="bold")
        for page in said.pages:
            out.print(f"  {page.say}", markup=False)
            if page.rules:
                out.print(f"  {', '.join(page.rules)}", style="dim", markup=False)
