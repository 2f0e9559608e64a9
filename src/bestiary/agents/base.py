"""What an agent is, and how one is made from its name: random, greedy, mcts:2000, mcts:1s, master."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from bestiary.core.cards import Content
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.record import Records

LEVELS = {"novice": 0.1, "adept": 0.5, "master": 2.0}  # seconds a move may take on a small machine
MARGIN = 0.8  # of it, so that the last slice still fits
KNOWN = "random, greedy, mcts:ITERATIONS, mcts:SECONDSs, novice, adept, master"


@dataclass(frozen=True)
class Opinion:
    """What an agent thinks of one legal action: how often it looked, and what it expects."""

    action: int
    visits: int
    value: float  # expected payoff of the seat, from 0 for the worst to 1 for the best


class Agent(ABC):
    """A machine that chooses for a seat, from a record that went through ``hide``."""

    name: str

    def __init__(self, game: Game, content: Content | None = None) -> None:
        self.engine = Engine(game, content)

    @abstractmethod
    def choose(self, seen: Records, seat: int, seed: int) -> int:
        """An action, from what the seat may know; the same for the same record and seed."""

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        """What the agent thinks of every legal action, best first; agents without an opinion: none."""
        return []


def is_agent(name: str) -> bool:
    """Whether this is the name of an agent."""
    word, colon, budget = name.partition(":")
    if word == "mcts":
        return bool(re.fullmatch(r"[1-9]\d*|(?=.*[1-9])\d+(\.\d+)?s", budget))
    return not colon and word in ("random", "greedy", *LEVELS)


def make_agent(name: str, game: Game, content: Content | None = None, cores: int = 1) -> Agent:
    """The agent of a name."""
    from .simple import Greedy, Random
    from .tree import TreeSearch

    word, _, budget = name.strip().lower().partition(":")
    if not is_agent(name.strip().lower()):
        raise BestiaryError(f"There is no agent '{name}'. There is: {KNOWN}.")
    if word == "random":
        return Random(game, content)
    if word == "greedy":
        return Greedy(game, content)
    if word in LEVELS:
        return TreeSearch(game, content, seconds=MARGIN * LEVELS[word], name=word, cores=cores)
    if budget.endswith("s"):
        return TreeSearch(game, content, seconds=float(budget[:-1]), cores=cores)
    return TreeSearch(game, content, iterations=int(budget), cores=cores)
