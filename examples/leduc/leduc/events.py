"""Leduc: what can happen, and why a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import Event, Events
from bestiary.core.said import Person, Said, said

from .state import NOBODY

EVENTS = Events(
    Event("folds", "{seat:folds|fold}.", seat="seat"),
    Event("calls", "{seat:calls|call}, with {number} paid in all.", seat="seat", number="number"),
    Event("raises", "{seat:raises|raise}, with {number} paid in all.", seat="seat", number="number"),
    Event("turns", "{card} is laid open.", card="card"),
    Event("shows", "{seat:shows|show} {card}.", seat="seat", card="card"),
)
E = EVENTS.numbers


def ended(content: Content, s: Any, people: Sequence[Person]) -> Said:
    """Why a game ended as it did."""
    winner = int(s.winner)
    if winner == NOBODY:
        return said("Equal ranks share the pot of {pot}.", pot=int(s.paid.sum()))
    loser, lost = people[1 - winner], int(s.paid[1 - winner])
    if not int(s.open):
        return said("{loser:folds|fold}, which costs {lost}.", loser=loser, lost=lost)
    held = content.cards[int(s.hand[winner, 0])].name
    ranks = content.tables["rank"][0]
    pair = ranks[int(s.hand[winner, 0])] == ranks[int(s.table[0])]
    how = "the {card} makes a pair" if pair else "the {card} is the higher card"
    return said(how + " and wins {lost} from {loser}.", card=held, loser=loser, lost=lost)
