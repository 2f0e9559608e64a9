"""Tables that can be sorted by every column, and figures with captions that name their sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .html import Markup, Piece, join, tag
from .say import MISSING

MANY = 14  # rows from which on a table scrolls in its box and can be searched


@dataclass(frozen=True)
class Cell:
    """What a cell shows, and the number it is sorted by; words are sorted as such."""

    shown: Piece
    order: float | None = None
    grey: bool = False  # a number that is not to be gone by


Cells = Sequence[Cell | str]


def value(order: float | None, shown: Piece) -> Cell:
    """A number, shown in some way; a missing one goes last."""
    return Cell(MISSING if order is None else shown, order)


def ranged(order: float | None, shown: str, interval: str) -> Cell:
    """A number with its interval in small type beside it."""
    return value(order, join(shown, " ", tag("small", interval, cls="span")))


def table(
    name: str,
    headings: Sequence[str],
    rows: Sequence[Cells],
    words: int = 1,
    sizes: Sequence[int] = (),
    of: str = "games",
) -> Markup:
    """A table; the first ``words`` columns are words, the others numbers. Rows of a long one with ``sizes``
    can be left out where their sample, ``of`` so many, is small. Every table can be saved as CSV."""
    head = [
        tag(
            "th",
            tag("button", heading, type_="button"),
            scope="col",
            cls=None if i < words else "number",
            aria_sort="none",
        )
        for i, heading in enumerate(headings)
    ]
    body = []
    for number, row in enumerate(rows):
        cells = []
        for i, cell in enumerate(row):
            if isinstance(cell, str):
                cell = Cell(cell)
            order = None if i < words and cell.order is None else _order(cell.order)
            cells.append(
                tag(
                    "th" if i == 0 else "td",
                    cell.shown,
                    scope="row" if i == 0 else None,
                    cls=None if i < words else "number grey" if cell.grey else "number",
                    data_v=order,
                )
            )
        body.append(tag("tr", cells, data_n=sizes[number] if sizes else None))
    made = tag("table", tag("thead", tag("tr", head)), tag("tbody", body))
    long = len(rows) > MANY
    box = tag("div", made, cls="box long" if long else "box", tabindex="0", role="region", aria_label=name)
    tools: list[Piece] = []
    if long:
        tools.append(tag("label", "Find: ", tag("input", type_="search")))
        if sizes:
            least = tag("input", type_="number", min="0", value="0", cls="least")
            tools.append(tag("label", "At least ", least, f" {of}"))
    tools.append(tag("button", "CSV", type_="button", cls="csv", data_name=name, title="Save this table"))
    return tag("div", tag("div", tools, cls="find"), box, cls="sortable")


def _order(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def figure(drawing: Piece, title: str, sample: str, note: Piece = None, wide: bool = False) -> Markup:
    """A chart or table with its title, its sample, and a word on how to read it."""
    tall = isinstance(drawing, Markup) and 'class="box long"' in drawing
    return tag(
        "figure",
        tag("figcaption", tag("b", title), " ", tag("span", sample, cls="sample")),
        drawing,
        tag("p", note, cls="note") if note else None,
        cls=" ".join(filter(None, ("wide" if wide else "", "tall" if tall else ""))) or None,
    )


def grid(*figures: Markup) -> Markup:
    """Figures side by side where there is room."""
    return tag("div", figures, cls="grid")


def scrolling(drawing: Markup, name: str) -> Markup:
    """A wide drawing in a box of its own."""
    return tag("div", drawing, cls="box", tabindex="0", role="region", aria_label=name)


def notes(*lines: Piece) -> Markup:
    """A list of remarks."""
    return tag("ul", [tag("li", line) for line in lines if line], cls="notes")


def paragraph(*words: Piece) -> Markup:
    """A paragraph."""
    return tag("p", join(*words))
