"""Many games: at random for simulation and benchmark, between agents for the arena."""

from .many import Results, simulate
from .statistics import Interval, wilson

__all__ = ["Interval", "Results", "simulate", "wilson"]
