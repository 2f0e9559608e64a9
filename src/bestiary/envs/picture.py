"""The board as text and as an image array, drawn from what a seat may see."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from bestiary.core.record import fields
from bestiary.extras import MissingExtra

from .table import Table

MODES = ("ansi", "rgb_array", "human")
WIDTH, LINES = 100, 45  # characters; a board with more lines makes a taller image
CELL, LINE = 6, 12  # pixels of a character of the built-in font
PAPER, INK = (18, 20, 26), (222, 222, 214)


class _Ascii(io.StringIO):
    """The built-in font of the image has no box drawing; boards have signs for that."""

    encoding = "ascii"


def board(table: Table, seat: int, width: int = WIDTH) -> str:
    """The board as plain text, as a seat sees it; -1 is a spectator."""
    page = io.StringIO()
    console = Console(file=page, width=width, color_system=None, legacy_windows=False)
    console.print(_drawn(table, seat))
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())


def image(table: Table, seat: int) -> NDArray[np.uint8]:
    """The same as an array of height, width and three colours."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ModuleNotFoundError as problem:
        raise MissingExtra("A picture of the board", "envs", problem.name) from None

    console = Console(
        file=_Ascii(), width=WIDTH, color_system="truecolor", force_terminal=True, legacy_windows=False
    )
    lines = console.render_lines(_drawn(table, seat), console.options, pad=False)
    size = (WIDTH * CELL, max(LINES, len(lines)) * LINE)
    sheet = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default_imagefont()
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            colour = segment.style.color if segment.style else None
            ink = tuple(colour.get_truecolor()) if colour and not colour.is_default else INK
            said = segment.text.rstrip("\n").encode("ascii", "replace").decode()
            pen.text((column * CELL, row * LINE), said, fill=ink, font=font)
            column += len(said)
    return np.asarray(sheet, np.uint8)


def render(table: Table, mode: str | None, seat: int | None = None) -> Any:
    """The board as a render mode wants it, through the eyes of a seat, or of whoever is asked."""
    eye = table.actor if seat is None else seat
    if mode is None:
        raise ValueError(f"give the environment a render_mode to draw it: {', '.join(MODES)}")
    if mode == "rgb_array":
        return image(table, eye)
    drawn = board(table, eye)
    if mode == "ansi":
        return drawn
    print(drawn)
    return None


def _drawn(table: Table, seat: int) -> Any:
    hidden = table.hidden(seat)
    return table.game.board(table.game.shown(table.engine.content, fields(hidden[0]), seat))
