"""Balance: questions fixed beforehand, measured at several strengths, and a page made from the answers.

>>> from bestiary.lab.balance import AIMS
>>> AIMS["seats"].words
'every seat within {high} of its share'
"""

from __future__ import annotations

from .aims import AIMS
from .further import played_on
from .gpu import DEVICES
from .holds import summary
from .measuring import measure
from .page import answers, page
from .plan import Plan, Question, read
from .told import told

__all__ = [
    "AIMS",
    "DEVICES",
    "Plan",
    "Question",
    "answers",
    "measure",
    "page",
    "played_on",
    "read",
    "summary",
    "told",
]
