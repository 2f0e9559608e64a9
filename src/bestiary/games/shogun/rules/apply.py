"""The Shogun's Chosen: playing an answer, and going on with what is under way (chapter 33)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ..events import BY
from ..state import FRAME, WORDS
from . import ending
from .effects import lists, triggers
from .enemies import behaviour
from .fight import attack, conditions, defeat
from .frames import KIND
from .ground import paths, shove, spawning, zones
from .things import exchange, interlude, items
from .turn import actions, build, interact, ki, phase, rounds, walking


@rule
def between(kind: Any) -> Any:
    """Whether nothing is unresolved when a frame of this kind comes to its turn."""
    # SHG-33.19
    if kind == FRAME.ROUND or kind == FRAME.EVENTS or kind == FRAME.ACT or kind == FRAME.MOVE:
        return True
    return kind == FRAME.ENEMY or kind == FRAME.INITIATIVE


@rule
def run(t: Any, s: Any, log: Any) -> None:
    """Goes on with what is under way, up to the next question or the end."""
    while s.actors == 0 and s.over == 0:
        kind = s.stack[s.sp - 1, KIND]
        if between(kind):
            by = ending.ending(t, s)
            if by != BY.NONE:
                ending.end_phase(t, s, by, log)
                continue
        step(t, s, kind, log)


@rule
def step(t: Any, s: Any, kind: Any, log: Any) -> None:
    if kind == FRAME.LIST:
        lists.step_list(t, s, log)
    elif kind == FRAME.EFFECT:
        lists.step_effect(t, s, log)
    elif kind == FRAME.TRIGGER:
        triggers.step_trigger(t, s, log)
    elif kind == FRAME.MOVE:
        walking.step_move(t, s, log)
    elif kind == FRAME.ACT:
        actions.step_act(t, s, log)
    elif kind == FRAME.ATTACK:
        attack.step_attack(t, s, log)
    elif kind == FRAME.ENEMY:
        behaviour.step_enemy(t, s, log)
    elif kind == FRAME.ROUND:
        rounds.step_round(t, s, log)
    elif kind == FRAME.EVENTS:
        rounds.step_events(t, s, log)
    elif kind == FRAME.INITIATIVE:
        rounds.step_initiative(t, s, log)
    elif kind == FRAME.DEFEAT:
        defeat.step_defeat(t, s, log)
    elif kind == FRAME.INFLICT:
        conditions.step_inflict(t, s, log)
    elif kind == FRAME.INTERACT:
        interact.step_interact(t, s, log)
    elif kind == FRAME.ITEM:
        items.step_item(t, s, log)
    elif kind == FRAME.PICK_KI:
        ki.step_pick_ki(t, s, log)
    elif kind == FRAME.SHOVE:
        shove.step_shove(t, s, log)
    elif kind == FRAME.SPAWN:
        spawning.step_spawn(t, s, log)
    elif kind == FRAME.PLACE:
        zones.step_place(t, s, log)
    elif kind == FRAME.MALICE:
        zones.step_malice(t, s, log)
    elif kind == FRAME.DRAW:
        items.step_draw(t, s, log)
    elif kind == FRAME.LIMIT:
        items.step_limit(t, s, log)
    elif kind == FRAME.TRADE:
        exchange.step_trade(t, s, log)
    elif kind == FRAME.SHARE:
        exchange.step_share(t, s, log)
    elif kind == FRAME.INTERLUDE:
        interlude.step_interlude(t, s, log)
    elif kind == FRAME.BUILD:
        build.step_build(t, s, log)
    elif kind == FRAME.PHASE:
        phase.step_phase(t, s, log)
    else:
        phase.step_end(t, s, log)


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    for i in range(WORDS):
        s.cand[i] = 0
    s.may = 0
    s.verb = t.verb[action]
    s.ans = t.arg[action, 0]
    s.ans2 = t.arg[action, 1]
    s.actors = 0
    run(t, s, log)
    if s.searched == 1:
        paths.forget_paths(s)
