"""Writing HTML without forgetting to escape: text is escaped, only what ``tag`` made is not."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = ("br", "meta", "circle", "line", "path", "rect", "input")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Piece = str | Markup | None | Iterable["Piece"]


def tag(name: str, *inside: Piece, **attributes: str | float | None) -> Markup:
    """An element. Attributes that are None are left out; ``cls`` is class, underscores are dashes.

    >>> tag("p", "a < b", tag("b", "c"), cls="x", data_v=1)
    '<p class="x" data-v="1">a &lt; b<b>c</b></p>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        key = "class" if key == "cls" else key.rstrip("_").replace("_", "-")
        words.append(f'{key}="{escape(number(value), quote=True)}"')
    opened = " ".join(words)
    if name in VOID and not inside:
        return Markup(f"<{opened}/>")
    return Markup(f"<{opened}>{join(*inside)}</{name}>")


def join(*pieces: Piece) -> Markup:
    """Pieces one after the other; text among them is escaped."""
    made = []
    for piece in pieces:
        if piece is None:
            continue
        if isinstance(piece, Markup):
            made.append(str(piece))
        elif isinstance(piece, str):
            made.append(escape(piece, quote=False))
        else:
            made.append(str(join(*piece)))
    return Markup("".join(made))


def number(value: str | float) -> str:
    """A number as short as a picture needs it."""
    if isinstance(value, float):
        short = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short
    return str(value)
