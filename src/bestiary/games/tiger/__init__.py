"""Tossing Tiger, Rolling Dragon: two to six players, decks divided into dice, powers along a row."""

from __future__ import annotations

from bestiary.core.game import Game, Held, Hints, table_record

from . import events, moves, rules, state
from .board import board
from .cards import faces, read
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="tiger",
    version=1,
    title="Tossing Tiger, Rolling Dragon",
    tagline="Divide your deck into dice, toss them, and fight along the row.",
    minutes=(20, 45),
    players=(2, 3, 4, 5, 6),
    rulebook=state.RULEBOOK,
    options=state.OPTIONS,
    actions=moves.ACTIONS,
    events=events.EVENTS,
    questions=moves.QUESTIONS,
    state=state.STATE,
    carried=state.CARRY,
    tables=table_record([*state.TABLES, *moves.TABLES], moves.ACTIONS),
    zones=state.ZONES,
    rules=rules,
    read=read,
    view=view,
    board=board,
    faces=faces,
    observation=OBSERVATION,
    clockwise=True,
    limits=state.LIMITS,
    clash=state.clash,
    not_asked="TTR-5.5",
    no_more="TTR-9.3",
    presets=state.RULEBOOK.presets(),
    held=(Held("hand", counts=True),),
    endings=("", "somebody has too few cards to go on", "the last war is over", "the war pile is full"),
    ended=events.ended,
    hints=Hints(multi_observer=True, master=50_000),
)
