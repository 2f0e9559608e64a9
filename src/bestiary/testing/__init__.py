"""The conformance suite that any game is run through, ours or a third party's.

>>> from bestiary.testing import check_game
>>> check_game("totem", games=1, only={"conservation"}, quiet=True).games
1
"""

from __future__ import annotations

from .batch import sweep
from .bench import Broken
from .dealing import check_dealing
from .suite import CHECKS, OF_POSITIONS, Report, check_game

__all__ = ["CHECKS", "OF_POSITIONS", "Broken", "Report", "check_dealing", "check_game", "sweep"]
