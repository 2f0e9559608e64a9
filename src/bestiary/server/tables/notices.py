"""What everybody may know of a table, apart from the match itself."""

from __future__ import annotations

from typing import Any

from ...core.language import word
from ..web.cardset import SetName
from ..web.messages import SeatFacts, Spectators, TableFacts, Watched
from ..web.timing import ClockRule
from . import showing
from .live import Live


def facts(live: Live, here: set[int], watching: int) -> TableFacts:
    """The table: its game, seats and settings, where it stands, who is here."""
    told = live.facts
    clock = told.settings.get("clock")
    return TableFacts(
        id=told.id,
        game=told.slug,
        title=word(live.match.game.title),
        options=told.options,
        state=live.state,
        seats=[
            SeatFacts(s.kind, s.name, k in here or s.machine, live.weaker.get(k, 1.0) if s.machine else 1.0)
            for k, s in enumerate(live.seats)
        ],
        clock=ClockRule(**clock) if clock else None,
        public=told.public,
        spectators=spectators(told.settings.get("spectators", "public"), live.agreed),
        stand_in=live.stand_in,
        undo=told.settings.get("undo", "consent"),
        created=told.created,
        touched=live.times.since,
        asked=live.asked,
        parent=told.parent or None,
        rematch=live.rematch or None,
        wishes=sorted(live.wishes),
        frozen=live.frozen,
        rated=live.rated,
        rateable=live.rateable,
        hints=live.hints,
        watching=watching,
        result=None if live.frozen else showing.result_of(live.match),
        set=set_name(told.settings.get("set")),
    )


def set_name(setting: dict[str, Any] | None) -> SetName | None:
    """The card set of a table, without the key under which its cards are kept."""
    return SetName(**{k: v for k, v in setting.items() if k != "key"}) if setting else None


def spectators(setting: object, agreed: bool = False) -> Spectators:
    """Who may watch; through a seat's eyes only where the watched person agrees."""
    if isinstance(setting, dict):
        return Watched(setting["seat"], setting["delay"], agreed)
    return "none" if setting == "none" else "public"
