"""The Shogun's Chosen: what can happen, as people are told it, and how a phase can end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import Event, Events
from bestiary.core.names import Names
from bestiary.core.said import Listed, Person, Said, many, said

from .effects import FACE, IF
from .state import ENCOUNTER, MAX_MALICE, OPT

BY = Names("BY", ("none", "objective", "failure", "malice", "defeated"))
FIGURE, NUMBER = "figure_told", "number"

# why an enemy chose its target
AIM = Names("AIM", ("priority", "only", "resistor", "ally", "taunt", "team", "order", "kin"))
AIMS = {
    AIM.PRIORITY: "{figure} chooses {target}: {priority}.",
    AIM.ONLY: "{figure} chooses {target}: its only target.",
    AIM.RESISTOR: "{figure} chooses {target}: those whom the characters protect come first.",
    AIM.ALLY: "{figure} chooses {target}: allies of the characters come first.",
    AIM.TAUNT: "{figure} chooses {target}: it is taunted.",
    AIM.TEAM: "{figure} chooses {target}: the team decided among equals.",
    AIM.ORDER: "{figure} chooses {target}: the first among equals.",
    AIM.KIN: "{figure} chooses {target}: the nearest of its kind.",
}
GAIN = Names("GAIN", ("coins", "karma", "affinity", "heads", "ap", "mp", "blessed"))
GAINS = {
    GAIN.COINS: ("{n} coin", "{n} coins"),
    GAIN.KARMA: ("{n} karma", "{n} karma"),
    GAIN.AFFINITY: ("{n} affinity with the Kami", "{n} affinity with the Kami"),
    GAIN.HEADS: ("{n} head", "{n} heads"),
    GAIN.AP: ("{n} action point", "{n} action points"),
    GAIN.MP: ("{n} bonus movement point", "{n} bonus movement points"),
    GAIN.BLESSED: ("{n} blessed token", "{n} blessed tokens"),
}


def tell_round(words: Mapping[str, int]) -> str:
    if words["colour"]:
        return "Round {number}: the oracle is {colour}, minions use their aggressive behaviour."
    return "Round {number}: the oracle is {colour}, minions use their normal behaviour."


def tell_aim(words: Mapping[str, int]) -> str:
    """Why an enemy chose this target."""
    return AIMS[words["reason"]]


def tell_gain(words: Mapping[str, int]) -> Said:
    n = words["number"]
    gain = many(abs(n), *GAINS[words["what"]])
    return said("{figure} gains {gain}." if n > 0 else "{figure} loses {gain}.", gain=gain)


def tell_token(words: Mapping[str, int]) -> str:
    if words["number"] == 1:
        return "{figure} has {number} resistance token left."
    return "{figure} has {number} resistance tokens left."


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
    if words["number"] >= words["difficulty"]:
        return "{figure} tests {attribute}: {number} against {difficulty}, passed."
    return "{figure} tests {attribute}: {number} against {difficulty}, failed."


def tell_return(words: Mapping[str, int]) -> str:
    if words["number"] >= words["difficulty"]:
        return "{figure} tests spirit to come back: {number} against {difficulty}, back unharmed."
    return "{figure} tests spirit to come back: {number} against {difficulty}, back, but weakened."


EVENTS = Events(
    Event("round", tell_round, number=NUMBER, colour="colour", card="card"),
    Event("event", "Event in zone {zone}, {event}", zone="zone", event="event_told"),
    Event("malice", f"Malice rises to {{number}} of {MAX_MALICE}.", number=NUMBER),
    Event("turn", "It is {figure}'s turn.", figure=FIGURE),
    Event("rolls", "{figure} rolls a {number}.", figure=FIGURE, number=NUMBER, detail=True),
    Event("draws", "{figure} draws the card {card}.", figure=FIGURE, card="card"),
    Event(
        "line", "{figure} follows its line {number}, {line}.", figure=FIGURE, line="line_told", number=NUMBER
    ),
    Event("idle", "{figure} can follow none of its lines and does nothing.", figure=FIGURE),
    Event("aims", tell_aim, figure=FIGURE, target=FIGURE, priority="priority", reason=NUMBER, detail=True),
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
    Event("hits", tell_hits, number=NUMBER, detail=True),
    Event("focus", tell_focus, face="face", detail=True),
    Event("fails", "{figure}'s attack fails.", figure=FIGURE),
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
    Event("armour", "{figure} now has {number} armour.", figure=FIGURE, number=NUMBER),
    Event("token", tell_token, figure=FIGURE, number=NUMBER),
    Event("lost", "{figure} is lost.", figure=FIGURE),
    Event("saved", "{figure} is safe, thanks to {saviour}.", figure=FIGURE, saviour=FIGURE),
    Event("gains", tell_gain, figure=FIGURE, what=NUMBER, number=NUMBER),
    Event("unlocks", "The Kami {kami} can be followed from now on.", kami="kami_told"),
    Event("appears", "{figure} appears on square {square}.", figure=FIGURE, square="square"),
    Event("reveals", "A new part of the map is revealed, zone {zone}.", zone="zone"),
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
    Event("ki", "{figure} rolls Ki dice: {number}.", figure=FIGURE, number=NUMBER, detail=True),
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


def counted(content: Content, s: Any, which: str) -> list[list[int]]:
    """How far the counters of the objective (``ch``) or of failure (``fail``) are: so many of so many."""
    t, c = content.tables[0], int(s.chapter)
    found = []
    for kind, value in zip(t[f"{which}_if"][c], t[f"{which}_value"][c], strict=True):
        i = int(kind) - IF.COUNTER_A
        if 0 <= i < 3:
            found.append([int(s.counter[i]), int(value)])
    return found


def ended(content: Content, s: Any, people: Sequence[Person]) -> Said:
    """Why a phase ended as it did, and what follows in a campaign."""
    by, rounds = BY.words[int(s.by)], int(s.rounds)
    chapter = getattr(content, "story", {"chapters": []})["chapters"][int(s.chapter)]
    reached = tuple(
        said(" The objective stood at {have} of {need}.", have=have, need=need)
        for have, need in counted(content, s, "ch")
        if need > 0
    )
    then = Listed((*reached, follows(content, s)), "", "")
    if by == "objective":
        return said(
            "The objective is reached in round {n}: {text}{then}",
            n=rounds,
            text=chapter["objective"],
            then=then,
        )
    if by == "failure":
        text = Listed(tuple(chapter["failure"]), " ", " ")
        return said("{text} That was in round {n}.{then}", text=text, n=rounds, then=then)
    if by == "malice":
        return said("Malice reached {most} in round {n}.{then}", most=MAX_MALICE, n=rounds, then=then)
    return said("All characters are defeated in round {n}.{then}", n=rounds, then=then)


def follows(content: Content, s: Any) -> Said | str:
    """What a phase of a campaign has brought, and what comes after it."""
    if int(s.opt.mode) != OPT.MODE_CAMPAIGN or int(s.chapter) == ENCOUNTER:
        return ""
    chapters, c = getattr(content, "story", {"chapters": []})["chapters"], int(s.chapter)
    won = int(s.winner) == 1
    reward = chapters[c]["reward"]
    gained = said(" Gained: {reward}.", reward=reward) if won and reward else ""
    if int(s.called):
        return said("{gained} The Shinigami comes before anything else.", gained=gained)
    if won and c == ENCOUNTER - 1:
        return said("{gained} The campaign is won.", gained=gained)
    if won:
        title = chapters[c + 1]["title"]
        return said("{gained} Next is chapter {n}, {title}.", gained=gained, n=c + 2, title=title)
    if int(s.opt.attempts) and int(s.attempt) >= int(s.opt.attempts):
        return " That was the last attempt: the campaign is lost."
    return " Keep what you have gained and try the chapter again."
