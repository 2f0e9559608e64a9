"""The Shogun's Chosen: what can happen, as people are told it, and how a phase can end."""

from __future__ import annotations

from bestiary.core.events import Event, Events
from bestiary.core.names import Names

BY = Names("BY", ("none", "objective", "failure", "malice", "defeated"))
FIGURE, NUMBER = "figure_told", "number"

EVENTS = Events(
    Event("round", "Round {number}: the oracle is {colour}.", number=NUMBER, colour="colour", card="card"),
    Event("event", "Event in zone {zone}: {event}.", zone="zone", event="event"),
    Event("malice", "Malice rises to {number}.", number=NUMBER),
    Event("turn", "{figure} is activated.", figure=FIGURE),
    Event("rolls", "{figure} rolls {number}.", figure=FIGURE, number=NUMBER),
    Event("draws", "{figure} draws {card}.", figure=FIGURE, card="card"),
    Event(
        "line", "{figure} follows its line {number}, {line}.", figure=FIGURE, line="line_told", number=NUMBER
    ),
    Event("idle", "{figure} can follow none of its lines.", figure=FIGURE),
    Event(
        "aims", "{figure} chooses {target}: {priority}.", figure=FIGURE, target=FIGURE, priority="priority"
    ),
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
    Event("hits", "Hits rolled: {number}.", number=NUMBER),
    Event("focus", "The focus die shows {face}.", face="face"),
    Event("fails", "The attack of {figure} fails.", figure=FIGURE),
    Event("counters", "{figure} counterattacks.", figure=FIGURE),
    Event("blind", "{figure} is blinded and rolls {number}.", figure=FIGURE, number=NUMBER),
    Event(
        "damage",
        "{figure} takes {number} damage and has {left} health.",
        figure=FIGURE,
        number=NUMBER,
        left=NUMBER,
    ),
    Event(
        "wound", "{figure} loses {number} health and has {left}.", figure=FIGURE, number=NUMBER, left=NUMBER
    ),
    Event("heals", "{figure} regains {number} health.", figure=FIGURE, number=NUMBER),
    Event("falls", "{figure} is defeated.", figure=FIGURE),
    Event("endures", "{figure} stays with {number} health.", figure=FIGURE, number=NUMBER),
    Event(
        "condition",
        "{figure} is {condition} ({number}).",
        figure=FIGURE,
        condition="condition",
        number=NUMBER,
    ),
    Event("blessed", "{figure} discards a blessed token instead.", figure=FIGURE),
    Event("cured", "{figure} is no longer {condition}.", figure=FIGURE, condition="condition"),
    Event("armour", "{figure} has armour {number} now.", figure=FIGURE, number=NUMBER),
    Event("token", "Resistance tokens left to {figure}: {number}.", figure=FIGURE, number=NUMBER),
    Event("lost", "{figure} is lost.", figure=FIGURE),
    Event("appears", "{figure} appears on square {square}.", figure=FIGURE, square="square"),
    Event("reveals", "Zone {zone} is revealed.", zone="zone"),
    Event(
        "tests",
        "{figure} tests {attribute}: {number} against {difficulty}.",
        figure=FIGURE,
        attribute="attribute",
        number=NUMBER,
        difficulty=NUMBER,
    ),
    Event("head", "{figure} takes a head.", figure=FIGURE),
    Event("drops", "A head lies on square {square}.", square="square"),
    Event("finds", "{figure} takes {card}.", figure=FIGURE, card="card"),
    Event("item", "{figure} uses {card}.", figure=FIGURE, card="card"),
    Event("door", "Door {place} is open.", place="place"),
    Event("shoved", "{figure} is moved to square {square}.", figure=FIGURE, square="square"),
    Event("kami", "{figure} enters Kami Mode.", figure=FIGURE),
    Event("ki", "{figure} rolls Ki dice: {number}.", figure=FIGURE, number=NUMBER),
    Event(
        "resurrects",
        "{figure} tries to come back: {number} against {difficulty}.",
        figure=FIGURE,
        number=NUMBER,
        difficulty=NUMBER,
    ),
    Event("level", "{figure} reaches level {number}.", figure=FIGURE, number=NUMBER),
    Event("ends", "The phase ends: {ending}.", ending="ending_told"),
)
E = EVENTS.numbers
ONLY_TARGET = 36  # the word after the priorities
