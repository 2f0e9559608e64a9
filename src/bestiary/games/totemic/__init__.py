"""Totemic: two animal spirits, an open offering, threats and hidden strength; also for one."""

from __future__ import annotations

from bestiary.core.game import Game, Held, Hints, table_record
from bestiary.core.options import Preset

from . import events, moves, rules, state
from .board import LOOKS, board
from .cards import faces, read
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="totemic",
    version=1,
    title="Totemic",
    tagline="Two spirits, an open offering, and threats that climb the pole.",
    minutes=(15, 30),
    players=(1, 2),
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
    looks=LOOKS,
    observation=OBSERVATION,
    limits=state.LIMITS,
    not_asked="TMC-4.1",
    no_more="TMC-9.1",
    faces=faces,
    ended=events.ended,
    clash=state.clash,
    presets={
        "solo": Preset("You alone climb the hierarchy of spirits, rival by rival.", {"players": 1}, (1,)),
    },
    held=(Held("hand"), Held("selected")),
    endings=("", "one side has no power left", "the deck is reshuffled for the last time"),
    characters=("spirit_0", "spirit_1"),
    hints=Hints(multi_observer=True, alone=4, master=50_000),
)
