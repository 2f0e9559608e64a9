"""Totem: what a position consists of: sizes, options, records."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.game import Limits, Zone
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

# ---- sizes -------------------------------------------------------------------------------

SEATS = 2
CARDS = 52
HAND = 8  # the most a hand can hold: see the limits of the rulebook
ROW = 4
DEAL = 7
CLASH = 2
EFFECTS = 4  # effects on one card

# ---- options -----------------------------------------------------------------------------

OPTIONS = Options([Option("players", (2,), 2, "Totem is played by two.", ("TOT-2.2",)), *RULEBOOK.options()])
OPT = OPTIONS.codes

NOBODY = -1

# ---- streams -----------------------------------------------------------------------------

LOTS, DECK = range(2)

# ---- records -----------------------------------------------------------------------------

HIDDEN, REVEALED = 0, 1

STATE = state_record(
    [
        ("turn", "i8"),  # the seat whose turn it is
        ("turns", "i8"),  # turns begun
        ("first", "i8"),  # the first player
        ("attacks", "i8"),  # attacks declared in this turn
        ("target", "i8"),  # the place that is attacked
        ("drawer", "i8"),  # who drew the last card, or NOBODY
        ("final", "i8"),  # turns to go, this one included, once the deck is empty
        ("fx_card", "i8"),  # the card whose effects are running, or EMPTY
        ("fx_owner", "i8"),
        ("fx_on", "i8"),  # their trigger
        ("fx_next", "i8"),  # the effect that comes next
        ("fx_left", "i8"),  # how often the effect still asks
        ("winner", "i8"),
        ("by", "i8"),
        ("game", "i8"),  # games of the match played before this one
        ("deck_n", "i8"),
        ("discard_n", "i8"),
        ("clash_n", "i8"),
        ("hand_n", "i8", (SEATS,)),
        ("score", "i8", (SEATS,)),  # games of the match won before this one
        ("sums", "i8", (SEATS,)),
        ("deck", "i2", (CARDS,)),  # the top is the last
        ("hand", "i2", (SEATS, HAND)),
        ("row", "i2", (SEATS, ROW)),
        ("face", "i2", (SEATS, ROW)),
        ("clash", "i2", (CLASH,)),
        ("discard", "u1", (CARDS,)),  # 1 for a card on the pile: nobody cares for its order
        ("shown", "u1", (CARDS,)),  # 1 + seat for a hand card that both players know
    ],
    OPTIONS.kind,
    streams=2,
)
ZONES = (Zone("deck"), Zone("hand"), Zone("row"), Zone("clash"), Zone("discard", flags=True))

CARRY = record(
    ("more", "i8"),
    ("game", "i8"),
    ("first", "i8"),  # 1 + the seat that goes first, 0 for the lot
    ("score", "i8", (SEATS,)),
)

TABLES = [
    ("deal", "i8"),
    ("row", "i8"),
    ("start_draw", "i8"),
    ("attacks_per_turn", "i8"),
    ("empty_hand_draw", "i8"),
    ("discard_draw", "i8"),
    ("hand_limit", "i8"),
    ("power", "i2", (CARDS,)),
    ("colour", "i2", (CARDS,)),
    ("joins", "i2", (CARDS,)),  # 1 for a card that may lead a pair
    ("effects", "i2", (CARDS,)),
    ("fx_on", "i2", (CARDS, EFFECTS)),
    ("fx_if", "i2", (CARDS, EFFECTS)),
    ("fx_do", "i2", (CARDS, EFFECTS)),
    ("fx_n", "i2", (CARDS, EFFECTS)),
    ("fx_who", "i2", (CARDS, EFFECTS)),
    ("fx_may", "i2", (CARDS, EFFECTS)),
]

LIMITS = Limits(legal=100, decisions=248, events=40, scratch=2 * CARDS, seen=160, wide=())
