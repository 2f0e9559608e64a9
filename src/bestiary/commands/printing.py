"""``bestiary print GAME``: cards, tokens, boards, maps and the rulebook as PDF files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

import typer

from ..core.errors import BadOption
from .common import Cards, GameName, console

if TYPE_CHECKING:
    from ..core.box import Box

NAME = "print"
PAPERS = ("a4", "letter")
INKS = ("full", "low")
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def run(
    game: GameName,
    what: Annotated[
        list[str] | None,
        typer.Option("--what", metavar="PART", help="cards, pieces, boards, maps or rules; may be repeated."),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", help="a4 or letter.")] = "a4",
    ink: Annotated[str, typer.Option("--ink", help="full or low.")] = "full",
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Backs of cards, for both sides.")] = True,
    cards: Cards = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where the files go.")] = Path("."),
) -> None:
    """Print a game: cards at 63 x 88 mm, tokens, dice, boards, maps and the rulebook, as PDF files."""
    from ..core.box import box_of
    from ..core.registry import load
    from ..printing.browser import browser
    from ..printing.site import site
    from .serve import deal_from

    _one_of("paper", paper, PAPERS)
    _one_of("ink", ink, INKS)
    loaded = load(game)
    if cards is not None:
        deal_from([f"{loaded.slug}={cards}"])
        loaded = load(loaded.slug)
    box = box_of(loaded, loaded.content())
    there = parts(box)
    wanted = list(dict.fromkeys(what or there))
    for part in wanted:
        _one_of(f"part of {loaded.title}", part, there)
    if not out.is_dir():
        raise BadOption(f"There is no folder {out} to put the files into.")
    with browser() as chrome, site() as address:
        for part in wanted:
            asked = {"what": part, "paper": paper, "ink": ink, **({} if backs else {"backs": "no"})}
            made = chrome.pdf(f"{address}/print/{loaded.slug}?{urlencode(asked)}")
            path = out / f"{loaded.slug}-{part}.pdf"
            path.write_bytes(made)
            count = f"{box.size} cards, " if part == "cards" else ""
            console().print(f"{path}: {count}{len(PAGE.findall(made))} pages", soft_wrap=True)


def parts(box: Box) -> list[str]:
    """What there is to print, besides the rulebook."""
    found = {
        "cards": box.decks,
        "pieces": (*box.tokens, *box.dice),
        "boards": box.sheets,
        "maps": box.maps,
    }
    return [*(name for name, things in found.items() if things), "rules"]


def _one_of(what: str, given: str, good: tuple[str, ...] | list[str]) -> None:
    if given not in good:
        raise BadOption(f"The {what} is {' or '.join(good)}, not '{given}'.")
