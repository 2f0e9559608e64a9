"""The laboratory: many games of a study, what happened in them as tables, and what follows from them.

>>> from bestiary import lab
>>> frames = lab.play(lab.Study("totem", agents=("random",), games=100, seed=1))
>>> frames.games.height
100
"""

from __future__ import annotations

from ..extras import MissingExtra

try:
    import polars as _polars  # noqa: F401
except ImportError:
    raise MissingExtra("The laboratory", "lab", "polars") from None

from . import measure
from .compare import restrict, swap, whatif
from .curve import sweep
from .reporting import figures, report
from .running import play, run
from .storage import Data, read
from .study import Study
from .tables import Frames
from .tuning import tune

__all__ = [
    "Data",
    "Frames",
    "Study",
    "figures",
    "measure",
    "play",
    "read",
    "report",
    "restrict",
    "run",
    "swap",
    "sweep",
    "tune",
    "whatif",
]
