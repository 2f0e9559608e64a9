"""Tossing Tiger: asking, the two sides, and the heaps of cards that a war is fought with."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..state import ATT, DEF, DICE, GROUP, MERGED, NONE, ROOSTER, ROOSTERS, SEATS, TOSS

# ---- asking ------------------------------------------------------------------------------


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    # TTR-5.5
    s.phase = phase
    s.actors = 1 << seat


@rule
def offer(s: Any, phase: Any, seat: Any, mask: Any, may: Any) -> None:
    """Asks for one of the bits of a mask."""
    s.mask = mask
    s.may = may
    ask(s, phase, seat)


@rule
def actor(s: Any) -> Any:
    """The seat that is asked."""
    p = 0
    while p < SEATS - 1 and (s.actors >> p) & 1 == 0:
        p += 1
    return p


@rule
def bits(mask: Any) -> Any:
    """How many bits are set."""
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


@rule
def lowest(mask: Any) -> Any:
    """The lowest bit that is set."""
    i = 0
    while (mask >> i) & 1 == 0:
        i += 1
    return i


# ---- sides -------------------------------------------------------------------------------


@rule
def speaker(s: Any, side: Any) -> Any:
    # TTR-13.16
    return s.attacker if side == ATT else s.defender


@rule
def side_of(s: Any, p: Any) -> Any:
    # TTR-13.3
    if s.opt.together == 1:
        return ATT if p % 2 == s.team else DEF
    if p == s.attacker:
        return ATT
    if p == s.defender:
        return DEF
    return NONE


@rule
def side_mask(s: Any, side: Any) -> Any:
    """The seats of a side."""
    mask = 0
    for p in range(s.seats):
        if side_of(s, p) == side:
            mask |= 1 << p
    return mask


# ---- heaps and dice ----------------------------------------------------------------------


@rule
def is_dawn(s: Any, side: Any, spot: Any) -> Any:
    # TTR-14.4
    return s.dawn != EMPTY and side == ATT and spot == 0


@rule
def has_merged(s: Any, side: Any, spot: Any) -> Any:
    # TTR-15.3
    return side == DEF and s.merge_at == spot


@rule
def die_n(s: Any, side: Any, spot: Any) -> Any:
    """The cards of a die, a merged heap included."""
    n = s.heap_n[side, spot]
    if has_merged(s, side, spot):
        n += s.heap_n[DEF, MERGED]
    return n


@rule
def die_has(s: Any, side: Any, spot: Any, kind: Any) -> Any:
    """How many cards of a kind a die has."""
    n = s.heap[side, spot, kind]
    if has_merged(s, side, spot):
        n += s.heap[DEF, MERGED, kind]
    return n


@rule
def face_down_n(s: Any, side: Any, spot: Any) -> Any:
    n = die_n(s, side, spot)
    if s.up[side, spot] != EMPTY:
        n -= 1
    return n


@rule
def face_down_has(s: Any, side: Any, spot: Any, kind: Any) -> Any:
    n = die_has(s, side, spot, kind)
    if s.up[side, spot] == kind:
        n -= 1
    return n


@rule
def random_card(s: Any, side: Any, spot: Any) -> Any:
    # TTR-5.3
    return card_after(s, side, spot, below(s.rng, DICE, die_n(s, side, spot)))


@rule
def card_after(s: Any, side: Any, spot: Any, skip: Any) -> Any:
    """The card of a die that comes after so many others, in the order of their kinds."""
    kind = 0
    while skip >= die_has(s, side, spot, kind):
        skip -= die_has(s, side, spot, kind)
        kind += 1
    return kind


@rule
def random_face_down(s: Any, side: Any, spot: Any) -> Any:
    # TTR-12.22
    skip = below(s.rng, DICE, face_down_n(s, side, spot))
    kind = 0
    while skip >= face_down_has(s, side, spot, kind):
        skip -= face_down_has(s, side, spot, kind)
        kind += 1
    return kind


@rule
def heap_with(s: Any, side: Any, spot: Any, kind: Any) -> Any:
    # TTR-13.19: of equal cards of two owners, one of the pile that stayed goes first
    if s.heap[side, spot, kind] > 0:
        return spot
    return MERGED


@rule
def out_of_heap(s: Any, side: Any, heap: Any, kind: Any) -> None:
    s.heap[side, heap, kind] -= 1
    s.heap_n[side, heap] -= 1


@rule
def into_hand(s: Any, p: Any, kind: Any) -> None:
    s.hand[p, kind] += 1
    s.hand_n[p] += 1


@rule
def gather_up(s: Any, side: Any, spot: Any) -> None:
    # TTR-10.17
    s.up[side, spot] = EMPTY
    s.toss[side, spot] = TOSS.NONE
    s.copied[side, spot] = NONE
    s.passed[side, spot] = 0
    s.shown_at[side, spot] = 0


@rule
def forget_top(s: Any, side: Any, spot: Any) -> None:
    # TTR-11.7
    s.top[side, spot] = EMPTY
    s.top_seen[side, spot] = 0


@rule
def is_rooster(kind: Any) -> Any:
    return kind >= ROOSTER and kind < ROOSTER + ROOSTERS


# ---- sets of targets ---------------------------------------------------------------------


@rule
def is_pile(s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.16, TTR-6.12, TTR-15.14
    if s.void[spot] != 0 or s.laid[side, spot] == 0 or is_dawn(s, side, spot):
        return False
    return die_n(s, side, spot) > 0


@rule
def piles(s: Any, side: Any, first: Any, end: Any) -> Any:
    """Mask of the piles of a side from one spot up to another, the latter not included."""
    mask = 0
    for spot in range(first, end):
        if is_pile(s, side, spot):
            mask |= 1 << spot
    return mask


@rule
def previous_battle(s: Any, spot: Any) -> Any:
    # TTR-6.14
    spot -= 1
    while spot >= 0 and s.void[spot] != 0:
        spot -= 1
    return spot


@rule
def next_battle(s: Any, spot: Any) -> Any:
    # TTR-6.14
    spot += 1
    while spot < s.number and s.void[spot] != 0:
        spot += 1
    return spot if spot < s.number else NONE


@rule
def wins(s: Any, side: Any) -> Any:
    # TTR-6.11, TTR-8.3
    n = 0
    for spot in range(s.number):
        if s.done[spot] != 0 and s.void[spot] == 0 and (s.result[spot] >> side) & 1:
            n += 1
    return n


@rule
def losses(s: Any, side: Any) -> Any:
    # TTR-6.11
    n = 0
    for spot in range(s.number):
        if s.done[spot] != 0 and s.void[spot] == 0 and s.result[spot] == 1 << (1 - side):
            n += 1
    return n


@rule
def in_use(s: Any, group: Any) -> Any:
    # TTR-1.3, TTR-12.1, TTR-13.28, TTR-14.1, TTR-14.19
    if group == GROUP.ZOO:
        return s.opt.zoo == 1
    if group == GROUP.DAWN:
        return s.opt.dawn == 1
    if group == GROUP.DAWN_EXTRA:
        return s.opt.dawn == 1 and s.opt.extra_roosters == 1
    if group == GROUP.TOGETHER:
        return s.opt.together == 1
    return True


@rule
def acting_seat(s: Any) -> Any:
    # TTR-13.14
    return s.owner[s.act_side, s.battle]
