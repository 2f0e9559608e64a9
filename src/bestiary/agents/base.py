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


def make_agent(name: str, game: Game, content: Content | None = None, cores: int = 1) -> Agent:
    """The agent of a name."""
    from .simple import Greedy, Random
    from .tree import TreeSearch

    word, _, budget = name.strip().lower().partition(":")
    if word == "random" and not budget:
        return Random(game, content)
    if word == "greedy" and not budget:
        return Greedy(game, content)
    if word in LEVELS and not budget:
        return TreeSearch(game, content, seconds=0.9 * LEVELS[word], name=word, cores=cores)
    if word == "mcts":
        if re.fullmatch(r"[1-9]\d*", budget):
            return TreeSearch(game, content, iterations=int(budget), cores=cores)
        found = re.fullmatch(r"(\d+\.?\d*)s", budget)
        if found and float(found[1]) > 0:
            return TreeSearch(game, content, seconds=float(found[1]), cores=cores)
    raise BestiaryError(f"There is no agent '{name}'. There is: {KNOWN}.")
