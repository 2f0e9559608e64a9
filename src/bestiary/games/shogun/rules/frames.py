"""The Shogun's Chosen: frames: what is under way."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.names import Names

from ..state import FRAME, NOBODY, WIDTH

# What is under way lies on a stack: the kind of the frame, how far it has come, and what it remembers.
# A frame that starts something pushes a new frame and goes on when that one is gone.

KIND, PC, FIRST = 0, 1, 2  # the kind of a frame, its next step, and where its own slots begin

# ---- slots of each kind -------------------------------------------------------------------------

# roll: of a die, or the kind slain; tested: whether a test was made
LIST = Names(
    "LIST",
    (
        "effects",
        "next",
        "on",
        "owner",
        "zone",
        "passed",
        "failed",
        "target",
        "roll",
        "ki",
        "attacker",
        "tested",
    ),
    range(2, 14),
)
EFFECT = Names("EFFECT", ("effect", "waiting", "at_hand", "chosen"), range(2, 6))
TRIGGER = Names("TRIGGER", ("figure", "on", "next", "target", "attacker"), range(2, 7))
BLOW = Names(
    "BLOW", ("by", "on", "manner", "skill", "focus", "prio", "spread", "counter"), (2, 3, 4, 5, 6, 7, 9, 10)
)
# how: see FALL; worth: see HEAD
DEFEAT = Names(
    "DEFEAT",
    ("figure", "by", "how", "skill", "head", "kind", "by_hero", "beside", "worth"),
    (2, 3, 4, 6, 6, 7, 8, 9, 10),
)
INFLICT = Names("INFLICT", ("figure", "condition", "n"), range(2, 5))
BUILD = Names("BUILD", ("hero", "points", "tiles"), range(2, 5))
PICK_KI = Names("PICK_KI", ("hero", "most", "may", "picked"), range(2, 6))  # may: whether none may be picked
INTERACT = Names("INTERACT", ("hero", "point"), range(2, 4))  # a point whose entry is being resolved
ACT = Names("ACT", ("hero",), range(2, 3))
# stepped: whether a step was taken; goal: 1 + the square that is walked to
WALK = Names("WALK", ("hero", "bonus", "stepped", "goal"), range(2, 6))
TRADE = Names("TRADE", ("one", "two", "team"), range(2, 5))  # team: before a phase, in the interlude
SHARE = Names("SHARE", ("pairs",), (3,))
INTERLUDE = Names("INTERLUDE", ("pairs",), (3,))
DRAW = Names("DRAW", ("hero", "left"), range(2, 4))
LIMIT = Names("LIMIT", ("hero",), range(2, 3))
ITEM = Names("ITEM", ("hero", "card"), range(2, 4))
SHOVE = Names("SHOVE", ("source", "figure", "left", "pull"), range(2, 6))
SPAWN = Names("SPAWN", ("kind", "plus", "square", "zone"), range(2, 6))
PLACE = Names("PLACE", ("zone", "how", "new", "at_hand"), (2, 3, 6, 7))  # how: see ARRIVAL
MALICE = Names("MALICE", ("left",), range(2, 3))
# why: the reason for its target; struck: whom it has attacked in this line
ENEMY = Names("ENEMY", ("figure", "line", "next", "why", "struck"), (2, 3, 4, 7, 8))
EVENTS = Names("EVENTS", ("next",), range(2, 3))
INITIATIVE = Names("INITIATIVE", ("waiting", "at_hand", "place"), (6, 7, 8))
END = Names("END", ("hero", "levels", "fallen"), (2, 3, 6))  # levels: whether they are gained

# ---- what stands in slots -----------------------------------------------------------------------

FALL = Names("FALL", ("otherwise", "struck_down", "end_of_kami_mode"))  # how somebody is defeated
HEAD = Names("HEAD", ("none", "minion", "boss"))  # what a follower leaves behind
ARRIVAL = Names("ARRIVAL", ("start", "all_moved", "door"))  # how a zone comes into play

# ---- steps of each kind; the answer to a question of an attack comes at the step after it --------

EFFECT_STEP = Names(
    "EFFECT_STEP",
    ("begin", "chosen", "next", "option", "done", "cure", "ki", "square", "decoy", "ground"),
    (0, 1, 2, 3, 9, 10, 11, 12, 13, 14),
)
BLOW_STEP = Names(
    "BLOW_STEP",
    (
        "skill",
        "focus",
        "spread",
        "enemy",
        "pool",
        "roll",
        "reroll",
        "result",
        "pre",
        "next",
        "hurt",
        "harm",
        "after",
        "last",
        "post",
        "finish",
    ),
    (0, 2, 4, 20, 21, 22, 23, 25, 27, 28, 29, 30, 31, 32, 33, 34),
)
DEFEAT_STEP = Names("DEFEAT_STEP", ("begin", "kami", "head", "rest"), (0, 1, 1, 2))
INFLICT_STEP = Names("INFLICT_STEP", ("begin", "bless"))
BUILD_STEP = Names("BUILD_STEP", ("attribute", "skill"), (1, 2))
PICK_KI_STEP = Names("PICK_KI_STEP", ("ask", "answer"))
WALK_STEP = Names("WALK_STEP", ("ask", "answer"))
TRADE_STEP = Names("TRADE_STEP", ("ask", "answer"))
SHARE_STEP = Names("SHARE_STEP", ("ask", "answer"))
INTERLUDE_STEP = Names("INTERLUDE_STEP", ("ask", "answer"))
LIMIT_STEP = Names("LIMIT_STEP", ("ask", "answer"))
ITEM_STEP = Names("ITEM_STEP", ("use", "after"))
ACT_STEP = Names("ACT_STEP", ("open", "special", "start", "ask", "answer"))
SPAWN_STEP = Names("SPAWN_STEP", ("begin", "point", "square", "put"))
PLACE_STEP = Names("PLACE_STEP", ("begin", "heroes", "hero", "others", "other", "done"))
ENEMY_STEP = Names("ENEMY_STEP", ("open", "special", "start", "line", "next", "walk", "strike", "square"))
ROUND_STEP = Names("ROUND_STEP", ("begin", "initiative", "activations", "next"))
INITIATIVE_STEP = Names(
    "INITIATIVE_STEP",
    (
        "lay_out",
        "events",
        "event",
        "skills",
        "skill",
        "use",
        "cards",
        "card",
        "swap",
        "swapped",
        "chosen",
        "place",
    ),
)
PHASE_STEP = Names("PHASE_STEP", ("begin", "share", "place"))
END_STEP = Names(
    "END_STEP",
    ("begin", "resurrect", "lose", "restore", "level", "raised", "tile", "tiled", "kami", "take", "yomi"),
)


@rule
def top(s: Any, k: Any) -> Any:
    """A slot of the frame that asks."""
    return s.stack[s.sp - 1, k]


@rule
def push(s: Any, kind: Any, a: Any, b: Any, c: Any, e: Any) -> None:
    row = s.stack[s.sp]
    for i in range(WIDTH):
        row[i] = 0
    row[KIND] = kind
    row[FIRST] = a
    row[FIRST + 1] = b
    row[FIRST + 2] = c
    row[FIRST + 3] = e
    s.sp += 1


@rule
def pop(s: Any) -> None:
    s.sp -= 1
    row = s.stack[s.sp]
    for i in range(WIDTH):
        row[i] = 0


@rule
def push_list(s: Any, effects: Any, trigger: Any, owner: Any, zone: Any, ki: Any) -> None:
    """Runs the effects of a list for a trigger."""
    if effects < 0:
        return
    push(s, FRAME.LIST, effects, 0, trigger, owner)
    row = s.stack[s.sp - 1]
    row[LIST.ZONE] = zone
    row[LIST.TARGET] = NOBODY
    row[LIST.KI] = ki
    row[LIST.ATTACKER] = NOBODY


@rule
def asked_hero(s: Any) -> Any:
    """The character whose frame asks."""
    return top(s, FIRST)
