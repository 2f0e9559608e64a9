"""Totemic: two animal spirits, an open offering, threats and hidden strength; also for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bestiary.core.errors import BadOption
from bestiary.core.game import Game, Held, Hints

from . import events, rules, state
from .board import board
from .cards import read
from .view import describe, view


class Totemic(Game):
    """The game, and what its options forbid each other."""

    def settle(self, options: Mapping[str, object] | None) -> dict[str, Any]:
        """Options, completed and checked, also against each other."""
        settled = super().settle(options)
        spirit, rivals = settled["spirit_0"], settled["rivals"]
        if spirit == "choose":
            return settled
        card = state.SPIRIT_CARD + state.SPIRIT_NAMES.index(spirit)
        facts = self.content().cards[card].facts
        if settled["players"] == 2:
            if spirit == settled["spirit_1"]:
                raise BadOption(f"Both seats cannot play the {spirit} (TMC-1.7).")
        elif not facts["solo"]:
            raise BadOption(f"The {spirit} cannot be chosen in the solo game (TMC-12.1).")
        elif facts["rival"] and rivals == state.RIVALS:
            raise BadOption(f"The {spirit} is one of the six rivals: at most 5 are left (TMC-12.4).")
        return settled


GAME = Totemic(
    slug="totemic",
    version=1,
    title="Totemic",
    tagline="Two spirits, an open offering, and threats that climb the pole.",
    minutes=(15, 30),
    players=(1, 2),
    rulebook=state.RULEBOOK,
    options=state.OPTIONS,
    actions=state.ACTIONS,
    events=events.EVENTS,
    questions=state.QUESTIONS,
    state=state.STATE,
    carried=state.CARRY,
    tables=state.TABLES,
    zones=state.ZONES,
    rules=rules,
    read=read,
    view=view,
    board=board,
    observation=state.OBSERVATION,
    limits=state.LIMITS,
    not_asked="TMC-4.1",
    no_more="TMC-9.1",
    describe=describe,
    presets={"solo": {"players": 1}},
    held=(Held("hand"), Held("selected")),
    endings=state.ENDINGS,
    characters=("spirit_0", "spirit_1"),
    hints=Hints(multi_observer=True, master=50_000),
)
