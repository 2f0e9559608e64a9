"""KLAW: Were-Wars: Hosts, Totems, dice to the death, and the Singularity."""

from __future__ import annotations

from bestiary.core.game import Game, Held, Hints

from . import rules, state
from .board import board
from .cards import read
from .events import ENDINGS, EVENTS
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="klaw",
    version=1,
    title="KLAW: Were-Wars",
    tagline="Hosts carry totems, totems carry risk: fight until the singularity.",
    minutes=(30, 60),
    players=(2, 3, 4),
    rulebook=state.RULEBOOK,
    options=state.OPTIONS,
    actions=state.ACTIONS,
    events=EVENTS,
    questions=state.QUESTIONS,
    state=state.STATE,
    carried=state.CARRY,
    tables=state.TABLES,
    zones=state.ZONES,
    rules=rules,
    read=read,
    view=view,
    board=board,
    observation=OBSERVATION,
    limits=state.LIMITS,
    not_asked="KLW-6.1",
    no_more="KLW-19.2",
    held=(Held("hand"), Held("host"), Held("items"), Held("totem")),
    endings=ENDINGS,
    hints=Hints(horizon=0, explore=0.2, master=20_000, bulk=(8, 0, 3, 2), judge=(8, 0)),
)
