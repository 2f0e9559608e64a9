"""Totemic: what can happen, and how a game can end."""

from __future__ import annotations

from bestiary.core.events import Event, Events
from bestiary.core.names import Names

BY = Names("BY", ("none", "no power left", "the last reshuffle"))

# ---- events: sides are named by their spirits, since the rival has no seat -------------------

EVENTS = Events(
    Event("chooses", "{seat} plays the {who}.", seat="seat", who="card"),
    Event("ranks", "The {who} takes place {place} of the hierarchy.", who="card", place="place"),
    Event("meets", "The {who} begins with {number} power.", seat="seat", who="card", number="number"),
    Event("receives", "The {who} receives the dominance token.", seat="seat", who="card"),
    Event("turn", "Turn {number}: the {who}.", seat="seat", who="card", number="number"),
    Event("offers", "{card} joins the offering.", card="card"),
    Event("draws", "The {who} draws {card}.", seat="seat", who="card", card="card", secret=("card",)),
    Event("discards", "The {who} discards {card}.", seat="seat", who="card", card="card"),
    Event("reshuffles", "The deck is reshuffled for the {number}. time.", number="number"),
    Event("invokes", "The {who} invokes {card}.", seat="seat", who="card", card="card"),
    Event("takes", "{card} joins the hand of the {who}.", seat="seat", who="card", card="card"),
    Event("gains", "The {who} gains {number} power.", seat="seat", who="card", number="number"),
    Event("loses", "The {who} loses {number} power.", seat="seat", who="card", number="number"),
    Event("dominates", "The {who} takes dominance.", seat="seat", who="card"),
    Event("raises", "The totem rises to {number}.", number="number"),
    Event("challenges", "The {who} challenges.", seat="seat", who="card"),
    Event("accepts", "The {who} accepts.", seat="seat", who="card"),
    Event("threatens", "The {who} threatens.", seat="seat", who="card"),
    Event("submits", "The {who} submits.", seat="seat", who="card"),
    Event("selects", "The {who} selects {number} cards.", seat="seat", who="card", number="number"),
    Event("reveals", "The {who} reveals {card}.", seat="seat", who="card", card="card"),
    Event("turns", "The challenge card of the {who} is {card}.", who="card", card="card"),
    Event("totals", "The {who} has {number}.", seat="seat", who="card", number="number"),
    Event("wins", "The {who} wins the challenge.", seat="seat", who="card"),
    Event("adds", "The {who} adds {number} to its total.", seat="seat", who="card", number="number"),
    Event(
        "looks",
        "The {who} looks at {card} in the other hand.",
        seat="seat",
        who="card",
        card="card",
        secret=("card",),
    ),
    Event("recovers", "The {who} takes {card} from the pile.", seat="seat", who="card", card="card"),
    Event("steals", "The {who} takes {card} from the other hand.", seat="seat", who="card", card="card"),
    Event(
        "exchanges",
        "The {who} exchanges {card} with {other} of the offering.",
        seat="seat",
        who="card",
        card="card",
        other="card",
    ),
    Event("sweeps", "{card} leaves the offering.", card="card"),
    Event("declines", "The {who} does not.", seat="seat", who="card"),
    Event("renews", "All challenge cards form a new stack."),
    Event("beats", "The {who} has won the confrontation.", seat="seat", who="card"),
    Event("best", "The {who} has won the game.", seat="seat", who="card"),
)
E = EVENTS.numbers
