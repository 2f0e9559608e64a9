"""The Shogun's Chosen: what can happen, as people are told it, and how a phase can end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import Event, Events
from bestiary.core.names import Names
from bestiary.core.said import Person, Said, said

from .effects import FACE, IF
from .state import ENCOUNTER, MAX_MALICE, OPT

BY = Names("BY", ("none", "objective", "failure", "malice", "defeated"))
FIGURE, NUMBER = "figure_told", "number"

# why an enemy chose its target
AIM = Names("AIM", ("priority", "only", "resistor", "ally", "taunt", "team", "order", "kin"))
AIMS = {
    AIM.PRIORITY: "{priority}",
    AIM.ONLY: "its only target",
    AIM.RESISTOR: "those whom the characters protect come first",
    AIM.ALLY: "allies of the characters come first",
    AIM.TAUNT: "it is taunted",
    AIM.TEAM: "the team decided among equals",
    AIM.ORDER: "the first among equals",
    AIM.KIN: "the nearest of its kind",
}
GAIN = Names("GAIN", ("coins", "karma", "affinity", "heads", "ap", "mp", "blessed"))
GAINS = {
    GAIN.COINS: ("coin", "coins"),
    GAIN.KARMA: ("karma", "karma"),
    GAIN.AFFINITY: ("affinity with the Kami", "affinity with the Kami"),
    GAIN.HEADS: ("head", "heads"),
    GAIN.AP: ("action point", "action points"),
    GAIN.MP: ("bonus movement point", "bonus movement points"),
    GAIN.BLESSED: ("blessed token", "blessed tokens"),
}


def tell_round(words: Mapping[str, int]) -> str:
    how = "aggressive" if words["colour"] else "normal"
    return f"Round {{number}}: the oracle is {{colour}}, minions use their {how} behaviour."


def tell_aim(words: Mapping[str, int]) -> str:
    """Why an enemy chose this target."""
    return f"{{figure}} chooses {{target}}: {AIMS[words['reason']]}."


def tell_gain(words: Mapping[str, int]) -> str:
    n = words["number"]
    return f"{{figure}} {'gains' if n > 0 else 'loses'} {abs(n)} {GAINS[words['what']][abs(n) != 1]}."


def tell_token(words: Mapping[str, int]) -> str:
    n = words["number"]
    return f"{{figure}} has {{number}} resistance token{'' if n == 1 else 's'} left."


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
    Event("event", "Event for everybody in zone {zone}, {event}", zone="zone", event="event_told"),
    Event("malice", f"Malice rises to {{number}} of {MAX_MALICE}.", number=NUMBER),
    Event("turn", "It is the turn of {figure}.", figure=FIGURE),
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
    reached = "".join(f" Reached: {have} of {need}." for have, need in counted(content, s, "ch") if need > 0)
    then = reached + follows(content, s)
    if by == "objective":
        text = "The objective is reached in round {n}: {text}{then}"
        return said(text, n=rounds, text=chapter["objective"], then=then)
    if by == "failure":
        return said(
            "{text} That was in round {n}.{then}", text=" ".join(chapter["failure"]), n=rounds, then=then
        )
    if by == "malice":
        return said("Malice reached {most} in round {n}.{then}", most=MAX_MALICE, n=rounds, then=then)
    return said("All characters are defeated in round {n}.{then}", n=rounds, then=then)


def follows(content: Content, s: Any) -> str:
    """What a phase of a campaign has brought, and what comes after it."""
    if int(s.opt.mode) != OPT.MODE_CAMPAIGN or int(s.chapter) == ENCOUNTER:
        return ""
    chapters, c = getattr(content, "story", {"chapters": []})["chapters"], int(s.chapter)
    won = int(s.winner) == 1
    gained = f" Gained: {chapters[c]['reward']}." if won and chapters[c]["reward"] else ""
    if int(s.called):
        return f"{gained} The Shinigami comes before anything else."
    if won:
        last = c == ENCOUNTER - 1
        title = "" if last else chapters[c + 1]["title"]
        return f"{gained} " + ("The campaign is won." if last else f"Next is chapter {c + 2}, {title}.")
    if int(s.opt.attempts) and int(s.attempt) >= int(s.opt.attempts):
        return " That was the last attempt: the campaign is lost."
    return " Keep what you have gained and try the chapter again."
