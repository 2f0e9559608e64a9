"""What everybody may know of a table, apart from the match itself."""

from __future__ import annotations

from typing import Any

from . import wire
from .live import ASK, Line, Live


def facts(live: Live, here: set[int], watching: int) -> dict[str, Any]:
    """The table: its game, seats and settings, where it stands, who is here."""
    told = live.facts
    return {
        "id": told.id,
        "game": told.slug,
        "title": live.match.game.title,
        "options": told.options,
        "state": live.state,
        "seats": [
            {"kind": s.kind, "name": s.name, "connected": k in here or s.machine}
            for k, s in enumerate(live.seats)
        ],
        "clock": told.settings.get("clock"),
        "public": told.public,
        "spectators": spectators(live),
        "stand_in": live.stand_in,
        "undo": told.settings.get("undo"),
        "created": told.created,
        "parent": told.parent or None,
        "rematch": live.rematch or None,
        "wishes": sorted(live.wishes),
        "frozen": live.frozen,
        "watching": watching,
        "result": None if live.frozen else wire.result_of(live.match),
    }


def spectators(live: Live) -> Any:
    """Who may watch; through a seat's eyes only where the watched person agrees."""
    watched = live.facts.settings.get("spectators")
    return {**watched, "agreed": live.agreed} if isinstance(watched, dict) else watched


def undo(live: Live, line: Line) -> dict[str, Any]:
    """Somebody asks to take back, or answers; ``open`` is whose wish is still undecided."""
    return {
        "type": "undo",
        "seat": line.seat,
        "asks": line.kind == ASK,
        "yes": line.text == "yes",
        "open": live.undo_asked,
    }


def rematch(live: Live) -> dict[str, Any]:
    """Who wants to play again, and where."""
    return {"type": "rematch", "wishes": sorted(live.wishes), "table": live.rematch or None}
