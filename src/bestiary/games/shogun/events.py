"""The Shogun's Chosen: what can happen, as people are told it, and how a phase can end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import Event, Events
from bestiary.core.names import Names
from bestiary.core.said import Person, Said, said

from .effects import FACE
from .state import MAX_MALICE, RES0

BY = Names("BY", ("none", "objective", "failure", "malice", "defeated"))
FIGURE, NUMBER = "figure_told", "number"

ONLY_TARGET = 36  # the word after the priorities


def tell_round(words: Mapping[str, int]) -> str:
    how = "aggressive" if words["colour"] else "normal"
    return f"Round {{number}}: the oracle is {{colour}}, minions use their {how} behaviour."


def tell_aim(words: Mapping[str, int]) -> str:
    """Why an enemy chose this target."""
    if words["priority"] == ONLY_TARGET:
        return "{figure} chooses {target}, its only target."
    if words["target"] >= RES0:
        return "{figure} chooses {target}: resistors come first."
    return "{figure} chooses {target}: {priority}."


def tell_focus(words: Mapping[str, int]) -> str:
    return {
        FACE.BLANK: "The focus die is blank.",
        FACE.CRITICAL: "The focus die shows a critical failure.",
        FACE.STRIKE: "The focus die shows a strike: more hits.",
        FACE.BREAK: "The focus die shows a break: more hits, and the target loses 1 armour.",
        FACE.PIERCE: "The focus die shows a pierce: the target's defences do not count.",
    }.get(words["face"], "The focus die shows {face}.")


def tell_hits(words: Mapping[str, int]) -> str:
    return "The roll makes 1 hit." if words["number"] == 1 else "The roll makes {number} hits."


def tell_condition(words: Mapping[str, int]) -> str:
    return "{figure} is {condition}." if words["number"] == 1 else "{figure} is {condition}, {number} tokens."


def tell_test(words: Mapping[str, int]) -> str:
    outcome = "passed" if words["number"] >= words["difficulty"] else "failed"
    return f"{{figure}} tests {{attribute}}: {{number}} against {{difficulty}}, {outcome}."


def tell_return(words: Mapping[str, int]) -> str:
    outcome = "back unharmed" if words["number"] >= words["difficulty"] else "back, but weakened"
    return f"{{figure}} tests spirit to come back: {{number}} against {{difficulty}}, {outcome}."


EVENTS = Events(
    Event("round", tell_round, number=NUMBER, colour="colour", card="card"),
    Event("event", "Event in zone {zone}, {event}", zone="zone", event="event_told"),
    Event("malice", f"Malice rises to {{number}} of {MAX_MALICE}.", number=NUMBER),
    Event("turn", "It is the turn of {figure}.", figure=FIGURE),
    Event("rolls", "{figure} rolls a {number}.", figure=FIGURE, number=NUMBER),
    Event("draws", "{figure} draws the card {card}.", figure=FIGURE, card="card"),
    Event(
        "line", "{figure} follows its line {number}, {line}.", figure=FIGURE, line="line_told", number=NUMBER
    ),
    Event("idle", "{figure} can follow none of its lines and does nothing.", figure=FIGURE),
    Event("aims", tell_aim, figure=FIGURE, target=FIGURE, priority="priority"),
    Event("moves", "{figure} moves to square {square}.", figure=FIGURE, square="square"),
    Event("uses", "{figure} uses {skill}.", figure=FIGURE, skill="board_title"),
    Event("technique", "{figure} uses {skill}.", figure=FIGURE, skill="technique"),
    Event("attacks", "{figure} attacks {target}.", figure=FIGURE, target=FIGURE),
    Event(
        "strikes",
        "{figure} strikes {target} with {skill}.",
        figure=FIGURE,
        target=FIGURE,
        skill="board_title",
    ),
    Event("hits", tell_hits, number=NUMBER),
    Event("focus", tell_focus, face="face"),
    Event("fails", "The attack of {figure} fails.", figure=FIGURE),
    Event("counters", "{figure} counterattacks.", figure=FIGURE),
    Event(
        "blind",
        "{figure} is blinded and rolls a {number}; 1 to 3 misses.",
        figure=FIGURE,
        number=NUMBER,
    ),
    Event(
        "damage",
        "{figure} takes {number} damage, {left} health left.",
        figure=FIGURE,
        number=NUMBER,
        left=NUMBER,
    ),
    Event(
        "wound",
        "{figure} loses {number} health, {left} left.",
        figure=FIGURE,
        number=NUMBER,
        left=NUMBER,
    ),
    Event("heals", "{figure} regains {number} health.", figure=FIGURE, number=NUMBER),
    Event("falls", "{figure} is defeated.", figure=FIGURE),
    Event("endures", "{figure} endures and stays with {number} health.", figure=FIGURE, number=NUMBER),
    Event(
        "condition",
        tell_condition,
        figure=FIGURE,
        condition="condition",
        number=NUMBER,
    ),
    Event("blessed", "{figure} discards a blessed token and is spared.", figure=FIGURE),
    Event("cured", "{figure} is no longer {condition}.", figure=FIGURE, condition="condition"),
    Event("armour", "{figure} has armour {number} now.", figure=FIGURE, number=NUMBER),
    Event("token", "{figure} has {number} resistance tokens left.", figure=FIGURE, number=NUMBER),
    Event("lost", "{figure} is lost.", figure=FIGURE),
    Event("appears", "{figure} appears on square {square}.", figure=FIGURE, square="square"),
    Event("reveals", "Zone {zone} is revealed.", zone="zone"),
    Event(
        "tests",
        tell_test,
        figure=FIGURE,
        attribute="attribute",
        number=NUMBER,
        difficulty=NUMBER,
    ),
    Event("head", "{figure} takes a head.", figure=FIGURE),
    Event("drops", "A head lies on square {square}.", square="square"),
    Event("finds", "{figure} takes {card}.", figure=FIGURE, card="card"),
    Event("item", "{figure} uses {card}.", figure=FIGURE, card="card"),
    Event("door", "Door D{place} opens.", place="place"),
    Event("shoved", "{figure} is moved to square {square}.", figure=FIGURE, square="square"),
    Event("kami", "{figure} enters Kami Mode.", figure=FIGURE),
    Event("ki", "{figure} rolls Ki dice: {number}.", figure=FIGURE, number=NUMBER),
    Event(
        "resurrects",
        tell_return,
        figure=FIGURE,
        number=NUMBER,
        difficulty=NUMBER,
    ),
    Event("level", "{figure} reaches level {number}.", figure=FIGURE, number=NUMBER),
    Event("ends", "The phase ends: {ending}.", ending="ending_told"),
)
E = EVENTS.numbers


def ended(content: Content, s: Any, people: Sequence[Person]) -> Said:
    """Why a phase ended as it did."""
    by, rounds = BY.words[int(s.by)], int(s.rounds)
    chapter = getattr(content, "story", {"chapters": []})["chapters"][int(s.chapter)]
    if by == "objective":
        return said("The objective is reached in round {n}: {text}", n=rounds, text=chapter["objective"])
    if by == "failure":
        return said("{text} That was in round {n}.", text=" ".join(chapter["failure"]), n=rounds)
    if by == "malice":
        return said("Malice reached {most} in round {n}.", most=MAX_MALICE, n=rounds)
    return said("All characters are defeated in round {n}.", n=rounds)
