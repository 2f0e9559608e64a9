"""Leduc: what a position consists of: sizes, options, records."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.game import Limits, Zone
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

RULEBOOK = Rulebook.load(Path(__file__).parent / "rulebook.toml")
cite = RULEBOOK.number

SEATS, CARDS, ROUNDS = 2, 6, 2
WORDS = 4  # the most of a round: both call or raise, twice
NOBODY = -1
OPTIONS = Options([Option("players", (2,), 2, "Leduc is played by two.")])

DECK = 0  # the one random stream
STATE = state_record(
    [
        ("turn", "i8"),
        ("spoken", "i8"),  # words in this round
        ("opening", "i8"),  # words in the first round, once it is over: they tell who raised
        ("raises", "i8"),  # in this round
        ("open", "i8"),  # 1 once the hands are shown
        ("winner", "i8"),
        ("deck_n", "i8"),
        ("paid", "i8", (SEATS,)),
        ("deck", "i2", (CARDS,)),  # the top is the last
        ("hand", "i2", (SEATS, 1)),
        ("table", "i2", (1,)),
    ],
    OPTIONS.kind,
    streams=1,
)
ZONES = (Zone("deck"), Zone("hand"), Zone("table"))
CARRY = record(("more", "i8"))
TABLES = [("ante", "i8"), ("stake", "i8", (ROUNDS,)), ("raises", "i8"), ("rank", "i2", (CARDS,))]
LIMITS = Limits(legal=3, decisions=8, events=4, scratch=2 * CARDS, seen=20, wide=())
