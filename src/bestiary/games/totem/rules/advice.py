"""Totem: what a position is worth to both seats, roughly: a guess for quick play, not a rule of the game.

The weights are log odds of winning, fit to the positions of 1,500 games between greedy players and
rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..state import CLASH, HAND, HIDDEN, ROW

TOTEM = 0.29  # for every Totem that defends
HIDDEN_POWER = 0.075  # and for each point of its power, while nobody knows it
SHOWN_POWER = 0.036
CARD = -0.15  # for every card in hand: many low ones are a burden
CARD_POWER = 0.045
TURN = 0.12


@rule
def in_hand(t: Any, card: Any) -> Any:
    return 0.0 if card == EMPTY else CARD + CARD_POWER * t.power[card]


@rule
def strength(t: Any, s: Any, p: Any) -> Any:
    worth = TURN if s.turn == p else 0.0
    for i in range(ROW):
        card = s.row[p, i]
        if card != EMPTY:
            weight = HIDDEN_POWER if s.face[p, i] == HIDDEN else SHOWN_POWER
            worth += TOTEM + weight * t.power[card]
    for i in range(HAND):
        worth += in_hand(t, s.hand[p, i])
    if s.turn == p:  # cards joined for an attack are not spent yet
        for i in range(CLASH):
            worth += in_hand(t, s.clash[i])
    return worth


@rule
def evaluate(t: Any, s: Any, out: Any) -> None:
    ahead = strength(t, s, 0) - strength(t, s, 1)
    out[0] = ahead / np.sqrt(4.0 + ahead * ahead)
    out[1] = -out[0]
