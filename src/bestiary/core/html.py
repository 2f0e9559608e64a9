"""Matches and tables as notebooks show them: small pieces of HTML that need nothing else."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .match import Match

STYLE = "line-height:1.25;font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace"
WIDTH = 100
MOVES = 12  # choices that are listed; a board has more
TOLD = 6  # sentences of what happened last


def drawn(renderable: Any, width: int = WIDTH) -> str:
    """What a terminal would show, as HTML.

    >>> drawn("a < b").partition(">")[2]
    'a &lt; b\\n</pre>'
    """
    from rich.console import Console

    console = Console(
        record=True,
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        force_jupyter=False,  # else it would show itself there a second time
        color_system="truecolor",
    )
    console.print(renderable)
    pattern = f'<pre style="{STYLE}">{{code}}</pre>'
    return console.export_html(inline_styles=True, code_format=pattern)


def paragraphs(lines: Iterable[str]) -> str:
    """Lines of text, one below the other."""
    return "".join(f"<div>{escape(line)}</div>" for line in lines)


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A plain table.

    >>> table(["a"], [["<1>"]])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;1&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def match_page(match: Match) -> str:
    """Where a match stands, through the eyes of the seat that is asked; at the end, of a spectator."""
    from .words import result

    eyes = match.asked[0] if match.asked else -1
    view = match.view(eyes)
    view["names"] = list(match.names)
    through = match.names[eyes] if eyes >= 0 else "a spectator"
    count = len(match.history)
    entries = f"{count} entry" if count == 1 else f"{count} entries"
    title = f"<b>{escape(match.game.title)}</b>, after {entries}, seen by {escape(through)}"
    lines = match.story(eyes)[-TOLD:]
    if match.game_over:
        lines.append(result(match))
    moves = match.choices()
    if moves:
        more = f" and {len(moves) - MOVES} more" if len(moves) > MOVES else ""
        lines.append(f"{match.names[eyes]} can play: {', '.join(moves[:MOVES])}{more}")
    return f"<div>{title}</div>{drawn(match.game.board(view))}{paragraphs(lines)}"
