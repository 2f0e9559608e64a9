"""Two studies side by side: every number that both have, what lies between the two, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from ...run.differences import CLEAR, NONE, UNCLEAR, together
from ...run.statistics import Z95, normal, wilson
from ..compare.findings import DECISIONS, MATTERS, MATTERS_LONG, SHARE
from .cards import best_worth
from .context import Context, Row
from .faces import face
from .html import Markup, join, tag
from .names import Names
from .page import document, origin
from .playing import LEADS
from .say import MISSING, by_chance, count, listed, percent, plain, points, points_span, span
from .svg import whisker
from .tables import Cell, Cells, figure, notes, table
from .winning import sample, seat

LEVEL = 0.95
PLAYED = " is played"
OF_CARDS = ("Use of cards", "Worth of cards")
AGAIN = " again"  # a card as the second study has it
POINTS = "points"  # a number that is a difference of shares already
APART = ("cards", "set", "agents", "options", "vary", "seed", "code", "network", "forbid", "asked")
WORDS = {
    "cards": "the cards",
    "set": "the card set",
    "agents": "who plays",
    "options": "the options of the table",
    "vary": "the options that take turns",
    "seed": "the deals (seed)",
    "code": "the code that played",
    "network": "the network that played",
    "forbid": "what is forbidden",
    "asked": "the number of games",
}
ALONE = {
    CLEAR: "It differs.",
    NONE: "There is no difference that matters.",
    UNCLEAR: "Whether it differs, more games would tell.",
}


@dataclass(frozen=True)
class Value:
    """A number with the interval that holds the true one, and the size of its sample."""

    mean: float
    low: float
    high: float
    sample: int


@dataclass(frozen=True)
class Pair:
    """One thing in both studies."""

    chapter: str
    about: str
    unit: str
    first: Value
    second: Value

    @property
    def step(self) -> float:
        """How much more the second has."""
        return self.second.mean - self.first.mean

    def between(self, wider: float = 1.0) -> tuple[float, float]:
        """The interval of the difference, from the two intervals (Newcombe's for shares), as of independent
        studies. ``wider`` stretches both, for a higher level."""
        a, b = self.first, self.second
        down = sqrt((b.mean - b.low) ** 2 + (a.high - a.mean) ** 2)
        up = sqrt((b.high - b.mean) ** 2 + (a.mean - a.low) ** 2)
        return self.step - wider * down, self.step + wider * up

    @property
    def matters(self) -> float:
        """The smallest difference that is worth talking about."""
        return MATTERS_LONG * abs(self.first.mean) if self.unit == DECISIONS else MATTERS

    def verdict(self, wider: float = 1.0) -> str:
        """Clear, no difference that matters, or unclear."""
        low, high = self.between(wider)
        if low > 0 or high < 0:
            return CLEAR
        return NONE if -self.matters < low and high < self.matters else UNCLEAR


def pairs(first: Context, second: Context) -> list[Pair]:
    """Everything that both studies have a number for, chapter by chapter."""
    found = []
    worth = best_worth(first.rows("cards"))
    ours, theirs = (dict(_values(one, worth.key if worth else None)) for one in (first, second))
    for (chapter, about, unit), value in ours.items():
        other = theirs.get((chapter, about, unit))
        if other is not None:
            found.append(Pair(chapter, about, unit, value, other))
    return found


def _values(context: Context, worth: str | None) -> Iterator[tuple[tuple[str, str, str], Value]]:
    if context.shared:
        for row in context.rows("parties"):
            who = f"{row['stage']}: {row['party']}" if row["stage"] is not None else row["party"]
            yield ("Winning together", f"{who} wins", SHARE), _share(row)
    else:
        for row in context.rows("seats")[: 1 if context.seats == 2 else None]:  # of two, one tells all
            yield ("Seats", f"{seat(row)} wins", SHARE), _share(row)
        for row in context.rows("characters"):
            yield ("Characters", f"{row['character']} wins", SHARE), _share(row)
        for row in context.rows("matchups"):
            if row["character"] < row["against"]:
                yield ("Matchups", f"{row['character']} beats {row['against']}", SHARE), _share(row)
        if worth:
            yield from _worths(context, worth)
    for row in context.rows("cards"):
        won = wilson(round(row["played"] * row["held_by"]), row["held_by"])
        if row["offered"]:
            value = Value(row["played"], won.low, won.high, row["held_by"])
            yield ("Use of cards", f"{row['card']}{PLAYED}", SHARE), value
    yield from _course(context)


def _worths(context: Context, worth: str) -> Iterator[tuple[tuple[str, str, str], Value]]:
    for row in context.rows("cards"):
        if row[worth] is not None:
            value = Value(row[worth], row[f"{worth}_low"], row[f"{worth}_high"], row["held_by"])
            yield ("Worth of cards", row["card"], POINTS), value


def _course(context: Context) -> Iterator[tuple[tuple[str, str, str], Value]]:
    """How long games are, how they end, what becomes of the lead."""
    for name, about in (("length_summary", "decisions in a game"), ("turns", "turns in a game")):
        row = context.one(name)
        deals = min(row["games"], context.facts["deals"])  # games of one deal are alike
        if deals > 1:
            mean, wide = row["mean"], Z95 * row["deviation"] / sqrt(deals)
            yield ("Length", about, DECISIONS), Value(mean, mean - wide, mean + wide, row["games"])
    for row in context.rows("endings"):
        yield ("How games end", row["ending"], SHARE), _share(row)
    if not context.shared:
        for row in context.rows("lead_kinds"):
            yield ("Leads", LEADS[row["lead"]], SHARE), _share(row)


def _share(row: Row) -> Value:
    return Value(row["share"], row["low"], row["high"], row["games"])


# ---- the page --------------------------------------------------------------------------------------------


def side_by_side(first: Context, second: Context, names: Sequence[str]) -> str:
    """One page of two studies of a game."""
    found = pairs(first, second)
    title = f"{first.names.title}: two studies side by side"
    strict = normal(together(LEVEL, len(found))) / Z95
    sure = [pair for pair in found if pair.verdict(strict) == CLEAR]
    head = tag(
        "header",
        tag("h1", title),
        _who(first, second, names),
        tag("h2", "In short"),
        tag("ul", [tag("li", line) for line in _short(found, sure, names)], cls="found"),
    )
    chapters = list(dict.fromkeys(pair.chapter for pair in found))
    links = [tag("li", tag("a", chapter, href=f"#{_key(chapter)}")) for chapter in chapters]
    nav = tag("nav", tag("ul", links), aria_label="Sections")
    drawn = _printed(first.names, second.names)
    body = [
        _chapter(chapter, [p for p in found if p.chapter == chapter], sure, names, drawn)
        for chapter in chapters
    ]
    reading = tag(
        "section", tag("h2", "How to read this page"), _reading(first, second, len(found)), id="read"
    )
    ends = [tag("h2", f"Where {name} comes from") for name in names]
    footer = tag("footer", ends[0], origin(first), ends[1], origin(second))
    return document(drawn, title, join(head, nav), tag("main", body, reading), footer)


def _key(chapter: str) -> str:
    return chapter.lower().replace(" ", "-")


def _who(first: Context, second: Context, names: Sequence[str]) -> Markup:
    rows = [
        join(
            tag("b", name),
            f": {count(one.facts['games'])} games on {count(one.facts['deals'])} deals, played by "
            f"{listed(list(one.agents))}"
            + (f", with the card set {one.manifest['set']}" if one.manifest.get("set") else "")
            + ".",
        )
        for name, one in zip(names, (first, second), strict=True)
    ]
    changed = changes(first.manifest, second.manifest)
    differ = [key for key in APART if first.manifest.get(key) != second.manifest.get(key)]
    said = f"They differ in {listed([WORDS[key] for key in differ])}." if differ else "They are of one make."
    cards = tag("ul", [tag("li", line) for line in changed], cls="notes") if changed else None
    return join(tag("ul", [tag("li", row) for row in rows], cls="found"), tag("p", said), cards)


def changes(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """How the cards of two studies differ, as far as their manifests have them."""
    old, new = ({row["code"]: row for row in one.get("printed") or ()} for one in (first, second))
    said = [f"{old[code]['name']} is only in the first." for code in old if code not in new]
    said += [f"{new[code]['name']} is only in the second." for code in new if code not in old]
    for code in (code for code in old if code in new):
        for key in ("name", "figures", "text"):
            if old[code][key] != new[code][key]:
                said.append(f"{old[code]['name']}: {old[code][key] or MISSING} → {new[code][key] or MISSING}")
    return list(dict.fromkeys(said))


def _short(found: Sequence[Pair], sure: Sequence[Pair], names: Sequence[str]) -> list[str]:
    if not found:
        return ["The two have no number in common."]
    if not sure:
        return [
            f"None of {len(found)} numbers differs so much that it would stand out among as many.",
        ]
    order = sorted(sure, key=lambda pair: (pair.chapter in ("Use of cards", "Matchups"), -_size(pair)))
    said = [f"{_said(pair, names)}" for pair in order[:6]]
    many = f"{len(sure)} of {len(found)} numbers differ clearly, even among so many"
    return [f"{many}; the largest of them:" if len(sure) > len(said) else f"{many}:", *said]


def _size(pair: Pair) -> float:
    """How large a difference is beside its own uncertainty."""
    low, high = pair.between()
    return abs(pair.step) / max(1e-12, (high - low) / 2)


def _said(pair: Pair, names: Sequence[str]) -> str:
    low, high = pair.between()
    first, second = (_level(one, pair.unit) for one in (pair.first, pair.second))
    about = f"worth of {pair.about}" if pair.unit == POINTS else pair.about
    more = f"{_step(pair)}, {_between(pair, low, high)}"
    return f"{about}: {first} in {names[0]}, {second} in {names[1]} ({more})."


def _level(value: Value, unit: str) -> str:
    if unit == SHARE:
        return percent(value.mean)
    return points(value.mean) if unit == POINTS else plain(value.mean)


def _step(pair: Pair) -> str:
    return f"{points(pair.step)} points" if pair.unit != DECISIONS else f"{pair.step:+.1f}"


def _between(pair: Pair, low: float, high: float) -> str:
    return points_span(low, high) if pair.unit != DECISIONS else f"{low:+.1f} to {high:+.1f}"


def _interval(value: Value, unit: str) -> str:
    if unit == SHARE:
        return span(value.low, value.high)
    return points_span(value.low, value.high) if unit == POINTS else f"{value.low:.1f} to {value.high:.1f}"


def _printed(first: Names, second: Names) -> Names:
    """The cards of both studies, those that differ once more as the second has them."""
    other = {label: card for label, card in second.printed.items() if first.printed.get(label) != card}
    again = {f"{label}{AGAIN}": card for label, card in other.items()}
    return replace(first, printed={**first.printed, **again})


def _about(pair: Pair, drawn: Names) -> Cell:
    """What a row is about, with the card's face, or both where the studies have different ones."""
    label = pair.about.removesuffix(PLAYED) if pair.chapter in OF_CARDS else ""
    small = [face(drawn, one) for one in (label, f"{label}{AGAIN}")]
    return Cell(join(*small, tag("span", pair.about, cls="name")))


def _chapter(
    chapter: str, mine: Sequence[Pair], sure: Sequence[Pair], names: Sequence[str], drawn: Names
) -> Markup:
    order = sorted(mine, key=lambda pair: -abs(pair.step)) if len(mine) > 4 else list(mine)
    widest = max(abs(end) for pair in mine for end in pair.between())
    cells: list[Cells] = []
    for pair in order:
        low, high = pair.between()
        said = {CLEAR: "differs", NONE: "no difference", UNCLEAR: "unclear"}[pair.verdict()]
        flag = join(" ", tag("small", "sure", cls="flag")) if pair in sure else None
        line = whisker(pair.step, low, high, min(widest, 2.5 * abs(order[0].step) + 1e-9))
        step = join(line, " ", tag("span", _step(pair), cls="figure"), " ",
                    tag("small", _between(pair, low, high), cls="span signed"))  # fmt: skip
        cells.append([_about(pair, drawn), Cell(join(said, flag)), Cell(step, pair.step),
                      *(_cell(one, pair.unit) for one in (pair.first, pair.second))])  # fmt: skip
    headings = ["About", "Verdict", "Difference", *names]
    sizes = [min(pair.first.sample, pair.second.sample) for pair in order]
    made = table(chapter, headings, cells, words=2, sizes=sizes, of="in both")
    clear = sum(pair.verdict() == CLEAR for pair in mine)
    lead = f"{clear} of {len(mine)} differ, {sum(pair in sure for pair in mine)} surely."
    if len(mine) == 1:
        lead = ALONE[mine[0].verdict()]
    if len(mine) >= 10:
        lead += f" Of so many about {len(mine) / 20:.0f} would differ by chance."
    return tag(
        "section",
        tag("h2", chapter),
        tag("p", lead, cls="lead"),
        figure(made, chapter, sample(min(sizes), "or more in both studies"), wide=True),
        id=_key(chapter),
    )


def _cell(value: Value, unit: str) -> Cell:
    shown = join(_level(value, unit), " ", tag("small", _interval(value, unit), cls="span"))
    return Cell(join(shown, tag("small", f"n = {count(value.sample)}", cls="face narrow")), value.mean)


def _reading(first: Context, second: Context, many: int) -> Markup:
    deals = [one.manifest.get(key) for one in (first, second) for key in ("seed", "options")]
    same = deals[:2] == deals[2:] and deals[0] is not None
    return notes(
        "A difference is the second study less the first, with the interval that holds the true one with 95% "
        "confidence, made of the two intervals (Newcombe). Differs: it leaves zero out. No difference: all "
        "of it is smaller than what matters, a point of a share or 2% of the length. Unclear: neither.",
        f"{by_chance(many)} Sure is what stands out even so (Bonferroni); only that is told at the top.",
        "Both have played the same deals, which is not used here: bestiary lab whatif compares deal by deal."
        if same
        else "They have played different deals.",
        "Worth of cards is from the start where that is known of most cards, else among equal draws.",
    )
