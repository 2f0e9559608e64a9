"""Totemic: what a seat may know, what it may imagine, and what a learner sees (hidden H1 to H5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark, put_unknown, unknown_slots
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from ..state import (
    ASPECTS,
    CARDS,
    FATES,
    GAME_CARDS,
    HAND,
    HIERARCHY,
    NOBODY,
    OFFERING,
    PAIR,
    PHASES,
    REMOVE,
    SIDES,
    SPIRITS,
)


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    # TMC-2.13, TMC-7.4, TMC-12.13, TMC-12.15
    blank(s.deck)
    blank(s.stack)
    if s.seats < SIDES:
        return
    for p in range(SIDES):
        if p == seat:
            continue
        blank(s.hand[p])
        if s.open == 0:
            blank(s.selected[p])
    if seat < 0:
        for card in range(ASPECTS):
            s.known[card] = 0


# ---- imagining -------------------------------------------------------------------------------


@rule
def put_somewhere(s: Any, p: Any, card: Any, rng: Any) -> None:
    """Puts a card into a hand or among the cards it has laid face down, each slot equally likely."""
    held = unknown_slots(s.hand[p])
    free = held + unknown_slots(s.selected[p])
    if free == 0:
        return
    skip = below(rng, np.int64(0), free)
    if skip < held:
        put_unknown(s.hand[p], card, skip)
    else:
        put_unknown(s.selected[p], card, skip - held)


@rule
def place_old(s: Any, rng: Any, pool: Any) -> None:
    """For a spectator: the cards that were in the hands at the last reshuffle, but not whose."""
    n = np.int64(0)
    need = s.old_n[0]
    for card in range(ASPECTS):
        if s.old[card] == 1:
            if s.shown[card] == 0:
                pool[n] = card
                n += 1
            else:
                s.known[card] = s.shown[card]
                if s.shown[card] == 1:
                    need -= 1
    shuffle(rng, np.int64(0), pool, n)
    for i in range(n):
        p = np.int64(0 if i < need else 1)
        s.known[pool[i]] = 1 + p
        put_somewhere(s, p, pool[i], rng)


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    # TMC-2.13 for what is known of a hand; everything else unseen can lie anywhere
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS:]
    if s.seats == SIDES:
        for card in range(ASPECTS):
            for p in range(SIDES):
                if p != seat and (s.shown[card] == 1 + p or s.known[card] == 1 + p):
                    put_somewhere(s, np.int64(p), np.int64(card), rng)
        if seat < 0:
            place_old(s, rng, pool)
    for card in range(CARDS):
        seen[card] = s.box[card]
    mark(s.discard, seen)
    mark(s.offering, seen)
    mark(s.apart, seen)
    mark(s.turned, seen)
    mark(s.used, seen)
    for p in range(SIDES):
        mark(s.hand[p], seen)
        mark(s.selected[p], seen)
    n = gather(seen, pool)
    fates = np.int64(0)  # the last of the pool: their numbers are the highest
    for i in range(n):
        if pool[i] >= ASPECTS:
            fates += 1
    shuffle(rng, np.int64(0), pool[n - fates :], fates)
    fill(s.stack, pool, n)
    n -= fates
    shuffle(rng, np.int64(0), pool, n)
    for p in range(SIDES):
        n = fill(s.hand[p], pool, n)
        n = fill(s.selected[p], pool, n)
    fill(s.deck, pool, n)
    if seat < 0 and s.phase == REMOVE and s.seats == SIDES:
        held = 1 - (s.actors >> 1)
        for i in range(s.hand_n[held]):
            s.known[s.hand[held, i]] = 1 + held


# ---- features for a learner --------------------------------------------------------------------


@rule
def put_zone(zone: Any, size: Any, out: Any, at: Any) -> Any:
    """The place of every card of a zone that can be named; returns where the next plane starts."""
    for i in range(zone.shape[0]):
        if zone[i] >= 0:
            out[at + zone[i]] = (i + 1) / size
    return np.int64(at + ASPECTS)


@rule
def put_flags(flags: Any, code: Any, out: Any, at: Any) -> Any:
    for card in range(ASPECTS):
        if flags[card] == code:
            out[at + card] = 1.0
    return np.int64(at + ASPECTS)


@rule
def put_numbers(s: Any, me: Any, out: Any, at: Any) -> Any:
    other = 1 - me
    sides = (me, other)
    for k in range(SIDES):
        p = sides[k]
        out[at] = s.power[p] / 30.0
        out[at + 1] = s.bonus[p] / 4.0
        out[at + 2] = s.totals[p] / 26.0
        out[at + 3] = s.hand_n[p] / HAND
        out[at + 4] = s.selected_n[p] / PAIR
        out[at + 5] = s.old_n[p] / HAND
        out[at + 6] = s.score[p] / 3.0
        out[at + 7] = 1.0 if s.dominance == p else 0.0
        out[at + 8] = 1.0 if s.turn == p else 0.0
        out[at + 9] = 1.0 if s.initiator == p else 0.0
        out[at + 10] = 1.0 if s.victor == p else 0.0
        out[at + 11] = 1.0 if s.payer == p else 0.0
        out[at + 12] = 1.0 if s.fx_owner == p else 0.0
        out[at + 13] = 1.0 if s.first == p else 0.0
        at += 14
    out[at] = s.step / 22.0
    out[at + 1] = s.turns / 181.0
    out[at + 2] = s.level / 5.0
    out[at + 3] = s.reshuffles / 15.0
    out[at + 4] = s.threats / 5.0
    out[at + 5] = s.chosen / 2.0
    out[at + 6] = s.open
    out[at + 7] = s.need / 2.0
    out[at + 8] = s.task / 7.0
    out[at + 9] = s.moment / 10.0
    out[at + 10] = s.done / 2.0
    out[at + 11] = (s.fx_row + 1) / 56.0
    out[at + 12] = s.fx_on / 10.0
    out[at + 13] = s.fx_next / 2.0
    out[at + 14] = s.fx_left / 4.0
    out[at + 15] = s.resume / 2.0
    out[at + 16] = s.game / 3.0
    out[at + 17] = s.rivals / 6.0
    out[at + 18] = s.rung / 6.0
    out[at + 19] = s.deck_n / GAME_CARDS
    out[at + 20] = s.discard_n / GAME_CARDS
    out[at + 21] = s.offering_n / OFFERING
    return np.int64(at + 22)


@rule
def put_cards(s: Any, me: Any, out: Any, at: Any) -> Any:
    other = 1 - me
    at = put_zone(s.hand[me], HAND, out, at)
    at = put_zone(s.hand[other], HAND, out, at)
    at = put_flags(s.shown[:], 1 + me, out, at)
    at = put_flags(s.shown[:], 1 + other, out, at)
    at = put_flags(s.known[:], 1 + me, out, at)
    at = put_flags(s.known[:], 1 + other, out, at)
    at = put_flags(s.old[:], np.int64(1), out, at)
    at = put_zone(s.offering[:], OFFERING, out, at)
    at = put_zone(s.apart[:], 1, out, at)
    at = put_zone(s.selected[me], PAIR, out, at)
    at = put_zone(s.selected[other], PAIR, out, at)
    at = put_zone(s.discard[:], GAME_CARDS, out, at)
    return put_flags(s.box[:], np.int64(1), out, at)


@rule
def put_fates(s: Any, out: Any, at: Any) -> Any:
    for i in range(FATES):
        out[at + i] = 1.0 if s.stack_n > 0 else 0.0
    for i in range(FATES):
        if s.used[i] != EMPTY:
            out[at + s.used[i] - ASPECTS] = 0.0
            out[at + 2 * FATES + s.used[i] - ASPECTS] = (i + 1) / FATES
    if s.turned[0] != EMPTY:
        out[at + s.turned[0] - ASPECTS] = 0.0
        out[at + FATES + s.turned[0] - ASPECTS] = 1.0
    return np.int64(at + 3 * FATES)


@rule
def put_options(s: Any, out: Any, at: Any) -> Any:
    o = s.opt
    out[at] = o.players / 12.0
    out[at + 1] = o.match_games / 12.0
    out[at + 2] = o.spirit_0 / 12.0
    out[at + 3] = o.spirit_1 / 12.0
    out[at + 4] = o.rivals / 12.0
    out[at + 5] = o.deal_spirits / 12.0
    out[at + 6] = o.late_reshuffle / 12.0
    out[at + 7] = o.second_check / 12.0
    out[at + 8] = o.floor_zero / 12.0
    out[at + 9] = o.play_all_games / 12.0
    out[at + 10] = o.plain_rivals / 12.0
    out[at + 11] = o.tireless_rivals / 12.0
    return np.int64(at + 12)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    me = seat if seat >= 0 else np.int64(0)
    for i in range(out.shape[0]):
        out[i] = 0.0
    out[s.phase] = 1.0
    at = np.int64(len(PHASES))
    out[at] = 1.0 if (s.actors >> me) & 1 else 0.0
    at += 1
    for k in range(SIDES):
        spirit = s.spirit[me] if k == 0 else s.spirit[1 - me]
        if spirit != NOBODY:
            out[at + spirit] = 1.0
        at += SPIRITS
    at = put_numbers(s, me, out, at)
    for i in range(HIERARCHY):
        out[at + i] = (s.hierarchy[i] + 1) / 12.0
    at = put_fates(s, out, at + HIERARCHY)
    at = put_cards(s, me, out, at)
    at = put_options(s, out, at)
    out[at] = 1.0 if s.winner == me else 0.0
    out[at + 1] = 1.0 if s.winner == 1 - me else 0.0
