"""Tossing Tiger: what may be chosen, why not, and what a choice means (the decisions)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule

from ..moves import MOST_DICE, MOST_PILES, A, Q, V
from ..state import ANIMALS, ATT, DECK_BIT, ROOSTER, ROOSTERS, SEATS, SIDES, SPOTS, STOP_BIT, USE_BIT
from . import refusals, roosters, table
from .dice import can_keep, can_put, placed_all

# ---- the legal choices ---------------------------------------------------------------------------


@rule
def add_mask(s: Any, first: Any, n: Any, size: Any, out: Any) -> Any:
    """Adds a choice for every bit of the mask below a size."""
    for i in range(size):
        if (s.mask >> i) & 1:
            out[n] = first + i
            n += 1
    return n


@rule
def add(action: Any, n: Any, out: Any) -> Any:
    out[n] = action
    return n + 1


@rule
def has_kind(s: Any, kind: Any) -> Any:
    """How many cards of a kind the question offers, where it asks for a card."""
    if s.phase == Q.GRAB:
        return table.die_has(s, 1 - s.side, s.spot, kind)
    if s.phase == Q.BACK_CARD:
        return roosters.back_has(s, s.act_side, s.pick, kind)
    if s.phase == Q.STEAL_CARD:
        return table.die_has(s, 1 - s.act_side, s.pick, kind)
    if s.phase == Q.PAY_CARD:
        return s.hand[table.actor(s), kind]
    n = 0
    for i in range(s.loot_n):
        if s.loot[i] == kind:
            n += 1
    return n


@rule
def add_kinds(s: Any, first: Any, n: Any, out: Any) -> Any:
    for kind in range(s.kinds):
        if has_kind(s, kind) > 0:
            out[n] = first + kind
            n += 1
    return n


@rule
def add_puts(t: Any, s: Any, out: Any) -> Any:
    # TTR-4.7
    side = table.side_of(s, s.builder)
    n = 0
    if placed_all(s):
        return add(A.LAY, n, out)
    if can_keep(t, s, side):
        n = add(A.PUT, n, out)
    for spot in range(s.number):
        if can_put(t, s, side, spot):
            n = add(A.PUT + 1 + spot, n, out)
    return n


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    phase = s.phase
    if phase == Q.BUILD:
        return add_puts(t, s, out)
    if phase <= Q.NAME:
        return legal_before_dice(s, out)
    if phase <= Q.MERGE_INTO or phase == Q.FREE_REROLL or phase == Q.EXCHANGE or phase == Q.EXCHANGE_GAIN:
        return legal_around_battle(s, out)
    if phase <= Q.BONUS:
        return legal_action(s, out)
    return legal_spoils(s, out)


@rule
def legal_before_dice(s: Any, out: Any) -> Any:
    n = 0
    phase = s.phase
    if phase == Q.CHALLENGE:
        n = add_mask(s, A.CHALLENGE, n, SEATS, out)
    elif phase == Q.PAIR:
        n = add_mask(s, A.PAIR, n, SEATS, out)
    elif phase == Q.NUMBER:
        n = add_mask(s, A.NUMBER - 1, n, SPOTS + 1, out)
    elif phase == Q.WISH_PLACE:
        n = add(A.SILENT, n, out)
        for spot in range(s.number):
            n = add(A.WISH_SPOT + spot, n, out)
        for dice in range(MOST_DICE):
            n = add(A.WISH_DICE + dice, n, out)
    elif phase == Q.SPOT:
        n = add_mask(s, A.SPOT, n, SEATS, out)
    elif phase == Q.DAWN:
        n = add(A.NO_DAWN, n, out)
        for i in range(ROOSTERS):
            if s.hand[s.owner[ATT, 0], ROOSTER + i] > 0:
                n = add(A.DAWN + i, n, out)
    elif phase == Q.NAME:
        n = add_mask(s, A.NAME, n, ANIMALS, out)
    return n


@rule
def legal_around_battle(s: Any, out: Any) -> Any:
    n = 0
    phase = s.phase
    if phase == Q.CONCEDE:
        n = add(A.FIGHT, n, out)
        return add(A.CONCEDE, n, out)
    if s.may == 1:
        n = add(A.PASS, n, out)
    if phase == Q.GUESS:
        n = add_mask(s, A.GUESS, n, ANIMALS, out)
    elif phase == Q.MERGE_FROM:
        n = add_mask(s, A.MERGE_FROM, n, SPOTS, out)
    elif phase == Q.MERGE_INTO:
        n = add_mask(s, A.MERGE_INTO, n, SPOTS, out)
    elif phase == Q.FREE_REROLL:
        n = add_mask(s, A.REROLL, n, SPOTS, out)
    elif phase == Q.EXCHANGE:
        n = add_mask(s, A.GIVE_UP, n, SPOTS, out)
    elif phase == Q.EXCHANGE_GAIN:
        n = add_mask(s, A.GAIN, n, SPOTS, out)
    return n


@rule
def legal_action(s: Any, out: Any) -> Any:
    n = 0
    phase = s.phase
    if s.may == 1:
        if phase == Q.ACT_OR_PEEK:
            n = add(A.ACT, n, out)
        elif phase == Q.BACK_FROM:
            n = add(A.DONE, n, out)
        else:
            n = add(A.DECLINE, n, out)
    if phase == Q.ACT_OR_PEEK:
        n = add_mask(s, A.PEEK, n, SPOTS, out)
    elif phase == Q.RESHUFFLE:
        n = add(A.LEAVE, n, out)
        n = add(A.RESHUFFLE, n, out)
    elif phase == Q.REROLL:
        n = add_mask(s, A.REROLL, n, SPOTS, out)
    elif phase == Q.LOOK:
        n = add_mask(s, A.LOOK, n, SPOTS, out)
    elif phase == Q.SWAP_FIRST:
        n = add_mask(s, A.SWAP_FIRST, n, SPOTS, out)
    elif phase == Q.SWAP_SECOND:
        n = add_mask(s, A.SWAP_SECOND, n, SPOTS, out)
    elif phase == Q.DESTROY:
        n = add_mask(s, A.DESTROY, n, DECK_BIT, out)
    elif phase == Q.DRAW:
        n = add_mask(s, A.DRAW_FROM, n, DECK_BIT, out)
        if (s.mask >> DECK_BIT) & 1:
            n = add(A.DRAW_DECK, n, out)
    elif phase == Q.COPY:
        n = add_mask(s, A.COPY, n, SIDES, out)
    elif phase == Q.ROOSTER:
        n = add_mask(s, A.REMOVE, n, SPOTS, out)
        if (s.mask >> USE_BIT) & 1:
            n = add(A.USE, n, out)
        if (s.mask >> STOP_BIT) & 1:
            n = add(A.STOP, n, out)
    elif phase == Q.BACK_FROM:
        n = add_mask(s, A.BACK_FROM, n, SPOTS, out)
    elif phase == Q.BACK_CARD:
        n = add_kinds(s, A.BACK_CARD, n, out)
    elif phase == Q.STEAL_FROM:
        n = add_mask(s, A.STEAL_FROM, n, SPOTS, out)
    elif phase == Q.STEAL_CARD:
        n = add_kinds(s, A.STEAL_CARD, n, out)
    elif phase == Q.BONUS:
        n = add_mask(s, A.BONUS, n, MOST_PILES, out)
    return n


@rule
def legal_spoils(s: Any, out: Any) -> Any:
    n = 0
    phase = s.phase
    if phase == Q.PILE:
        n = add_mask(s, A.PILE, n, SPOTS, out)
    elif phase == Q.GRAB:
        n = add_kinds(s, A.GRAB, n, out)
    elif phase == Q.WISH_CARD:
        n = add(A.SILENT, n, out)
        n = add_kinds(s, A.WISH_CARD, n, out)
    elif phase == Q.KEEP:
        if s.mask == 0:
            n = add(A.KEEP, n, out)
        n = add_mask(s, A.GIVE, n, SEATS, out)
        n = add(A.DISCARD, n, out)
    elif phase == Q.PAY_MEMBER:
        n = add_mask(s, A.PAY_MEMBER, n, SEATS, out)
    elif phase == Q.PAY_CARD:
        n = add_kinds(s, A.PAY_CARD, n, out)
    return n


# ---- what a choice means -----------------------------------------------------------------------------


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    out.verb = verb
    out.see = ALL
    mine = 1 << table.actor(s)
    if verb == V.PUT:
        out.see = mine
        out.number = a
        if s.phase == Q.BUILD and not placed_all(s):
            out.card = s.build_kind
    elif verb == V.NUMBER or verb == V.WISH_SPOT or verb == V.WISH_DICE or verb == V.BONUS:
        out.number = a + 1
    elif verb == V.DAWN:
        out.card = ROOSTER + a
    elif verb == V.GRAB or verb == V.BACK_CARD or verb == V.STEAL_CARD:
        out.card = a
        out.see = mine
    elif verb == V.PAY_CARD or verb == V.WISH_CARD:
        out.card = a
    elif verb == V.KEEP or verb == V.DISCARD or verb == V.GIVE:
        if s.phase == Q.KEEP:
            out.card = s.loot[0]
            if verb != V.DISCARD:
                out.see = s.loot_seen[0]
        if verb == V.GIVE:
            out.target = a
    elif t.sided[verb] == 1:
        out.target = SIDES * a + b
    elif t.targeted[verb] == 1:
        out.target = a


# ---- why not -------------------------------------------------------------------------------------------


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    """0 where legal; else the question's entry for a wrong verb, the verb's entry for a wrong target."""
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    if t.fits[s.phase, verb] == 0:
        return t.phase_rule[s.phase]
    if is_offered(t, s, verb, a, b):
        return 0
    if verb == V.PUT and not placed_all(s):
        return refusals.no_put(t, s, table.side_of(s, s.builder), a - 1)
    if verb == V.LAY:
        return refusals.no_lay(s)
    if verb == V.NUMBER:
        return refusals.no_number(s, a + 1)
    if verb == V.SPOT:
        return refusals.no_supplier(s, a)
    if verb == V.REROLL:
        return refusals.no_reroll(t, s, verb, a)
    if is_leaving(verb):
        return t.phase_rule[s.phase]
    return t.verb_rule[verb]


@rule
def is_leaving(verb: Any) -> Any:
    """Whether the verb leaves a question that may be declined."""
    return verb == V.DECLINE or verb == V.PASS or verb == V.DONE or verb == V.ACT


@rule
def is_offered(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """Whether the question, which knows the verb, offers it with these arguments."""
    if verb == V.PUT:
        if placed_all(s):
            return False
        side = table.side_of(s, s.builder)
        return can_keep(t, s, side) if a == 0 else can_put(t, s, side, a - 1)
    if verb == V.LAY:
        return placed_all(s)
    if verb == V.NUMBER:
        return (s.mask >> (a + 1)) & 1 == 1
    if verb == V.WISH_SPOT:
        return a < s.number
    if verb == V.DAWN:
        return s.hand[s.owner[ATT, 0], ROOSTER + a] > 0
    if verb == V.KEEP:  # TTR-13.18: in a team cards are given
        return s.mask == 0
    if is_leaving(verb):
        return s.may == 1
    if t.by_kind[verb] == 1:
        return has_kind(s, a) > 0
    if t.by_mask[verb] == 1 or verb == V.SPOT or verb == V.REROLL:
        return (s.mask >> bit_of(verb, a, b)) & 1 == 1
    return True


@rule
def bit_of(verb: Any, a: Any, b: Any) -> Any:
    """The bit of the mask that a choice stands for."""
    if verb == V.DESTROY or verb == V.DRAW_FROM:
        return SIDES * a + b
    if verb == V.DRAW_DECK:
        return DECK_BIT
    if verb == V.USE:
        return USE_BIT
    if verb == V.STOP:
        return STOP_BIT
    return a
