"""Tiny: what can happen."""

from __future__ import annotations

from bestiary.core.events import Event, Events

EVENTS = Events(
    Event("lays", "{seat} lays {card} face down.", seat="seat", card="card", secret=("card",)),
    Event("shows", "{seat} shows {card}.", seat="seat", card="card"),
    Event("rolls", "{seat} rolls {number}.", seat="seat", number="number"),
    Event("wins", "{seat} wins the round.", seat="seat"),
    Event("peeks", "{seat} sees {card}.", seat="seat", card="card", secret=("card",)),
    Event("draws", "{seat} draws {card}.", seat="seat", card="card", secret=("card",)),
)
E = EVENTS.numbers
