"""Sections on who wins: seats, endings, characters."""

from __future__ import annotations

from .context import Context, Row, Section
from .faces import face
from .html import join, tag
from .say import by_chance, count, listed, percent, tight, with_span
from .svg import Bar, Field, forest, heat
from .tables import Cell, Cells, figure, grid, ranged, scrolling, table, value

SMALL = 0.02  # an advantage below this is called small
LARGEST_HEAT = 40  # names; a larger map is only a table


def bar(row: Row, label: str, reference: float | None = None) -> Bar:
    """A row of shares as a bar."""
    clear = reference is not None and not row["low"] <= reference <= row["high"]
    return Bar(label, row["share"], row["low"], row["high"], clear)


def sample(n: float, what: str = "games", deals: int | None = None) -> str:
    """The size of a sample, as every caption names it."""
    of = f" of {count(deals)} deals" if deals is not None and deals < n else ""
    return f"n = {count(n)} {what}{of}"


WON = ("Won", "Games")


def won(row: Row) -> tuple[Cell, Cell]:
    """The cells of a share with its interval, and of the games."""
    share = ranged(row["share"], percent(row["share"]), tight(row["low"], row["high"]))
    return share, value(row["games"], count(row["games"]))


def seats(context: Context) -> Section | None:
    """Whether it matters where one sits."""
    rows = context.rows("seats")
    if context.shared or len(rows) < 2:
        return None
    fair = rows[0]["fair"]
    games = context.facts["games"]
    clear = [row for row in rows if not row["low"] <= fair <= row["high"]]
    most = max(rows, key=lambda row: float(row["share"]))
    told = f"{seat(most)} wins {with_span(most['share'], most['low'], most['high'])}"
    if most in clear:
        size = "small but clear" if most["share"] - fair < SMALL else "clear"
        found = f"{told}; a fair share is {percent(fair)}. The advantage is {size}."
    elif clear:
        low = min(clear, key=lambda row: float(row["share"]))
        found = (
            f"{seat(low)} wins {with_span(low['share'], low['low'], low['high'])}, clearly less than "
            f"the fair {percent(fair)}."
        )
    else:
        found = (
            f"No seat has a clear advantage: {seat(most).lower()} wins most, "
            f"{with_span(most['share'], most['low'], most['high'])}; fair is {percent(fair)}."
        )
    if context.facts["without_winner"]:
        found += f" {percent(context.facts['without_winner'])} of the games have no winner."
    drawing = forest(
        "Share of games won by each seat",
        [bar(row, seat(row), fair) for row in rows],
        fair,
        f"fair {percent(fair)}",
    )
    figures = [
        figure(
            drawing,
            "Games won by each seat",
            sample(games, deals=context.facts["deals"]),
            "A full dot is clear of the fair share, an open one is not. Lines are 95% intervals. Seats are "
            "counted from 1 here, as at a table, and from 0 in the data.",
        )
    ]
    if len(context.agents) > 1:
        rows = context.rows("seats_by_agent")
        cells = [[row["agent"], seat(row), *won(row)] for row in rows]
        made = table("Seats by agent", ["Agent", "Seat", *WON], cells, words=2)
        figures.append(figure(made, "The same for each agent", sample(games)))
    body = grid(*figures)
    staged = context.rows("stages")
    if len({row["stage"] for row in staged}) > 1:
        cells = [[stage(row), seat(row), *won(row)] for row in staged]
        made = table("Seats by stage", ["Stage", "Seat", *WON], cells, words=2)
        body = join(body, figure(made, "Seats in each stage", sample(games), wide=True))
    return Section("seats", "Seats", found, body)


def endings(context: Context) -> Section | None:
    """How games end."""
    rows = context.rows("endings")
    if not rows:
        return None
    top = rows[0]
    often = with_span(top["share"], top["low"], top["high"])
    found = f"The usual end: {top['ending']}, {often} of the games."
    if context.facts["unfinished"]:
        found += f" {count(context.facts['unfinished'])} games broke the bound on their length."
    drawing = forest("Share of games by ending", [bar(row, str(row["ending"])) for row in rows], zero=True)
    cells: list[Cells] = [
        [str(row["ending"]), ranged(row["share"], percent(row["share"]), tight(row["low"], row["high"])),
         value(row["wins"], count(row["wins"])), Cell(context.example(f"ending {row['ending']}") or "")]
        for row in rows
    ]  # fmt: skip
    made = table("Ways to end", ["How it ends", "Share", "Games", "Example"], cells)
    return Section(
        "endings",
        "How games end",
        found,
        grid(
            figure(drawing, "Ways to end", sample(top["games"])),
            figure(made, "In numbers", sample(top["games"])),
        ),
        headline=False,
    )


