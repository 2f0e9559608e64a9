"""Charts as inline SVG. Colours come from the page's style; nothing is told by colour alone.

Charts are drawn 380 wide, about as wide as a phone shows them, and grow a little on a larger screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from .html import Markup, Piece, tag
from .say import DASH, percent, span, tight

WIDTH = 380
ROW, LABEL = 26, 16  # of a bar, and of a label above it
BESIDE, WIDEST = 21, 62  # letters of a label that fit beside a bar, and above it
TALL = 220
LONGEST = 9  # letters of a name that still fit over a column
LEFT, RIGHT, TOP, BOTTOM = 46, 18, 26, 40  # margins of charts with two axes


@dataclass(frozen=True)
class Bar:
    """A share with its interval, under a label; ``clear`` of the reference or not."""

    label: str
    share: float
    low: float
    high: float
    clear: bool = False


@dataclass(frozen=True)
class Field:
    """One field of a heat map."""

    share: float
    low: float
    high: float
    games: int
    clear: bool


def chart(title: str, height: float, *inside: Piece, width: float | None = None) -> Markup:
    """A picture with its name for those who cannot see it; one with a width keeps it on a phone."""
    box = f"0 0 {width or WIDTH:g} {height:g}"
    keep = None if width is None else f"min-width:{width:.0f}px;max-width:{1.2 * width:.0f}px"
    cls = "chart" if width is None else "chart wide"
    name = {"viewBox": box, "role": "img", "aria_label": title, "cls": cls, "style": keep}
    return tag("svg", tag("title", title), *inside, **name)


def text(x: float, y: float, words: str, anchor: str = "start", cls: str | None = None) -> Markup:
    """A few words at a place."""
    return tag("text", words, x=x, y=y, text_anchor=None if anchor == "start" else anchor, cls=cls)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high.

    >>> ticks(0.42, 0.61)
    [0.45, 0.5, 0.55, 0.6]
    >>> ticks(3, 3)
    [3.0]
    """
    if high <= low:
        return [float(low)]
    raw = (high - low) / about
    power = 10.0 ** floor(log10(raw))
    step = power * min((1, 2, 5, 10), key=lambda m: abs(log10(raw / (m * power))))
    first = ceil(low / step - 1e-9)
    last = floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def forest(
    title: str, bars: Sequence[Bar], reference: float | None = None, name: str = "", zero: bool = False
) -> Markup:
    """Shares with their intervals, one under the other: a dot and its whiskers, full where it is clear
    of the reference; with ``zero`` a bar from nothing."""
    reach = [v for bar in bars for v in (bar.low, bar.high, bar.share)]
    reach += [reference] if reference is not None else []
    low, high = (0.0 if zero else min(reach, default=0.0)), max(reach, default=1.0)
    pad = max(0.01, 0.06 * (high - low))
    low, high = (0.0 if zero else max(0.0, low - pad)), min(1.0, high + pad)
    longest = max((len(bar.label) for bar in bars), default=4)
    above = longest > BESIDE  # such words get a line of their own
    start = 13.0 if above else min(150.0, 14 + 6.6 * longest)
    row = ROW + LABEL if above else ROW
    end = WIDTH - 124.0

    def at(value: float) -> float:
        return start + (value - low) / max(1e-9, high - low) * (end - start)

    top = 20 if name else 8
    bottom = top + row * len(bars)
    parts: list[Piece] = []
    for value in ticks(low, high, 4 if end - start > 140 else 2):
        parts.append(tag("line", x1=at(value), x2=at(value), y1=top, y2=bottom, cls="grid"))
        parts.append(
            text(at(value), bottom + 16, percent(value, 0 if high - low > 0.03 else 1), "middle", "tick")
        )
    if reference is not None:
        parts.append(tag("line", x1=at(reference), x2=at(reference), y1=top - 4, y2=bottom, cls="reference"))
        parts.append(text(at(reference), top - 8, name, "middle", "tick"))
    for i, bar in enumerate(bars):
        y = top + row * (i + 1) - ROW / 2
        label = shorten(bar.label, WIDEST) if above else bar.label
        parts.append(text(0, y - ROW / 2 if above else y + 4, label, cls="label"))
        if zero:
            parts.append(
                tag("rect", x=start, y=y - 7, width=max(0.5, at(bar.share) - start), height=14, cls="bar")
            )
        parts.append(tag("line", x1=at(bar.low), x2=at(bar.high), y1=y, y2=y, cls="whisker"))
        for edge in (bar.low, bar.high):
            parts.append(tag("line", x1=at(edge), x2=at(edge), y1=y - 4, y2=y + 4, cls="whisker"))
        if not zero:
            parts.append(tag("circle", cx=at(bar.share), cy=y, r=4.5, cls="dot full" if bar.clear else "dot"))
        parts.append(text(WIDTH, y + 4, f"{percent(bar.share)}", "end", "value"))
        parts.append(text(WIDTH - 52, y + 4, tight(bar.low, bar.high), "end", "tick"))
    return chart(title, bottom + 22, parts)


