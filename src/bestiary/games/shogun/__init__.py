"""The Shogun's Chosen: one to four samurai, a grid with heights, enemies that act by their own tables."""

from __future__ import annotations

from bestiary.core.game import Attrition, Game, Held, Hints, table_record

from . import events, moves, rules, state
from .board import board
from .cards import faces, read
from .cards.tables import TABLES
from .cards.told import ENDINGS
from .rules.observe import OBSERVATION
from .view import view

GAME = Game(
    slug="shogun",
    version=2,
    title="The Shogun's Chosen: Exploration Phase",
    tagline="Samurai and their kami against the malice of a cursed province.",
    minutes=(45, 90),
    players=(1, 2, 3, 4),
    rulebook=state.RULEBOOK,
    options=state.OPTIONS,
    actions=moves.ACTIONS,
    events=events.EVENTS,
    questions=moves.QUESTIONS,
    state=state.STATE,
    carried=state.CARRY,
    tables=table_record(TABLES, moves.ACTIONS),
    zones=state.ZONES,
    rules=rules,
    read=read,
    view=view,
    board=board,
    observation=OBSERVATION,
    limits=state.LIMITS,
    not_asked="SHG-1.2",
    no_more="SHG-33.1",
    presets=state.RULEBOOK.presets(),
    held=(Held("weapon", owner="owner"), Held("armour", owner="owner"), Held("items", owner="owner")),
    endings=ENDINGS,
    ended=events.ended,
    faces=faces,
    attrition=Attrition("rounds", "hp", "max_hp", members=state.HEROES),
    team=True,
    endless=True,
    hints=Hints(explore=1.0, novice=30, adept=250, master=1_000, bulk=(8, 4, 3, 2), judge=(8, -1)),
)
