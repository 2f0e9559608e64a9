"""The Shogun's Chosen: what nobody may know, and what may be imagined."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill
from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.core.rng import below, shuffle

from .. import state as st
from ..state import OPT


@rule
def secret_events(t: Any, s: Any, z: Any) -> Any:
    """Whether the cards in the sleeves of a zone were drawn at random."""
    return s.opt.event_cards != OPT.EVENT_CARDS_FIXED and t.z_purple[s.chapter, z, 0] < 0


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    # the hidden things of the rulebook: nobody knows them, whatever the seat
    blank(s.oracle_deck)
    for i in range(s.bottom, st.MARKET):
        if s.market[i] != EMPTY:
            s.market[i] = UNKNOWN
    if s.opt.event_cards != OPT.EVENT_CARDS_FIXED:
        for colour in range(2):
            blank(s.event_deck[colour])
    for z in range(st.ZONES_MAX):
        if secret_events(t, s, z):
            blank(s.sleeve[z])
    for c in range(4):
        blank(s.ai_deck[c])


@rule
def deal(zone: Any, n: Any, pool: Any, k: Any, rng: Any) -> None:
    """Deals a pool of k cards, shuffled, over the unknown slots of a zone."""
    shuffle(rng, 0, pool, k)
    fill(zone, pool, k)


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    hide(t, s, seat)
    pool = scratch[: st.CARDS]
    # the oracle: cards that are neither drawn nor in the box
    n = 0
    for card in range(st.ORACLE0, st.EVENT0):
        if s.box[card] == 0 and not lies_in(s.drawn[:], card):
            pool[n] = card
            n += 1
    deal(s.oracle_deck[:], s.oracle_n, pool, n, rng)
    resample_market(s, pool, rng)
    resample_ai(t, s, pool, rng)
    if s.opt.event_cards != OPT.EVENT_CARDS_FIXED:
        for colour in range(2):
            resample_events(t, s, colour, pool, scratch[st.CARDS :], rng)


@rule
def lies_in(zone: Any, card: Any) -> Any:
    for i in range(zone.shape[0]):
        if zone[i] == card:
            return True
    return False


@rule
def resample_market(s: Any, pool: Any, rng: Any) -> None:
    n = 0
    for card in range(st.MARKET):
        c = card
        held = s.box[card] == 1 or lies_in(s.row[:], c) or lies_in(s.market[:], c)
        for h in range(st.HEROES):
            held = held or lies_in(s.items[h], c)
        if not held:
            pool[n] = card
            n += 1
    deal(s.market[:], s.market_n, pool, n, rng)


@rule
def resample_ai(t: Any, s: Any, pool: Any, rng: Any) -> None:
    for c in range(4):
        n = 0
        for i in range(st.AI_CARDS):
            card = st.AI0 + i
            if t.ai_of[i] != st.CHOSEN0 + c or s.box[card] == 1 or s.ai_card[c] == card:
                continue
            if not lies_in(s.ai_discard[c], card) and not lies_in(s.ai_aside[c], card):
                pool[n] = card
                n += 1
        deal(s.ai_deck[c], s.ai_n[c], pool, n, rng)


@rule
def agrees(t: Any, s: Any, z: Any, colour: Any, card: Any) -> Any:
    """Whether a card fits the events that a sleeve has shown."""
    for i in range(s.shown_n[z, colour]):
        if t.ev_event[card - st.EVENT0, i] + 1 != s.shown[z, colour, i]:
            return False
    return True


@rule
def resample_events(t: Any, s: Any, colour: Any, pool: Any, used: Any, rng: Any) -> None:
    """Cards for the sleeves, then the rest of the deck: each consistent deal equally likely.

    The sleeves are filled by drawing a whole assignment at random among all that agree with the
    events shown so far: there are at most two or three random zones, so they are simply counted."""
    n = 0
    for i in range(st.EVENT_CARDS):
        card = st.EVENT0 + i
        if t.ev_colour[i] == colour and t.ev_tier[i] == t.ch_tier[s.chapter] and s.box[card] == 0:
            pool[n] = card
            n += 1
    ways = assignments(t, s, colour, pool, n, -1)
    if ways > 0:
        assignments(t, s, colour, pool, n, below(rng, 0, ways))
    left = 0
    for i in range(n):
        taken = False
        for z in range(st.ZONES_MAX):
            if s.sleeve[z, colour] == pool[i]:
                taken = True
        if not taken:
            used[left] = pool[i]
            left += 1
    deal(s.event_deck[colour], s.event_n[colour], used, left, rng)


@rule
def assignments(t: Any, s: Any, colour: Any, pool: Any, n: Any, wanted: Any) -> Any:
    """Counts the ways to fill the unknown sleeves; the wanted one is carried out."""
    ways = 0
    none = 1
    first = n if s.sleeve[0, colour] == UNKNOWN else none
    second = n if s.sleeve[1, colour] == UNKNOWN else none
    third = n if s.sleeve[2, colour] == UNKNOWN else none
    blank_first = s.sleeve[0, colour] == UNKNOWN
    blank_second = s.sleeve[1, colour] == UNKNOWN
    blank_third = s.sleeve[2, colour] == UNKNOWN
    if not blank_first and not blank_second and not blank_third:
        return ways
    for i in range(first):
        a = pool[i] if blank_first else -1
        if blank_first and not agrees(t, s, 0, colour, a):
            continue
        for j in range(second):
            b = pool[j] if blank_second else -2
            if b == a or (blank_second and not agrees(t, s, 1, colour, b)):
                continue
            for k in range(third):
                c = pool[k] if blank_third else -3
                if c == a or c == b or (blank_third and not agrees(t, s, 2, colour, c)):
                    continue
                if ways == wanted:
                    if blank_first:
                        s.sleeve[0, colour] = a
                    if blank_second:
                        s.sleeve[1, colour] = b
                    if blank_third:
                        s.sleeve[2, colour] = c
                    return ways
                ways += 1
    return ways