def histogram(
    title: str,
    bins: Sequence[tuple[float, float, float]],
    across: str,
    up: str,
    marks: Mapping[str, float] | None = None,
    whole: bool = True,
) -> Markup:
    """Bars from x to x with a height each; marks are named lines across them."""
    least = min((b[0] for b in bins), default=0.0)
    most = max((b[1] for b in bins), default=1.0)
    tallest = max((b[2] for b in bins), default=1.0) or 1.0
    frame = Frame(least, most, 0.0, tallest * 1.12)
    parts = frame.axes(across, up, count_label, count_label if whole else percent_label)
    for low, high, height in bins:
        x, y = frame.x(low), frame.y(height)
        wide = max(0.6, frame.x(high) - x - (1 if frame.x(high) - x > 4 else 0))
        parts.append(tag("rect", x=x, y=y, width=wide, height=max(0.0, frame.y(0) - y), cls="bar"))
    for i, (name, value) in enumerate((marks or {}).items()):
        x = frame.x(value)
        parts.append(tag("line", x1=x, x2=x, y1=TOP, y2=frame.y(0), cls="reference"))
        late = x > WIDTH * 0.7
        parts.append(
            text(x + (-4 if late else 4), TOP + 4 + 13 * i, name, "end" if late else "start", "tick")
        )
    return chart(title, TALL, parts)


def curve(
    title: str,
    points: Sequence[tuple[float, float, float, float]],
    across: str,
    up: str,
    shares: bool = True,
    diagonal: bool = False,
    least: float | None = None,
) -> Markup:
    """A line through points (x, y, low, high) with its band; x from 0 to 1."""
    low = min((p[2] for p in points), default=0.0 if least is None else least)
    low = low if least is None else min(low, least)
    high = max((p[3] for p in points), default=1.0)
    frame = Frame(0.0, 1.0, low, 1.0 if shares else high * 1.08)
    parts = frame.axes(across, up, percent_label, percent_label if shares else count_label)
    if diagonal:
        parts.append(tag("line", x1=frame.x(0), y1=frame.y(0), x2=frame.x(1), y2=frame.y(1), cls="reference"))
    if points:
        parts += _line(frame, points)
    return chart(title, TALL, parts)


def rounds(title: str, lines: Sequence[tuple[str, Sequence[tuple[float, float, float, float]]]]) -> Markup:
    """Shares by round, a line with its band for each, named at the top; the second is dashed."""
    last = max((p[0] for _, points in lines for p in points), default=1.0)
    frame = Frame(1.0, max(2.0, last), 0.0, 1.0)
    parts = frame.axes("round", "health", count_label, percent_label)
    for number, (name, points) in enumerate(lines):
        cls = ("", " second")[number % 2]
        parts += _line(frame, points, cls)
        x = WIDTH - RIGHT - 70.0 * (len(lines) - number)
        parts.append(tag("path", d=f"M{x:g},8 L{x + 26:g},8", cls=f"line{cls}"))
        parts.append(text(x + 31, 12, name, cls="label"))
    return chart(title, TALL, parts)


def _line(frame: Frame, points: Sequence[tuple[float, float, float, float]], cls: str = "") -> list[Piece]:
    """A line through points (x, y, low, high) with its band."""
    there = [f"{frame.x(x):.1f},{frame.y(top):.1f}" for x, _, _, top in points]
    back = [f"{frame.x(x):.1f},{frame.y(bottom):.1f}" for x, _, bottom, _ in reversed(points)]
    line = " L".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y, _, _ in points)
    dots = [tag("circle", cx=frame.x(x), cy=frame.y(y), r=3, cls=f"dot full{cls}") for x, y, _, _ in points]
    return [
        tag("path", d=f"M{' L'.join(there + back)} Z", cls=f"band{cls}"),
        tag("path", d=f"M{line}", cls=f"line{cls}"),
        *dots,
    ]


