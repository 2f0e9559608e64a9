"""Sections on what decides: cards, luck and skill, agents."""

from __future__ import annotations

from statistics import NormalDist

from ...run.statistics import Z95
from ..measure import duels
from .context import Context, Row, Section
from .html import Markup, Piece, join, tag
from .say import TIMES, count, listed, percent, plain, points, tight, with_span
from .svg import Bar, Field, forest, heat, whisker
from .tables import Cell, Cells, figure, grid, notes, ranged, scrolling, table, value
from .winning import sample, won

FEW_OF_A_KIND, MOST_OF_A_KIND = 4, 16  # cards of a kind that are set against each other
PAIRS = 12  # cards that go well or badly together, as many of each
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


def cards(context: Context) -> Section | None:
    """What cards do."""
    rows = context.rows("cards")
    if not rows:
        return None
    held = sum(row["held_by"] for row in rows)
    games = context.data.cards["game"].n_unique()
    known = [row for row in rows if row["gain"] is not None]
    known.sort(key=lambda row: (-row["gain"], row["card"]))
    rest = [row for row in rows if row["gain"] is None]
    reach = max((abs(row[key]) for row in known for key in ("gain_low", "gain_high")), default=0.1)
    reach = min(reach, 2.5 * max((abs(row["gain"]) for row in known), default=0.1) + 0.01)
    body: list[Piece] = [
        figure(
            _card_table(context, known + rest, reach),
            "Every card that was held",
            f"{sample(games)}, {count(held)} hands with cards",
            "A hand is what a seat holds in a game. Improvement when drawn: wins of the hands that held the "
            "card less wins of those that did not, in percentage points. A full dot is clear of zero.",
            wide=True,
        ),
        tag("h3", "What this table cannot tell"),
        notes(*_biases(context, len(rows))),
    ]
    body += _duels(context)
    pairs = _pairs(context)
    if pairs:
        body += [tag("h3", "Cards held together"), pairs]
    return Section("cards", "Cards", _card_words(rows), join(*body))


CARD_HEADINGS = [
    "Card", "Drawn", "At start", "Played", "Could play", "Thrown away", "Turns held", "Won when drawn",
    "Improvement when drawn", "Improvement from start", "Hands",
]  # fmt: skip
OF_START = (2, 9)  # the columns on cards held from the start
THROWN = 5  # the column on discards


def _card_table(context: Context, rows: list[Row], reach: float) -> Markup:
    """The table of cards; where nobody starts with cards or throws any away, without the columns on that."""
    cells = [_card(context, row, reach) for row in rows]
    left_out = set() if any(row["started"] for row in rows) else set(OF_START)
    left_out |= set() if any(row["discarded"] for row in rows) else {THROWN}
    kept = [i for i in range(len(CARD_HEADINGS)) if i not in left_out]
    return table("Cards", [CARD_HEADINGS[i] for i in kept], [[row[i] for i in kept] for row in cells])


def _card(context: Context, row: Row, reach: float) -> list[Cell | str]:
    copies = context.names.copies.get(row["card"], 1)
    name: Piece = row["card"]
    if copies > 1:
        name = join(name, tag("small", f" {TIMES}{copies}"))
    if row["dead"]:
        name = join(name, " ", tag("small", "dead", cls="flag"))
    known = row["gain"] is not None
    return [
        Cell(name),
        value(row["drawn"], percent(row["drawn"])),
        value(row["started"], percent(row["started"])),
        value(row["played"], percent(row["played"])),
        value(row["offered"], percent(row["offered"])),
        value(row["discarded"], percent(row["discarded"])),
        value(row["turns"], plain(row["turns"])),
        ranged(row["share"], percent(row["share"]), tight(row["low"], row["high"])),
        value(
            row["gain"],
            join(
                whisker(row["gain"], row["gain_low"], row["gain_high"], reach) if known else None,
                _points_cell(row, "gain"),
            ),
        ),
        value(row["start_gain"], _points_cell(row, "start_gain")),
        value(row["held_by"], count(row["held_by"])),
    ]


def _points_cell(row: Row, key: str) -> Markup:
    interval = _points_span(row[f"{key}_low"], row[f"{key}_high"])
    number = tag("span", points(row[key]), cls="figure")
    return join(number, " ", tag("small", interval, cls="span signed"))


