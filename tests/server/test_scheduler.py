"""One scheduler for all thinking: what is urgent first, tables alike, slices that can be given up."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bestiary.core.match import Match
from bestiary.server.bots import Answer, Bots
from bestiary.server.errors import Refused
from bestiary.server.scheduler import Rank, Scheduler, Steps, Thought

from .table import Player, quick, running, wait_for


class Gate:
    """Thoughts that note their slices; the first holds the only thread until it is let go."""

    def __init__(self, within: float = 60.0, most: int = 256) -> None:
        self.scheduler = Scheduler(1, most, within)
        self.done: list[str] = []
        self.open = threading.Event()

    def holds(self, thought: Thought) -> Steps[None]:
        self.open.wait(10)
        return None
        yield None

    def slices(self, name: str, count: int, costs: float = 0.0) -> Callable[[Thought], Steps[str]]:
        def steps(thought: Thought) -> Steps[str]:
            for _ in range(count):
                self.done.append(name)
                thought.begun -= costs  # as if the slice had taken so long
                yield None
            return name

        return steps

    async def run(self, *asked: tuple[Rank, str, Callable[[Thought], Steps[Any]]]) -> list[Any]:
        """Asks for everything while the thread is held, then lets it go."""
        held = asyncio.create_task(self.scheduler.do(Rank.MOVE, "held", self.holds))
        await asyncio.sleep(0)
        tasks = []
        for rank, table, steps in asked:
            tasks.append(asyncio.create_task(self.scheduler.do(rank, table, steps)))
            await asyncio.sleep(0)
        self.open.set()
        await held
        found = await asyncio.gather(*tasks)
        self.scheduler.close()
        return found


def test_moves_come_before_hints_opinions_studies_and_compilation() -> None:
    gate = Gate()
    asked = [(rank, f"t{rank}", gate.slices(rank.name, 2)) for rank in reversed(Rank)]
    assert asyncio.run(gate.run(*asked)) == [rank.name for rank in reversed(Rank)]
    assert gate.done == [name for rank in Rank for name in (rank.name, rank.name)]


def test_a_table_that_has_had_a_turn_lets_another_go_first() -> None:
    gate = Gate()
    long, short = gate.slices("long", 6, costs=0.15), gate.slices("short", 2)
    asyncio.run(gate.run((Rank.MOVE, "a", long), (Rank.MOVE, "b", short)))
    assert gate.done == ["long", "long", "short", "short", "long", "long", "long", "long"]


def test_an_opinion_is_interrupted_by_a_move_between_two_slices() -> None:
    gate = Gate()

    def opinion(thought: Thought) -> Steps[None]:
        gate.done.append("opinion")
        loop.call_soon_threadsafe(ask)
        arrived.wait(10)
        yield None
        gate.done.append("opinion")
        return None

    def ask() -> None:
        task = loop.create_task(gate.scheduler.do(Rank.MOVE, "b", gate.slices("move", 1)))
        moves.append(task)
        loop.call_soon(arrived.set)

    async def story() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        await gate.run((Rank.OPINION, "a", opinion))
        await moves[0]

    loop: Any = None
    arrived, moves = threading.Event(), []
    asyncio.run(story())
    assert gate.done == ["opinion", "move", "opinion"]


def test_a_thought_that_nobody_waits_for_is_dropped_at_its_next_slice() -> None:
    closed = threading.Event()

    def endless(thought: Thought) -> Steps[None]:
        try:
            while True:
                yield 0.001
        finally:
            closed.set()

    async def story() -> None:
        scheduler = Scheduler(1)
        task = asyncio.create_task(scheduler.do(Rank.MOVE, "a", endless))
        await asyncio.sleep(0.02)
        task.cancel()
        assert await asyncio.to_thread(closed.wait, 10)
        await asyncio.to_thread(wait_for, lambda: scheduler.waiting == 0)
        scheduler.close()

    asyncio.run(story())


def test_no_thread_waits_for_what_looks_again_later() -> None:
    done: list[str] = []

    def outside(thought: Thought) -> Steps[str]:
        while len(done) < 3:
            yield 0.005
        return "compiled"

    def move(thought: Thought) -> Steps[None]:
        done.append("move")
        return None
        yield None

    async def story() -> str:
        scheduler = Scheduler(1)
        compiling = asyncio.create_task(scheduler.do(Rank.COMPILATION, "", outside))
        for _ in range(3):
            await scheduler.do(Rank.MOVE, "a", move)
        found = await compiling
        scheduler.close()
        return found

    assert asyncio.run(story()) == "compiled"


def test_what_is_asked_besides_moves_is_bounded() -> None:
    gate = Gate(most=2)
    asked = [(Rank.OPINION, "a", gate.slices("opinion", 1))] * 3
    with pytest.raises(Refused, match="too much to think about"):
        asyncio.run(gate.run(*asked))
    gate.open.set()
    gate.scheduler.close()


@contextlib.contextmanager
def crowd(scheduler: Scheduler) -> Iterator[None]:
    """Others who wait for a move of a machine."""
    over = threading.Event()

    def waits(thought: Thought) -> Steps[None]:
        while not over.is_set():
            yield 0.005
        return None

    def wait() -> None:
        asyncio.run(scheduler.do(Rank.MOVE, "others", waits))

    people = [threading.Thread(target=wait) for _ in range(3)]
    for one in people:
        one.start()
    wait_for(lambda: scheduler.waiting == 3)
    yield
    over.set()
    for one in people:
        one.join()


def searched(within: float, kind: str, crowded: bool = True) -> Answer:
    """What a machine plays first at a table that has so many seconds."""
    match = Match("totem", seed=1)
    seat = match.asked[0]
    seen = match.engine.hidden(match.state, seat)

    async def story() -> Answer:
        scheduler = Scheduler(1, within=within)
        with crowd(scheduler) if crowded else contextlib.nullcontext():
            answer = await Bots(scheduler, seed=1).choose("a", match.game, match.content, kind, seen, seat)
        scheduler.close()
        return answer

    return asyncio.run(story())


def test_a_search_in_slices_plays_what_one_at_a_go_plays() -> None:
    from bestiary.agents import make_agent

    match = Match("totem", seed=1)
    seat = match.asked[0]
    seen = match.engine.hidden(match.state, seat)
    agent: Any = make_agent("mcts:60", match.game)
    search = agent.begin(seen, seat, 5)
    for some in (1, 2, 30, 27):
        search.more(some)
    assert search.opinions() == agent.opinions(seen, seat, 5)


def test_a_machine_without_time_answers_with_what_it_has_and_says_how_much_that_was() -> None:
    assert 0 < searched(0.0, "mcts:2000").share < 0.1


def test_a_machine_has_all_that_its_level_wants_unless_others_wait_too_long() -> None:
    assert searched(600.0, "mcts:50").share == 1.0
    assert searched(0.0, "mcts:50", crowded=False).share == 1.0


def heard(ann: Player) -> dict[str, Any]:
    """What somebody was told last of a table."""
    return next(m["table"] for m in reversed(ann.said) if m["type"] in ("table", "state"))


def test_a_machine_below_its_level_says_so_and_the_match_cannot_be_rated(tmp_path: Path) -> None:
    with running(quick(tmp_path, thinking=0.0)) as guest, crowd(guest.registry.services.scheduler):
        made = guest.open("me", "adept")
        ann = guest.join(made)
        # The machine may have moved before Ann has come: then it is said to her as she comes.
        while (told := heard(ann))["seats"][1]["share"] == 1.0:
            assert told["rateable"]
            if ann.asked and ann.state["choices"]:
                ann.move()
            else:
                ann.listen()
        assert not told["rateable"]
    with running(quick(tmp_path)) as guest:
        again = guest.get(f"tables/{made['table']}")
        assert again["seats"][1]["share"] < 1 and not again["rateable"], "it is stored"
