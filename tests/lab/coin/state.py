"""Coin: what a position consists of."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.events import Events
from bestiary.core.game import Feature, Limits, Zone, table_record
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

RULEBOOK = Rulebook.load(Path(__file__).parent / "rulebook.toml")
SEATS, CARDS = 2, 3
OPTIONS = Options([Option("players", (2,), 2, "Two play.")])
PHASES = ("call", "over")
QUESTIONS = Questions(*map(Question, PHASES))
CALL, OVER = range(2)
ACTIONS = Actions(Verb("call", "call {number}", side=2))
DECK, DICE = range(2)
STATE = state_record(
    [("winner", "i8"), ("by", "i8"), ("hand", "i2", (SEATS,)), ("deck", "i2", (CARDS,))],
    OPTIONS.kind,
    streams=2,
)
ZONES = (Zone("hand"), Zone("deck"))
CARRY = record(("more", "i8"))
TABLES = table_record([("odds", "i8"), ("luck", "i2", (CARDS,))], ACTIONS)
LIMITS = Limits(legal=2, decisions=1, events=1, scratch=2 * CARDS)
EVENTS = Events()
OBSERVATION = (Feature("hand", CARDS, "1 for the card in hand"),)
