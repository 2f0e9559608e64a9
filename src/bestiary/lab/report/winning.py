"""Sections on who wins: seats, parties, endings, characters."""

from __future__ import annotations

from .context import Context, Row, Section
from .html import Markup, join
from .say import count, percent, plain, tight, with_span
from .svg import Bar, Field, curve, forest, heat, rounds
from .tables import Cell, Cells, figure, grid, ranged, scrolling, table, value

SMALL = 0.02  # an advantage below this is called small
LARGEST_HEAT = 40  # names; a larger map is only a table
FEW = 5  # games that must have come to a round to be drawn


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
    told = f"Seat {most['seat']} wins {with_span(most['share'], most['low'], most['high'])}"
    if most in clear:
        size = "small but clear" if most["share"] - fair < SMALL else "clear"
        found = f"{told}; a fair share is {percent(fair)}. The advantage is {size}."
    elif clear:
        low = min(clear, key=lambda row: float(row["share"]))
        found = (
            f"Seat {low['seat']} wins {with_span(low['share'], low['low'], low['high'])}, clearly less than "
            f"the fair {percent(fair)}."
        )
    else:
        found = (
            f"No seat has a clear advantage: seat {most['seat']} wins most, "
            f"{with_span(most['share'], most['low'], most['high'])}; fair is {percent(fair)}."
        )
    if context.facts["without_winner"]:
        found += f" {percent(context.facts['without_winner'])} of the games have no winner."
    drawing = forest(
        "Share of games won by each seat",
        [bar(row, f"Seat {row['seat']}", fair) for row in rows],
        fair,
        f"fair {percent(fair)}",
    )
    figures = [
        figure(
            drawing,
            "Games won by each seat",
            sample(games, deals=context.facts["deals"]),
            "A full dot is clear of the fair share, an open one is not. Lines are 95% intervals.",
        )
    ]
    if len(context.agents) > 1:
        rows = context.rows("seats_by_agent")
        cells = [[row["agent"], f"seat {row['seat']}", *won(row)] for row in rows]
        made = table("Seats by agent", ["Agent", "Seat", *WON], cells, words=2)
        figures.append(figure(made, "The same for each agent", sample(games)))
    body = grid(*figures)
    staged = context.rows("stages")
    if len({row["stage"] for row in staged}) > 1:
        cells = [[stage(row), f"seat {row['seat']}", *won(row)] for row in staged]
        made = table("Seats by stage", ["Stage", "Seat", *WON], cells, words=2)
        body = join(body, figure(made, "Seats in each stage", sample(games), wide=True))
    return Section("seats", "Seats", found, body)


def endings(context: Context) -> Section | None:
    """How games end."""
    rows = context.rows("endings")
    if not rows:
        return None
    top = rows[0]
    found = f"Most games end by “{top['ending']}”: {with_span(top['share'], top['low'], top['high'])}."
    if context.facts["unfinished"]:
        found += f" {count(context.facts['unfinished'])} games broke the bound on their length."
    drawing = forest("Share of games by ending", [bar(row, str(row["ending"])) for row in rows], zero=True)
    return Section(
        "endings",
        "How games end",
        found,
        grid(figure(drawing, "Ways to end", sample(top["games"]))),
        headline=False,
    )


# ---- all against the game ----------------------------------------------------------------------


def parties(context: Context) -> Section | None:
    """How often those win who win together."""
    rows = context.rows("parties")
    if not rows:
        return None
    games = sum(row["games"] for row in rows)
    share = sum(row["wins"] for row in rows) / games
    best = max(rows, key=lambda row: float(row["share"]))
    worst = min(rows, key=lambda row: float(row["share"]))
    found = f"{percent(share)} of {count(games)} games are won."
    if best["share"] > worst["share"]:
        clear = "" if best["low"] > worst["high"] else " (not clearly apart)"
        found += (
            f" Easiest: {_table_name(best)}, {with_span(best['share'], best['low'], best['high'])}; "
            f"hardest: {_table_name(worst)}, {with_span(worst['share'], worst['low'], worst['high'])}{clear}."
        )
    figures = []
    if len(rows) <= LARGEST_HEAT:
        bars = [bar(row, _table_name(row)) for row in rows]
        figures.append(
            figure(forest("Games won by party and stage", bars, zero=True), "Games won", sample(games))
        )
    losses = context.rows("losses")
    if losses:
        lost = sum(row["games"] for row in losses)
        causes: dict[str, int] = {}
        for row in losses:
            causes[row["ending"]] = causes.get(row["ending"], 0) + row["games"]
        cells: list[Cells] = [
            [stage(row), str(row["ending"]), value(row["share"], percent(row["share"])),
             value(row["games"], count(row["games"])), value(row["of"], count(row["of"]))]
            for row in losses
        ]  # fmt: skip
        main = max(causes, key=lambda name: (causes[name], name))
        part = percent(causes[main] / lost)
        found += f" The commonest cause of loss is “{main}”, {part} of {count(lost)} lost games."
        made = table("Causes of loss", ["Stage", "Cause", "Share", "Games", "Lost in all"], cells, words=2)
        figures.append(figure(made, "Causes of loss", sample(lost, "lost games")))
    figures += _attrition(context)
    figures += _hope(context)
    every: list[Cells] = [[stage(row), row["party"], *won(row)] for row in rows]
    made = table("Parties", ["Stage", "Party", *WON], every, words=2)
    body = join(
        grid(*figures),
        figure(made, "Every party in every stage", sample(games), wide=True)
        if len(rows) > LARGEST_HEAT
        else None,
    )
    return Section("party", "Winning together", found, body)


