"""Tossing Tiger: what a seat knows of the cards of another (the hidden information)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import emit
from bestiary.core.jit import rule

from ..events import E
from ..state import DEF, MERGED, NONE
from . import table


@rule
def add_seen_heap(s: Any, side: Any, heap: Any) -> None:
    for kind in range(s.kinds):
        s.tally[kind] += s.heap[side, heap, kind]


@rule
def count_visible(s: Any, v: Any, o: Any) -> None:
    """Counts into the tally what v sees of the cards that o has laid."""
    side = table.side_of(s, o)
    if side == NONE:
        return
    for spot in range(s.number):
        merged = table.has_merged(s, side, spot)
        mine = s.owner[side, spot] == o and s.heap_n[side, spot] > 0
        seen = mine and (s.seen[side, spot] >> v) & 1 == 1
        if seen:
            add_seen_heap(s, side, spot)
        if merged:
            other_seen = (s.seen[DEF, MERGED] >> v) & 1 == 1
            if s.owner[DEF, MERGED] == o and other_seen:
                add_seen_heap(s, DEF, MERGED)
            # whose the face-up card is can be told only when both heaps are o's and neither is known
            if seen or other_seen or s.owner[DEF, MERGED] != o or s.owner[DEF, spot] != o:
                continue
            mine = True
        if not mine or seen:
            continue
        if s.up[side, spot] >= 0:
            s.tally[s.up[side, spot]] += 1
        elif s.top[side, spot] >= 0 and (s.top_seen[side, spot] >> v) & 1:
            s.tally[s.top[side, spot]] += 1


@rule
def note(s: Any, o: Any) -> None:
    """All that the others see of o's cards now, they will know later."""
    for v in range(s.seats):
        if v == o:
            continue
        count_visible(s, v, o)
        for kind in range(s.kinds):
            if s.tally[kind] > s.known[v, o, kind]:
                s.known[v, o, kind] = s.tally[kind]
            s.tally[kind] = 0


@rule
def lose(s: Any, o: Any, kind: Any, knowers: Any) -> None:
    """A card has left o; those who do not know which can be sure of one fewer of every kind."""
    for v in range(s.seats):
        if v == o:
            continue
        if (knowers >> v) & 1:
            if s.known[v, o, kind] > 0:
                s.known[v, o, kind] -= 1
            continue
        count_visible(s, v, o)
        for k in range(s.kinds):
            if s.known[v, o, k] > s.tally[k]:
                s.known[v, o, k] -= 1
            s.tally[k] = 0


@rule
def gain(s: Any, q: Any, kind: Any, knowers: Any) -> None:
    """A card has come to q."""
    for v in range(s.seats):
        if v != q and (knowers >> v) & 1:
            s.known[v, q, kind] += 1


@rule
def look_through(s: Any, side: Any, spot: Any, mask: Any, log: Any) -> None:
    # TTR-10.6, TTR-8.8
    look_into(s, side, spot, spot, mask, log)
    if table.has_merged(s, side, spot):
        look_into(s, side, MERGED, spot, mask, log)


@rule
def look_into(s: Any, side: Any, heap: Any, spot: Any, mask: Any, log: Any) -> None:
    """Shows a heap to some seats, and tells those to whom it is new."""
    new = mask & ~s.seen[side, heap]
    s.seen[side, heap] |= mask
    if new == 0 or log.on == 0:
        return
    for kind in range(s.kinds):
        if s.heap[side, heap, kind] > 0:
            emit(log, E.SEES, new, new, side, spot, kind, s.heap[side, heap, kind])


@rule
def note_die(s: Any, side: Any, spot: Any) -> None:
    """Notes what is seen of the owners of a die."""
    note(s, s.owner[side, spot])
    if table.has_merged(s, side, spot):
        if s.owner[DEF, MERGED] != s.owner[DEF, spot]:
            note(s, s.owner[DEF, MERGED])


@rule
def keep_secret(s: Any, side: Any, heap: Any, knowers: Any) -> None:
    """A card has left a heap unseen: only these still know what is in it."""
    s.seen[side, heap] &= np.int64(knowers)  # ALL is wider than the field


@rule
def uncover_gone(s: Any, side: Any, spot: Any, kind: Any) -> Any:
    """Whether the last card of this kind in a die was its face-up card; if so it is gone from view."""
    if s.up[side, spot] != kind or table.die_has(s, side, spot, kind) > 0:
        return False
    table.gather_up(s, side, spot)
    return True
