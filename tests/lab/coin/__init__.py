"""Coin: a game whose odds are known. One call, one roll; the roll alone decides, helped by a charm."""

from __future__ import annotations

from bestiary.core.game import Game, Held, table_record

from . import events, moves, rules, state
from .board import board
from .cards import read
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="coin",
    version=1,
    title="Coin",
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
    not_asked="COI-1",
    no_more="COI-2",
    held=(Held("hand"),),
    endings=events.BY.words,
)
