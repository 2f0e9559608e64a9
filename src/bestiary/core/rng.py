"""The random streams that live inside a state: splitmix64, one word a stream.

A stream is an element of ``s.rng``, named by its purpose (``DECK``, ``DICE``), so that a rule
draws with ``below(s.rng, DECK, n)`` and the whole future of a game is in its record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .jit import INTERPRETED, rule
from .plain import Copy

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
WHOLE = np.uint64(1 << 32)


@rule(wraps_around=True)
def scramble(z: Any) -> Any:
    """A word of which every bit depends on every bit of another."""
    z = (z ^ (z >> S30)) * MIX_A
    z = (z ^ (z >> S27)) * MIX_B
    return z ^ (z >> S31)


@rule(wraps_around=True)
def draw(rng: Any, stream: Any) -> Any:
    """The next word of a stream."""
    z = rng[stream] + GOLDEN
    rng[stream] = z
    return scramble(z)


@rule(wraps_around=True)
def mix(seed: Any, n: Any) -> Any:
    """A seed made of a seed and a number."""
    return scramble(scramble(np.uint64(seed) + GOLDEN) ^ (np.uint64(n) * MIX_A + GOLDEN))


@rule(wraps_around=True)
def hashed(a: Any, b: Any) -> Any:
    """A word made of two numbers."""
    return scramble(np.uint64(a) ^ (np.uint64(b) * GOLDEN))


# for Python, which calls it too seldom to wait until it is compiled
mixed: Callable[[Any, Any], Any] = mix if INTERPRETED else Copy().rule(mix)


@rule
def below(rng: Any, stream: Any, n: Any) -> Any:
    """A uniform number from 0 to n - 1, without bias."""
    return within(rng, stream, draw(rng, stream), n)


@rule
def within(rng: Any, stream: Any, word: Any, n: Any) -> Any:
    """The same from a word that is drawn already; another is drawn where it would favour some numbers."""
    size = np.uint64(n)
    wide = (word >> S32) * size
    low = wide & LOW
    if low < size:
        least = (WHOLE - size) % size
        while low < least:
            wide = (draw(rng, stream) >> S32) * size
            low = wide & LOW
    return np.int64(wide >> S32)


@rule
def seed_streams(rng: Any, seed: Any) -> None:
    """Starts every stream of a state from one seed."""
    for stream in range(rng.shape[0]):
        rng[stream] = mix(seed, stream)


@rule
def shuffle(rng: Any, stream: Any, cards: Any, n: Any) -> None:
    """Shuffles the first n of some cards."""
    for i in range(n - 1, 0, -1):
        j = below(rng, stream, i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
