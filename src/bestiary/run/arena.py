"""Agents against each other, on the same deals in every seating.

A deal is a seed. Every two agents play it in all arrangements over the seats in which both sit, so that
neither the cards nor the seats favour anybody. Where all seats win together, or there is only one,
each agent plays the deals alone and the results are compared deal by deal.

A game is a function of its deal and its seating, so the results are the same on any number of cores and
in any number of sittings; only searches by the clock are not.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..agents.base import Agent, checked, chosen, make_agent, quickly, settled
from ..agents.plugins import Factory
from ..core.cards import Content
from ..core.driver import Engine
from ..core.errors import BestiaryError
from ..core.game import Game
from ..core.pool import spread
from ..core.record import Records
from ..core.rng import mix
from .many import check

if TYPE_CHECKING:
    from .journal import Journal

EVEN = 0.5
AHEAD = 2  # games waiting for each core
THOUGHTS = 1 << 40  # the stream of seeds for agents, apart from those of the rules


@dataclass(frozen=True)
class Task:
    """One game to play: its deal, and the agent of each seat by number."""

    deal: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """One game that was played; the lists go by seat."""

    task: Task
    winners: tuple[int, ...]  # seats with a payoff above the middle of the range
    decisions: int
    finished: bool  # false where a game broke the bound that it declares
    moves: tuple[int, ...]  # decisions with more than one choice
    iterations: tuple[int, ...]
    seconds: tuple[float, ...]

    def score(self, agent: int) -> float:
        """An agent's share of the winning seats; where nobody wins, all seats share alike."""
        seating = self.task.seating
        if not self.winners:
            return seating.count(agent) / len(seating) if len(set(seating)) > 1 else 0.0
        return sum(self.task.seating[seat] == agent for seat in self.winners) / len(self.winners)


