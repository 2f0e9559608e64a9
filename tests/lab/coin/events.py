"""Coin: nothing is told, and there is one way to end."""

from __future__ import annotations

from bestiary.core.events import Events
from bestiary.core.names import Names

BY = Names("BY", ("none", "the roll"))

EVENTS = Events()
E = EVENTS.numbers
