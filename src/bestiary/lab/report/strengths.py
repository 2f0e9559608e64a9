"""The section on strength: the verdicts of this page as players of other strength see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from ...agents.base import is_learned
from .. import measure
from ..play.beside import is_strong
from .cards import ENOUGH, best_worth
from .context import Context, Row, Section, Strength
from .faces import beside
from .html import join, tag
from .say import MISSING, count, listed, percent, points, points_span, tight, with_span
from .tables import Cell, Cells, figure, notes, table
from .winning import sample, seat


@dataclass(frozen=True)
class Verdict:
    """What one strength makes of something: in numbers, in a word, and whether it is sure of it."""

    shown: str
    span: str
    word: str  # nothing: unclear

    @property
    def cell(self) -> Cell:
        """It in a table."""
        word = tag("small", self.word or "unclear", cls="face narrow")
        return Cell(join(self.shown, " ", tag("small", self.span, cls="span"), word))


PLAYED = "played"
Verdicts = dict[tuple[str, str], Verdict]  # by chapter and subject


def verdicts(one: Strength, worth: str | None) -> Verdicts:
    """All that a strength has an opinion on."""
    return dict((*_seats(one), *_matchups(one), *_cards(one, worth)))


def _seats(one: Strength) -> Iterator[tuple[tuple[str, str], Verdict]]:
    for row in one.rows("seats"):
        fair = row["fair"]
        if fair is not None:
            yield ("Seats", seat(row)), _share(row, fair, "advantage", "disadvantage")


def _matchups(one: Strength) -> Iterator[tuple[tuple[str, str], Verdict]]:
    for row in one.rows("matchups"):
        if row["character"] < row["against"]:
            word = {"inside": "within 40 to 60%", "unclear": ""}.get(row["verdict"])
            if word is None:
                winner = row["character"] if row["share"] > 0.5 else row["against"]
                word = f"outside, {winner} ahead"
            shown = Verdict(percent(row["share"]), tight(row["low"], row["high"]), word)
            yield ("Matchups", f"{row['character']} - {row['against']}"), shown


def _share(row: Row, even: float, above: str, below: str) -> Verdict:
    word = above if row["low"] > even else below if row["high"] < even else ""
    return Verdict(percent(row["share"]), tight(row["low"], row["high"]), word)


def _cards(one: Strength, worth: str | None) -> Iterator[tuple[tuple[str, str], Verdict]]:
    for row in one.rows("cards"):
        if worth is not None and row[worth] is not None:
            low, high = row[f"{worth}_low"], row[f"{worth}_high"]
            word = "helps" if low > 0 else "hurts" if high < 0 else ""
            word = word if row["held_by"] >= ENOUGH else ""  # of a few hands no interval can be trusted
            yield ("Worth of a card", row["card"]), Verdict(points(row[worth]), points_span(low, high), word)
        if row["offered"] >= measure.LEFT:
            word = "" if row["held_by"] < ENOUGH else "left" if row["left"] else PLAYED
            shown = Verdict(percent(row["played"]), f"of {count(row['held_by'])}", word)
            yield ("Use of a card", row["card"]), shown


def flips(each: Sequence[Verdict | None]) -> bool:
    """Whether two strengths are sure of different things."""
    return len({verdict.word for verdict in each if verdict and verdict.word}) > 1


def strengths(context: Context) -> Section | None:
    """The verdicts side by side, those that flip first."""
    if context.shared:
        return None
    own = Strength(context.data, listed(list(context.agents)), dict(context.frames))
    every = [own, *context.strengths]
    if len(every) < 2:
        said = (
            f"All verdicts of this page are about {own.label}; no other strength was asked. "
            f"bestiary lab run --beside MINUTES asks a search. {_trained(context)}"
        )
        return Section("strengths", "At other strengths", said, join(), headline=False)
    worth = best_worth(context.rows("cards"))
    found = [verdicts(one, worth.key if worth else None) for one in every]
    rows: list[tuple[bool, tuple[str, str], list[Verdict | None]]] = []
    for key in dict.fromkeys(key for one in found for key in one):
        each = [one.get(key) for one in found]
        words = {verdict.word for verdict in each if verdict} - {""}
        if words and words != {PLAYED}:  # that all play a card is no news
            rows.append((flips(each), key, each))
    rows.sort(key=lambda row: not row[0])
    changed = [key for flip, key, _ in rows if flip]
    both = sum(sum(bool(v and v.word) for v in each) > 1 for _, _, each in rows)
    cells: list[Cells] = [
        [_subject(context, subject), chapter, tag_flip(flip), *(v.cell if v else Cell(MISSING) for v in each)]
        for flip, (chapter, subject), each in rows
    ]
    names = [f"{one.label}, {count(one.data.games.height)} games" for one in every]
    made = table("Verdicts at several strengths", ["About", "Verdict", "Flips", *names], cells, words=3)
    return Section(
        "strengths",
        "At other strengths",
        _said(every, both, changed),
        join(
            figure(made, "Verdicts at several strengths", sample(own.data.games.height), wide=True),
            notes(
                "A verdict flips where two strengths are both sure, and of different things. A blank is what "
                "one of them has no data on; unclear only means that it has too few games to be sure.",
                "Each verdict has its own interval of 95%: of twenty that are sure, one may be so by chance.",
                f"A search knows every card by its rules. {_trained(context)}",
            ),
        ),
    )


def _subject(context: Context, subject: str) -> Cell:
    """What a verdict is about, with its face if it is a card."""
    return Cell(beside(context.names, subject, tag("span", subject, cls="name")))


def _trained(context: Context) -> str:
    """Whether the trained player was asked, and why not."""
    if any(is_learned(one.label) for one in context.strengths) or any(map(is_learned, context.agents)):
        return "The trained player has learned these very cards."
    return context.names.untrained or "The trained player, which knows these cards, was not asked."


def tag_flip(flip: bool) -> Cell:
    """The mark of a verdict that flips."""
    return Cell(tag("small", "flips", cls="flag") if flip else "", None)


def _said(every: Sequence[Strength], both: int, changed: Sequence[tuple[str, str]]) -> str:
    others = listed([one.label for one in every[1:]])
    if not both:
        were = "were" if len(every) > 2 else "was"
        return f"{others} {were} asked too, in too few games to be sure of what {every[0].label} is sure of."
    named = listed([f"{subject} ({chapter.lower()})" for chapter, subject in changed], 5)
    sure = f"Of {both} verdicts that {every[0].label} and {others} are both sure of"
    if len(every) > 2:
        sure = f"Of {both} verdicts that at least two of {listed([one.label for one in every])} are sure of"
    return f"{sure} {len(changed)} flip: {named}." if changed else f"{sure} none flips."


def skill(context: Context) -> tuple[str, Row | None]:
    """What more strength is worth: a sentence, and the meeting it comes from."""
    if context.duel is None:
        return "", None
    rows = measure.meetings(context.duel).filter(pl.col("games") > 0).to_dicts()
    if not rows:
        return "", None
    row = rows[0]
    if is_strong(row["first"]) == is_strong(row["second"]):
        return "", None
    if not is_strong(row["first"]):
        row = row | {
            "first": row["second"], "second": row["first"], "share": 1 - row["share"],
            "low": 1 - row["high"], "high": 1 - row["low"],
        }  # fmt: skip
    share = with_span(row["share"], row["low"], row["high"])
    said = f"{row['first']} scores {share} against {row['second']}, {count(row['deals'])} deals"
    return f"Skill pays: {said}." if row["low"] > 0.5 else f"Skill is not shown to pay: {said}.", row
