"""Totem: what can happen, and how a game can end, in the words of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import Event, Events
from bestiary.core.names import Names
from bestiary.core.said import Person, Said, said

BY = Names("BY", ("none", "conquest", "count", "sum"))

WHY = Names("WHY", ("plain", "requisition", "empty_hand"))  # what a card is drawn for


def drawn(words: Mapping[str, int]) -> str:
    """A card that is drawn in the middle of an attack says what for."""
    return {
        WHY.PLAIN: "{seat:draws|draw} {card}.",
        WHY.REQUISITION: "Requisition: {seat:draws|draw} {card}.",
        WHY.EMPTY_HAND: "With no card left to attack with, {seat:draws|draw} {card}.",
    }[words["why"]]


EVENTS = Events(
    Event("begins", "{seat:goes|go} first.", seat="seat"),
    Event("turn", "{seat:'s} turn {number}.", seat="seat", number="number"),
    Event("draws", drawn, seat="seat", card="card", why="number", secret=("card",)),
    Event(
        "lays",
        "{seat:lays|lay} {card} face down in place {place}.",
        seat="seat",
        card="card",
        place="place",
        secret=("card",),
    ),
    Event(
        "exchanges",
        "{seat:exchanges|exchange} place {place}: {card} goes down, {other} comes back to hand.",
        seat="seat",
        place="place",
        card="card",
        other="card",
        secret=("card", "other"),
    ),
    Event("discards", "{seat:discards|discard} {card}.", seat="seat", card="card"),
    Event(
        "attacks",
        "{seat:attacks|attack} place {place} with {card}.",
        seat="seat",
        place="enemy place",
        card="card",
    ),
    Event(
        "joins",
        "{seat:attacks|attack} with {card} and {other} together.",
        seat="seat",
        card="card",
        other="card",
    ),
    Event(
        "strikes",
        "{seat:strikes|strike} place {place} with a power of {number}.",
        seat="seat",
        place="enemy place",
        number="number",
    ),
    Event("flips", "{seat:'s} place {place} is turned up: {card}.", seat="seat", place="place", card="card"),
    Event("withstands", "{card} has a Shield: it withstands the attack.", card="card"),
    Event("wins", "{number} against {power}: the attack succeeds.", number="number", power="number"),
    Event("fails", "{number} against {power}: the attack fails.", number="number", power="number"),
    Event("falls", "{seat:'s} {card} in place {place} is defeated.", seat="seat", card="card", place="place"),
    Event("returns", "{card} goes back to {seat:'s} hand.", seat="seat", card="card"),
    Event(
        "uncovers",
        "{seat:'s} Eye reveals place {place}: {card}.",
        seat="seat",
        place="enemy place",
        card="card",
    ),
    Event("declines", "{seat:leaves|leave} the ability unused.", seat="seat"),
    Event("stops", "{seat:stops|stop}.", seat="seat"),
    Event("last", "{seat:has|have} drawn the last card of the deck.", seat="seat"),
    Event("counts", "{seat:has|have} {number} Totems left.", seat="seat", number="number"),
    Event("sums", "{seat:'s} Totems have a power of {number} together.", seat="seat", number="number"),
    Event("conquers", "{seat:has|have} defeated every enemy Totem.", seat="seat"),
    Event("best", "{seat:wins|win} the count.", seat="seat"),
    Event("tie", "Nobody is ahead: the game is a tie."),
)
E = EVENTS.numbers


def ended(content: Content, s: Any, people: Sequence[Person]) -> Said:
    """Why a game ended as it did."""
    by = BY.words[int(s.by)]
    left = [sum(int(card) != -1 for card in row) for row in s.row]
    if by == "conquest":
        more = left[int(s.winner)]
        return said(
            "{loser:has|have} no Totem left; {winner:has|have} {more}."
            if more
            else "Neither {loser} nor {winner} has a Totem left.",
            loser=people[1 - int(s.winner)],
            winner=people[int(s.winner)],
            more=more,
        )
    if by == "count":
        win = int(s.winner)
        return said("The deck is empty: {more} Totems against {fewer}.", more=left[win], fewer=left[1 - win])
    sums = [int(x) for x in s.sums]
    return said(
        "The deck is empty: {each} Totems each, with a power of {high} against {low}.",
        each=left[0],
        high=max(sums),
        low=min(sums),
    )
