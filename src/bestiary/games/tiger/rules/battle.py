"""Tossing Tiger: rolling a die and finding the winner of a battle (chapters 5, 7, 10, 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..events import E_ROLLS, E_TOSSES, E_WINS_BATTLE
from ..state import (
    ATT,
    DEF,
    DICE,
    HEADS_UP,
    IN_ORDER,
    NONE,
    PLAIN,
    PUBLISHED,
    ROOSTER,
    SIDES,
)
from ..vocabulary import (
    DO_ADD,
    DO_CLAIM,
    DO_DROP,
    DO_FATE,
    DO_NO_STRENGTHS,
    DO_PROTECT,
    DO_TOSS,
    IF_FACED_STRONG,
    ON_CHECK,
    ON_NEXT_CHECK,
    ON_SHOWN,
    ON_WAR,
    TO_ME,
    VALUE_WIN,
    WHAT_ALL,
    WHAT_OWN_EARLIER,
)
from .conditions import animal_at, dawn_effect, holds, shown_before
from .table import die_n, forget_top, is_dawn, is_rooster, previous_battle, random_card

NOBODY_WON, BOTH_WON = 0, 3
NO_FATE, WINS, LOSES = 0, 1, 2

# ---- which effects a card has --------------------------------------------------------------


@rule
def action_of(s: Any, side: Any, spot: Any) -> Any:
    # TTR-14.10, TTR-12.25, TTR-14.22
    kind = np.int64(s.up[side, spot])
    if kind < 0 or is_dawn(s, side, spot):
        return np.int64(NONE)
    if is_rooster(kind) and s.change != NONE:
        return np.int64(s.change)
    if s.copied[side, spot] != NONE:
        return np.int64(s.copied[side, spot])
    return kind


@rule
def disables(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.10, TTR-11.7
    action = action_of(s, side, spot)
    return action != NONE and t.disables[action] == 1 and s.passed[side, spot] == 0


@rule
def disabled(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.11, TTR-10.14
    if not disables(t, s, 1 - side, spot):
        return False
    return side == DEF or not disables(t, s, side, spot)


@rule
def off(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.13, TTR-11.7, TTR-12.7, TTR-16.10
    if s.passed[side, spot] != 0 or s.conceded[spot] != 0:
        return True
    return disabled(t, s, side, spot)


@rule
def stopped_from_acting(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.12
    if side == ATT and s.opt.turtle == IN_ORDER:
        return False
    return disabled(t, s, side, spot)


@rule
def holds_facing(t: Any, s: Any, condition: Any, n: Any, side: Any, spot: Any) -> Any:
    # TTR-12.22
    if condition == IF_FACED_STRONG:
        return is_strong(t, s, 1 - side, spot)
    return holds(t, s, condition, n, side, spot)


# ---- strengths ---------------------------------------------------------------------------


@rule
def is_strong(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-7.1, TTR-7.10
    me = animal_at(t, s, side, spot)
    faced = animal_at(t, s, 1 - side, spot)
    if me == NONE or faced == NONE:
        return False
    if s.rule != NONE:
        if s.named == faced and dawn_effect(t, s, ON_WAR, DO_DROP) != NONE:
            return False
        if s.named == me and dawn_effect(t, s, ON_WAR, DO_NO_STRENGTHS) != NONE:
            return False
    if s.dropped[faced] > 0 and spot >= s.dropped[faced]:
        return False
    if (s.strong[me] >> faced) & 1:
        return True
    if s.rule != NONE and side == ATT:
        if s.named == faced and dawn_effect(t, s, ON_WAR, DO_ADD) != NONE:
            return True
    if s.gift[side, faced] > 0 and spot >= s.gift[side, faced]:
        return True
    if me == ROOSTER and s.rooster_gift[faced] > 0 and spot >= s.rooster_gift[faced]:
        return True
    return grows_strong(t, s, side, spot, faced)


@rule
def grows_strong(t: Any, s: Any, side: Any, spot: Any, faced: Any) -> Any:
    # TTR-10.8, TTR-12.26
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return False
    for i in range(t.effects[action]):
        if t.fx_on[action, i] != ON_CHECK or t.fx_do[action, i] != DO_ADD or t.fx_to[action, i] != TO_ME:
            continue
        if not holds(t, s, np.int64(t.fx_if[action, i]), np.int64(t.fx_n[action, i]), side, spot):
            continue
        if t.fx_what[action, i] == WHAT_ALL:
            return True
        if t.fx_what[action, i] == WHAT_OWN_EARLIER and shown_before(t, s, side, spot, faced):
            return True
    return False


# ---- the winner --------------------------------------------------------------------------


@rule
def bound_to_lose(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-7.9, TTR-14.8, TTR-14.9, TTR-14.11, TTR-14.12, TTR-13.30, TTR-13.35
    kind = np.int64(s.up[side, spot])
    if kind < 0 or is_dawn(s, side, spot):
        return True
    if is_rooster(kind):
        if s.opt.rolled_rooster == PLAIN:
            return False
        if s.change != NONE:
            return off(t, s, side, spot)
    return t.doom[kind] == 1


@rule
def fate(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-7.8
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return np.int64(NO_FATE)
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON_CHECK and t.fx_do[action, i] == DO_FATE:
            if holds(t, s, np.int64(t.fx_if[action, i]), np.int64(t.fx_n[action, i]), side, spot):
                return np.int64(WINS if t.fx_value[action, i] == VALUE_WIN else LOSES)
    return np.int64(NO_FATE)


@rule
def compare(s: Any, att: Any, deff: Any) -> Any:
    # TTR-7.2, TTR-7.3, TTR-7.4, TTR-7.5
    if att and deff:
        return np.int64(BOTH_WON if s.opt.battle == PUBLISHED else NOBODY_WON)
    if att:
        return np.int64(1 << ATT)
    if deff:
        return np.int64(1 << DEF)
    return np.int64(NOBODY_WON if s.opt.battle == PUBLISHED else BOTH_WON)


@rule
def fated(t: Any, s: Any, spot: Any) -> Any:
    # TTR-7.7, TTR-7.8
    att = fate(t, s, np.int64(ATT), spot)
    deff = fate(t, s, np.int64(DEF), spot)
    if att == NO_FATE and deff == NO_FATE:
        return compare(s, is_strong(t, s, np.int64(ATT), spot), is_strong(t, s, np.int64(DEF), spot))
    if att == WINS and deff == WINS:
        return compare(s, True, True)
    if att == LOSES and deff == LOSES:
        return np.int64(NOBODY_WON)
    if att == WINS or deff == LOSES:
        return np.int64(1 << ATT)
    return np.int64(1 << DEF)


@rule
def claims(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-12.17, TTR-12.18
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return False
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON_NEXT_CHECK and t.fx_do[action, i] == DO_CLAIM:
            return True
    return False


@rule
def claimed(t: Any, s: Any, spot: Any, won: Any) -> Any:
    # TTR-12.17, TTR-12.18
    before = previous_battle(s, spot)
    if before < 0 or (won != NOBODY_WON and won != BOTH_WON):
        return np.int64(won)
    att = claims(t, s, np.int64(ATT), before)
    deff = claims(t, s, np.int64(DEF), before)
    if att and not deff:
        return np.int64(1 << ATT)
    if deff and not att:
        return np.int64(1 << DEF)
    return np.int64(won)


@rule
def protected(t: Any, s: Any, spot: Any, won: Any) -> Any:
    # TTR-15.19, TTR-15.20
    if s.rule == NONE or dawn_effect(t, s, ON_WAR, DO_PROTECT) == NONE:
        return np.int64(won)
    for side in range(SIDES):
        if won == 1 << (1 - side) and animal_at(t, s, np.int64(side), spot) == s.named:
            return np.int64(NOBODY_WON)
    return np.int64(won)


@rule
def winner(t: Any, s: Any, spot: Any) -> Any:
    # TTR-7.7
    if s.conceded[spot] != 0:
        return np.int64(1 << (2 - s.conceded[spot]))
    att = bound_to_lose(t, s, np.int64(ATT), spot)
    deff = bound_to_lose(t, s, np.int64(DEF), spot)
    if att or deff:
        return np.int64(NOBODY_WON if att and deff else (1 << DEF if att else 1 << ATT))
    if s.guessed[spot] != 0:
        return protected(t, s, spot, np.int64(1 << ATT))
    if s.rule != NONE and animal_at(t, s, np.int64(ATT), spot) == animal_at(t, s, np.int64(DEF), spot):
        twins = dawn_effect(t, s, ON_WAR, DO_FATE)  # TTR-15.26
        if twins != NONE:
            side = ATT if t.fx_value[s.rule, twins] == VALUE_WIN else DEF
            return protected(t, s, spot, np.int64(1 << side))
    return protected(t, s, spot, claimed(t, s, spot, fated(t, s, spot)))


# ---- rolling and checking ------------------------------------------------------------------


@rule
def toss(t: Any, s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-10.1, TTR-10.2
    action = action_of(s, side, spot)
    if action == NONE or s.conceded[spot] != 0:
        return
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON_SHOWN and t.fx_do[action, i] == DO_TOSS:
            s.toss[side, spot] = HEADS_UP + below(s.rng, DICE, np.int64(2))
            emit(log, E_TOSSES, ALL, ALL, side, spot, s.toss[side, spot], 0)


@rule
def roll(t: Any, s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-5.2, TTR-5.3, TTR-11.7, TTR-12.6
    if s.top[side, spot] != EMPTY:
        kind = np.int64(s.top[side, spot])
        forget_top(s, side, spot)
    else:
        kind = random_card(s, side, spot)
    s.clock += 1
    s.up[side, spot] = kind
    s.toss[side, spot] = 0
    s.copied[side, spot] = NONE
    s.passed[side, spot] = 0
    s.shown_at[side, spot] = s.clock
    emit(log, E_ROLLS, ALL, ALL, side, spot, kind, 0)
    toss(t, s, side, spot, log)


@rule
def check(t: Any, s: Any, spot: Any, log: Any) -> None:
    # TTR-5.6, TTR-6.10, TTR-7.11
    for side in range(SIDES):
        if s.up[side, spot] == EMPTY and die_n(s, np.int64(side), spot) > 0:
            roll(t, s, np.int64(side), spot, log)
    s.result[spot] = winner(t, s, spot)
    s.done[spot] = 1
    emit(log, E_WINS_BATTLE, ALL, ALL, spot, s.result[spot], 0, 0)
