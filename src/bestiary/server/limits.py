"""How much anybody may do: token buckets, one for each address or socket."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from ..core.language import phrase
from .errors import too_much
from .settings import Limits

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

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more of this cost is allowed now."""
        now = self.clock()
        self.held = min(float(self.size), self.held + (now - self.at) * self.rate)
        self.at = now
        if self.held < cost:
            return False
        self.held -= cost
        return True


class Meter:
    """Buckets by address; those not used for longest are forgotten first, so memory stays bounded."""

    def __init__(self, what: str, rate: tuple[float, int], most: int, clock: Clock = time.monotonic) -> None:
        self.what = what
        self.rate = rate
        self.most = most
        self.clock = clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: float = 1.0) -> None:
        """Counts one use, or refuses it."""
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, self.clock)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(address)
        if not bucket.take(cost):
            raise too_much(self.what)


def meters(limits: Limits) -> dict[str, Meter]:
    """One for each thing that is counted by address, or by name."""
    counted = (
        ("tables", phrase("new tables"), limits.tables),
        ("people", phrase("registrations and log-ins"), limits.people),
        ("requests", phrase("requests"), limits.requests),
        ("work", phrase("costly requests"), limits.work),
        ("hints", phrase("hints"), limits.hints),
        ("drafts", phrase("changes and studies"), limits.drafts),
        ("log_ins", phrase("log-ins of this name"), limits.log_ins),
    )
    return {name: Meter(what, rate, limits.addresses) for name, what, rate in counted}


def raise_open_files(wanted: int) -> str:
    """Lets this process hold as many connections as it may; what is wrong, where that is too few."""
    try:
        import resource
    except ImportError:  # no such limit on Windows
        return ""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = hard == resource.RLIM_INFINITY
    if soft < wanted:
        soft = wanted if unlimited else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft >= wanted:
        return ""
    return f"This process may open {soft} files; for {wanted} connections raise the limit (ulimit -n)."
