"""The report: one page that says what a study has shown, and the same as plain figures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from ..measure import CARD_MEASURES, MEASURES, Frames
from . import sides
from .context import take
from .page import SECTIONS, page


class Page(str):
    """A whole page of HTML, which a notebook shows in a frame of its own."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self)}" style="width:100%;height:40rem;border:0"></iframe>'


def report(data: Frames, examples: bool = False, beside: Sequence[Frames] = ()) -> Page:
    """The report of a study as one self-contained page of HTML.

    ``data`` is what ``lab.play``, ``lab.run`` and ``lab.read`` return; the same data give the same page. With
    ``examples`` some games of a folder are played once more and told move by move, behind the numbers that
    they stand for. Studies ``beside`` it, by players of other strength, are held against it.
    """
    return Page(page(take(data, examples, beside)))


def side_by_side(first: Frames, second: Frames) -> Page:
    """Two studies of a game on one page: what both have a number for, what differs, and how surely."""
    names = [folder.name if (folder := getattr(one, "folder", None)) else "" for one in (first, second)]
    if not all(names) or names[0] == names[1]:
        names = ["the first", "the second"]
    return Page(sides.side_by_side(take(first), take(second), names))


def differences(first: Frames, second: Frames) -> list[dict[str, Any]]:
    """The figures behind two studies side by side, a row for each number that both have."""
    found = []
    for pair in sides.pairs(take(first), take(second)):
        low, high = pair.between()
        found.append(
            {
                "chapter": pair.chapter,
                "about": pair.about,
                "unit": pair.unit,
                "first": pair.first.mean,
                "first_low": pair.first.low,
                "first_high": pair.first.high,
                "first_sample": pair.first.sample,
                "second": pair.second.mean,
                "second_low": pair.second.low,
                "second_high": pair.second.high,
                "second_sample": pair.second.sample,
                "difference": pair.step,
                "low": low,
                "high": high,
                "verdict": pair.verdict(),
            }
        )
    return found


def figures(data: Frames) -> dict[str, Any]:
    """The figures behind the report: every measure as a list of rows, and what was found in words."""
    context = take(data)
    sections = [made for write in SECTIONS if (made := write(context))] if context.facts["games"] else []
    found: dict[str, Any] = {"game": context.names.game, "agents": list(context.agents)}
    found["found"] = {section.key: section.found for section in sections}
    found |= {name: context.rows(name) for name in (*MEASURES, *CARD_MEASURES, "card_kinds")}
    return found


__all__ = ["differences", "figures", "report", "side_by_side"]
