"""Bots: machines that play and judge, from the record that is hidden for their seat, with luck of their own.

Their thoughts wait in the scheduler. A search is done in slices, and has less than its level where many wait:
the answer says which share of its iterations it had.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
import zlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from ..agents import Agent, make_agent
from ..agents.apart import Apart
from ..agents.base import LEVELS, Opinion, chosen, is_own
from ..agents.hint import Adviser, Hint
from ..agents.judge import Case, Judge, Stage
from ..agents.tree import TreeSearch
from ..core.cards import Content
from ..core.driver import is_plain
from ..core.game import Game
from ..core.record import Records
from ..core.starting import of
from .metrics import Metrics
from .scheduler import Rank, Scheduler, Steps, Thought

LOOK = 0.02  # seconds between two looks at what is thought elsewhere
LATER = 1.0  # seconds between two looks whether a game is compiled

log = logging.getLogger("bestiary.server")


@dataclass(frozen=True)
class Answer:
    """What a machine plays, and which share of the thinking of its level it had."""

    action: int
    share: float = 1.0


class Bots:
    """The machines of a server."""

    def __init__(
        self,
        scheduler: Scheduler,
        seed: int | None = None,
        metrics: Metrics | None = None,
        tree: int = 0,
    ) -> None:
        self.scheduler = scheduler
        self.tree = tree  # iterations of each tree that judges
        self.metrics = metrics or Metrics()
        self._seed = seed  # for tests: a machine then plays the same in the same position
        self._took: dict[tuple[str, str], float] = {}
        self._own = threading.local()
        self.apart = Apart(scheduler.threads)
        self._waiters = ThreadPoolExecutor(scheduler.threads, "apart")

    def expect(self, games: Iterable[Game]) -> None:
        """Makes ready for machines at tables of games that are not compiled yet."""
        self.apart.prepare(games)

    async def choose(
        self, table: str, game: Game, content: Content, kind: str, seen: Records, seat: int
    ) -> Answer:
        """What a machine of this kind plays."""
        seed, started = self._luck(seen), time.monotonic()
        answer = await self.scheduler.do(
            Rank.MOVE, table, lambda thought: self._move(thought, game, content, kind, seen, seat, seed)
        )
        took = self._took[game.slug, kind] = time.monotonic() - started
        self.metrics.thoughts.observe(took)
        self.metrics.shares.observe(answer.share)
        return answer

    def _move(
        self, thought: Thought, game: Game, content: Content, kind: str, seen: Records, seat: int, seed: int
    ) -> Steps[Answer]:
        """A move; a machine from outside that fails is noted, and another one of the house plays for it."""
        if is_own(kind) and is_plain(game):
            found = yield from self._elsewhere(game, content, kind, seen, seat, seed)
            wanted = getattr(game.hints, kind, 0)
            return Answer(found[0].action, min(1.0, sum(o.visits for o in found) / wanted) if wanted else 1.0)
        if is_own(kind):
            agent = self._agent(game, content, kind)
            if isinstance(agent, TreeSearch) and agent.trees == 1 and agent.iterations:
                found, share = yield from _searched(thought, agent, seen, seat, seed)
                return Answer(found[0].action, share)
            return Answer(agent.choose(seen, seat, seed))
        try:
            agent = self._agent(game, content, kind)
            return Answer(chosen(agent, seen, seat, seed, agent.engine.legal(seen)))
        except Exception:
            log.exception("The agent %s failed at %s; %s plays this move.", kind, game.title, LEVELS[0])
            return Answer(self._agent(game, content, LEVELS[0]).choose(seen, seat, seed))

    async def judge(
        self, table: str, game: Game, content: Content, case: Case, stage: Stage, seen: Records, seat: int
    ) -> Case:
        """A case brought to a stage; after everybody who waits for a move. It waits for the compiler."""
        seed, made = self._luck(seen), deepcopy(case)

        def judged(thought: Thought) -> Steps[Case]:
            while is_plain(game) and not ((begun := of(game)) and begun.failed):
                yield LATER
            yield from Judge(game, content, self.tree).think(made, stage, seen, seat, seed)
            return made

        return await self.scheduler.do(Rank.OPINION, table, judged)

    async def hint(
        self, table: str, game: Game, content: Content, seen: Records, seat: int
    ) -> tuple[int, Hint | None]:
        """A move and why; only a guess, without a reason, while Python runs the rules of a game."""
        seed = self._luck(seen)

        def thought_of(thought: Thought) -> Steps[tuple[int, Hint | None]]:
            if is_plain(game):
                found = yield from self._elsewhere(game, content, LEVELS[-1], seen, seat, seed)
                return found[0].action, None
            hint = yield from Adviser(game, content, tree=self.tree).think(seen, seat, seed)
            return hint.action, hint

        return await self.scheduler.do(Rank.HINT, table, thought_of)

    def _elsewhere(
        self, game: Game, content: Content, kind: str, seen: Records, seat: int, seed: int
    ) -> Steps[list[Opinion]]:
        """What is thought in a process of its own; no thread of the scheduler waits for it."""
        asked = self._waiters.submit(self.apart.opinions, game, content, kind, seen, seat, seed)
        while not asked.done():
            yield LOOK
        return asked.result()

    def close(self) -> None:
        """Ends the processes in which machines think."""
        self.apart.close()
        self._waiters.shutdown(wait=False, cancel_futures=True)

    def _luck(self, seen: Records) -> int:
        if self._seed is None:
            return secrets.randbits(63)
        return zlib.crc32(seen.tobytes(), self._seed & 0xFFFFFFFF)

    def took(self, game: Game, kind: str) -> float:
        """How long such a machine has lately taken."""
        return self._took.get((game.slug, kind), 0.0)

    def _agent(self, game: Game, content: Content, kind: str) -> Agent:
        """An agent of this thread."""
        held: dict[Any, Agent] = self._own.__dict__.setdefault("agents", {})
        key = game.name, content.fingerprint, kind
        if key not in held:
            if len(held) > 24:
                held.clear()
            held[key] = make_agent(kind, game, content, cores=1)
        return held[key]


def _searched(
    thought: Thought, agent: TreeSearch, seen: Records, seat: int, seed: int
) -> Steps[tuple[list[Opinion], float]]:
    """A search in slices: what it thinks, and the share of its iterations that it had."""
    search = agent.begin(seen, seat, seed)
    yield from search.slices(short=lambda: thought.short)
    return search.opinions(), search.done / search.wanted
