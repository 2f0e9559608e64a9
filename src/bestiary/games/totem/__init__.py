"""Totem: two players, 52 cards, hidden defenders, bluff."""

from __future__ import annotations

from bestiary.core.game import Game, Held, Hints, table_record

from . import events, moves, rules, state
from .board import board
from .cards import read
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="totem",
    version=2,
    earlier={1: {"final_turn": "current"}},
    title="Totem",
    tagline="Four hidden guardians each. Strike, bluff, uncover.",
    minutes=(10, 20),
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
    not_asked="TOT-5.7",
    no_more="TOT-18.14",
    held=(Held("hand"), Held("row")),
    endings=(
        "",
        "one side has no Totem left",
        "the deck is empty, one side has more Totems",
        "the deck is empty, as many Totems each: their power is counted",
    ),
    ended=events.ended,
    hints=Hints(master=60_000, bulk=(16, 1, 4, 8)),
)
