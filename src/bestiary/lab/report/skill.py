"""Sections on what decides beside the cards: luck, skill, agents."""

from __future__ import annotations

from ..measure import sources
from .context import Context, Section
from .html import Markup
from .say import TIMES, count, with_span
from .strengths import skill
from .svg import Bar, forest
from .tables import Cells, figure, grid, ranged, table, value
from .winning import bar, sample, won

YARDSTICK = (
    "A yardstick: deals that turn even chances into 75 to 25 would explain 25%. The deal holds all that the "
    "seed decides; first cards are a lower bound of it, by a straight line fitted to other games. What is "
    "left is dice, later draws and choices."
)
SOURCE_WORDS = {
    "deal": "the deal",
    "agents": "who plays",
    "first cards": "first cards",
}


def luck(context: Context) -> Section | None:
    """How much is in the cards."""
    rows = context.rows("sources")
    budgets = context.rows("budgets")
    found = []
    figures: list[Markup] = []
    by = {row["source"]: row for row in rows}
    if "deal" in by:
        row = by["deal"]
        found.append(f"The deal explains {with_span(row['share'], row['low'], row['high'])} of who wins.")
    if "agents" in by:
        row = by["agents"]
        found.append(f"Who plays explains {with_span(row['share'], row['low'], row['high'])}.")
    if "first cards" in by:
        row = by["first cards"]
        found.append(
            f"The cards held at the start foretell {with_span(row['share'], row['low'], row['high'])} of who "
            "wins."
        )
    pays, met = skill(context)
    if pays:
        found.insert(0, pays)
    elif len(context.agents) == 1:
        found.append("How much skill is worth was not asked: bestiary lab run --beside MINUTES does.")
    beside = {row["source"]: row for row in sources(context.duel).to_dicts()} if context.duel else {}
    if "deal" not in by and "deal" in beside and met:
        row = beside["deal"]
        often = with_span(row["share"], row["low"], row["high"])
        found.append(f"Between the two the deal explains {often} of who wins, {count(row['deals'])} deals.")
    elif "deal" not in by:
        found.append(
            "How much the deal decides as a whole is measured where several agents play the same deals "
            "(--agents A,B)."
        )
    if met:
        own = bar(met, f"{met['first']} against {met['second']}", 0.5)
        figures.append(
            figure(
                forest("A stronger player against a weaker one", [own], 0.5, "even"),
                "What more strength is worth",
                sample(met["games"], deals=met["deals"]),
                "Both play each deal in all seatings. Near 50%: thinking further gains nothing.",
            )
        )
    if rows:
        bars = [Bar(SOURCE_WORDS[row["source"]], row["share"], row["low"], row["high"]) for row in rows]
        figures.append(
            figure(
                forest("Variance of who wins, by source", bars, zero=True),
                "Share of the variance of who wins",
                sample(rows[0]["games"], deals=rows[0]["deals"]),
                YARDSTICK,
            )
        )
    for row in budgets:
        found.append(
            f"{row['first']}, with {row['times']:g} times the budget, wins "
            f"{with_span(row['share'], row['low'], row['high'])} against {row['second']}."
        )
    if budgets:
        cells: list[Cells] = [
            [f"{row['first']} - {row['second']}", value(row["times"], f"{TIMES}{row['times']:g}"),
             *won(row), value(row["deals"], count(row["deals"]))]
            for row in budgets
        ]  # fmt: skip
        headings = ["Searches", "Budget", "Larger won", "Games", "Deals"]
        figures.append(
            figure(
                table("Budgets", headings, cells),
                "What more thought is worth",
                sample(sum(row["games"] for row in budgets)),
                "Intervals by deals. Near 50%: there is little more to find by thinking longer.",
            )
        )
    return Section(
        "luck", "Luck and skill", " ".join(found), grid(*figures), headline=bool(rows or budgets or pays)
    )


def agents(context: Context) -> Section | None:
    """Agents against each other."""
    if len(context.agents) < 2:
        return None
    rows, pairs = context.rows("ratings"), context.rows("meetings")
    top, games = rows[0], context.facts["games"]
    found = f"{top['agent']} is strongest, {top['elo']:+.0f} Elo (± {1.96 * top['error']:.0f})."
    shown = [row for row in pairs if row["better"]]
    if len(shown) < len(pairs):
        found += f" {len(shown)} of {len(pairs)} pairs differ clearly."
    cells = [
        [row["agent"], ranged(row["elo"], f"{row['elo']:+.0f}", f"± {1.96 * row['error']:.0f}"), *won(row)]
        for row in rows
    ]
    made = table("Ratings", ["Agent", "Elo", "Score", "Games"], cells)
    met = [[f"{row['first']} - {row['second']}", row["better"] or "unclear", *won(row)] for row in pairs]
    headings = ["Pair", "Better", "First scores", "Games"]
    deals = context.facts["deals"]
    return Section(
        "agents",
        "Agents",
        found,
        grid(
            figure(
                made,
                "Ratings",
                sample(games, deals=deals),
                "Bradley-Terry, mean 0; half a game added to each pair.",
            ),
            figure(
                table("Pairs of agents", headings, met, words=2),
                "Pairs",
                sample(games, deals=deals),
                "Intervals are Student's over the means of deals, in which the luck of the cards falls out.",
            ),
        ),
        headline=False,
    )
