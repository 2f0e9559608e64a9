"""The garbage of a server: nothing old is looked at between two sweeps, and nothing is left for good."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from bestiary.server.memory import EVERY, Memory


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()


class Ring:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.me = self


def test_what_is_old_is_collected_when_it_is_time_and_not_before() -> None:
    now = 0.0
    memory = Memory(lambda: now)
    memory.settle()
    assert gc.get_freeze_count() > 0
    ring = Ring()
    gc.collect(0)  # it is young no longer
    left = weakref.ref(ring)
    del ring
    for _ in range(100_000):
        Ring()  # the young are collected as they come
    assert left() is not None and len([one for one in gc.get_objects() if isinstance(one, Ring)]) < 10_000
    now = EVERY - 1
    assert not memory.sweep() and left() is not None
    now = EVERY
    assert memory.sweep() and left() is None
    assert not memory.sweep()