@dataclass(frozen=True)
class Contest:
    """What is played: a game with its options and cards, some agents, a seed, and how many deals."""

    game: Game
    agents: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    asked: int  # games a pair, or an agent alone
    content: Content | None = None  # other cards than the game's own
    own: Mapping[str, Agent | Factory] = field(default_factory=dict)  # agents that were handed over, by name
    lone: bool = False  # the first agent has one seat, every one in turn, and the other all others

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.options.get("players", self.game.players[0]))

    @property
    def alone(self) -> bool:
        """Whether agents are compared by playing all seats themselves."""
        return self.game.team or self.seats == 1

    @property
    def seatings(self) -> int:
        """Games that one deal takes for a pair, or for an agent alone."""
        return 1 if self.alone else self.seats if self.lone else 2**self.seats - 2

    @property
    def fair(self) -> float:
        """What an agent scores against another that is as strong."""
        return 1 / self.seats if self.lone else EVEN

    @property
    def deals(self) -> int:
        """Whole deals that hold at least the games asked for."""
        return -(-self.asked // self.seatings)

    @property
    def size(self) -> int:
        """Games in all."""
        return self.deals * sum(1 for _ in self.of_deal(0))

    def of_deal(self, deal: int) -> Iterator[Task]:
        """The games of one deal, in order."""
        numbers = range(len(self.agents))
        if self.alone:
            yield from (Task(deal, (agent,) * self.seats) for agent in numbers)
            return
        for pair in combinations(numbers, 2):
            for seating in product(pair, repeat=self.seats):
                if len(set(seating)) == 2 and (not self.lone or seating.count(0) == 1):
                    yield Task(deal, seating)

    def tasks(self) -> Iterator[Task]:
        """All games, in order."""
        for deal in range(self.deals):
            yield from self.of_deal(deal)


@dataclass
class Outcome:
    """The games of a contest that count: all of its first deals."""

    contest: Contest
    deals: int
    games: list[Played] = field(default_factory=list)
    interrupted: bool = False

    def _repr_html_(self) -> str:
        """The agents as a notebook shows them, strongest first."""
        from ..core.html import paragraphs, table
        from .standings import standings

        data = standings(self)
        rows = [
            (r["agent"], f"{r['elo']:+.0f} ±{r['error']:.0f}", f"{r['score']:.1%}", r["games"])
            for r in data["ratings"]
        ]
        said = f"{data['game']}: {data['games']:,} games on {self.deals:,} deals, seed {data['seed']}"
        return paragraphs([said]) + table(["agent", "Elo", "score", "games"], rows)


def contest(
    game: Game,
    agents: Sequence[str | Agent | Factory],
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    content: Content | None = None,
    lone: bool = False,
) -> Contest:
    """A contest, or an error in one line that says what cannot be played.

    Agents are named, or handed over: as what makes one for a game and its cards, such as a class, or as one
    that is there already, which then thinks about one decision at a time.

    >>> from bestiary import load
    >>> from bestiary.agents.simple import Random
    >>> contest(load("totem"), [Random, "mcts:100"]).agents
    ('Random', 'mcts:100')
    """
    check(games, seed, None)
    own = {_called(agent): agent for agent in agents if not isinstance(agent, str)}
    names = tuple(settled(agent) if isinstance(agent, str) else _called(agent) for agent in agents)
    for name in names:
        if names.count(name) > 1:
            raise BestiaryError(f"{name} is named twice; an agent meets only others.")
    made = Contest(game, names, game.settle(options), seed, games, content, own, lone)
    if lone and (made.alone or len(names) != 2):
        raise BestiaryError("Alone against several of another: two agents, in a game of rivals.")
    if not names or (len(names) == 1 and not made.alone):
        needed = "one agent is" if made.alone else "two agents are"
        raise BestiaryError(f"At least {needed} needed, such as: bestiary arena {game.slug} random mcts:200.")
    return made


def _called(agent: Agent | Factory) -> str:
    """What an agent that was handed over is called."""
    own = agent.name if isinstance(agent, Agent) else getattr(agent, "__name__", "")
    return str(own or type(agent).__name__)


class _InTurn(Agent):
    """An agent that several threads share: one decision at a time, and a count of iterations for each."""

    def __init__(self, agent: Agent, lock: threading.Lock) -> None:
        self.agent = agent
        self.engine = agent.engine
        self.lock = lock
        self.searched = 0
        self.name = _called(agent)

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        with self.lock:
            action = self.agent.choose(seen, seat, seed)
            self.searched = int(getattr(self.agent, "searched", 0))
        return action


def warm(made: Contest) -> None:
    """Compiles or loads all that a contest needs, its agents included."""
    engine = Engine(made.game, made.content)
    start = engine.start(made.options)
    seat = engine.actors(start)[0]
    seen = engine.hidden(start, seat)
    for name in {quickly(name) for name in made.agents if name not in made.own}:
        make_agent(name, made.game, engine.content).choose(seen, seat, 0)
    engine.apply(start, engine.legal(start)[0])
    engine.returns(start)


def blend(seed: int, n: int) -> int:
    """A seed of its own for every n."""
    return int(mix(np.uint64(seed), n))


def play(
    made: Contest,
    task: Task,
    engine: Engine,
    agents: Sequence[Agent],
    stop: threading.Event | None = None,
) -> Played | None:
    """Plays one game; nothing comes of a game that is told to stop."""
    seed = blend(made.seed, task.deal)
    thoughts = blend(seed, THOUGHTS)
    seats = made.seats
    moves, iterations, seconds = [0] * seats, [0] * seats, [0.0] * seats
    states = engine.start(made.options, seed)
    decisions = 0
    while not engine.over(states) and decisions < made.game.limits.decisions:
        if stop is not None and stop.is_set():
            return None
        legal = engine.legal(states)
        action = legal[0]
        if len(legal) > 1:
            seat = engine.actors(states)[0]
            agent = agents[task.seating[seat]]
            own = blend(blend(thoughts, decisions), seat)
            seen = engine.hidden(states, seat)
            began = time.perf_counter()
            action = chosen(agent, seen, seat, own, legal)
            seconds[seat] += time.perf_counter() - began
            moves[seat] += 1
            iterations[seat] += int(getattr(agent, "searched", 0))
        engine.apply(states, action)
        decisions += 1
    middle = sum(made.game.payoff) / 2
    finished = engine.over(states)
    payoffs = engine.returns(states) if finished else []
    winners = tuple(seat for seat, payoff in enumerate(payoffs) if payoff > middle)
    return Played(task, winners, decisions, finished, tuple(moves), tuple(iterations), tuple(seconds))


class Players(threading.local):
    """An engine and a set of agents for each thread: their scratch space is their own."""

    def __init__(self, made: Contest, locks: Mapping[str, threading.Lock]) -> None:
        self.made = made
        self.locks = locks
        self.engine = Engine(made.game, made.content)
        self.agents = [self._agent(name) for name in made.agents]

    def _agent(self, name: str) -> Agent:
        own, game, content = self.made.own.get(name), self.made.game, self.engine.content
        if own is None:
            return make_agent(name, game, content)
        if not isinstance(own, Agent):
            return checked(own(game, content), name)
        if own.engine.game is not game:
            raise BestiaryError(f"{name} was made for {own.engine.game.title}, not for {game.title}.")
        return _InTurn(own, self.locks[name])

    def play(self, task: Task, stop: threading.Event) -> Played | None:
        """Plays one game on this thread."""
        return play(self.made, task, self.engine, self.agents, stop)


def hold(
    made: Contest,
    cores: int | None = None,
    journal: Journal | None = None,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Plays a contest, less what a journal holds already; on Ctrl-C the deals that are done count.

    >>> from bestiary import load
    >>> len(hold(contest(load("totem"), ["random", "greedy"], games=3)).games)
    4
    """
    check(made.asked, made.seed, cores)
    known: dict[Task, Played] = dict(journal.games) if journal else {}
    missing = (task for task in made.tasks() if task not in known)
    players = Players(made, {name: threading.Lock() for name in made.own})
    stop = threading.Event()

    def take(task: Task, played: Played | None) -> None:
        if played is None:
            return
        known[task] = played
        if journal:
            journal.add(played)
        if progress:
            progress(1)

    interrupted = spread(
        lambda task: players.play(task, stop), missing, take, cores=cores, ahead=AHEAD, stop=stop.set
    )
    outcome = Outcome(made, 0, interrupted=interrupted)
    for deal in range(made.deals):
        games = [known.get(task) for task in made.of_deal(deal)]
        if None in games:
            break
        outcome.games += [game for game in games if game is not None]
        outcome.deals += 1
    return outcome
