"""Bots think beside the table, from what their seat may know."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bestiary.agents import register, unregister
from bestiary.agents.base import Agent
from bestiary.core.match import Match
from bestiary.core.record import Records, same
from bestiary.server import bots
from bestiary.server.bots import Bots
from bestiary.server.catalog import Catalog
from bestiary.server.scheduler import Rank, Scheduler, Thought

from .table import Guest, both, quick, running, wait_for


class Slow(Agent):
    """An agent that thinks as long as it is told, and notes what it was given."""

    wait: threading.Event
    order: list[str]
    given: list[Records]

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        self.given.append(seen)
        if self.name == "slow":
            self.wait.wait(10)
        self.order.append(self.name)
        return self.engine.legal(seen)[0]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> type[Slow]:
    Slow.wait, Slow.order, Slow.given = threading.Event(), [], []

    def make(kind: str, game: Any, content: Any = None, cores: int | None = None) -> Agent:
        made = Slow(game, content)
        made.name = kind
        return made

    monkeypatch.setattr(bots, "make_agent", make)
    return Slow


class Broken(Agent):
    """An agent from outside that does not keep what it promises."""

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        if seed % 2:
            raise RuntimeError("lost my mind")
        return -1


def test_for_an_agent_from_outside_that_fails_another_one_plays(caplog: pytest.LogCaptureFixture) -> None:
    match = Match("totem", seed=1)
    seat = match.asked[0]
    seen = match.engine.hidden(match.state, seat)
    machines, thought = Bots(Scheduler(0)), Thought(Rank.MOVE, "", 0)
    register("Broken", Broken)
    try:
        for seed in (1, 2):
            steps = machines._move(thought, match.game, match.content, "Broken", seen, seat, seed)
            with pytest.raises(StopIteration) as ended:
                next(steps)
            assert ended.value.value.action in match.legal()
    finally:
        unregister("Broken")
    assert "Broken failed" in caplog.text and "lost my mind" in caplog.text and "chose -1" in caplog.text


def test_a_table_is_not_delayed_by_a_machine_that_thinks(slow: type[Slow], tmp_path: Path) -> None:
    with running(quick(tmp_path, thinkers=1)) as guest:
        made = guest.open("me", "novice")
        thinking = guest.join(made)
        while thinking.asked:
            thinking.move()
        mover = both(*guest.pair())
        assert mover.play()["type"] == "ack"
        slow.wait.set()


def test_a_machine_gets_what_its_seat_may_know(slow: type[Slow], guest: Guest) -> None:
    slow.wait.set()
    made = guest.open("me", "novice")
    player = guest.join(made)
    while player.asked and not slow.given:
        player.move()
    wait_for(lambda: slow.given)
    table = guest.registry.tables[made["table"]]
    engine = table.live.match.engine
    given = slow.given[0]
    assert same(engine.hidden(given, 1), given), "nothing is left to hide"


def test_a_thought_that_is_overtaken_is_not_played(slow: type[Slow], tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        made = guest.open("me", "novice", options={})
        player = guest.join(made)
        table = guest.registry.tables[made["table"]]
        table.live.seats[1].kind = "slow"
        while player.asked:
            player.move()
        wait_for(lambda: slow.given)
        assert player.say("resign")["type"] == "ack"
        slow.wait.set()
        time.sleep(0.05)
        assert table.live.match.history[-1].kind == "resign"


def test_who_thinks_for_games_that_are_not_compiled_is_there_before_the_first_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first machine's first move waits for a process that imports all it needs."""
    expected: list[str] = []
    monkeypatch.setattr(Catalog, "strength", lambda catalog, slug: 0.5 if slug == "klaw" else 1.0)
    monkeypatch.setattr(Bots, "expect", lambda bots, games: expected.extend(game.slug for game in games))
    with running(quick(tmp_path)):
        wait_for(lambda: expected)
    assert expected == ["klaw"]
