"""Tiny: the smallest game with everything that a conformance suite can get wrong."""

from __future__ import annotations

from bestiary.core.game import Game, table_record

from . import events, moves, rules, state
from .board import board
from .cards import read
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="tiny",
    version=1,
    title="Tiny",
    players=(2,),
    rulebook=state.RULEBOOK,
    options=state.OPTIONS,
    actions=moves.ACTIONS,
    events=events.EVENTS,
    questions=moves.QUESTIONS,
    state=state.STATE,
    carried=state.CARRY,
    tables=table_record(state.TABLES, moves.ACTIONS),
    zones=state.ZONES,
    rules=rules,
    read=read,
    view=view,
    board=board,
    observation=OBSERVATION,
    limits=state.LIMITS,
    not_asked="TIN-3",
    no_more="TIN-4",
)
