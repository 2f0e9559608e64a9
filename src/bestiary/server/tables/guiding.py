"""Guided tables: ordinary ones whose deal the guide sets, and the other side while the script goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.game import Game
from ...core.match import Match
from ...guide import Walk, guide_of
from ..web.guided import GuideNow, GuidePage

if TYPE_CHECKING:
    from .live import Facts

GUIDE = "guide"  # the setting of such a table


def deal(facts: Facts, game: Game) -> None:
    """Gives a guided table the deal of its script."""
    guide = guide_of(game)
    if facts.settings.get(GUIDE) and guide is not None:
        facts.seed = guide.seed


def walk_of(facts: Facts, match: Match) -> Walk | None:
    """Follows a guided table; nothing at any other."""
    guide = guide_of(match.game) if facts.settings.get(GUIDE) else None
    return Walk(guide, match) if guide is not None else None


def guidance(walk: Walk | None, seat: int) -> GuideNow | None:
    """What the guide says to a seat."""
    if walk is None or seat != walk.guide.seat:
        return None
    now = walk.now()
    pages = [GuidePage(page.say, list(page.rules), list(page.at)) for page in now.pages]
    return GuideNow(now.state, now.step, now.of, pages, list(now.moves), now.off)
