"""Coin: what a position consists of: sizes, options, records."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.game import Limits, Zone
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

RULEBOOK = Rulebook.load(Path(__file__).parent / "rulebook.toml")
cite = RULEBOOK.number

SEATS, CARDS = 2, 3
OPTIONS = Options([Option("players", (2,), 2, "Two play.")])
DECK, DICE = range(2)
STATE = state_record(
    [("winner", "i8"), ("by", "i8"), ("hand", "i2", (SEATS,)), ("deck", "i2", (CARDS,))],
    OPTIONS.kind,
    streams=2,
)
ZONES = (Zone("hand"), Zone("deck"))
CARRY = record(("more", "i8"))
TABLES = [("odds", "i8"), ("luck", "i2", (CARDS,))]
LIMITS = Limits(legal=2, decisions=1, events=1, scratch=2 * CARDS)
