"""KLAW: what can happen, and how a game can end, in sentences; a fight is told as a story, die by die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import Event, Events
from bestiary.core.names import Names
from bestiary.core.said import Listed, Person, Said, said

from .state import IS, OPTIONS, SLOTS

DIE_BITS = 5  # of a roll that is told as one number: without a cap a die may count for more than 6
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


def marked(words: Mapping[str, int]) -> str:
    """A state, with the time for which it lasts."""
    if words["state"] in (IS.PROTECTED, IS.RESTING):
        return "{host} is {state} for one full round."
    if words["state"] in (IS.POISONED, IS.HAUNTED):
        return "{host} is {state} until it is cured."
    return "{host} is {state} for {number} of its player's turns."


def lost(words: Mapping[str, int]) -> str:
    """Life that goes."""
    return "{host} loses {number} Life: {life} left." if words["number"] else "{host} keeps its {life} Life."


def still_held(words: Mapping[str, int]) -> str:
    """Open information: how many of the first Hosts a hand still has."""
    if words["number"]:
        return "{seat:still holds|still hold} {number} of the Hosts dealt at the start."
    return "{seat:holds|hold} none of the Hosts dealt at the start any more."


def left_out(words: Mapping[str, int]) -> str:
    """One line for all cards that were not played with: the board lists them."""
    if words["left"] > 1:
        return ""
    return "{card} stayed in the box." if words["number"] == 1 else "{number} cards stayed in the box."


def rolled_check(words: Mapping[str, int]) -> str:
    if words["die"] == words["total"]:
        return "{host} makes a Singularity Check and rolls {die}; {number} or more is needed."
    return (
        "{host} makes a Singularity Check and rolls {die}, which counts as {total}; "
        "{number} or more is needed."
    )


def won(words: Mapping[str, int]) -> str:
    """How somebody won."""
    return {
        BY.THE_LAST_ONE_STANDING: "{seat:wins|win}: nobody else has a Host on the field.",
        BY.THE_TOTEM_GOAL: "{seat:wins|win}: the Totem goal is reached.",
        BY.THE_RANKING_AFTER_DUSK: "{seat:wins|win} the ranking after Dusk.",
        BY.THE_RANKING_OF_ROUND_200: "{seat:wins|win} the ranking after round 200.",
    }[words["by"]]


EVENTS = Events(
    # ---- the course of the game
    Event("begins", "{seat:goes|go} first.", seat="seat"),
    Event("turn", "{seat:'s} turn {number}.", seat="seat", number="place"),
    Event("passes", "{seat:passes|pass}.", seat="seat"),
    Event("draws", "{seat:draws|draw} {card}.", secret=("card",), seat="seat", card="card"),
    Event("discards", "{seat:discards|discard} {card}.", seat="seat", card="card"),
    Event("keeps", "{seat:keeps|keep} the drawn card.", seat="seat"),
    Event(
        "dealt",
        still_held,
        seat="seat",
        number="number",
    ),
    # ---- fortifying
    Event("reveals", "{seat:reveals|reveal} {card}.", seat="seat", card="card"),
    Event("deploys", "{seat:deploys|deploy} {card}.", seat="seat", card="card"),
    Event("supports", "{seat:plays|play} {card} as Support.", seat="seat", card="card"),
    Event("promotes", "{card} is now {seat:'s} Champion.", seat="seat", card="host"),
    Event("joins", "{card} joins {host}: {number} Life.", card="card", host="host", number="number"),
    Event("equips", "{host} takes {card}.", card="card", host="host"),
    Event("drops", "{host} drops {card}.", card="card", host="host"),
    Event("returns", "{card} goes to {seat:'s} hand.", seat="seat", card="card"),
    Event("sinks", "{card} is shuffled into the Encounter Deck.", card="card"),
    # ---- actions and answers
    Event("plays", "{seat:plays|play} {card}.", seat="seat", card="card"),
    Event("uses", "{seat:uses|use} {card}.", seat="seat", card="card"),
    Event("aims", "{card} targets {host}.", card="host", host="host"),
    Event("raids", "{card} targets {seat:'s} hand.", card="host", seat="seat"),
    Event("yields", "{seat:does|do} not answer.", seat="seat"),
    Event("answers", "{seat:answers|answer} with {card}.", seat="seat", card="card"),
    Event("negates", "{card} has no effect.", card="card"),
    Event("reduces", "{card} does {number} less damage.", card="card", number="number"),
    Event("reflects", "{card} is turned back on {seat}.", card="card", seat="seat"),
    Event("immune", "{host} is immune to {card}.", host="host", card="card"),
    # ---- what effects do
    Event("loses", lost, host="host", number="number", life="number"),
    Event("gains", "{host} gains {number} Life: {life}.", host="host", number="number", life="number"),
    Event("marks", marked, host="host", state="state", number="number"),
    Event("frees", "{host} is no longer {state}.", host="host", state="state"),
    Event(
        "dozes",
        "{card} on {host} is Dormant for {number} of its player's turns.",
        card="card",
        host="host",
        number="number",
    ),
    Event("burns", "{host} burns.", host="host"),
    Event("sickens", "{host} suffers from the poison.", host="host"),
    Event("falls", "{seat:'s} {host} is defeated.", seat="seat", host="host"),
    Event(
        "outlives",
        "{card} saves {host}, who stays at {number} Life.",
        card="card",
        host="host",
        number="number",
    ),
    Event("robs", "{seat:takes|take} {card} from {host}.", seat="seat", card="card", host="host"),
    Event("breaks", "{host} loses {card}: it is discarded.", card="card", host="host"),
    Event("swaps", "{host} and {other} exchange their Items.", host="host", other="host"),
    Event("crosses", "{seat:exchanges|exchange} hands with {other}.", seat="seat", other="seat"),
    Event("peeks", "{seat:looks|look} at {other:'s} hand.", seat="seat", other="seat"),
    Event("sees", "{seat:sees|see} {card}.", seat="seat", card="card"),
    Event("receives", "{seat:receives|receive} {card}.", seat="seat", card="card"),
    Event(
        "steals",
        "{seat:takes|take} {card} from {other:'s} hand.",
        secret=("card",),
        seat="seat",
        other="seat",
        card="card",
    ),
    Event(
        "looks",
        "{seat:looks|look} at the top {number} cards of the Encounter Deck.",
        seat="seat",
        number="number",
    ),
    Event("turncoat", "{host} changes sides and now fights for {seat}.", seat="seat", host="host"),
    # ---- the Singularity
    Event("checks", rolled_check, host="host", die="number", total="number", number="number"),
    Event("contains", "{host} contains the power.", host="host"),
    Event(
        "singularity", "Singularity! {host} cannot hold its Totems, and they leave the field.", host="host"
    ),
    # ---- fights
    Event(
        "fights",
        "{seat:'s} {host} attacks {foe:'s} {other}.",
        host="host",
        other="host",
        seat="seat",
        foe="seat",
    ),
    Event(
        "exchange", "Exchange {number}: {host} attacks {other}.", number="number", host="host", other="host"
    ),
    Event("sleeps", "{host} is asleep and cannot attack: the exchange is skipped.", host="host"),
    Event(
        "rolls",
        "{host} rolls {dice}; {other} rolls {others}.",
        host="host",
        dice="roll",
        other="host",
        others="roll",
        detail=True,
    ),
    Event(
        "counts", "With all modifiers the dice of {host} are {dice}.", host="host", dice="roll", detail=True
    ),
    Event(
        "wild",
        "The Wild die of {host} shows {number}: {wild}.",
        host="host",
        number="number",
        wild="wild",
        detail=True,
    ),
    Event(
        "pairs",
        "{dice} against {others}: {result}.",
        dice="number",
        others="number",
        result="result",
        detail=True,
    ),
    Event("alone", "{dice} against no die: {result}.", dice="number", result="result", detail=True),
    Event("guards", "{host} is armoured: the hit costs nothing.", host="host", detail=True),
    Event("hurts", "{host} has {life} Life left.", host="host", life="number"),
    Event("flees", "{host} flees, and is Protected for one full round.", host="host"),
    Event("stands", "After {number} exchanges neither has won: the fight ends.", number="number"),
    Event(
        "wins",
        "{seat:'s} {host} defeats {foe:'s} {other}.",
        host="host",
        other="host",
        seat="seat",
        foe="seat",
    ),
    Event("rests", "{host} rests for one full round, with its Totems.", host="host"),
    # ---- the end
    Event(
        "alone_on_field",
        "Only {seat:has|have} Hosts left, and {seat:wins|win} unless somebody else has one "
        "within {number} turns.",
        seat="seat",
        number="number",
    ),
    Event(
        "dusk", "The Encounter Deck has run out. Dusk falls: {number} more turns are played.", number="number"
    ),
    Event(
        "ranks",
        "{seat}: Totems {totems}, Life {life}, Hosts {hosts}.",
        seat="seat",
        totems="number",
        life="number",
        hosts="number",
        detail=True,
    ),
    Event("shows", "{seat} held {card}.", seat="seat", card="card", detail=True),
    Event("boxed", left_out, card="card", left="number", number="number"),
    Event("victory", won, seat="seat", by="by"),
)
E = EVENTS.numbers


class Rolls(tuple[str, ...]):
    """The word for every roll: its dice, the highest first."""

    def __getitem__(self, roll: Any) -> Any:
        dice = []
        while roll > 0:
            dice.append(str(roll & ((1 << DIE_BITS) - 1)))
            roll >>= DIE_BITS
        return " ".join(reversed(dice))


RANKED = ("Totems on the field", "Life on the field", "Hosts on the field", "cards in hand")  # KLW-19.10
TIED = ("Totems", "Life", "Hosts")


def ended(content: Content, s: Any, people: Sequence[Person]) -> Said:
    """Why a game ended as it did."""
    winners = [p for p in range(int(s.seats)) if int(s.winners) >> p & 1]
    if int(s.by) == BY.THE_LAST_ONE_STANDING:
        hosts = _standing(s, winners[0])[2]
        return said(
            "Only {winner:has|have} Hosts on the field ({hosts}), "
            "and nobody else brought one within a whole round.",
            winner=people[winners[0]],
            hosts=hosts,
        )
    scores = [_standing(s, p) for p in range(int(s.seats))]
    if int(s.by) == BY.THE_TOTEM_GOAL:
        goal = OPTIONS.all["totem_goal"].value(int(s.opt.totem_goal))
        return said(
            "{winner:carries|carry} all {totems} Totems of the deck."
            if goal == "all"
            else "{winner:carries|carry} {totems} Totems on the field; the goal was {goal}.",
            winner=people[winners[0]],
            totems=scores[winners[0]][0],
            goal=goal,
        )
    over = "Dusk is over" if int(s.by) == BY.THE_RANKING_AFTER_DUSK else "Round 200 is over"
    best = scores[winners[0]]
    others = [score for p, score in enumerate(scores) if p not in winners]
    if not others:
        return said("{over}: all are equal in Totems, Life, Hosts and cards.", over=over)
    second = max(others)
    decides = next(i for i, (a, b) in enumerate(zip(best, second, strict=True)) if a != b)
    return said(
        "{over}: {best} {what} against {second}, after a tie in {tied}."
        if decides
        else "{over}: {best} {what} against {second}.",
        over=over,
        best=best[decides],
        what=RANKED[decides],
        second=second[decides],
        tied=Listed(TIED[:decides], " and ", " and "),
    )


def _standing(s: Any, p: int) -> tuple[int, int, int, int]:
    """What a ranking compares, in its order."""
    field = slice(p * SLOTS, (p + 1) * SLOTS)
    hosts = sum(int(card) >= 0 for card in s.host[field])
    return int(sum(s.totem_n[field])), int(sum(s.life[field])), hosts, int(s.hand_n[p])