def _points_span(low: float | None, high: float | None) -> str:
    return f"{points(low)} to {points(high)}".replace("+", "")


def _card_words(rows: list[Row]) -> str:
    # many cards are looked at: only those are named that would stand out among as many
    strict = NormalDist().inv_cdf(1 - 0.025 / max(1, len(rows))) / Z95
    known = [row for row in rows if row["gain"] is not None]
    far = {row["card"]: (row["gain_high"] + row["gain_low"]) / 2 for row in known}
    wide = {row["card"]: strict * (row["gain_high"] - row["gain_low"]) / 2 for row in known}
    clear = [row for row in known if far[row["card"]] > wide[row["card"]]]
    bad = [row for row in known if far[row["card"]] < -wide[row["card"]]]
    clear.sort(key=lambda row: -row["gain"])
    bad.sort(key=lambda row: row["gain"])
    said = []
    if clear:
        best = [f"{row['card']} ({points(row['gain'])})" for row in clear]
        said.append(f"Hands with {listed(best, 3)} win clearly more often than others (percentage points).")
    if bad:
        worst = [f"{row['card']} ({points(row['gain'])})" for row in bad]
        said.append(f"Clearly less often: {listed(worst, 3)}.")
    if not clear and not bad:
        said.append(f"Among {len(rows)} cards none stands out by how those fare who hold it.")
    passed = sorted(row["card"] for row in rows if row["dead"] and row["offered"] >= 0.02)
    never = sorted(row["card"] for row in rows if row["dead"] and row["offered"] < 0.02)
    if passed:
        said.append(f"Dead, though it could be played: {listed(passed, 5)}.")
    if never and len(never) < len(rows):
        said.append(f"Hardly ever playable: {listed(never, 5)}.")
    if len(never) == len(rows):
        said.append("No action ever names a card here: cards are used in other ways than by playing them.")
    elif not passed and not never:
        said.append("No card is dead.")
    return " ".join(said)


def _biases(context: Context, many: int) -> list[Piece]:
    return [
        "This is correlation. Whoever draws more, or plays longer, holds more cards: a card that comes late "
        "is held in long games and shares their odds.",
        "A card that is taken, won or searched for is held by those who were winning already.",
        "From start compares only what was held before the first decision. Where the game deals that at "
        "random, it is free of both faults, and the card is the cause of the difference; cards that nobody "
        "starts with have none.",
        "Dead: played in under 2% of the hands that held it. Throwing a card away, giving or taking it is "
        "not playing it; a card that works by lying there is not played either. Could play: there was an "
        "action to play it at least once. Turns held counts decisions of the whole table.",
        f"Of {many} intervals about {max(1, round(many / 20))} miss the truth by chance. The sentence at the "
        "top names only cards that would stand out even so (Bonferroni).",
        join(
            f"All of it is as {listed(list(context.agents))} plays. What a card causes is measured by ",
            tag("code", "bestiary lab swap"),
            ": the same deals with a blank in its place.",
        ),
    ]


def _duels(context: Context) -> list[Piece]:
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


def _pairs(context: Context) -> Markup | None:
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
            [f"{row['card']} + {row['other']}", *words[i : i + 1],
             ranged(row["lift"], points(row["lift"]), _points_span(row["lift_low"], row["lift_high"])),
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
        f"Expected is what the two cards apart let one expect. Of {count(len(rows))} pairs "
        f"{count(len(sure)) if sure else 'none'} would stand out among as many by chance (sure). "
        "Pairs at the top of so long a list are there partly by luck: trust the sure ones, and check them on "
        "another seed."
    )
    return join(tag("p", told), grid(*made))


# ---- luck, skill, agents --------------------------------------------------------------------------


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
            f"The cards held at the start foretell {with_span(row['share'], row['low'], row['high'])} of it."
        )
    if "deal" not in by:
        found.append(
            "How much the deal decides as a whole is measured where several agents play the same deals "
            "(--agents A,B)."
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
    return Section("luck", "Luck and skill", " ".join(found), grid(*figures), headline=bool(rows or budgets))


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
