"""The report: one page that says what a study has shown, and the same as plain figures."""

from __future__ import annotations

from typing import Any

from ..measure import CARD_MEASURES, MEASURES, Frames
from .context import take
from .page import SECTIONS, page


def report(data: Frames) -> str:
    """The report of a study as one self-contained page of HTML.

    ``data`` is what ``lab.play``, ``lab.run`` and ``lab.read`` return; the same data give the same page.
    """
    return page(take(data))


def figures(data: Frames) -> dict[str, Any]:
    """The figures behind the report: every measure as a list of rows, and what was found in words."""
    context = take(data)
    sections = [made for write in SECTIONS if (made := write(context))] if context.facts["games"] else []
    found: dict[str, Any] = {"game": context.names.game, "agents": list(context.agents)}
    found["found"] = {section.key: section.found for section in sections}
    found |= {name: context.rows(name) for name in (*MEASURES, *CARD_MEASURES)}
    return found


__all__ = ["figures", "report"]
