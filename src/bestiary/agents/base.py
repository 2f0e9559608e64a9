"""What an agent is, and how one is made from its name: random, greedy, mcts:2000, master, module:factory."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from bestiary.core.cards import Content
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError, UnknownName
from bestiary.core.game import Game
from bestiary.core.record import Records

from .plugins import factory_of, is_outside, outside

QUICK = ("random", "greedy", "bulk")
LEVELS = ("novice", "adept", "master")  # budgets are the game's: see ``Hints``
LEARNED = "grandmaster"  # the level above them, of a game that has a network
KNOWN = (
    "random, greedy, bulk, mcts:ITERATIONS, mcts:SECONDSs, either with *TREES, net, net:ITERATIONS, "
    "novice, adept, master, grandmaster, MODULE:FACTORY"
)
RESERVED = (*QUICK, *LEVELS, LEARNED, "mcts", "net", "human")
NET_NAME = re.compile(r"net(?::([1-9]\d*))?")
SEARCH_NAME = re.compile(r"mcts:(?:([1-9]\d*)|((?=.*[1-9])\d+(?:\.\d+)?)s)(?:\*([1-9]\d?))?")


@dataclass(frozen=True)
class Opinion:
    """What an agent thinks of one legal action: how often it looked, and what it expects."""

    action: int
    visits: int
    value: float  # expected payoff of the seat, from 0 for the worst to 1 for the best


class Agent(ABC):
    """A machine that chooses for a seat, from a record that went through ``hide``.

    Whoever writes one says ``choose``; ``self.engine`` knows what is legal, plays on copies and deals again
    what the seat cannot know. ``opinions`` is for those who can compare moves.
    """

    name: str = ""

    def __init__(self, game: Game, content: Content | None = None) -> None:
        self.engine = Engine(game, content)

    @abstractmethod
    def choose(self, seen: Records, seat: int, seed: int) -> int:
        """An action, from what the seat may know; the same for the same record and seed."""

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        """What the agent thinks of every legal action, best first; agents without an opinion: none."""
        return []

    def glance(self, seen: Records, seat: int, seed: int, allowed: list[int]) -> tuple[int, float] | None:
        """What ``choose`` says where no more is allowed than this, and what the seat expects, from 0 to 1;
        None: only opinions tell."""
        return None


def is_agent(name: str) -> bool:
    """Whether this is the name of an agent; nothing from outside is imported for it."""
    return is_own(name) or is_outside(name)


def is_own(name: str) -> bool:
    """Whether this is the name of an agent of the house."""
    return name in (*QUICK, *LEVELS) or is_learned(name) or SEARCH_NAME.fullmatch(name) is not None


def is_learned(name: str) -> bool:
    """Whether this agent plays by a network."""
    return name == LEARNED or NET_NAME.fullmatch(name) is not None


def levels(game: Game) -> tuple[str, ...]:
    """The levels of machines that play a game with people; one that only plays alone is none of them."""
    from bestiary.learn.network import known

    network = known(game)
    sits = network is not None and any(network.plays(n) for n in game.players if n > 1)
    return (*LEVELS, LEARNED) if sits else LEVELS


def settled(name: str, what: str = "agent") -> str:
    """The name of an agent as everybody writes it, checked; what comes from outside keeps its case.

    >>> settled(" Greedy ")
    'greedy'
    """
    word = name.strip()
    if is_own(word.lower()):
        return word.lower()
    if is_outside(word):
        factory_of(word)
        return word
    named = [*QUICK, *LEVELS, LEARNED, "mcts:1000", "net", *outside()]
    raise UnknownName(what, name, named, shown=", ".join([KNOWN, *outside()]))


def quickly(name: str) -> str:
    """The agent that needs the same code as this one and does not think for long: to compile it."""
    if NET_NAME.fullmatch(name):
        return "net" if name == "net" else "net:1"
    return "mcts:1" if name in LEVELS or SEARCH_NAME.fullmatch(name) else name


def make_agent(name: str, game: Game, content: Content | None = None, cores: int | None = None) -> Agent:
    """The agent of a name.

    ``mcts:2000*4`` searches with four trees of 500 iterations side by side. How many cores grow them
    (all, by default) changes the time and not the move.
    """
    from .simple import Bulk, Greedy, Random
    from .tree import TreeSearch

    word = settled(name)
    if is_outside(word):
        return _from_outside(word, game, content)
    if word == "random":
        return Random(game, content)
    if word == "greedy":
        return Greedy(game, content)
    if word == "bulk":
        return Bulk(game, content)
    if is_learned(word):
        return _learned(word, game, content)
    if word in LEVELS:
        return TreeSearch(game, content, iterations=getattr(game.hints, word), name=word)
    found = SEARCH_NAME.fullmatch(word)
    assert found is not None
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


def _learned(name: str, game: Game, content: Content | None) -> Agent:
    """An agent that plays by the network of the game."""
    from bestiary.learn.agent import Net
    from bestiary.learn.leading import NetSearch

    found = NET_NAME.fullmatch(name)
    if found and found[1]:
        return NetSearch(game, content, int(found[1]))
    made = Net(game, content)
    made.name = name
    return made


def _from_outside(name: str, game: Game, content: Content | None) -> Agent:
    """An agent that somebody else has written; one without a name of its own is called as asked for."""
    factory, words = factory_of(name)
    return checked(factory(game, game.content() if content is None else content, *words), name)


def checked(made: object, name: str) -> Agent:
    """What a factory made, if it is an agent."""
    if not isinstance(made, Agent):
        kind = type(made).__name__
        raise BestiaryError(f"{name} makes no agent but a {kind}: derive it from bestiary.agents.Agent.")
    made.name = made.name or name
    return made


def chosen(agent: Agent, seen: Records, seat: int, seed: int, legal: Sequence[int]) -> int:
    """What an agent plays; one that breaks the rules is named."""
    action = int(agent.choose(seen, seat, seed))
    if action not in legal:
        some = ", ".join(map(str, legal[:8])) + (" and more" if len(legal) > 8 else "")
        raise BestiaryError(f"{agent.name} chose {action}, which is not legal here; legal are {some}.")
    return action
