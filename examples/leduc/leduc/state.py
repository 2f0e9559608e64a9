"""Leduc: what a position consists of, what can be chosen, and what can happen."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.events import Event, Events
from bestiary.core.game import Feature, Limits, Zone, table_record
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

RULEBOOK = Rulebook.load(Path(__file__).parent / "rulebook.toml")
cite = RULEBOOK.number

SEATS, CARDS, ROUNDS = 2, 6, 2
NOBODY = -1
OPTIONS = Options([Option("players", (2,), 2, "Leduc is played by two.")])
PHASES = ("first", "second", "over")
QUESTIONS = Questions(*map(Question, PHASES))
FIRST, SECOND, OVER = range(3)

ACTIONS = Actions(Verb("fold", "fold"), Verb("call", "call"), Verb("raise", "raise"))
FOLD, CALL, RAISE = range(3)

DECK = 0  # the one random stream
STATE = state_record(
    [
        ("turn", "i8"),
        ("spoken", "i8"),  # words in this round
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
TABLES = table_record(
    [("ante", "i8"), ("stake", "i8", (ROUNDS,)), ("raises", "i8"), ("rank", "i2", (CARDS,))], ACTIONS
)
LIMITS = Limits(legal=3, decisions=8, events=4, scratch=2 * CARDS)

EVENTS = Events(
    Event("folds", "{seat} folds.", seat="seat"),
    Event("calls", "{seat} calls and has paid {number}.", seat="seat", number="number"),
    Event("raises", "{seat} raises and has paid {number}.", seat="seat", number="number"),
    Event("turns", "{card} is laid open.", card="card"),
    Event("shows", "{seat} shows {card}.", seat="seat", card="card"),
)
E_FOLDS, E_CALLS, E_RAISES, E_TURNS, E_SHOWS = range(5)

OBSERVATION = (
    Feature("phase", 3, "first round, second round, over"),
    Feature("asked", 1, "1 when this seat is asked"),
    Feature("seat", 1, "which seat this is"),
    Feature("bets", 4, "paid by this seat / 13, by the other / 13, raises / 2, words / 4"),
    Feature("own", CARDS, "1 for the own card"),
    Feature("table", CARDS, "1 for the open card"),
    Feature("other", CARDS, "1 for the other seat's card, once it is shown"),
    Feature("result", 2, "won by this seat; won by the other"),
)
