"""Tiny: what a position consists of: sizes, options, records."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.game import Limits, Zone
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

SEATS, CARDS, HAND = 2, 8, 2
OPTIONS = Options([Option("players", (2,), 2, "Two play."), *RULEBOOK.options()])
DECK, DICE = range(2)
SIDES = 6

STATE = state_record(
    [
        ("lead", "i8"),
        ("turn", "i8"),
        ("rounds", "i8"),
        ("roll", "i8"),
        ("winner", "i8"),  # of the last round
        ("game", "i8"),
        ("deck_n", "i8"),
        ("hand_n", "i8", (SEATS,)),
        ("score", "i8", (SEATS,)),
        ("won", "i8", (SEATS,)),  # games of the match
        ("deck", "i2", (CARDS,)),  # the top is the last
        ("hand", "i2", (SEATS, HAND)),
        ("laid", "i2", (SEATS,)),
        ("discard", "u1", (CARDS,)),
        ("peeker", "i8"),  # 1 + the seat that has seen the top of the deck
        ("knows", "u1", (SEATS, CARDS)),  # cards that a seat knows to be with the enemy
        ("luck", "i2"),  # the rolls so far
    ],
    OPTIONS.kind,
    streams=2,
)
ZONES = (Zone("deck"), Zone("hand"), Zone("laid"), Zone("discard", flags=True))
CARRY = record(("more", "i8"), ("game", "i8"), ("won", "i8", (SEATS,)))
TABLES = [("lucky", "i8"), ("bonus", "i8"), ("value", "i2", (CARDS,))]
LIMITS = Limits(legal=2, decisions=12, events=10, scratch=2 * CARDS)
