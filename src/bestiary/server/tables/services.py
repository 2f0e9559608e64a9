"""What a table is given to do its work with: store, bots, clock; never the whole registry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..bots import Bots
from ..metrics import Metrics
from ..ratings import Ratings
from ..scheduler import Scheduler
from ..settings import Settings
from ..store.cluster import Cluster
from ..store.queries import Reader
from ..store.storage import Job, Storage
from ..store.uptime import Uptime

if TYPE_CHECKING:
    from .table import Table


async def _nobody(name: str) -> bool:
    return False


def _nowhere(table: Table) -> tuple[Table, Job]:
    raise LookupError("no registry opens tables here")


@dataclass
class Services:
    """What tables share."""

    settings: Settings
    storage: Storage
    reader: Reader
    bots: Bots
    scheduler: Scheduler
    cluster: Cluster
    uptime: Uptime
    now: Callable[[], float]
    process: str
    ratings: Ratings
    metrics: Metrics = field(default_factory=Metrics)
    closing: bool = False
    silenced: Callable[[str], Awaitable[bool]] = _nobody  # whether a name may not speak
    follow_up: Callable[[Table], tuple[Table, Job]] = _nowhere  # a table for the same seats to play again
    enter: Callable[[Table], None] = field(default=lambda table: None)  # takes it into memory, once stored
