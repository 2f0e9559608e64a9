"""The random streams: known values, no bias, the same compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.core.rng import below, draw, mix, seed_streams, shuffle
from bestiary.testing.dealing import SAFE, deviation

KNOWN = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)  # splitmix64 from seed 0


def streams(*seeds: int) -> np.ndarray:
    return np.array(seeds, np.uint64)


def test_splitmix64_gives_its_published_values() -> None:
    rng = streams(0)
    assert tuple(int(draw(rng, 0)) for _ in KNOWN) == KNOWN


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52])
def test_below_has_no_bias(n: int) -> None:
    rng = streams(12345)
    draws = 400 * n
    counts = np.bincount([int(below(rng, 0, n)) for _ in range(draws)], minlength=n)
    chi = float(((counts - 400) ** 2 / 400).sum())
    assert deviation(chi, n - 1) < SAFE


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**31 - 1))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= below(streams(seed), 0, n) < n


def test_streams_of_one_seed_differ_and_do_not_touch_each_other() -> None:
    rng = streams(0, 0, 0)
    seed_streams(rng, np.uint64(7))
    assert len(set(rng.tolist())) == 3
    before = rng.copy()
    draw(rng, 1)
    assert (rng == before).tolist() == [True, False, True]


def test_neighbouring_seeds_give_unrelated_streams() -> None:
    words = {int(mix(np.uint64(seed), np.int64(n))) for seed in range(100) for n in range(100)}
    assert len(words) == 10_000


def test_every_order_is_shuffled_equally_often() -> None:
    rng = streams(99)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24 * 200):
        cards = np.arange(4)
        shuffle(rng, 0, cards, 4)
        counts[tuple(cards.tolist())] = counts.get(tuple(cards.tolist()), 0) + 1
    assert len(counts) == 24
    assert deviation(sum((n - 200) ** 2 / 200 for n in counts.values()), 23) < SAFE


def test_interpreted_streams_are_the_same() -> None:
    code = (
        "import numpy as np\nfrom bestiary.core.rng import below, mix, seed_streams, shuffle\n"
        "rng = np.zeros(3, np.uint64); seed_streams(rng, np.uint64(2**63 + 5))\n"
        "cards = np.arange(52); shuffle(rng, 1, cards, np.int64(52))\n"
        "print(rng.tolist(), cards.tolist(), [int(below(rng, 2, np.int64(n))) for n in range(1, 60)])\n"
        "print(int(mix(np.uint64(2**64 - 1), np.int64(3))))\n"
    )
    said = {
        flag: subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": flag},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for flag in ("0", "1")
    }
    assert said["0"] == said["1"]
