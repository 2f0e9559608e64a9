"""Two cards: against each other, and in one hand."""

from __future__ import annotations

from ..measure import duels
from .context import Context, Row
from .faces import face
from .html import Markup, Piece, join, tag
from .say import count, percent, points, points_span
from .svg import Field, heat
from .tables import Cell, Cells, figure, grid, ranged, scrolling, table, value
from .winning import sample

FEW_OF_A_KIND, MOST_OF_A_KIND = 4, 16  # cards of a kind that are set against each other
PAIRS = 12  # cards that go well or badly together, as many of each


def against(context: Context) -> list[Piece]:
    """Where cards have kinds, those of a kind against each other."""
    made: list[Piece] = []
    if context.shared or context.seats < 2:
        return made
    often = {row["card"]: row["held_by"] for row in context.rows("cards")}
    kinds = sorted({kind for kind in context.names.kinds.values() if kind})
    for kind in kinds:
        names = sorted((c for c in often if context.names.kinds.get(c) == kind), key=lambda c: (-often[c], c))
        if len(names) < FEW_OF_A_KIND:
            continue
        found = duels(context.data, names[:MOST_OF_A_KIND], context.names.labels)
        fields = {
            (row["card"], row["against"]): Field(
                row["share"], row["low"], row["high"], row["games"], not row["low"] <= 0.5 <= row["high"]
            )
            for row in found.to_dicts()
        }
        drawing = heat(f"Hands with one {kind} against hands with another", names[:MOST_OF_A_KIND], fields)
        some = (
            f"the {MOST_OF_A_KIND} most often held of {len(names)}; " if len(names) > MOST_OF_A_KIND else ""
        )
        sampled = sample(float(found["games"].sum()) / 2, "meetings of two hands")
        note = "A frame and bold type: clear of even. All that was said of cards above holds here too."
        shown = figure(
            scrolling(drawing, f"Cards against each other: {kind}"),
            "Per cent won by hands with the row's card against hands with the column's",
            f"{some}{sampled}",
            note,
            wide=True,
        )
        made.append(tag("details", tag("summary", f"Card against card: {kind}"), shown))
    return made


def _both(context: Context, row: Row) -> Cell:
    """Two cards, with their faces where these can be drawn."""
    small = [face(context.names, row[which]) for which in ("card", "other")]
    return Cell(join(*small, tag("span", f"{row['card']} + {row['other']}", cls="name")))


def in_one_hand(context: Context) -> Markup | None:
    rows = context.rows("together")
    if not rows:
        return None
    sure = [row for row in rows if row["sure"]]
    good, bad = rows[:PAIRS], [row for row in reversed(rows) if row["lift"] < 0][:PAIRS]
    good = [row for row in good if row["lift"] > 0]
    made = []
    for title, chosen in (("Better together than apart", good), ("Worse together than apart", bad)):
        words = ["yes" if row["sure"] else "no" for row in chosen] if sure else []
        cells: list[Cells] = [
            [_both(context, row), *words[i : i + 1],
             ranged(row["lift"], points(row["lift"]), points_span(row["lift_low"], row["lift_high"])),
             value(row["share"], percent(row["share"])), value(row["expected"], percent(row["expected"])),
             value(row["hands"], count(row["hands"]))]
            for i, row in enumerate(chosen)
        ]  # fmt: skip
        headings = ["Cards", *(["Sure"] if sure else []), "Lift", "Won", "Expected", "Hands"]
        if cells:
            made.append(
                figure(
                    table(title, headings, cells, words=2 if sure else 1),
                    title,
                    f"the {len(cells)} most extreme of {count(len(rows))} pairs held at least 30 times",
                )
            )
    told = (
        "Expected is what the two cards apart let one expect, of hands in the same seat that drew equally "
        f"many cards. Of {count(len(rows))} pairs "
        f"{count(len(sure)) if sure else 'none'} would stand out among as many by chance (sure). "
        "Pairs at the top of so long a list are there partly by luck: trust the sure ones, and check them "
        "on another seed."
    )
    shown: Piece = grid(*made)
    if not sure:
        shown = tag("details", tag("summary", "The most extreme all the same"), shown)
    return join(tag("p", told), shown)
