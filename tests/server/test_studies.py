"""Studies: taken in turns, replaced when outdated, bounded, found again; played by a process of their own."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bestiary.core.changes import Change
from bestiary.core.registry import load
from bestiary.extras import MissingExtra
from bestiary.server.asking import Asked, Found
from bestiary.server.errors import Refused
from bestiary.server.scheduler import Scheduler
from bestiary.server.settings import Limits
from bestiary.server.store.storage import Storage
from bestiary.server.studies import Studies
from bestiary.server.studying import Paused, studied
from bestiary.server.web import workbench
from bestiary.server.web.designs import Verdict

from .table import Guest

STRONG = [{"path": "card.C10.power", "value": 11}]
ASKED = Asked("", "whatif", [Change("card.C10.power", 11)])


class Plays:
    """Stands for the process: notes whose piece is played, and ends a study after so many."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces
        self.played: list[str] = []
        self.dropped: list[str] = []

    def ask(self, id: str, asked: Asked) -> Found:
        self.played.append(id)
        done = self.played.count(id) >= self.pieces
        verdict = Verdict("bulk", 64 * self.played.count(id), 0.1, done, "Unclear.", [], [])
        return Found(verdict.games, done, [verdict])

    def drop(self, id: str) -> None:
        self.dropped.append(id)

    def close(self) -> None:
        pass


class Desk:
    """A queue of studies without a server around it."""

    def __init__(self, folder: Path, pieces: int = 3, limits: Limits | None = None) -> None:
        self.storage = Storage(f"sqlite:///{folder / 'tables.sqlite'}")
        self.storage.migrate()
        self.scheduler = Scheduler(1)
        self.limits = limits or Limits()
        self.plays = Plays(pieces)

    async def __aenter__(self) -> Studies:
        self.storage.start()
        self.studies = Studies(self.storage, self.scheduler, self.limits, lambda: 1000.0)
        self.studies._process = self.plays  # type: ignore[assignment]
        return self.studies

    async def __aexit__(self, *_: object) -> None:
        await self.studies.close()
        self.scheduler.close()
        await self.storage.close()


async def begin(studies: Studies, owner: str, known: bool = False, instead: str = "") -> str:
    made = await studies.begin(owner, known, load("totem"), ASKED, ["C10"], instead)
    return made.id


async def ended(studies: Studies, *ids: str) -> list[Any]:
    while True:
        found = [await studies.get(id) for id in ids]
        if all(one.state not in ("waiting", "working") for one in found):
            return found
        await asyncio.sleep(0.01)


def test_whoever_asks_much_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    async def story() -> None:
        desk = Desk(tmp_path)
        async with desk as studies:
            mine = [await begin(studies, "Ann") for _ in range(3)]
            other = await begin(studies, "Bob")
            await ended(studies, *mine, other)
            assert other in desk.plays.played[:3], "Bob has his turn before Ann has her third"

    asyncio.run(story())


def test_an_outdated_study_stops_and_what_it_found_stays(tmp_path: Path) -> None:
    async def story() -> None:
        desk = Desk(tmp_path, pieces=10_000)
        async with desk as studies:
            first = await begin(studies, "Ann")
            while not (await studies.get(first)).verdicts:
                await asyncio.sleep(0.01)
            second = await begin(studies, "Ann", instead=first)
            found = await studies.get(first)
            assert found.state == "stopped" and found.verdicts
            assert first in desk.plays.dropped
            stranger = await begin(studies, "Bob", instead=second)
            assert (await studies.get(second)).state in ("waiting", "working"), "Bob stops nobody else's"
            for id in (second, stranger):
                await studies.stop(id)

    asyncio.run(story())


def test_a_stranger_has_fewer_at_once_and_the_queue_is_bounded(tmp_path: Path) -> None:
    async def story() -> None:
        desk = Desk(tmp_path, 10_000, Limits(studies=5, studies_each=2))
        async with desk as studies:
            ids = [await begin(studies, "Ann") for _ in range(2)]
            with pytest.raises(Refused, match="You have 2 studies under way"):
                await begin(studies, "Ann")
            ids += [await begin(studies, "Cleo", known=True) for _ in range(3)]
            with pytest.raises(Refused, match="Too many studies wait"):
                await begin(studies, "Bob")
            for id in ids:
                await studies.stop(id)

    asyncio.run(story())


def test_a_study_is_found_again_after_the_server_has_ended(tmp_path: Path) -> None:
    async def story() -> None:
        async with Desk(tmp_path) as studies:
            done = await begin(studies, "Ann")
            await ended(studies, done)
        desk = Desk(tmp_path, pieces=10_000)
        async with desk as studies:
            assert (await studies.get(done)).state == "done"
            cut = await begin(studies, "Ann")
        async with Desk(tmp_path) as studies:
            found = await studies.get(cut)
            assert found.state == "stopped" and "started again" in found.why

    asyncio.run(story())


def test_something_long_is_let_go_on_piece_by_piece_and_can_be_stopped() -> None:
    paused = Paused()
    steps: list[int] = []

    def work() -> str:
        for n in (1, 2, 3):
            paused.tell(n)
        return "done"

    for n in paused.run(work):
        steps.append(n)
    assert (steps, paused.result) == ([1, 2, 3], "done")

    stopped = Paused()

    def endless() -> None:
        n = 0
        while True:
            n += 1
            stopped.tell(n)

    pieces = stopped.run(endless)
    assert next(pieces) == 1
    pieces.close()  # type: ignore[attr-defined]
    assert isinstance(stopped.problem, KeyboardInterrupt)


def test_games_are_played_and_judged_until_it_is_known_well_or_time_is_up() -> None:
    from bestiary.core.registry import address

    asked = Asked(
        address(load("totem")),
        "whatif",
        [Change("card.C10.power", 1)],
        agents=("random",),
        seconds=0.0,
        cores=1,
    )
    *_, found = studied(asked)
    (verdict,) = found.verdicts
    assert found.done and verdict.done and verdict.games >= 128
    names = [one.measure for one in verdict.measures]
    assert names == ["seat 0 wins", "wins holding Crimson Boar", "plays Crimson Boar", "length"]
    assert all(one.low <= one.difference <= one.high for one in verdict.measures)
    same = Asked(asked.place, "whatif", [Change("card.C10.text", "Other words.")], agents=("random",))
    *_, found = studied(same)
    assert found.verdicts[0].games == 0 and "same cards" in found.verdicts[0].sentence


def test_a_curve_has_every_value_and_a_proposal_says_what_it_changes() -> None:
    from bestiary.core.registry import address

    place = address(load("totem"))
    asked = Asked(
        place, "curve", [], agents=("random",), seconds=0.0, path="card.C10.power", values=[1, 10], cores=1
    )
    *_, found = studied(asked)
    points = [one for one in found.curve if one.measure == "length"]
    assert [(one.value, one.now) for one in points] == [("1", False), ("10", True)]
    asked = Asked(
        place, "tune", [Change("card.C10.power", 5)], agents=("random",), target="seats within 1..99",
        vary=["card.C10.power=3..7"], budget=200, cores=1,
    )  # fmt: skip
    *_, found = studied(asked)
    assert found.proposal is not None and found.proposal.met and found.proposal.changes == []
    assert found.games > 0


def test_a_server_without_the_laboratory_says_so_and_names_no_place_of_its_own(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise MissingExtra("The laboratory", "lab", "polars")

    monkeypatch.setattr(workbench, "_asked", missing)
    said = guest.post("studies", {"game": "totem", "changes": STRONG}, 409)["error"]["text"]
    assert "the extra 'lab'" in said and "/" not in said
