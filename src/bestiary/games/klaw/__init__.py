"""KLAW: Were-Wars: Hosts, Totems, dice to the death, and the Singularity."""

from __future__ import annotations

from bestiary.core.game import Game, Held, Hints, table_record

from . import events, moves, rules, state
from .board import board
from .cards import faces, read
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="klaw",
    version=2,
    title="KLAW: Were-Wars",
    tagline="Hosts carry totems, totems carry risk: fight until the singularity.",
    minutes=(30, 60),
    players=(2, 3, 4),
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
    clockwise=True,
    limits=state.LIMITS,
    clash=state.clash,
    presets=state.RULEBOOK.presets(),
    not_asked="KLW-6.1",
    no_more="KLW-19.2",
    held=(Held("hand"), Held("host"), Held("items"), Held("totem")),
    endings=(
        "",
        "only one player has Hosts left",
        "the Totem goal is reached",
        "Dusk is over: the ranking counts",
        "round 200 is over: the ranking counts",
    ),
    ended=events.ended,
    faces=faces,
    hints=Hints(horizon=0, explore=0.2, master=20_000, bulk=(8, 0, 3, 2), judge=(8, 0)),
)
