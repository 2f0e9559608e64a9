"""The one runner of many games; simulation, benchmark and, later, arena and laboratory use it."""

from .many import Results, simulate
from .statistics import Interval, wilson

__all__ = ["Interval", "Results", "simulate", "wilson"]
