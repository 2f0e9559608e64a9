"""Tossing Tiger: what may be chosen, why not, and what a choice means (the decisions)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL
from bestiary.core.jit import rule

from ..state import (
    ANIMALS,
    ATT,
    DECK_BIT,
    P_BACK_CARD,
    P_BACK_FROM,
    P_BONUS,
    P_BUILD,
    P_CHALLENGE,
    P_CONCEDE,
    P_COPY,
    P_DAWN,
    P_DESTROY,
    P_DRAW,
    P_EXCHANGE,
    P_FREE_REROLL,
    P_GAIN,
    P_GRAB,
    P_GUESS,
    P_KEEP,
    P_LOOK,
    P_MERGE_FROM,
    P_MERGE_INTO,
    P_NAME,
    P_NUMBER,
    P_PAIR,
    P_PAY_CARD,
    P_PAY_MEMBER,
    P_PEEK,
    P_PILE,
    P_REROLL,
    P_RESHUFFLE,
    P_ROOSTER,
    P_SPOT,
    P_STEAL_CARD,
    P_STEAL_FROM,
    P_SWAP_FIRST,
    P_SWAP_SECOND,
    P_WISH_CARD,
    P_WISH_PLACE,
    ROOSTER,
    ROOSTERS,
    SEATS,
    SPOTS,
    STOP_BIT,
    USE_BIT,
)
from ..verbs import (
    A_ACT,
    A_BACK_CARD,
    A_BACK_FROM,
    A_BONUS,
    A_CHALLENGE,
    A_CONCEDE,
    A_COPY,
    A_DAWN,
    A_DECLINE,
    A_DESTROY,
    A_DISCARD,
    A_DONE,
    A_DRAW_DECK,
    A_DRAW_FROM,
    A_FIGHT,
    A_GAIN,
    A_GIVE,
    A_GIVE_UP,
    A_GRAB,
    A_GUESS,
    A_KEEP,
    A_LAY,
    A_LEAVE,
    A_LOOK,
    A_MERGE_FROM,
    A_MERGE_INTO,
    A_NAME,
    A_NO_DAWN,
    A_NUMBER,
    A_PAIR,
    A_PASS,
    A_PAY_CARD,
    A_PAY_MEMBER,
    A_PEEK,
    A_PILE,
    A_PUT,
    A_REMOVE,
    A_REROLL,
    A_RESHUFFLE,
    A_SILENT,
    A_SPOT,
    A_STEAL_CARD,
    A_STEAL_FROM,
    A_STOP,
    A_SWAP_FIRST,
    A_SWAP_SECOND,
    A_USE,
    A_WISH_CARD,
    A_WISH_DICE,
    A_WISH_SPOT,
    V_ACT,
    V_BACK_CARD,
    V_BONUS,
    V_DAWN,
    V_DECLINE,
    V_DISCARD,
    V_DONE,
    V_GIVE,
    V_GRAB,
    V_KEEP,
    V_LAY,
    V_NUMBER,
    V_PASS,
    V_PAY_CARD,
    V_PUT,
    V_REROLL,
    V_SPOT,
    V_STEAL_CARD,
    V_WISH_CARD,
    V_WISH_DICE,
    V_WISH_SPOT,
)
from .dice import can_keep, can_put, placed_all
from .reasons import bit_of, keeps, no_number, no_put, no_reroll, no_supplier
from .roosters import back_has
from .table import actor, die_has, side_of

FOUR_DICE = 4  # the most that a wish offers

# ---- the legal choices ---------------------------------------------------------------------------


@rule
def add_mask(s: Any, base: Any, n: Any, size: Any, out: Any) -> Any:
    """Adds a choice for every bit of the mask below a size."""
    for i in range(size):
        if (s.mask >> i) & 1:
            out[n] = base + i
            n += 1
    return np.int64(n)


@rule
def add(action: Any, n: Any, out: Any) -> Any:
    out[n] = action
    return np.int64(n + 1)


@rule
def has_kind(s: Any, kind: Any) -> Any:
    """How many cards of a kind the question offers, where it asks for a card."""
    if s.phase == P_GRAB:
        return die_has(s, 1 - s.side, s.spot, kind)
    if s.phase == P_BACK_CARD:
        return back_has(s, s.act_side, s.pick, kind)
    if s.phase == P_STEAL_CARD:
        return die_has(s, 1 - s.act_side, s.pick, kind)
    if s.phase == P_PAY_CARD:
        return np.int64(s.hand[actor(s), kind])
    n = 0
    for i in range(s.loot_n):
        if s.loot[i] == kind:
            n += 1
    return np.int64(n)


@rule
def add_kinds(s: Any, base: Any, n: Any, out: Any) -> Any:
    for kind in range(s.kinds):
        if has_kind(s, np.int64(kind)) > 0:
            out[n] = base + kind
            n += 1
    return np.int64(n)


@rule
def add_puts(t: Any, s: Any, out: Any) -> Any:
    # TTR-4.7
    side = side_of(s, s.builder)
    n = np.int64(0)
    if placed_all(s):
        return add(A_LAY, n, out)
    if can_keep(t, s, side):
        n = add(A_PUT, n, out)
    for spot in range(s.number):
        if can_put(t, s, side, np.int64(spot)):
            n = add(A_PUT + 1 + spot, n, out)
    return n


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    phase = s.phase
    n = np.int64(0)
    if phase == P_BUILD:
        return add_puts(t, s, out)
    if phase == P_KEEP:
        if s.mask == 0:
            n = add(A_KEEP, n, out)
        n = add_mask(s, A_GIVE, n, np.int64(SEATS), out)
        return add(A_DISCARD, n, out)
    if phase == P_GRAB:
        return add_kinds(s, A_GRAB, n, out)
    if phase <= P_NAME:
        return legal_before_dice(s, out)
    if phase <= P_MERGE_INTO or phase == P_FREE_REROLL or phase == P_EXCHANGE or phase == P_GAIN:
        return legal_around_battle(s, out)
    if phase <= P_BONUS:
        return legal_action(s, out)
    if phase == P_PILE:
        n = add_mask(s, A_PILE, n, np.int64(SPOTS), out)
    elif phase == P_WISH_CARD:
        n = add(A_SILENT, n, out)
        n = add_kinds(s, A_WISH_CARD, n, out)
    elif phase == P_PAY_MEMBER:
        n = add_mask(s, A_PAY_MEMBER, n, np.int64(SEATS), out)
    elif phase == P_PAY_CARD:
        n = add_kinds(s, A_PAY_CARD, n, out)
    return n


@rule
def legal_before_dice(s: Any, out: Any) -> Any:
    n = np.int64(0)
    phase = s.phase
    if phase == P_CHALLENGE:
        n = add_mask(s, A_CHALLENGE, n, np.int64(SEATS), out)
    elif phase == P_PAIR:
        n = add_mask(s, A_PAIR, n, np.int64(SEATS), out)
    elif phase == P_NUMBER:
        n = add_mask(s, A_NUMBER - 1, n, np.int64(SPOTS + 1), out)
    elif phase == P_WISH_PLACE:
        n = add(A_SILENT, n, out)
        for spot in range(s.number):
            n = add(A_WISH_SPOT + spot, n, out)
        for dice in range(FOUR_DICE):
            n = add(A_WISH_DICE + dice, n, out)
    elif phase == P_SPOT:
        n = add_mask(s, A_SPOT, n, np.int64(SEATS), out)
    elif phase == P_DAWN:
        n = add(A_NO_DAWN, n, out)
        for i in range(ROOSTERS):
            if s.hand[s.owner[ATT, 0], ROOSTER + i] > 0:
                n = add(A_DAWN + i, n, out)
    elif phase == P_NAME:
        n = add_mask(s, A_NAME, n, np.int64(ANIMALS), out)
    return n


@rule
def legal_around_battle(s: Any, out: Any) -> Any:
    n = np.int64(0)
    phase = s.phase
    if phase == P_CONCEDE:
        n = add(A_FIGHT, n, out)
        return add(A_CONCEDE, n, out)
    if s.may == 1:
        n = add(A_PASS, n, out)
    if phase == P_GUESS:
        n = add_mask(s, A_GUESS, n, np.int64(ANIMALS), out)
    elif phase == P_MERGE_FROM:
        n = add_mask(s, A_MERGE_FROM, n, np.int64(SPOTS), out)
    elif phase == P_MERGE_INTO:
        n = add_mask(s, A_MERGE_INTO, n, np.int64(SPOTS), out)
    elif phase == P_FREE_REROLL:
        n = add_mask(s, A_REROLL, n, np.int64(SPOTS), out)
    elif phase == P_EXCHANGE:
        n = add_mask(s, A_GIVE_UP, n, np.int64(SPOTS), out)
    elif phase == P_GAIN:
        n = add_mask(s, A_GAIN, n, np.int64(SPOTS), out)
    return n


@rule
def legal_action(s: Any, out: Any) -> Any:
    n = np.int64(0)
    phase = s.phase
    if s.may == 1:
        if phase == P_PEEK:
            n = add(A_ACT, n, out)
        elif phase == P_BACK_FROM:
            n = add(A_DONE, n, out)
        else:
            n = add(A_DECLINE, n, out)
    if phase == P_PEEK:
        n = add_mask(s, A_PEEK, n, np.int64(SPOTS), out)
    elif phase == P_RESHUFFLE:
        n = add(A_LEAVE, n, out)
        n = add(A_RESHUFFLE, n, out)
    elif phase == P_REROLL:
        n = add_mask(s, A_REROLL, n, np.int64(SPOTS), out)
    elif phase == P_LOOK:
        n = add_mask(s, A_LOOK, n, np.int64(SPOTS), out)
    elif phase == P_SWAP_FIRST:
        n = add_mask(s, A_SWAP_FIRST, n, np.int64(SPOTS), out)
    elif phase == P_SWAP_SECOND:
        n = add_mask(s, A_SWAP_SECOND, n, np.int64(SPOTS), out)
    elif phase == P_DESTROY:
        n = add_mask(s, A_DESTROY, n, np.int64(DECK_BIT), out)
    elif phase == P_DRAW:
        n = add_mask(s, A_DRAW_FROM, n, np.int64(DECK_BIT), out)
        if (s.mask >> DECK_BIT) & 1:
            n = add(A_DRAW_DECK, n, out)
    elif phase == P_COPY:
        n = add_mask(s, A_COPY, n, np.int64(2), out)
    elif phase == P_ROOSTER:
        n = add_mask(s, A_REMOVE, n, np.int64(SPOTS), out)
        if (s.mask >> USE_BIT) & 1:
            n = add(A_USE, n, out)
        if (s.mask >> STOP_BIT) & 1:
            n = add(A_STOP, n, out)
    elif phase == P_BACK_FROM:
        n = add_mask(s, A_BACK_FROM, n, np.int64(SPOTS), out)
    elif phase == P_BACK_CARD:
        n = add_kinds(s, A_BACK_CARD, n, out)
    elif phase == P_STEAL_FROM:
        n = add_mask(s, A_STEAL_FROM, n, np.int64(SPOTS), out)
    elif phase == P_STEAL_CARD:
        n = add_kinds(s, A_STEAL_CARD, n, out)
    elif phase == P_BONUS:
        n = add_mask(s, A_BONUS, n, np.int64(4), out)
    return n


# ---- what a choice means -----------------------------------------------------------------------------


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    out.verb = verb
    out.see = ALL
    mine = np.int64(1) << actor(s)
    if verb == V_PUT:
        out.see = mine
        out.number = a
        if s.phase == P_BUILD and not placed_all(s):
            out.card = s.build_kind
    elif verb == V_NUMBER or verb == V_WISH_SPOT or verb == V_WISH_DICE or verb == V_BONUS:
        out.number = a + 1
    elif verb == V_DAWN:
        out.card = ROOSTER + a
    elif verb == V_GRAB or verb == V_BACK_CARD or verb == V_STEAL_CARD:
        out.card = a
        out.see = mine
    elif verb == V_PAY_CARD or verb == V_WISH_CARD:
        out.card = a
    elif verb == V_KEEP or verb == V_DISCARD or verb == V_GIVE:
        if s.phase == P_KEEP:
            out.card = s.loot[0]
            if verb != V_DISCARD:
                out.see = np.int64(s.loot_seen[0])
        if verb == V_GIVE:
            out.target = a
    elif t.sided[verb] == 1:
        out.target = 2 * a + b
    elif t.targeted[verb] == 1:
        out.target = a


# ---- why not -------------------------------------------------------------------------------------------


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    """0 where legal; else the phase's rule for a wrong verb, the verb's rule for a wrong target."""
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    phase = s.phase
    if t.fits[phase, verb] == 0:
        return np.int64(t.phase_rule[phase])
    if verb == V_PUT:
        if placed_all(s):
            return np.int64(t.verb_rule[verb])
        side = side_of(s, s.builder)
        good = can_keep(t, s, side) if a == 0 else can_put(t, s, side, a - 1)
        return np.int64(0) if good else no_put(t, s, side, a - 1)
    if verb == V_LAY:
        return np.int64(0 if placed_all(s) else t.verb_rule[verb])
    if verb == V_NUMBER:
        return np.int64(0) if (s.mask >> (a + 1)) & 1 else no_number(s, a + 1)
    if verb == V_SPOT:
        return np.int64(0) if (s.mask >> a) & 1 else no_supplier(s, a)
    if verb == V_REROLL:
        return np.int64(0) if (s.mask >> a) & 1 else no_reroll(t, s, verb, a)
    if verb == V_WISH_SPOT:
        return np.int64(0 if a < s.number else t.verb_rule[verb])
    if verb == V_DAWN:
        held = s.hand[s.owner[ATT, 0], ROOSTER + a] > 0
        return np.int64(0 if held else t.verb_rule[verb])
    if verb == V_KEEP:
        return np.int64(0 if keeps(s, verb) else t.verb_rule[verb])
    if t.by_kind[verb] == 1:
        return np.int64(0 if has_kind(s, a) > 0 else t.verb_rule[verb])
    if verb == V_DECLINE or verb == V_PASS or verb == V_DONE or verb == V_ACT:
        return np.int64(0 if s.may == 1 else t.phase_rule[phase])
    if t.by_mask[verb] == 0 or (s.mask >> bit_of(s, verb, a, b)) & 1:
        return np.int64(0)
    return np.int64(t.verb_rule[verb])
