"""What ``observe`` is handed for a compact observation on a GPU: a row that notes what is not 0."""

# Numba's insides have no types.
# mypy: disable-error-code="import-untyped, import-not-found, attr-defined"

from __future__ import annotations

import operator
from functools import cache
from typing import Any, NamedTuple

import numpy as np


class Pairs(NamedTuple):
    """Places and values of an observation, in the order in which they are written, and how many.

    Those that do not fit are counted and not kept. Nothing is ever taken back: whoever writes a number that
    is not 0 writes it once.
    """

    places: Any
    values: Any
    count: Any  # an array of one, without a sign
    shape: Any  # of the row that this stands for

    def __setitem__(self, at: Any, value: Any) -> None:
        put(self, at, value)


def put(pairs: Any, at: Any, value: Any) -> None:
    """Notes a number, unless it is 0."""
    found = np.float32(value)
    if found != 0:
        n = pairs.count[0]
        if n < pairs.places.shape[0]:
            pairs.places[n] = at
            pairs.values[n] = found
        pairs.count[0] = n + np.uint32(1)


@cache
def teach() -> None:
    """Tells numba-cuda what ``pairs[at] = value`` means."""
    from numba.cuda import types
    from numba.cuda.extending import overload

    @overload(operator.setitem)  # type: ignore[untyped-decorator, unused-ignore]
    def _put(pairs: Any, at: Any, value: Any) -> Any:
        if isinstance(pairs, types.NamedTuple) and pairs.instance_class is Pairs:
            return put
        return None
