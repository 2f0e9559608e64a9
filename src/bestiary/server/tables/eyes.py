"""What a pair of eyes has seen of a table."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from ...core.events import Happening
from ..web.messages import Entry, Happened, Told

STORY = 60  # sentences that a new reader is shown


@dataclass
class Seen:
    """What one line showed one pair of eyes."""

    eyes: int
    version: int
    entry: Entry
    events: list[Happened]


@dataclass(frozen=True)
class Heard:
    """A sentence of the story, and what it is made from for readers of another language."""

    told: Told
    happening: Happening | None = None
    entry: tuple[str, int, list[str], list[str]] | None = None  # kind, seat, the names before and after it


@dataclass
class Eyes:
    """Where one pair of eyes stands."""

    version: int = 0
    shown: bytes = b""
    story: deque[Heard] = field(default_factory=lambda: deque(maxlen=STORY))
    offered: tuple[int, str] = (-1, "")  # at this version, a question to be answered early
