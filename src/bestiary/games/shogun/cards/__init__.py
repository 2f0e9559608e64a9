"""The Shogun's Chosen: the card file, boards and campaign, read into tables."""

from __future__ import annotations

from .cards import read
from .faces import faces

__all__ = ["faces", "read"]