def seat(row: Row) -> str:
    """A seat as people count them."""
    return f"Seat {row['seat'] + 1}"


def stage(row: Row) -> str:
    """A stage in words."""
    return str(row["stage"]).replace("=", " ") if row["stage"] is not None else "all"


# ---- characters --------------------------------------------------------------------------------


def matchups(context: Context) -> Section | None:
    """Characters against each other."""
    rows, means = context.rows("matchups"), context.rows("characters")
    if not rows:
        return None
    means.sort(key=lambda row: (-float(row["share"]), row["character"]))
    order = [row["character"] for row in means]
    place = {name: i for i, name in enumerate(order)}
    pairs = [row for row in rows if place[row["character"]] < place[row["against"]]]
    games = sum(row["games"] for row in pairs)
    found = _matchup_words(pairs, means)
    figures = []
    if len(order) <= LARGEST_HEAT:
        cells = {
            (row["character"], row["against"]): Field(
                row["share"], row["low"], row["high"], row["games"], not row["low"] <= 0.5 <= row["high"]
            )
            for row in rows
        }
        least = min(row["games"] for row in pairs)
        drawing = heat("Games won by the row against the column", order, cells)
        figures.append(
            figure(
                scrolling(drawing, "Matchups"),
                "Per cent won by the row against the column",
                f"{sample(games)}, at least {count(least)} a pair",
                "Strongest first. Below each number its 95% interval; a frame and bold type: clear of even. "
                f"{by_chance(len(pairs))}",
                wide=True,
            )
        )
    bars = [bar(row, str(row["character"]), 0.5) for row in means]
    figures.append(
        figure(
            forest("Each character against all others", bars, 0.5, "even"),
            "Each character against all others",
            f"{sample(sum(row['games'] for row in means))} and sides",
        )
    )
    lopsided = sorted(pairs, key=lambda row: -abs(row["share"] - 0.5))
    verdicts: list[Cells] = [
        [_pair(context, row), row["verdict"], *won(row), *_between(context, row)] for row in lopsided
    ]
    headings = ["Pair", "40 to 60%", "First won", "Games", *(["Example"] * (context.shown is not None))]
    figures.append(
        figure(
            table("Pairs", headings, verdicts, words=2, sizes=[row["games"] for row in lopsided]),
            "Every pair, the most lopsided first",
            sample(games),
            "Inside or outside of 40 to 60% with 95% confidence, or unclear.",
        )
    )
    return Section("matchups", "Matchups", found, join(figures[0], grid(*figures[1:])))


def _pair(context: Context, row: Row) -> Cell:
    """Two characters, with the faces of their cards where these can be drawn."""
    small = [face(context.names, row[which]) for which in ("character", "against")]
    return Cell(join(*small, tag("span", f"{row['character']} - {row['against']}", cls="name")))


def _between(context: Context, row: Row) -> list[Cell]:
    """A game between two characters, where games can be looked at."""
    first, second = sorted((str(row["character"]), str(row["against"])))
    return [Cell(context.example(f"pair {first} {second}") or "")] * (context.shown is not None)


def _matchup_words(pairs: list[Row], means: list[Row]) -> str:
    tally = {verdict: sum(row["verdict"] == verdict for row in pairs) for verdict in ("inside", "outside")}
    unclear = len(pairs) - sum(tally.values())
    near = sum(0.4 <= row["share"] <= 0.6 for row in pairs)
    wide = max(pairs, key=lambda row: abs(row["share"] - 0.5))
    first, second, share = wide["character"], wide["against"], wide["share"]
    low, high = wide["low"], wide["high"]
    if share < 0.5:
        first, second, share, low, high = second, first, 1 - share, 1 - high, 1 - low
    top, last = means[0], means[-1]
    sure = "" if wide["verdict"] == "outside" else ", which of so many may be chance"
    ends = listed(
        [f"{row['character']} {with_span(row['share'], row['low'], row['high'])}" for row in (top, last)]
    )
    apart = "" if top["low"] > last["high"] else ", not clearly apart"
    return (
        f"{near} of {len(pairs)} matchups are measured within 40 to 60%: {tally['inside']} surely, "
        f"{tally['outside']} surely outside, {unclear} need more games to tell. "
        f"The most lopsided: {first} against {second}, {with_span(share, low, high)}{sure}. "
        f"Strongest and weakest in all: {ends}{apart}."
    )
