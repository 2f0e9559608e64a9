"""What a pair of eyes has seen of a table."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from ..web.messages import Entry, Happened, Told

STORY = 60  # sentences that a new reader is shown


@dataclass
class Seen:
    """What one line showed one pair of eyes."""

    eyes: int
    version: int
    entry: Entry
    events: list[Happened]


@dataclass
class Eyes:
    """Where one pair of eyes stands."""

    version: int = 0
    shown: bytes = b""
    story: deque[Told] = field(default_factory=lambda: deque(maxlen=STORY))
    offered: tuple[int, str] = (-1, "")  # at this version, a question to be answered early
