"""KLAW: what can happen, in sentences; a fight is told as a story, die by die."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import Event, Events
from bestiary.core.names import Names

DIE_BITS = 5  # of a roll that is told as one number: without a cap a die may count for more than 6

EVENTS = Events(
    # ---- the course of the game
    Event("begins", "{seat} goes first.", seat="seat"),
    Event("turn", "Turn {number}: {seat}.", seat="seat", number="place"),
    Event("passes", "{seat} passes.", seat="seat"),
    Event("draws", "{seat} draws {card}.", secret=("card",), seat="seat", card="card"),
    Event("discards", "{seat} discards {card}.", seat="seat", card="card"),
    Event("keeps", "{seat} goes on.", seat="seat"),
    Event(
        "dealt",
        "{seat} parts with a Host of the deal and has {number} of them left.",
        seat="seat",
        number="number",
    ),
    # ---- fortifying
    Event("reveals", "{seat} reveals {card} as Champion.", seat="seat", card="card"),
    Event("deploys", "{seat} deploys {card}.", seat="seat", card="card"),
    Event("supports", "{seat} plays {card} as Support.", seat="seat", card="card"),
    Event("promotes", "{card} is now the Champion of {seat}.", seat="seat", card="card"),
    Event("joins", "{card} joins {host} ({number} Life).", card="card", host="card", number="number"),
    Event("equips", "{host} takes {card}.", card="card", host="card"),
    Event("drops", "{card} is discarded from {host}.", card="card", host="card"),
    Event("returns", "{card} goes to the hand of {seat}.", seat="seat", card="card"),
    Event("sinks", "{card} is shuffled into the Encounter Deck.", card="card"),
    # ---- actions and answers
    Event("plays", "{seat} plays {card}.", seat="seat", card="card"),
    Event("uses", "{seat} uses {card}.", seat="seat", card="card"),
    Event("aims", "{card} is aimed at {host}.", card="card", host="card"),
    Event("raids", "{card} is aimed at the hand of {seat}.", card="card", seat="seat"),
    Event("yields", "{seat} does not answer.", seat="seat"),
    Event("answers", "{seat} answers with {card}.", seat="seat", card="card"),
    Event("negates", "{card} does nothing.", card="card"),
    Event("reduces", "{card} does {number} less damage.", card="card", number="number"),
    Event("reflects", "{card} is turned back on {seat}.", card="card", seat="seat"),
    Event("immune", "{host} is immune to {card}.", host="card", card="card"),
    # ---- what effects do
    Event("loses", "{host} loses {number} Life: {life} left.", host="card", number="number", life="number"),
    Event("gains", "{host} gains {number} Life: {life}.", host="card", number="number", life="number"),
    Event("marks", "{host} is {state}.", host="card", state="state"),
    Event("frees", "{host} is no longer {state}.", host="card", state="state"),
    Event("dozes", "{card} on {host} is Dormant.", card="card", host="card"),
    Event("burns", "{host} is Burning.", host="card"),
    Event("sickens", "{host} is Poisoned.", host="card"),
    Event("falls", "{host} of {seat} is defeated.", seat="seat", host="card"),
    Event(
        "outlives",
        "{card} saves {host}, who stays at {number} Life.",
        card="card",
        host="card",
        number="number",
    ),
    Event("robs", "{seat} takes {card} from {host}.", seat="seat", card="card", host="card"),
    Event("breaks", "{card} of {host} is destroyed.", card="card", host="card"),
    Event("swaps", "{host} and {other} exchange their Items.", host="card", other="card"),
    Event("crosses", "{seat} and {other} exchange their hands.", seat="seat", other="seat"),
    Event("peeks", "{seat} looks at the hand of {other}.", seat="seat", other="seat"),
    Event("sees", "{seat} sees {card}.", seat="seat", card="card"),
    Event("receives", "{seat} receives {card}.", seat="seat", card="card"),
    Event(
        "steals",
        "{seat} takes {card} from the hand of {other}.",
        secret=("card",),
        seat="seat",
        other="seat",
        card="card",
    ),
    Event("looks", "{seat} looks at {number} cards of the Encounter Deck.", seat="seat", number="number"),
    Event("turncoat", "{host} goes over to {seat}.", seat="seat", host="card"),
    # ---- the Singularity
    Event(
        "checks",
        "Singularity Check of {host}: {die} rolled, {total} against {number}.",
        host="card",
        die="number",
        total="number",
        number="number",
    ),
    Event("contains", "{host} contains the power.", host="card"),
    Event("singularity", "A Singularity Event, caused by {host}!", host="card"),
    # ---- fights
    Event("fights", "{host} attacks {other}.", host="card", other="card"),
    Event(
        "exchange", "Exchange {number}: {host} against {other}.", number="number", host="card", other="card"
    ),
    Event("sleeps", "{host} is asleep; the exchange is skipped.", host="card"),
    Event(
        "rolls",
        "{host} rolls {dice}; {other} rolls {others}.",
        host="card",
        dice="roll",
        other="card",
        others="roll",
    ),
    Event("counts", "With all modifiers {host} has {dice}.", host="card", dice="roll"),
    Event(
        "wild", "The Wild die of {host} shows {number}: {wild}.", host="card", number="number", wild="wild"
    ),
    Event("pairs", "{dice} against {others}: {result}.", dice="number", others="number", result="result"),
    Event("alone", "{dice} without an opposite: {result}.", dice="number", result="result"),
    Event("guards", "The armour of {host} holds.", host="card"),
    Event("hurts", "{host} has {life} Life left.", host="card", life="number"),
    Event("flees", "{host} flees.", host="card"),
    Event("stands", "After {number} exchanges neither has won.", number="number"),
    Event("wins", "{host} defeats {other}.", host="card", other="card"),
    Event("rests", "{host} rests.", host="card"),
    # ---- the end
    Event(
        "alone_on_field",
        "Only {seat} has Hosts left: {number} turns to answer.",
        seat="seat",
        number="number",
    ),
    Event("dusk", "The Encounter Deck has run out: {number} turns remain.", number="number"),
    Event(
        "ranks",
        "{seat}: {totems} Totems, {life} Life, {hosts} Hosts.",
        seat="seat",
        totems="number",
        life="number",
        hosts="number",
    ),
    Event("shows", "{seat} held {card}.", seat="seat", card="card"),
    Event("boxed", "{card} was in the box.", card="card"),
    Event("victory", "{seat} wins: {by}.", seat="seat", by="by"),
)
E = EVENTS.numbers
WILD = Names("WILD", ("no Wild die", "an ordinary die", "Exceptional Success", "Catastrophic Failure"))
RESULT = Names("RESULT", ("a hit", "a tie", "a hit back", "a block"))
BY = Names(
    "BY",
    (
        "nobody",
        "the last one standing",
        "the Totem goal",
        "the ranking after Dusk",
        "the ranking of round 200",
    ),
)


class Rolls(tuple[str, ...]):
    """The word for every roll: its dice, the highest first."""

    def __getitem__(self, roll: Any) -> Any:
        dice = []
        while roll > 0:
            dice.append(str(roll & ((1 << DIE_BITS) - 1)))
            roll >>= DIE_BITS
        return " ".join(reversed(dice))
