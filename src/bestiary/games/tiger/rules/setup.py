"""Tossing Tiger: the deal, and the first question (chapters 1 and 13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..state import BASE_KINDS, DEAL, KINDS, NONE, SIDES, SPOTS, STEP, ZOO_KINDS
from . import makers, table, war, zoo


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # TTR-1.2 to TTR-1.9, TTR-13.4, TTR-13.6
    s.seats = s.opt.players
    s.dawn = EMPTY
    s.rule = NONE
    s.change = NONE
    s.named = NONE
    s.guess = NONE
    s.merge_at = NONE
    s.pick = NONE
    s.act_fx = NONE
    s.given = NONE
    s.builder = NONE
    for side in range(SIDES):
        for spot in range(SPOTS):
            s.copied[side, spot] = NONE
    makers.strengths(t, s)
    makers.roosters(t, s)
    s.kinds = BASE_KINDS
    if s.opt.dawn == 1 or s.opt.together == 1:
        s.kinds = KINDS
    elif s.opt.zoo == 1:
        s.kinds = ZOO_KINDS
    for kind in range(KINDS):
        if table.in_use(s, t.group[kind]):
            s.deck[kind] = t.copies[kind]
            s.deck_n += t.copies[kind]
            s.animals |= np.int64(1) << t.animal[kind]
    for p in range(s.seats):
        for _ in range(dealt(s, p)):
            s.hand[p, zoo.draw_from_deck(s, DEAL)] += 1
            s.hand_n[p] += 1
    s.turn = below(s.rng, DEAL, s.seats)
    s.captain[0] = 0
    s.captain[1] = 1
    s.step = STEP.TURN
    open_game(s)


@rule
def dealt(s: Any, p: Any) -> Any:
    # TTR-1.4, TTR-13.4
    large = (s.seats + 1) // 2
    small = s.seats // 2
    if s.opt.together == 0 or s.opt.even_teams == 0 or p % 2 == 0 or large == small:
        return s.opt.start_cards
    total = large * s.opt.start_cards
    return total // small + (1 if p // 2 < total % small else 0)


@rule
def open_game(s: Any) -> None:
    """Goes to the first question; nothing that anybody could hear happens before it."""
    war.step_turn(s)
    while s.actors == 0:
        if s.step == STEP.PAIR:
            war.step_pair(s)
        else:
            war.step_number(s)
