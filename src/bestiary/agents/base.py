"""What an agent is, and how one is made from its name: random, greedy, bulk, mcts:2000, mcts:1s, master."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from bestiary.core.cards import Content
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.record import Records

QUICK = ("random", "greedy", "bulk")
LEVELS = ("novice", "adept", "master")  # budgets are the game's: see ``Hints``
KNOWN = "random, greedy, bulk, mcts:ITERATIONS, mcts:SECONDSs, either with *TREES, novice, adept, master"
SEARCH_NAME = re.compile(r"mcts:(?:([1-9]\d*)|((?=.*[1-9])\d+(?:\.\d+)?)s)(?:\*([1-9]\d?))?")


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
    return name in (*QUICK, *LEVELS) or SEARCH_NAME.fullmatch(name) is not None


def make_agent(name: str, game: Game, content: Content | None = None, cores: int | None = None) -> Agent:
    """The agent of a name.

    ``mcts:2000*4`` searches with four trees of 500 iterations side by side. How many cores grow them
    (all, by default) changes the time and not the move.
    """
    from .simple import Bulk, Greedy, Random
    from .tree import TreeSearch

    word = name.strip().lower()
    if word == "random":
        return Random(game, content)
    if word == "greedy":
        return Greedy(game, content)
    if word == "bulk":
        return Bulk(game, content)
    if word in LEVELS:
        return TreeSearch(game, content, iterations=getattr(game.hints, word), name=word)
    found = SEARCH_NAME.fullmatch(word)
    if found is None:
        raise BestiaryError(f"There is no agent '{name}'. There is: {KNOWN}.")
    iterations, seconds, trees = found.groups()
    return TreeSearch(
        game,
        content,
        iterations=int(iterations or 0),
        seconds=float(seconds or 0),
        name=word,
        trees=int(trees or 1),
        cores=cores,
    )