@dataclass(frozen=True)
class Frame:
    """The two axes of a chart."""

    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        """Where a value lies across."""
        return LEFT + (value - self.left) / max(1e-9, self.right - self.left) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """Where a value lies up."""
        return TALL - BOTTOM - (value - self.low) / max(1e-9, self.high - self.low) * (TALL - TOP - BOTTOM)

    def axes(
        self, across: str, up: str, say_x: Callable[[float], str], say_y: Callable[[float], str]
    ) -> list[Piece]:
        """Lines, numbers and names of the axes."""
        parts: list[Piece] = []
        for value in ticks(self.low, self.high, 4):
            y = self.y(value)
            parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, cls="grid"))
            parts.append(text(LEFT - 5, y + 4, say_y(value), "end", "tick"))
        for value in ticks(self.left, self.right, 6):
            if say_x is not count_label or value == int(value):  # there is no half a decision
                parts.append(text(self.x(value), TALL - BOTTOM + 16, say_x(value), "middle", "tick"))
        parts.append(text((LEFT + WIDTH - RIGHT) / 2, TALL - 6, across, "middle", "axis"))
        parts.append(text(0, 11, up, "start", "axis"))
        return parts


def heat(title: str, names: Sequence[str], cells: Mapping[tuple[str, str], Field]) -> Markup:
    """Every name against every other: per cent won by the row, its interval, a shade for how far from
    even; framed where it is clear of even."""
    longest = max((len(name) for name in names), default=4)
    numbered = longest > LONGEST  # columns of long names go by the numbers of their rows
    wide, tall = (50.0 if numbered else max(54.0, 6.8 * longest + 2)), 38.0
    rows = [shorten(f"{i + 1} {name}" if numbered else name, 24) for i, name in enumerate(names)]
    left = 12 + 6.8 * max((len(row) for row in rows), default=4)
    parts: list[Piece] = []
    for j, name in enumerate(names):
        heading = str(j + 1) if numbered else name
        parts.append(text(left + wide * (j + 0.5), 14, heading, "middle", "label"))
    for i, row in enumerate(names):
        y = 22 + tall * i
        parts.append(text(left - 8, y + tall / 2 + 4, rows[i], "end", "label"))
        for j, column in enumerate(names):
            x = left + wide * j
            cell = cells.get((row, column))
            if cell is None:
                none = "none" if row != column else "none same"
                parts.append(tag("rect", x=x, y=y, width=wide - 2, height=tall - 2, cls=none))
                continue
            parts.append(_field(cell, f"{row} against {column}", x, y, wide, tall))
    return chart(title, 24 + tall * len(names), parts, width=left + wide * len(names))


def _field(cell: Field, who: str, x: float, y: float, wide: float, tall: float) -> Markup:
    far = min(1.0, abs(cell.share - 0.5) / 0.25)
    side = "above" if cell.share >= 0.5 else "below"
    size: dict[str, float] = {"x": x, "y": y, "width": wide - 2, "height": tall - 2}
    return tag(
        "g",
        tag("title", f"{who}: {percent(cell.share)}, {span(cell.low, cell.high)}, {cell.games:,} games"),
        tag("rect", cls="none", **size),
        tag("rect", cls=f"heat {side}", fill_opacity=round(0.06 + 0.52 * far, 2), **size),
        tag("rect", cls="frame", **size) if cell.clear else None,
        text(
            x + wide / 2 - 1, y + 17, f"{100 * cell.share:.0f}", "middle", "strong" if cell.clear else "value"
        ),
        text(x + wide / 2 - 1, y + 30, f"{100 * cell.low:.0f}{DASH}{100 * cell.high:.0f}", "middle", "small"),
    )


def whisker(value: float, low: float, high: float, reach: float, middle: float = 0.0) -> Markup:
    """A small interval for a table cell, around a line in the middle."""
    wide, tall = 72.0, 16.0

    def at(v: float) -> float:
        return wide / 2 + max(-1.0, min(1.0, (v - middle) / max(reach, 1e-9))) * (wide / 2 - 5)

    clear = low > middle or high < middle
    y = tall / 2
    return tag(
        "svg",
        tag("line", x1=wide / 2, x2=wide / 2, y1=0, y2=tall, cls="grid"),
        tag("line", x1=at(low), x2=at(high), y1=y, y2=y, cls="whisker"),
        tag("circle", cx=at(value), cy=y, r=3.5, cls="dot full" if clear else "dot"),
        viewBox=f"0 0 {wide:g} {tall:g}",
        cls="spark",
        aria_hidden="true",
    )


def shorten(words: str, most: int) -> str:
    """Words that fit, with a sign where some are missing."""
    return words if len(words) <= most else words[: most - 1] + "…"


def count_label(value: float) -> str:
    """A number on an axis."""
    if abs(value) >= 10_000:
        return f"{value / 1000:,.0f}k"
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def percent_label(value: float) -> str:
    """A share on an axis."""
    return f"{100 * value:.0f}%"
