"""Totemic: what a position is worth, roughly: a guess for search, not a rule of the game.

A solo game is lost by nearly everybody who plays at random, so that playing on to its end tells nothing:
this tells how it stands instead. Power counts, and the cards with which a challenge would be fought just
now; in the solo game also what will be left for the rivals further up. The weights are log odds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..state import FATES, NOBODY, PAIR, PLAYER, RIVAL, SIDES

POWER = 0.13  # for each point of power more than the other side
DOMINANCE = 0.15  # for the token
EDGE = 0.55  # for a challenge that is sure to be won, with the cards at hand
STAKED = 0.13  # for each point of power at stake, where the challenge is being fought
LATER = 0.09  # for each point of power more than a rival further up
KEPT = 0.7  # the share of the own power that is left after a confrontation, by experience


@rule
def chance(x: Any) -> Any:
    """Log odds as a chance."""
    return 1.0 / (1.0 + np.exp(-x))


@rule
def best_pair(t: Any, s: Any, p: Any) -> Any:
    """The strength of the two cards that a side would fight with, or fights with."""
    high = 0
    low = 0
    for i in range(s.hand_n[p]):
        card = s.hand[p, i]
        strength = t.strength[card] if card >= 0 else 0
        if strength > high:
            low = high
            high = strength
        elif strength > low:
            low = strength
    if s.selected_n[p] == 0:
        return high + low
    total = 0
    for i in range(s.selected_n[p]):
        if s.selected[p, i] >= 0:
            total += t.strength[s.selected[p, i]]
    return total + (high if s.selected_n[p] < PAIR else 0)


@rule
def outcome(own: Any, other: Any, dominant: Any) -> Any:
    """1 for a challenge that is won, -1 for one that is lost."""
    if own == other:
        return 1.0 if dominant else -1.0
    return 1.0 if own > other else -1.0


@rule
def prospect(t: Any, s: Any) -> Any:
    """How a challenge would go for the first side just now, from -1 to 1."""
    own = best_pair(t, s, 0) + s.bonus[0]
    other = best_pair(t, s, 1) + s.bonus[1]
    dominant = s.dominance == 0
    if s.seats == SIDES:
        return outcome(own, other, dominant)
    if s.turned[0] != EMPTY:
        return outcome(own, other + t.strength[s.turned[0]], dominant)
    if s.stack_n == 0:
        return outcome(own, other, dominant)
    mean = 0.0
    for i in range(FATES):
        if s.stack[i] != EMPTY:
            mean += outcome(own, other + t.strength[s.stack[i]], dominant)
    return mean / s.stack_n


@rule
def lead(t: Any, s: Any) -> Any:
    """The log odds of the first side in this game or confrontation."""
    ahead = POWER * (s.power[0] - s.power[1])
    if s.dominance != NOBODY:
        ahead += DOMINANCE if s.dominance == 0 else -DOMINANCE
    if s.initiator != NOBODY and s.victor == NOBODY and s.payer == NOBODY:
        return ahead + STAKED * t.levels[s.level] * prospect(t, s)
    return ahead + EDGE * prospect(t, s)


@rule
def further_up(t: Any, s: Any) -> Any:
    """The chance against the rivals that come after this one."""
    power = KEPT * s.power[PLAYER]
    beaten = s.spirit[RIVAL]
    all_ = 1.0
    for i in range(s.rung + 2, s.rivals + 1):
        power += t.power[beaten] // 2
        beaten = s.hierarchy[i]
        all_ *= chance(LATER * (power - t.power[beaten]))
        power *= KEPT
    return all_


@rule
def evaluate(t: Any, s: Any, out: Any) -> None:
    for p in range(SIDES):
        out[p] = 0.0
    if s.spirit[0] == NOBODY or s.spirit[1] == NOBODY:
        return
    if s.seats == SIDES:
        out[0] = 2.0 * chance(lead(t, s)) - 1.0
        out[1] = -out[0]
    else:
        out[PLAYER] = 2.0 * chance(lead(t, s)) * further_up(t, s) - 1.0
