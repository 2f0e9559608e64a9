"""Players that taught themselves: self-play, networks as data, agents that play by them (docs/learn.md)."""

from __future__ import annotations

from .network import Network, at_home, known

__all__ = ["Network", "at_home", "known"]
