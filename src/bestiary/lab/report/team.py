"""Sections for play in which all win together: the party, what it carries, its hopes."""

from __future__ import annotations

from .cards import START, confounded, example, gained, named, ordered, reach
from .context import Context, Row, Section
from .html import Markup, join
from .playing import believing
from .say import count, listed, percent, plain, tight, with_span
from .svg import Bar, curve, forest, rounds
from .tables import Cell, Cells, figure, grid, notes, ranged, table, value
from .winning import LARGEST_HEAT, WON, bar, sample, stage, won

FEW = 5  # games that must have come to a round to be drawn
FAR = 0.1  # a chance so far from the usual one is worth a word
SELDOM = 0.25  # what a smaller share of those who hold it can ever call on is worn, not left
LEFT = 0.02  # what is used by a smaller share of those who hold it is hardly ever used


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
        found += f" The usual loss: {main}, {part} of {count(lost)} lost games."
        made = table("Causes of loss", ["Stage", "Cause", "Share", "Games", "Lost in all"], cells, words=2)
        figures.append(figure(made, "Causes of loss", sample(lost, "lost games")))
    figures += _attrition(context)
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


# ---- what it hopes ---------------------------------------------------------------------------------


def hope(context: Context) -> Section | None:
    """How the team's chances go, in games that are won and in games that are lost."""
    if not context.shared:
        return None
    rows = context.rows("hope")
    if not rows:
        said = "Random play has no idea of its chances. Data of bulk, greedy or mcts have them."
        return Section("hope", "Hope", said, Markup(""), headline=False)
    back, fell = context.rows("comebacks"), context.rows("collapses")
    parties_won = context.rows("parties")
    usual = sum(row["wins"] for row in parties_won) / max(1, sum(row["games"] for row in parties_won))
    told = []
    low = next((row for row in back if row["below"] <= usual - FAR and row["games"]), None)
    high = next((row for row in fell if 1 - row["below"] >= usual + FAR and row["games"]), None)
    if low:
        often, bound = with_span(low["share"], low["low"], low["high"]), percent(low["below"], 0)
        told.append(f"In {often} of the games that are won the chance had once been below {bound}.")
    if high:
        often, bound = with_span(high["share"], high["low"], high["high"]), percent(1 - high["below"], 0)
        told.append(f"In {often} of the games that are lost it had once been above {bound}.")
    if told:
        told.append(f"Over all games it is {percent(usual)}.")
    figures = []
    for good, name in ((False, "lost"), (True, "won")):
        steps = [row for row in rows if row["won"] == good]
        if len(steps) < 2:
            continue
        points = [((row["step"] + 0.5) / 10, row["chance"], row["chance_low"], row["chance_high"])
                  for row in steps]  # fmt: skip
        figures.append(
            figure(
                curve(f"Chances in games that are {name}", points, "of the game is over", "chance to win",
                      least=0.0),
                f"The chance to win, in games that are {name}",
                sample(sum(row["sampled"] for row in steps), "sampled decisions"),
                "Mean of each tenth of the game; the band is the middle half.",
            )
        )  # fmt: skip
    for title, found, word in (
        ("Won in the end, once with a chance", back, "below"),
        ("Lost in the end, once with a chance", fell, "above"),
    ):
        shown = [row for row in found if row["games"]]
        if shown:
            bars = [
                Bar(f"{word} {percent(row['below'] if word == 'below' else 1 - row['below'], 0)}",
                    row["share"], row["low"], row["high"])
                for row in shown
            ]  # fmt: skip
            figures.append(
                figure(forest(title, bars, zero=True), title,
                       sample(shown[0]["games"], "games, watched throughout"))
            )  # fmt: skip
    figures += believing(context)
    return Section("hope", "Hope", " ".join(told), grid(*figures), headline=bool(told))


# ---- what it carries -------------------------------------------------------------------------------


def carried(context: Context) -> Section | None:
    """What the team wears and carries, and how it is used."""
    rows = context.rows("cards")
    if not rows or not context.shared:
        return None
    shown = [START] if any(row[START.key] is not None for row in rows) else []
    rows = ordered(rows, shown[0] if shown else None)
    thrown = any(row["discarded"] for row in rows)
    headings = [
        "Card", *(one.heading for one in shown), "Used", "Could use", *(["Put back"] * thrown),
        "Of all hands", "Decisions held", "Hands", "When held, confounded",
    ]  # fmt: skip
    cells = []
    for row in rows:
        line: list[Cell | str] = [Cell(named(context.names, row))]
        line += [gained(row, one.key, reach(rows, one.key)) for one in shown]
        worn = is_worn(row)
        line += [
            Cell("worn" if worn else percent(row["played"]), -1.0 if worn else row["played"]),
            Cell("" if worn else percent(row["offered"]), -1.0 if worn else row["offered"]),
        ]
        line += [value(row["discarded"], percent(row["discarded"]))] * thrown
        line += [
            value(row["drawn"], percent(row["drawn"])),
            value(row["turns"], plain(row["turns"])),
            value(row["held_by"], join(count(row["held_by"]), example(context, row))),
            confounded(row, "every party had it"),
        ]
        cells.append(line)
    games = context.data.cards["game"].n_unique()
    made = table("Worn and carried", headings, cells, sizes=[row["held_by"] for row in rows], of="hands")
    return Section(
        "cards",
        "Worn and carried",
        _carried_words(rows),
        join(
            figure(made, "Everything that was worn or carried", sample(games), wide=True),
            notes(
                "Worn: it works by being worn or carried; hardly any action ever named it. Used: hands that "
                "used it up or called on it at least once, of those that held it.",
                "Whoever gets further finds and buys more: what is held goes along with winning without "
                "being the cause. That number is grey and last. A worth is only given where parties of the "
                "same members, in the same stage, started with it in some games and without it in others.",
            ),
        ),
    )


def is_worn(row: Row) -> bool:
    """Whether a card works by being there: few of those who held it could ever call on it, and none did. To
    take another weapon in hand names it, but it is used by fighting with it."""
    return bool(row["offered"] < SELDOM and row["played"] < LEFT)


def _carried_words(rows: list[Row]) -> str:
    worn = [row for row in rows if is_worn(row)]
    used = sorted((row for row in rows if not is_worn(row)), key=lambda row: (-row["played"], row["card"]))
    said = []
    if worn:
        most = sorted(worn, key=lambda row: (-row["held_by"], row["card"]))
        said.append(f"Worn or carried without being used: {listed([row['card'] for row in most], 4)}.")
    if used:
        first = [f"{row['card']} ({percent(row['played'], 0)})" for row in used if row["played"] >= LEFT]
        if first:
            said.append(f"Used most by those who hold it: {listed(first[:3])}.")
        left = [
            f"{row['card']} ({percent(row['played'], 0)})" for row in reversed(used) if row["played"] < LEFT
        ]
        if left:
            said.append(f"Hardly ever used, though it could be: {listed(left, 4)}.")
    return " ".join(said)
