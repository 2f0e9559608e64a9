"""Balance: questions fixed beforehand, measured at several strengths, and a page made from the answers.

>>> from bestiary.lab.balance import AIMS
>>> sorted(AIMS)
['alive', 'characters', 'costs', 'matchups', 'seats', 'stages', 'wins', 'worth']
"""

from __future__ import annotations

from .aims import AIMS
from .measuring import measure
from .page import page
from .plan import Plan, Question, read

__all__ = ["AIMS", "Plan", "Question", "measure", "page", "read"]
