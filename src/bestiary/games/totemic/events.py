"""Totemic: what can happen, and how a game can end, in the words of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import Event, Events
from bestiary.core.names import Names
from bestiary.core.said import Person, Said, said

from .state import PLAYER, RIVAL, ROWS, SIDES, SPIRIT_CARD

BY = Names("BY", ("none", "no power left", "the last reshuffle"))
# why power or the token moves: the card or spirit whose effect it is, or one of these
CAUSE = Names("CAUSE", ("challenge", "submit", "reshuffle", "dominance", "tie"), range(ROWS, ROWS + 5))

LOSSES = {
    CAUSE.CHALLENGE: "{who:loses|lose} {number} power for the lost challenge.",
    CAUSE.SUBMIT: "{who:loses|lose} {number} power for submitting.",
    CAUSE.RESHUFFLE: "{who:loses|lose} {number} power for the reshuffle.",
    CAUSE.DOMINANCE: "{who:loses|lose} {number} power for losing dominance.",
}


def loses(words: Mapping[str, int]) -> str:
    return LOSSES.get(words["cause"], "{who:loses|lose} {number} power ({cause}).")


def dominates(words: Mapping[str, int]) -> str:
    if words["cause"] == CAUSE.TIE:
        return "{who:gains|gain} dominance: a tie won by dominance costs the token."
    return "{who:gains|gain} dominance ({cause})."


def reshuffles(words: Mapping[str, int]) -> str:
    if words["known"]:
        return (
            "Reshuffle {number}: the discard pile becomes the new deck. All other cards lie open or are in a "
            "hand, so each player knows the other's."
        )
    return "Reshuffle {number}: the discard pile becomes the new deck."


def selects(words: Mapping[str, int]) -> str:
    one = words["number"] == 1
    return "{who:selects|select} {number} card." if one else "{who:selects|select} {number} cards."


def totals(words: Mapping[str, int]) -> str:
    if words["added"] == 0:
        return "{who:has|have} a total of {number}."
    return "{who:has|have} a total of {number}, {added} of it from advantages and abilities."


def wins(words: Mapping[str, int]) -> str:
    if words["number"] == words["other"]:
        return "{who:wins|win} the challenge: {number} to {other} is a tie, and dominance decides it."
    return "{who:wins|win} the challenge, {number} to {other}."


# ---- events: sides are called by their spirits, since the rival has no seat ------------------

EVENTS = Events(
    Event("chooses", "{seat:plays|play} the {who}.", seat="seat", who="card"),
    Event("ranks", "The {who} takes place {place} of the hierarchy.", who="card", place="place"),
    Event(
        "meets", "{who:begins|begin} with {number} power.", seat="seat", who="character", number="number"
    ),
    Event("receives", "{who:receives|receive} the dominance token.", seat="seat", who="character"),
    Event("turn", "Turn {number}: {who:moves|move}.", seat="seat", who="character", number="number"),
    Event("offers", "{card} joins the offering.", card="card"),
    Event(
        "draws", "{who:draws|draw} {card}.", seat="seat", who="character", card="card", secret=("card",)
    ),
    Event("discards", "{who:discards|discard} {card}.", seat="seat", who="character", card="card"),
    Event("reshuffles", reshuffles, number="number", known="number"),
    Event("invokes", "{who:invokes|invoke} {card}.", seat="seat", who="character", card="card"),
    Event("takes", "{who:takes|take} the invoked {card}.", seat="seat", who="character", card="card"),
    Event(
        "gains",
        "{who:gains|gain} {number} power ({cause}).",
        seat="seat",
        who="character",
        number="number",
        cause="cause",
    ),
    Event("loses", loses, seat="seat", who="character", number="number", cause="cause"),
    Event("dominates", dominates, seat="seat", who="character", cause="cause"),
    Event("raises", "The totem rises to {number}.", number="number"),
    Event("challenges", "{who:begins|begin} a challenge.", seat="seat", who="character"),
    Event("accepts", "{who:accepts|accept} the challenge.", seat="seat", who="character"),
    Event("threatens", "{who:threatens|threaten}.", seat="seat", who="character"),
    Event("submits", "{who:submits|submit}.", seat="seat", who="character"),
    Event("selects", selects, seat="seat", who="character", number="number"),
    Event("reveals", "{who:reveals|reveal} {card}.", seat="seat", who="character", card="card", detail=True),
    Event(
        "turns",
        "The {who} turns up {card}, which adds to its total.",
        who="card",
        card="card",
        detail=True,
    ),
    Event("totals", totals, seat="seat", who="character", number="number", added="number", detail=True),
    Event("wins", wins, seat="seat", who="character", number="number", other="number"),
    Event(
        "adds",
        "{who:adds|add} {number} to the total of this turn ({cause}).",
        seat="seat",
        who="character",
        number="number",
        cause="cause",
    ),
    Event(
        "looks",
        "{who:sees|see} {card} in the opponent's hand.",
        seat="seat",
        who="character",
        card="card",
        secret=("card",),
    ),
    Event(
        "recovers",
        "{who:takes|take} {card} from the discard pile.",
        seat="seat",
        who="character",
        card="card",
    ),
    Event(
        "steals",
        "{who:takes|take} {card} from the opponent's hand.",
        seat="seat",
        who="character",
        card="card",
    ),
    Event(
        "exchanges",
        "{who:exchanges|exchange} {card} for {other} from the offering.",
        seat="seat",
        who="character",
        card="card",
        other="card",
    ),
    Event("sweeps", "{card} leaves the offering.", card="card"),
    Event("declines", "{who:leaves|leave} {cause} unused.", seat="seat", who="character", cause="cause"),
    Event("renews", "All challenge cards form a new stack."),
    Event(
        "beats",
        "{who:wins|win} the confrontation, with {number} power to {other}.",
        seat="seat",
        who="character",
        number="number",
        other="number",
    ),
    Event("best", "{who:wins|win} the game.", seat="seat", who="character"),
)  # fmt: skip
E = EVENTS.numbers


def ended(content: Content, s: Any, people: Sequence[Person]) -> Said:
    """Why a game ended as it did."""
    if int(s.seats) < SIDES:
        return climbed(content, s, people[PLAYER])
    winner, loser = people[int(s.winner)], people[1 - int(s.winner)]
    high, low = int(s.power[int(s.winner)]), int(s.power[1 - int(s.winner)])
    figures = {"winner": winner, "loser": loser, "high": high, "low": low}
    floor = int(s.opt.floor_zero) and max(high, low) <= 0
    if high == low or floor:
        return said("{high} power to {low} counts as equal: {winner:has|have} dominance.", **figures)
    if BY.words[int(s.by)] == "the last reshuffle":
        last = int(content.tables["last_reshuffle"][0])
        return said("The deck was reshuffled {last} times: {high} power to {low}.", last=last, **figures)
    if high <= 0:
        return said("Nobody has power left, and {winner:is|are} nearer to zero: {high} to {low}.", **figures)
    return said("{loser:has|have} no power left: {high} to {low}.", **figures)


def climbed(content: Content, s: Any, player: Person) -> Said:
    """How far the player of a solo game came."""
    figures = {"player": player, "beaten": int(s.rung), "rivals": int(s.rivals)}
    if int(s.winner) == PLAYER:
        return said(
            "{player:has|have} beaten every rival: {beaten} of {rivals}."
            if int(s.rivals) > 1
            else "{player:has|have} beaten the only rival.",
            **figures,
        )
    return said(
        "{player:is|are} at {own} power and the {rival} at {theirs}. Rivals beaten: {beaten} of {rivals}.",
        rival=content.cards[SPIRIT_CARD + int(s.spirit[RIVAL])].name,
        theirs=int(s.power[RIVAL]),
        own=int(s.power[PLAYER]),
        **figures,
    )
