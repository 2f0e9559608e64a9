"""The rules in two minutes: what is said, and the positions of the guided game that show it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.game import Game
from .finding import play
from .script import Guide, Picture

TITLES: Mapping[str, str] = {"aim": "The aim", "turn": "A turn", "end": "The end"}
NAMES = ("Player 1", "Novice")


@dataclass(frozen=True)
class Drawn:
    """A picture with its position, as the player of the guided game sees it."""

    picture: Picture
    view: Mapping[str, Any]
    names: tuple[str, ...]
    at: tuple[str, ...]  # what it points at, in this deal


def pictures(game: Game, guide: Guide) -> list[Drawn]:
    """The pictures of a guide, from the guided game itself."""
    if not guide.pictures:
        return []
    played = play(game)
    match = played.walk.match
    stops = [n for n, _ in played.stops]
    match.names = [NAMES[0] if seat == guide.seat else NAMES[1] for seat in range(match.seats)]
    made = []
    for picture in guide.pictures:
        view = match.view(guide.seat, stops[min(picture.move, len(stops)) - 1])
        at = tuple(played.walk.told(key, {"view": view}) for key in picture.at)
        made.append(Drawn(picture, view, tuple(match.names), at))
    return made


def behind(game: Game, question: str) -> list[str]:
    """The entries of the rulebook behind a question: of the decision that it is, or of what answers it."""
    for entry in game.rulebook.decisions:
        if question in re.split(r"[,\s]+", str(entry.get("phase", "")).lower()):
            return [str(id) for id in entry.get("rules", ())]
    asked = next(q for q in game.questions.all if q.name == question)
    verbs = [game.actions.verbs[number] for number in asked.verbs]
    found = [asked.otherwise, *(rule for verb in verbs for rule in verb.rules)]
    return [id for id in dict.fromkeys(found) if id in game.rulebook.rules]
