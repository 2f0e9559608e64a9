"""Agents: machines that take a seat. They get what their seat may know, and nothing else.

How to write one: docs/agents.md.

>>> from bestiary import Match
>>> from bestiary.agents import make_agent
>>> match = Match("totem", seed=7)
>>> agent = make_agent("mcts:50", match.game)
>>> seat = match.asked[0]
>>> action = agent.choose(match.engine.hidden(match.state, seat), seat, seed=1)
>>> action in match.legal()
True
"""

from __future__ import annotations

from .base import Agent, Opinion, make_agent
from .plugins import outside, register, unregister

__all__ = ["Agent", "Opinion", "make_agent", "outside", "register", "unregister"]
