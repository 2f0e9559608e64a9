"""Totemic: what may be chosen, and what a choice means (the decisions of the rulebook)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL
from bestiary.core.jit import rule

from ..state import (
    A_ACCEPT,
    A_BEGIN,
    A_CHALLENGE,
    A_CHOOSE,
    A_DISCARD,
    A_DRAW,
    A_FEINT,
    A_INVOKE,
    A_KEEP,
    A_NO,
    A_PASS,
    A_PAY,
    A_PICK,
    A_RECOVER,
    A_REMOVE,
    A_RIVALS,
    A_SELECT,
    A_SUBMIT,
    A_SWAP,
    A_THREATEN,
    A_TOKEN,
    A_YES,
    ACT,
    ANSWER,
    APART,
    ASPECTS,
    BEGIN,
    CHOOSE,
    COUNT,
    DISCARD,
    FEINT,
    HAND,
    INVOKE_PAY,
    MAY,
    OFFERING,
    PAY,
    PICK,
    RECOVER,
    REMOVE,
    RIVALS,
    SELECT,
    SIDES,
    SPIRIT_CARD,
    SPIRITS,
    STRONGEST,
    SWAP,
    TOKEN,
    TRIM,
    V_CHOOSE,
    V_DISCARD,
    V_FEINT,
    V_INVOKE,
    V_PAY,
    V_PICK,
    V_RECOVER,
    V_REMOVE,
    V_RIVALS,
    V_SELECT,
    V_SWAP,
    V_TOKEN,
)
from .refusals import asked, is_open_to_all, is_strongest, may_play
from .rival import candidate, candidates, wanted_strength
from .solo import too_many_rivals


@rule
def pair_place(i: Any, j: Any) -> Any:
    """The number of a rising pair of places, the place of the card that lies apart included."""
    return i * (2 * HAND + 1 - i) // 2 + (j - i - 1)


@rule
def add_hand(s: Any, p: Any, out: Any) -> Any:
    for i in range(s.hand_n[p]):
        out[i] = A_DISCARD + s.hand[p, i]
    return np.int64(s.hand_n[p])


@rule
def add_pairs(s: Any, p: Any, base: Any, out: Any) -> Any:
    n = np.int64(0)
    for i in range(s.hand_n[p]):
        for j in range(i + 1, s.hand_n[p]):
            out[n] = base + pair_place(i, j)
            n += 1
    return n


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    phase = s.phase
    p = asked(s)
    n = np.int64(0)
    if phase == ACT:
        out[0] = A_DRAW
        n = np.int64(1)
        for i in range(s.offering_n):
            out[n] = A_INVOKE + s.offering[i]
            n += 1
        out[n] = A_CHALLENGE
        n += 1
    elif phase == ANSWER:
        out[0] = A_ACCEPT
        out[1] = A_THREATEN
        out[2] = A_SUBMIT
        n = np.int64(3)
    elif phase == SELECT:
        n = add_pairs(s, p, np.int64(A_SELECT), out)
    elif phase == PAY:
        n = add_pairs(s, p, np.int64(A_PAY), out)
    elif phase == INVOKE_PAY or phase == TRIM or phase == DISCARD:
        n = add_hand(s, p, out)
    elif phase == MAY:
        out[0] = A_YES
        out[1] = A_NO
        n = np.int64(2)
    else:
        n = legal_rarely(t, s, p, out)
    return n


@rule
def legal_rarely(t: Any, s: Any, p: Any, out: Any) -> Any:
    """The choices of the questions that come up once in a while."""
    phase = s.phase
    n = np.int64(0)
    if phase == STRONGEST:
        for i in range(s.hand_n[p]):
            if is_strongest(t, s, p, np.int64(s.hand[p, i])):
                out[n] = A_DISCARD + s.hand[p, i]
                n += 1
    elif phase == RECOVER:
        for i in range(s.discard_n):
            out[i] = A_RECOVER + s.discard[i]
        n = s.discard_n
    elif phase == REMOVE:
        for card in range(ASPECTS):
            if is_open_to_all(s, 1 - p, np.int64(card)):
                out[n] = A_REMOVE + card
                n += 1
    elif phase == SWAP:
        for i in range(s.hand_n[p]):
            for place in range(s.offering_n):
                out[n] = A_SWAP + i * OFFERING + place
                n += 1
        if t.fx_may[s.fx_row, s.fx_next] == 1:
            out[n] = A_PASS
            n += 1
    elif phase == FEINT:
        for i in range(s.selected_n[p]):
            for place in range(s.offering_n):
                out[n] = A_FEINT + i * OFFERING + place
                n += 1
        if t.fx_may[s.fx_row, s.fx_next] == 1:
            out[n] = A_KEEP
            n += 1
    elif phase == PICK:
        strength = wanted_strength(t, s, s.task)
        for i in range(candidates(s, s.task)):
            card = candidate(s, s.task, np.int64(i))
            if t.strength[card] == strength:
                out[n] = A_PICK + card
                n += 1
    elif phase == CHOOSE:
        for spirit in range(SPIRITS):
            if may_play(t, s, p, np.int64(spirit)) == 0:
                out[n] = A_CHOOSE + spirit
                n += 1
    elif phase == COUNT:
        for i in range(RIVALS):
            if not too_many_rivals(t, s.spirit[p], np.int64(i + 1)):
                out[n] = A_RIVALS + i
                n += 1
    elif phase == TOKEN:
        for side in range(SIDES):
            out[side] = A_TOKEN + side
        n = np.int64(SIDES)
    elif phase == BEGIN:
        out[0] = A_BEGIN
        n = np.int64(1)
    return n


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    p = min(asked(s), np.int64(1))
    out.verb = verb
    out.see = ALL
    if verb == V_CHOOSE:
        out.card = SPIRIT_CARD + a
    elif verb == V_RIVALS:
        out.number = a + 1
    elif verb == V_TOKEN:
        out.target = a
    elif verb == V_SELECT or verb == V_PAY:
        out.card = s.hand[p, a]
        out.other = s.apart[0] if b == APART else s.hand[p, b]
        if verb == V_SELECT and s.seats == SIDES:
            out.see = 1 << p
    elif verb == V_SWAP:
        out.card = s.hand[p, a]
        out.other = s.offering[b]
    elif verb == V_FEINT:
        out.card = s.selected[p, a]
        out.other = s.offering[b]
    elif verb == V_INVOKE or verb == V_DISCARD or verb == V_RECOVER or verb == V_REMOVE or verb == V_PICK:
        out.card = a
