"""The Shogun's Chosen: what lies on a creature, what it does, and how long it stays."""

from __future__ import annotations

from typing import Any

from bestiary.core.language import word

from ..effects import COND, FLAG, LATER, STAT, UNTIL
from ..state import HEROES, OPT

CONDITIONS = {
    "poisoned": "Each token takes 1 from every roll of the creature.",
    "bleeding": "Every activation begins with 1 damage for each token; armour does not help.",
    "blinded": "The next attack misses on a 1 to 3 of a die rolled for it.",
    "blessed": "A character may discard a blessed token instead of taking a condition.",
}
DOWNED = (
    "The creature has {what}. A downed character gains 1 action point fewer in its next activation; a downed "
    "enemy attacks only adjacent targets, with its printed dice and no skills. It ends with its activation."
)
VALUES = {"move": "movement", "nd": "defence", "taken": "damage taken", "ap_gain": "action points gained"}
VALUES |= {"test": "to tests"}
FLAGS = {
    "no_move": "does not move by itself",
    "no_kami": "cannot use Kami skills",
    "no_focus": "cannot add the focus die",
    "no_heal": "cannot regain health",
    "flying": "flies",
    "spectral": "moves like a spirit",
    "swift": "ignores difficult ground",
    "untargetable": "cannot be chosen as a target until it attacks",
    "taunt": "has to be chosen as a target",
    "sturdy": "cannot be pushed, pulled or downed",
    "skip": "loses its next activation",
    "double_attack": "may attack twice",
}
UNTILS = {
    UNTIL.ACTIVATION: "this activation",
    UNTIL.NEXT_START: "until the next activation",
    UNTIL.NEXT_END: "until the end of the next activation",
    UNTIL.ROUND: "this round",
    UNTIL.PHASE: "for the rest of the phase",
    LATER: "until the end of the next activation",
}


def condition(name: str, downed_moves: bool) -> str:
    """What a condition does, by the option on what being downed affects."""
    if name == "downed":
        return DOWNED.format(what="1 movement less" if downed_moves else "1 armour less")
    return CONDITIONS[name]


def states(s: Any, f: int) -> list[dict[str, str]]:
    """Everything that lies on a creature: its name, and what it does or how long it stays."""
    moves = int(s.opt.downed_affects) == OPT.DOWNED_AFFECTS_MOVE
    found = []
    for i, name in enumerate(COND.words):
        if n := int(s.cond[f, i]):
            found.append(
                {"name": word(name) + (f" {n}" if n > 1 else ""), "text": word(condition(name, moves))}
            )
    if f < HEROES and (n := int(s.blessed[f])):
        found.append({"name": f"{word('blessed')} {n}", "text": word(condition("blessed", moves))})
    for until, words in UNTILS.items():
        for i, name in enumerate(STAT.words):
            if n := int(s.mod[f, i, until]):
                found.append({"name": f"{n:+} {word(VALUES.get(name, name))}", "text": word(words)})
        for i, name in enumerate(FLAG.words):
            if int(s.flag[f, until]) >> i & 1:
                found.append({"name": word(FLAGS[name]), "text": word(words)})
    return found
