"""What the process that plays studies is asked and answers; known without the laboratory's packages."""

from __future__ import annotations

from typing import Any

import msgspec

from ..core.changes import Change
from .web.designs import CurvePoint, Proposal, Verdict


class Asked(msgspec.Struct, frozen=True):
    """What a study is to find out."""

    place: str  # of the game
    kind: str  # whatif, curve or tune
    changes: list[Change]
    against: list[Change] = []
    agents: tuple[str, ...] = ("bulk",)
    options: dict[str, Any] = {}
    seconds: float = 30.0  # of play for each player
    path: str = ""  # of a curve
    values: list[int] = []
    target: str = ""  # of a proposal
    vary: list[str] = []
    budget: int = 0
    cores: int | None = None


class Found(msgspec.Struct):
    """How far a study has come."""

    games: int = 0
    done: bool = False
    verdicts: list[Verdict] = []
    curve: list[CurvePoint] = []
    proposal: Proposal | None = None
    problem: str = ""
