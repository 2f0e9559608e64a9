"""Tossing Tiger: the generators of strength tables and of Rooster texts (chapters 14 and 18)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import draw

from ..state import ANIMALS, CHANGE_SET, CHANGES, DAWN_SET, DAWNS, MAKER, NONE, OPT, ROOSTERS

RING = 8
COUNTS = 5  # an animal has 1 to 5 strengths
TRIES = 64
ANIMAL_BITS, COUNT_BITS = 5, 3  # of a ring of animals and of their counts, each packed into one number
HIGH = np.uint64(32)


@rule
def pick(s: Any, n: Any) -> Any:
    """The generator's own way to draw below a number, so that its tables can be told from outside."""
    return np.int64(((draw(s.rng, MAKER) >> HIGH) * np.uint64(n)) >> HIGH)


@rule
def mix_up(s: Any, n: Any) -> None:
    """Shuffles the first n entries of the tally."""
    for i in range(n - 1, 0, -1):
        j = pick(s, i + 1)
        held = s.tally[i]
        s.tally[i] = s.tally[j]
        s.tally[j] = held


@rule
def clear_tally(s: Any) -> None:
    for i in range(s.tally.shape[0]):
        s.tally[i] = 0


@rule
def strengths(t: Any, s: Any) -> None:
    # TTR-18.1, TTR-18.2, TTR-18.3
    for animal in range(ANIMALS):
        s.strong[animal] = t.printed[animal]
    if s.opt.strengths == OPT.STRENGTHS_GENERATED:
        s.rng[MAKER] = np.uint64(s.opt.strength_seed)
        for group in range(2):
            generate(t, s, group)
        s.rng[MAKER] = np.uint64(0)


@rule
def generate(t: Any, s: Any, group: Any) -> None:
    # TTR-18.3, TTR-18.4, TTR-18.5: the ring, then the takers, then their counts
    first = group * RING
    for i in range(RING):
        s.tally[i] = first + i
    mix_up(s, RING)
    ring = np.int64(0)
    for i in range(RING):
        ring |= np.int64(s.tally[i]) << (ANIMAL_BITS * i)
    n = 0
    for i in range(RING):
        s.strong[first + i] = 0
        if (t.strengthless[group] >> (first + i)) & 1 == 0:
            s.tally[n] = first + i
            n += 1
    mix_up(s, n)
    counts = draw_counts(t, s, group, n)
    at = pick(s, RING)
    for i in range(n):
        many = (counts >> (COUNT_BITS * i)) & ((1 << COUNT_BITS) - 1)
        for _ in range(many):
            s.strong[s.tally[i]] |= 1 << ((ring >> (ANIMAL_BITS * at)) & ((1 << ANIMAL_BITS) - 1))
            at = (at + 1) % RING
    clear_tally(s)


@rule
def draw_counts(t: Any, s: Any, group: Any, n: Any) -> Any:
    """How many strengths every taker gets, packed."""
    weights = 0
    for i in range(COUNTS):
        weights += t.weight[group, i]
    for _ in range(TRIES):
        counts = np.int64(0)
        total = 0
        for i in range(n):
            x = pick(s, weights)
            k = 0
            run = t.weight[group, 0]
            while run <= x:
                k += 1
                run += t.weight[group, k]
            counts |= np.int64(k + 1) << (COUNT_BITS * i)
            total += k + 1
        if total >= t.low[group] and total <= t.high[group]:
            return counts
    counts = np.int64(0)
    for i in range(n):
        counts |= np.int64(t.fallback[group, i]) << (COUNT_BITS * i)
    return counts


@rule
def roosters(t: Any, s: Any) -> None:
    # TTR-14.17, TTR-14.18, TTR-14.19
    for i in range(ROOSTERS):
        s.rooster_dawn[i] = t.rooster_dawn[i]
        s.rooster_change[i] = t.rooster_change[i]
    if s.opt.roosters != OPT.ROOSTERS_RANDOM:
        return
    s.rng[MAKER] = np.uint64(s.opt.rooster_seed)
    for i in range(DAWNS):
        s.tally[i] = DAWN_SET + i
    mix_up(s, DAWNS)
    for i in range(ROOSTERS):
        s.rooster_dawn[i] = s.tally[i]
        s.rooster_change[i] = NONE
    for i in range(CHANGES):
        s.tally[i] = CHANGE_SET + i
    mix_up(s, CHANGES)
    for i in range(CHANGES):
        s.rooster_change[i] = s.tally[i]
    clear_tally(s)
    s.rng[MAKER] = np.uint64(0)
