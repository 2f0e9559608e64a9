"""What a pair of eyes has seen of a table."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import msgspec

from ..store.news import Happened

STORY = 60  # sentences that a new reader is shown; no more lines are kept


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What the n-th line showed one pair of eyes."""

    eyes: int
    n: int
    version: int
    entry: tuple[str, int, str]  # kind, seat, notation
    events: list[Happened]


@dataclass
class Eyes:
    """Where one pair of eyes stands."""

    version: int = 0
    shown: bytes = b""
    story: deque[Seen] = field(default_factory=lambda: deque(maxlen=STORY))
    offered: tuple[int, str] = (-1, "")  # at this version, a question to be answered early
