"""Totem: two players, 52 cards, hidden defenders, bluff."""

from __future__ import annotations

from bestiary.core.game import Game, Held, Hints

from . import rules, state
from .board import board
from .cards import read
from .view import view

GAME = Game(
    slug="totem",
    version=1,
    title="Totem",
    tagline="Four hidden guardians each. Strike, bluff, uncover.",
    minutes=(10, 20),
    players=(2,),
    rulebook=state.RULEBOOK,
    options=state.OPTIONS,
    actions=state.ACTIONS,
    events=state.EVENTS,
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
    not_asked="TOT-5.7",
    no_more="TOT-18.14",
    held=(Held("hand"), Held("row")),
    endings=state.ENDINGS,
    hints=Hints(master=60_000, bulk=(16, 1, 4, 8)),
)
