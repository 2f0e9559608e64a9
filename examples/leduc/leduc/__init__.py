"""Leduc hold'em: a whole game for Bestiary, from outside its package."""

from __future__ import annotations

from bestiary.core.game import Game, Hints, table_record

from . import events, moves, rules, state
from .board import board
from .cards import read
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="leduc",
    version=1,
    title="Leduc",
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
    not_asked="LED-2",
    no_more="LED-9",
    ended=events.ended,
    payoff=(-13.0, 13.0),
    hints=Hints(explore=0.2),  # measured: benchmarks/leduc_search.py
)
