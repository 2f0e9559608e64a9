"""Leduc: what can happen."""

from __future__ import annotations

from bestiary.core.events import Event, Events

EVENTS = Events(
    Event("folds", "{seat} folds.", seat="seat"),
    Event("calls", "{seat} calls and has paid {number}.", seat="seat", number="number"),
    Event("raises", "{seat} raises and has paid {number}.", seat="seat", number="number"),
    Event("turns", "{card} is laid open.", card="card"),
    Event("shows", "{seat} shows {card}.", seat="seat", card="card"),
)
E = EVENTS.numbers
