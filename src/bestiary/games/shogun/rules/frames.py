"""The Shogun's Chosen: frames: what is under way."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.names import Names

from ..state import FRAME, NOBODY, WIDTH

# What is under way lies on a stack: the kind of the frame, how far it has come, and what it remembers.
# A frame that starts something pushes a new frame and goes on when that one is gone.

PC = 1
ATTACK_STEP = Names(
    "ATTACK_STEP",
    (
        "target",
        "kind",
        "skill",
        "focus_die",
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
    (0, 2, 4, 6, 8, 20, 21, 22, 23, 25, 27, 28, 29, 30, 31, 32, 33, 34),
)


@rule
def top(s: Any, k: Any) -> Any:
    """A slot of the frame that asks."""
    return s.stack[s.sp - 1, k]


@rule
def push(s: Any, kind: Any, a: Any, b: Any, c: Any, e: Any) -> None:
    row = s.stack[s.sp]
    row[0] = kind
    row[1] = 0
    row[2] = a
    row[3] = b
    row[4] = c
    row[5] = e
    for i in range(6, WIDTH):
        row[i] = 0
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
    row[6] = zone
    row[9] = NOBODY
    row[11] = ki
    row[12] = NOBODY


@rule
def asked_hero(s: Any) -> Any:
    """The character whose frame asks."""
    return top(s, 2)