def _table_name(row: Row) -> str:
    return f"{stage(row)}: {row['party']}" if row["stage"] is not None else str(row["party"])


def stage(row: Row) -> str:
    """A stage in words."""
    return str(row["stage"]).replace("=", " ") if row["stage"] is not None else "all"


def _attrition(context: Context) -> list[Markup]:
    """How the team wears down, round by round."""
    rows = context.rows("attrition")
    if not rows:
        return []
    lines = []
    for name, good in (("won", True), ("lost", False)):
        points = [
            (row["round"], row["health"], row["health_low"], row["health_high"])
            for row in rows
            if row["won"] == good and row["games"] >= FEW
        ]
        if points:
            lines.append((name, points))
    reached = sum(row["games"] for row in rows if row["round"] == 1)
    cells: list[Cells] = [
        [value(row["round"], count(row["round"])), "won" if row["won"] else "lost",
         ranged(row["health"], percent(row["health"], 0), tight(row["health_low"], row["health_high"])),
         value(row["standing"], plain(row["standing"])), value(row["ended"], count(row["ended"])),
         value(row["games"], count(row["games"]))]
        for row in sorted(rows, key=lambda row: (row["round"], not row["won"]))
    ]  # fmt: skip
    made = table(
        "Attrition", ["Round", "Game", "Health", "Standing", "Ended in it", "Came to it"], cells, words=2
    )
    return [
        figure(
            rounds("Health on entering each round", lines),
            "Attrition: health of the team on entering each round",
            sample(reached),
            "Mean share of full health, in games that were won and in games that were lost; the bands are "
            f"the middle half. Rounds that fewer than {FEW} such games came to are left out.",
        ),
        figure(
            made,
            "Attrition in numbers",
            sample(reached),
            "Health: mean and middle half. Standing: members that have not fallen. Of the games that came to "
            "a round only those can wear down further that did not end before.",
        ),
    ]


def _hope(context: Context) -> list[Markup]:
    """What could be expected in games that were lost."""
    rows = [row for row in context.rows("hope") if not row["won"]]
    if len(rows) < 2:
        return []
    points = [
        ((row["step"] + 0.5) / 10, row["chance"], row["chance_low"], row["chance_high"]) for row in rows
    ]
    return [
        figure(
            curve("Chances in lost games", points, "of the game is over", "chance to win", least=0.0),
            "How hope runs out in games that are lost",
            sample(sum(row["sampled"] for row in rows), "sampled decisions"),
            "The chance to win that was left; the band is the middle half.",
        )
    ]


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
                f"Of {len(pairs)} intervals about {max(1, round(len(pairs) / 20))} miss the truth by chance.",
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
    verdicts = [[f"{row['character']} - {row['against']}", row["verdict"], *won(row)] for row in lopsided]
    headings = ["Pair", "40 to 60%", "First won", "Games"]
    figures.append(
        figure(
            table("Pairs", headings, verdicts, words=2),
            "Every pair, the most lopsided first",
            sample(games),
            "Inside or outside of 40 to 60% with 95% confidence, or unclear.",
        )
    )
    return Section("matchups", "Matchups", found, join(figures[0], grid(*figures[1:])))


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
    return (
        f"{near} of {len(pairs)} matchups are measured within 40 to 60%: {tally['inside']} surely, "
        f"{tally['outside']} surely outside, {unclear} need more games to tell. "
        f"The most lopsided: {first} against {second}, {with_span(share, low, high)}. "
        f"Strongest in all: {top['character']} ({percent(top['share'])}); "
        f"weakest: {last['character']} ({percent(last['share'])})."
    )
