"""Tossing Tiger: what a seat may know, and what it may imagine (the hidden information)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import SPECTATOR
from bestiary.core.jit import rule
from bestiary.core.record import UNKNOWN
from bestiary.core.rng import below

from ..moves import Q
from ..state import DEF, GATHER, HEAPS, KINDS, MERGED, NONE, SEATS, SIDES, SPOTS
from . import memory, table
from .dice import begin_building, can_keep, can_put, place, placed_all, to_next_card

# ---- hiding ----------------------------------------------------------------------------------------


@rule
def eyes(seat: Any) -> Any:
    """The mask of whoever looks; it has to be wider than the fields that it is compared with."""
    return np.int64(1 << seat if seat >= 0 else SPECTATOR)


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    # TTR-1.6, TTR-4.6, TTR-4.10, TTR-10.7, TTR-13.26
    bit = eyes(seat)
    for kind in range(KINDS):
        s.deck[kind] = 0
    for p in range(SEATS):
        if p != seat:
            for kind in range(KINDS):
                s.hand[p, kind] = 0
                for o in range(SEATS):
                    s.known[p, o, kind] = 0
    for side in range(SIDES):
        for heap in range(HEAPS):
            hide_heap(s, side, heap, seat, bit)
        for spot in range(SPOTS):
            if s.top[side, spot] >= 0 and s.top_seen[side, spot] & bit == 0:
                s.top[side, spot] = UNKNOWN
    for i in range(s.loot_n):
        if s.loot[i] >= 0 and s.loot_seen[i] & bit == 0:
            s.loot[i] = UNKNOWN
    if s.builder != NONE and s.builder != seat:
        s.build_kind = 0
        s.build_same = 0
        s.build_kept = 0


@rule
def hide_heap(s: Any, side: Any, heap: Any, seat: Any, bit: Any) -> None:
    if s.laid[side, heap] == 0 and s.owner[side, heap] != seat:
        # a layout in the making shows nothing but how many cards are placed
        if s.rebuilding == 1:
            s.heap_n[side, GATHER] += s.heap_n[side, heap]
        else:
            s.hand_n[s.owner[side, heap]] += s.heap_n[side, heap]
        s.heap_n[side, heap] = 0
        s.seen[side, heap] = 0
        blank_heap(s, side, heap)
    if s.heap_n[side, heap] > 0 and s.seen[side, heap] & bit == 0:
        blank_heap(s, side, heap)


@rule
def blank_heap(s: Any, side: Any, heap: Any) -> None:
    for kind in range(KINDS):
        s.heap[side, heap, kind] = 0


# ---- imagining ----------------------------------------------------------------------------------------


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    hide(t, s, seat)
    bit = eyes(seat)
    pool = scratch[:KINDS]
    known = scratch[KINDS : 2 * KINDS]
    for kind in range(KINDS):
        pool[kind] = t.copies[kind] if table.in_use(s, t.group[kind]) else 0
    restore_face_up(s, bit, rng)
    for kind in range(KINDS):
        pool[kind] -= seen_cards(s, kind)
    for p in range(s.seats):
        if p == seat:
            continue
        for kind in range(KINDS):
            known[kind] = 0
            if seat >= 0:
                known[kind] = max(0, s.known[seat, p, kind] - held(s, p, kind))
                pool[kind] -= known[kind]
        deal_known(s, p, known, rng)
    for p in range(s.seats):
        free = free_slots(s, p)
        while free > 0:
            kind = draw_one(pool, rng)
            put_slot(s, p, below(rng, 0, free), kind)
            free -= 1
    for kind in range(KINDS):
        s.deck[kind] = pool[kind]
    imagine_layouts(t, s, seat, rng)
    imagine_tops(s, rng)
    imagine_memories(s, seat)


@rule
def restore_face_up(s: Any, bit: Any, rng: Any) -> None:
    """Puts the face-up card, and a top card that was seen, back into a heap that is else unknown."""
    for side in range(SIDES):
        for spot in range(s.number):
            kind = s.up[side, spot]
            if kind < 0:
                kind = s.top[side, spot]
            if kind < 0:
                continue
            heap = spot
            if table.has_merged(s, side, spot) and s.heap_n[DEF, MERGED] > 0:
                if table.die_has(s, side, spot, kind) > 0:
                    continue
                stay_seen = s.seen[side, spot] & bit != 0
                moved_seen = s.seen[DEF, MERGED] & bit != 0
                if stay_seen or s.heap_n[side, spot] == 0:
                    heap = MERGED
                elif not moved_seen:
                    total = table.die_n(s, side, spot)
                    if below(rng, 0, total) >= s.heap_n[side, spot]:
                        heap = MERGED
            if s.seen[side, heap] & bit == 0:
                s.heap[side, heap, kind] += 1


@rule
def seen_cards(s: Any, kind: Any) -> Any:
    """How many cards of a kind lie where this record shows them."""
    n = s.discard[kind] + s.gone[kind] + s.war_pile[kind]
    for p in range(s.seats):
        n += s.hand[p, kind]
    for side in range(SIDES):
        for heap in range(HEAPS):
            n += s.heap[side, heap, kind]
    for i in range(s.loot_n):
        if s.loot[i] == kind:
            n += 1
    return n


@rule
def held(s: Any, p: Any, kind: Any) -> Any:
    """How many cards of a kind this record shows among the cards of a seat."""
    n = s.hand[p, kind]
    side = table.side_of(s, p)
    if side != NONE:
        for heap in range(HEAPS):
            if s.owner[side, heap] == p and s.heap_n[side, heap] > 0:
                n += s.heap[side, heap, kind]
    for i in range(s.loot_n):
        if s.loot[i] == kind and s.loot_from[i] == p:
            n += 1
    return n


@rule
def gap(row: Any, size: Any) -> Any:
    """How many cards of a heap or hand are not named."""
    n = size
    for kind in range(KINDS):
        n -= row[kind]
    return n


@rule
def free_slots(s: Any, p: Any) -> Any:
    """How many cards of a seat are not named."""
    n = gap(s.hand[p], s.hand_n[p])
    side = table.side_of(s, p)
    if side != NONE:
        for heap in range(HEAPS):
            if s.owner[side, heap] == p and s.heap_n[side, heap] > 0:
                n += gap(s.heap[side, heap], s.heap_n[side, heap])
    for i in range(s.loot_n):
        if s.loot[i] == UNKNOWN and s.loot_from[i] == p:
            n += 1
    return n


@rule
def put_slot(s: Any, p: Any, slot: Any, kind: Any) -> None:
    """Names one of the cards of a seat that were not named."""
    here = gap(s.hand[p], s.hand_n[p])
    if slot < here:
        s.hand[p, kind] += 1
        return
    slot -= here
    side = table.side_of(s, p)
    if side != NONE:
        for heap in range(HEAPS):
            if s.owner[side, heap] == p and s.heap_n[side, heap] > 0:
                here = gap(s.heap[side, heap], s.heap_n[side, heap])
                if slot < here:
                    s.heap[side, heap, kind] += 1
                    return
                slot -= here
    for i in range(s.loot_n):
        if s.loot[i] == UNKNOWN and s.loot_from[i] == p:
            if slot == 0:
                s.loot[i] = kind
                return
            slot -= 1


@rule
def deal_known(s: Any, p: Any, known: Any, rng: Any) -> None:
    """Puts the cards that the seat is known to have among those not named, each place as likely."""
    free = free_slots(s, p)
    for kind in range(KINDS):
        while known[kind] > 0 and free > 0:
            put_slot(s, p, below(rng, 0, free), kind)
            known[kind] -= 1
            free -= 1


@rule
def draw_one(pool: Any, rng: Any) -> Any:
    total = 0
    for i in range(KINDS):
        total += pool[i]
    skip = below(rng, 0, total)
    kind = 0
    while skip >= pool[kind]:
        skip -= pool[kind]
        kind += 1
    pool[kind] -= 1
    return kind


@rule
def imagine_layouts(t: Any, s: Any, seat: Any, rng: Any) -> None:
    """Divides the cards of those who are finished, and as many of the builder's as are placed."""
    if s.phase != Q.BUILD:
        return
    builder = s.builder
    at, kind, same, kept = s.build_at, s.build_kind, s.build_same, s.build_kept
    if s.rebuilding == 0:
        for turn in range(s.window):
            p = turn % SEATS
            if p >= s.seats or p == seat or table.side_of(s, p) != turn // SEATS:
                continue
            begin_building(t, s, p)
            while not placed_all(s):
                place(s, imagined_spot(t, s, rng))
        begin_building(t, s, builder)
    if builder == seat:
        s.build_at = at
        s.build_kind = kind
        s.build_same = same
        s.build_kept = kept
        return
    s.build_at = 0
    to_next_card(s, table.side_of(s, builder))
    while s.build_at < at:
        place(s, imagined_spot(t, s, rng))


@rule
def imagined_spot(t: Any, s: Any, rng: Any) -> Any:
    side = table.side_of(s, s.builder)
    n = 0
    found = NONE
    if can_keep(t, s, side):
        n = 1
    for spot in range(s.number):
        if can_put(t, s, side, spot):
            n += 1
            if below(rng, 0, n) == 0:
                found = spot
    return found


@rule
def imagine_tops(s: Any, rng: Any) -> None:
    for side in range(SIDES):
        for spot in range(s.number):
            if s.top[side, spot] != UNKNOWN:
                continue
            s.top[side, spot] = table.card_after(s, side, spot, below(rng, 0, table.die_n(s, side, spot)))


@rule
def imagine_memories(s: Any, seat: Any) -> None:
    """Of what the others remember, only what lies open is certain."""
    for v in range(s.seats):
        if v == seat:
            continue
        for o in range(s.seats):
            if o == v:
                continue
            memory.count_visible(s, v, o)
            for kind in range(KINDS):
                s.known[v, o, kind] = s.tally[kind]
                s.tally[kind] = 0
