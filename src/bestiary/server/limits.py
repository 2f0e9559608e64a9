"""How much anybody may do: token buckets, one for each address or socket."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from .errors import too_much

Clock = Callable[[], float]


class Bucket:
    """Fills at a rate up to a size; every use takes one out.

    >>> at = 0.0
    >>> bucket = Bucket((1.0, 2), lambda: at)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    __slots__ = ("at", "clock", "held", "rate", "size")

    def __init__(self, rate: tuple[float, int], clock: Clock = time.monotonic) -> None:
        self.rate, self.size = rate
        self.clock = clock
        self.held = float(self.size)
        self.at = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self.clock()
        self.held = min(float(self.size), self.held + (now - self.at) * self.rate)
        self.at = now
        if self.held < 1:
            return False
        self.held -= 1
        return True


class Meter:
    """Buckets by address; those not used for longest are forgotten first, so memory stays bounded."""

    def __init__(self, what: str, rate: tuple[float, int], most: int, clock: Clock = time.monotonic) -> None:
        self.what = what
        self.rate = rate
        self.most = most
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Counts one use, or refuses it."""
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, self.clock)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        if not bucket.take():
            raise too_much(self.what)
