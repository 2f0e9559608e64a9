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
from .compare.curve import sweep
from .compare.questions import restrict, swap, whatif
from .play.running import play, run
from .play.storage import Data, read
from .play.study import Study
from .play.tables import Frames
from .report import differences, figures, report, side_by_side
from .tune.tuning import tune

__all__ = [
    "Data",
    "Frames",
    "Study",
    "differences",
    "figures",
    "measure",
    "play",
    "read",
    "report",
    "restrict",
    "run",
    "side_by_side",
    "swap",
    "sweep",
    "tune",
    "whatif",
]
