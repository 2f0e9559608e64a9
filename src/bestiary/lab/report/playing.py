"""Sections on how a game goes: its length, its choices, its turns of fortune."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from ..measure.values import CHANGED, KEPT, NOBODY, THROUGHOUT
from .context import Context, Row, Section
from .html import Markup, Piece, join, tag
from .names import Words, spaced
from .say import count, listed, percent, plain, with_span
from .svg import Bar, curve, forest, histogram
from .tables import Cell, Cells, figure, grid, table, value
from .winning import sample

BINS = 40
TURN_BINS = 20


def lengths(context: Context) -> Section | None:
    """How long games are."""
    rows, found = context.rows("lengths"), context.one("length_summary")
    if not rows:
        return None
    bins = binned(rows, "decisions")
    drawing = histogram(
        "Decisions in a game",
        bins,
        "decisions in a game",
        "games",
        {f"median {found['q50']:.0f}": found["q50"]},
    )
    turns = context.one("turns")
    pace = _pace(context, found["q50"])
    also = [f"{turns['q50']:.0f} turns"] if turns["games"] else []
    also += [f"about {pace * found['q50']:.0f} minutes for people"] if pace else []
    told = (
        f"A game takes {found['q50']:.0f} decisions at the median{f' ({listed(also)})' if also else ''}; "
        f"nine in ten take {found['q05']:.0f} to {found['q95']:.0f}. "
        f"The shortest has {count(found['least'])}, the longest {count(found['most'])}."
    )
    cells: list[Cells] = [
        [name, value(found[key], plain(found[key], 0 if key.startswith("q") else 1)),
         *([value(turns[key], plain(turns[key], 0 if key.startswith("q") else 1))] if turns["games"] else []),
         *([value(pace * found[key], plain(pace * found[key], 0))] if pace else [])]
        for name, key in (
            ("mean", "mean"), ("standard deviation", "deviation"), ("5% are at most", "q05"),
            ("a quarter is at most", "q25"), ("half are at most", "q50"),
            ("three quarters are at most", "q75"), ("95% are at most", "q95"),
        )
    ]  # fmt: skip
    heads = ["", "Decisions", *(["Turns"] if turns["games"] else []), *(["Minutes"] if pace else [])]
    made = table("Length", heads, cells)
    note = "A turn is a row of decisions by one seat; turns are counted in the games that were watched."
    if pace and context.names.minutes:
        low, high = context.names.minutes
        note += (
            f" Minutes are people's: the game says {low} to {high} for one, and the middle of that is put "
            "beside the median; so nobody has measured them."
        )
    look: Piece = None
    longest, shortest = context.example("long"), context.example("short")
    if longest and shortest:
        look = join(" To look at: the longest, ", longest, ", and the shortest, ", shortest, ".")
    return Section(
        "length",
        "Length",
        told,
        grid(
            figure(drawing, "Length of games", sample(found["games"])),
            figure(made, "In numbers", sample(found["games"]), join(note, look)),
        ),
    )


def _pace(context: Context, median: float | None) -> float:
    """Minutes that people take for a decision, if a median game takes what the game says; 0: unknown."""
    if context.names.minutes is None or not median:
        return 0.0
    return sum(context.names.minutes) / 2 / median


def binned(rows: list[Row], key: str, most: int = BINS) -> list[tuple[float, float, float]]:
    """Games by a whole number, in at most so many bars of a round width."""
    least, last = min(row[key] for row in rows), max(row[key] for row in rows)
    width = next(w for w in _round_widths() if ceil((last - least + 1) / w) <= most)
    start = least // width * width
    tally: dict[int, int] = {}
    for row in rows:
        place = (row[key] - start) // width
        tally[place] = tally.get(place, 0) + row["games"]
    return [(start + i * width, start + (i + 1) * width, tally.get(i, 0)) for i in range(max(tally) + 1)]


def _round_widths() -> list[int]:
    return [m * 10**p for p in range(9) for m in (1, 2, 5)]


def choices(context: Context) -> Section | None:
    """How much there is to choose."""
    found = context.one("branching")
    if found["choices"] is None:
        return None
    told = (
        f"A decision offers {plain(found['choices'])} choices on average; {percent(found['forced'])} of the "
        f"decisions are forced. A game has {plain(found['moves'])} free decisions with "
        f"{plain(found['free_choices'])} choices each."
    )
    figures: list[Markup] = []
    tables: list[Markup] = []  # with lines of words: they need room
    steps = context.rows("progress")
    if len(steps) > 1:
        points = [
            ((row["step"] + 0.5) / 10, row["choices"], row["choices_low"], row["choices_high"])
            for row in steps
        ]
        figures.append(
            figure(
                curve(
                    "Choices as the game goes on",
                    points,
                    "of the game is over",
                    "choices",
                    shares=False,
                    least=0.0,
                ),
                "Choices as the game goes on",
                sample(context.facts["sampled"], "sampled decisions"),
                "Mean of each tenth of the game; the band is the middle half.",
            )
        )
    asked = {name: said for one in context.examples.values() for name, said in one.asked.items()}
    phases = [
        [_said(context.names.questions, row["phase"], asked), value(row["share"], percent(row["share"])),
         value(row["choices"], plain(row["choices"])), value(row["most"], count(row["most"])),
         value(row["forced"], percent(row["forced"])), value(row["sampled"], count(row["sampled"]))]
        for row in context.rows("phases")
    ]  # fmt: skip
    if phases:
        headings = ["Question", "Of all", "Choices", "Most", "Forced", "Sampled"]
        sizes = [row["sampled"] for row in context.rows("phases")]
        made = table("Questions", headings, phases, sizes=sizes, of="sampled")
        sampled = sample(context.facts["sampled"], "sampled decisions")
        tables.append(figure(made, "What is asked", sampled, wide=True))
    verbs = [
        [_said(context.names.verbs, row["verb"]), value(row["share"], percent(row["share"])),
         value(row["free"], percent(row["free"])),
         value(row["won"], percent(row["won"])), value(row["sampled"], count(row["sampled"]))]
        for row in context.rows("verbs")
    ]  # fmt: skip
    if verbs:
        headings = ["Answer", "Of all", "Had a choice", "Went on to win", "Sampled"]
        sizes = [row["sampled"] for row in context.rows("verbs")]
        made = table("Answers", headings, verbs, sizes=sizes, of="sampled")
        tables.append(
            figure(
                made,
                "What is chosen",
                sample(context.facts["sampled"], "sampled decisions"),
                "Who goes on to win chose from a winning position, perhaps: this is no advice. "
                "bestiary lab restrict measures what an answer is worth.",
                wide=True,
            )
        )
    return Section("choices", "Choices", told, join(grid(*figures), *tables))


def _said(words: Mapping[str, Words], name: str | None, asked: Mapping[str, str] | None = None) -> Cell:
    """A question or an answer as people know it, and how it was put in an example game."""
    found = words.get(str(name), Words(spaced(str(name))))
    put = (asked or {}).get(str(name), "")
    lines = [f"“{put}”" if put else "", found.help if found.help != put else ""]
    more = [tag("small", line, cls="face") for line in lines if line]
    return Cell(join(tag("span", found.name, cls="name"), more))


def fortune(context: Context) -> Section | None:
    """Lead changes and comebacks, by the value that agents give to positions."""
    if context.shared:
        return None  # a team leads nobody: its hopes have a section of their own
    turns, back = context.rows("lead_changes"), context.rows("comebacks")
    if not turns:
        said = (
            "Random play has no idea of its chances, so that leads cannot be told. "
            "Data of bulk, greedy or mcts have them."
        )
        return Section("fortune", "Leads and comebacks", said, Markup(""), headline=False)
    games = sum(row["games"] for row in turns)
    mean = sum(row["turning"] * row["games"] for row in turns) / games
    kinds = {row["lead"]: row for row in context.rows("lead_kinds")}
    found = f"The lead changes {plain(mean)} times a game. {_led(kinds)}"
    far = next((row for row in back if row["below"] == 0.25), None)
    if far and far["games"]:
        often = with_span(far["share"], far["low"], far["high"])
        found += f" In {often} the winner had once been below a 25% chance."
    steps = [row for row in context.rows("progress") if row["valued"]]
    half = next((row for row in steps if row["step"] == 5), None)
    if half:
        often = with_span(half["leader"], half["leader_low"], half["leader_high"])
        found += f" Half-way through, the side ahead goes on to win {often}."
    figures = [
        figure(
            histogram(
                "Lead changes in a game", _turn_bins(turns, games), "lead changes", "games", whole=False
            ),
            "Lead changes in a game",
            sample(games, "games, watched throughout"),
            "A side leads when its chance is at least 60%; among more than two, when it is ahead of all "
            "others by 10 points. Tries are few: where decisions are many, some changes are their noise.",
        )
    ]
    figures.append(
        figure(
            forest("What becomes of the lead", [Bar(LEADS[name], row["share"], row["low"], row["high"])
                                                for name, row in kinds.items()], zero=True),
            "What becomes of the lead",
            sample(games, "games, watched throughout"),
            "From start to end: the same side leads at every decision, the first and the last included "
            "(among more than two, once all have had a choice). Kept: it was even at times, but no other "
            "side ever led.",
        )
    )  # fmt: skip
    shown = [row for row in back if row["games"]]
    far_back = context.example("comeback")
    if shown:
        bars = [
            Bar(f"below {percent(row['below'], 0)}", row["share"], row["low"], row["high"]) for row in shown
        ]
        figures.append(
            figure(
                forest("How far behind the winner had been", bars, zero=True),
                "The winner had once had a chance",
                sample(shown[0]["games"], "games, watched throughout"),
                join(
                    "Chances at the winner's own decisions.",
                    *([" The greatest comeback: ", far_back, "."] if far_back else []),
                ),
            )
        )
    figures += deciding(steps) + believing(context)
    return Section("fortune", "Leads and comebacks", found, grid(*figures))


def _turn_bins(turns: list[Row], games: int) -> list[tuple[float, float, float]]:
    bins = binned(turns, "turning", TURN_BINS)
    return [(low - 0.5, high - 0.5, n / games) for low, high, n in bins]


LEADS = {
    THROUGHOUT: "one side leads from start to end",
    KEPT: "whoever takes the lead keeps it",
    CHANGED: "the lead changes",
    NOBODY: "nobody ever leads",
}


def _led(kinds: dict[str, Row]) -> str:
    """What becomes of the lead, counted as the words say."""
    share = {name: percent(row["share"]) for name, row in kinds.items()}
    return (
        f"In {share[THROUGHOUT]} one side leads from start to end, in {share[KEPT]} whoever takes the lead "
        f"keeps it, in {share[CHANGED]} it changes, and in {share[NOBODY]} nobody ever leads."
    )


def deciding(steps: list[Row]) -> list[Markup]:
    """When a game is decided."""
    if len(steps) < 2:
        return []
    points = [
        ((row["step"] + 0.5) / 10, row["leader"], row["leader_low"], row["leader_high"]) for row in steps
    ]
    return [
        figure(
            curve("When games are decided", points, "of the game is over", "leader wins", least=0.4),
            "How often the side ahead goes on to win",
            sample(sum(row["valued"] for row in steps), "sampled decisions"),
            "Near 50%: still open. Near 100%: decided. The band is the 95% interval.",
        )
    ]


def believing(context: Context) -> list[Markup]:
    """Whether chances can be believed."""
    figures = []
    believed = context.rows("calibration")
    if len(believed) > 1:
        points = [(row["chance"], row["share"], row["low"], row["high"]) for row in believed]
        total = sum(row["games"] for row in believed)
        off = sum(abs(row["chance"] - row["share"]) * row["games"] for row in believed) / total
        figures.append(
            figure(
                curve("Chances against results", points, "chance", "won", diagonal=True, least=0.0),
                "Can the chances be believed?",
                sample(total, "sampled decisions"),
                "On the dashed line a chance of 70% is won in 70%; here they are off by "
                f"{100 * off:.1f} points on average. A chance is what fresh tries of the chosen action came "
                "to, put right by who won on other deals. The band is the 95% interval.",
            )
        )
    return figures
