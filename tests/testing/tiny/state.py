"""Tiny: what a position consists of."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.events import Event, Events
from bestiary.core.game import Feature, Limits, Zone, table_record
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

SEATS, CARDS, HAND = 2, 8, 2
OPTIONS = Options([Option("players", (2,), 2, "Two play."), *RULEBOOK.options()])
PHASES = ("pick", "peek", "over")
QUESTIONS = Questions(*map(Question, PHASES))
PICK, PEEK, OVER = range(3)

ACTIONS = Actions(
    Verb("lay", "lay {card} face down", hand=HAND),
    Verb("peek", "look at the top of the deck"),
    Verb("keep", "leave the deck alone"),
)
V_LAY, V_PEEK, V_KEEP = range(3)
A_LAY, A_PEEK, A_KEEP = ACTIONS.base("lay"), ACTIONS.base("peek"), ACTIONS.base("keep")

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
TABLES = table_record([("lucky", "i8"), ("bonus", "i8"), ("value", "i2", (CARDS,))], ACTIONS)
LIMITS = Limits(legal=2, decisions=12, events=10, scratch=2 * CARDS)

EVENTS = Events(
    Event("lays", "{seat} lays {card} face down.", seat="seat", card="card", secret=("card",)),
    Event("shows", "{seat} shows {card}.", seat="seat", card="card"),
    Event("rolls", "{seat} rolls {number}.", seat="seat", number="number"),
    Event("wins", "{seat} wins the round.", seat="seat"),
    Event("peeks", "{seat} sees {card}.", seat="seat", card="card", secret=("card",)),
    Event("draws", "{seat} draws {card}.", seat="seat", card="card", secret=("card",)),
)
E_LAYS, E_SHOWS, E_ROLLS, E_WINS, E_PEEKS, E_DRAWS = range(6)

OBSERVATION = (
    Feature("phase", 3, "one of the phases"),
    Feature("counts", 8, "turn, lead, deck, hands, scores, winner"),
    Feature("own", CARDS, "1 for every card of the own hand"),
    Feature("known", CARDS, "1 for every card known to be with the enemy"),
    Feature("discard", CARDS, "1 for every card on the pile"),
)
