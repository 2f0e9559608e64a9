"""The compiled loops of the check of learning: worlds that look the same to a seat.

Executed once per game with its rules bound, like ``core.kernels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bestiary.core.jit import rule
from bestiary.core.rng import mix, seed_streams

if TYPE_CHECKING:
    from bestiary.core.contract import apply, legal
    from bestiary.core.kernels import k_hide, start
    from bestiary.core.scratch import Scratch, Start
    from bestiary.testing.bundle import Eyes

LUCK = 12  # other luck that each choice is tried with
ANY = -1  # in place of an action: whichever is legal


@rule
def looks_the_same(tables: Any, eyes: Eyes, scratch: Scratch) -> Any:
    """Whether the seat sees in the world at work what it saw in the game."""
    eyes.seen[0] = scratch.work[0]
    k_hide(tables, eyes.seen, 0, eyes.seat)
    for i in range(eyes.raw.shape[0]):
        if eyes.raw[i] != eyes.saw[i]:
            return False
    return True


@rule
def k_openings(
    tables: Any, origin: Start, eyes: Eyes, seed: Any, tries: Any, found: Any, scratch: Scratch
) -> Any:
    """Collects openings of other seeds that look the same; returns how many."""
    n = 0
    for k in range(tries):
        own = mix(seed, k)
        start(tables[0], scratch.work, 0, origin.blanks, origin.options[0], origin.carried, own)
        if looks_the_same(tables, eyes, scratch):
            found[n] = scratch.work[0]
            n += 1
            if n == found.shape[0]:
                break
    return n


@rule
def k_after(
    tables: Any, worlds: Any, action: Any, eyes: Eyes, seed: Any, found: Any, scratch: Scratch
) -> Any:
    """Collects what looks the same after an action in each world, or after every legal one; how many."""
    t, work, log = tables[0], scratch.work, scratch.logs[0]
    n = 0
    for w in range(worlds.shape[0]):
        count = 1
        scratch.choices[0] = action
        if action == ANY:
            count = legal(t, worlds[w], scratch.choices)
        for i in range(count):
            for luck in range(LUCK):
                work[0] = worlds[w]
                seed_streams(work[0].rng, mix(mix(seed, w), i * LUCK + luck))
                apply(t, work[0], scratch.choices[i], log)
                if looks_the_same(tables, eyes, scratch):
                    found[n] = work[0]
                    n += 1
                    break
            if n == found.shape[0]:
                return n
    return n
