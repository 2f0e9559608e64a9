"""Totem: what can happen, and how a game can end."""

from __future__ import annotations

from bestiary.core.events import Event, Events
from bestiary.core.names import Names

BY = Names("BY", ("none", "conquest", "count", "sum"))

EVENTS = Events(
    Event("begins", "{seat} goes first.", seat="seat"),
    Event("turn", "{seat}'s turn {number}.", seat="seat", number="number"),
    Event("draws", "{seat} draws {card}.", seat="seat", card="card", secret=("card",)),
    Event(
        "lays",
        "{seat} lays {card} face down in place {place}.",
        seat="seat",
        card="card",
        place="place",
        secret=("card",),
    ),
    Event(
        "exchanges",
        "{seat} exchanges place {place}: {card} goes down, {other} comes up.",
        seat="seat",
        place="place",
        card="card",
        other="card",
        secret=("card", "other"),
    ),
    Event("discards", "{seat} discards {card}.", seat="seat", card="card"),
    Event("attacks", "{seat} attacks place {place} with {card}.", seat="seat", place="place", card="card"),
    Event("joins", "{seat} joins {card} and {other} for an attack.", seat="seat", card="card", other="card"),
    Event(
        "strikes", "{seat} strikes place {place} with {number}.", seat="seat", place="place", number="number"
    ),
    Event("flips", "{seat}'s place {place} is uncovered: {card}.", seat="seat", place="place", card="card"),
    Event("withstands", "The Shield of {card} withstands the attack.", card="card"),
    Event("wins", "{number} against {power}: the attack succeeds.", number="number", power="number"),
    Event("fails", "{number} against {power}: the attack fails.", number="number", power="number"),
    Event("falls", "{seat}'s {card} in place {place} is defeated.", seat="seat", card="card", place="place"),
    Event("returns", "{card} returns to the hand of {seat}.", seat="seat", card="card"),
    Event(
        "uncovers",
        "The Eye of {seat} uncovers place {place}: {card}.",
        seat="seat",
        place="place",
        card="card",
    ),
    Event("declines", "{seat} leaves the ability unused.", seat="seat"),
    Event("stops", "{seat} stops.", seat="seat"),
    Event("last", "{seat} has drawn the last card of the deck.", seat="seat"),
    Event("counts", "{seat} has {number} Totems.", seat="seat", number="number"),
    Event("sums", "{seat} has {number} points of power.", seat="seat", number="number"),
    Event("conquers", "{seat} has defeated every enemy Totem and wins.", seat="seat"),
    Event("best", "{seat} wins.", seat="seat"),
    Event("tie", "The game is a tie."),
)
E = EVENTS.numbers
