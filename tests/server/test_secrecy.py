"""Nothing hidden leaves the server: two worlds that look the same to a seat give the same bytes."""

from __future__ import annotations

import asyncio
import copy
import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bestiary.core.match import Match
from bestiary.core.registry import load
from bestiary.server.store.queries import Stored
from bestiary.server.store.storage import Job
from bestiary.server.store.uptime import Uptime
from bestiary.server.tables import showing
from bestiary.server.tables.commands import obey
from bestiary.server.tables.live import Facts, Live, Seat
from bestiary.server.tables.table import Table
from bestiary.server.web.codec import text_of
from bestiary.server.web.messages import HEARD, Refused

from .table import GENEROUS

SETTINGS = {"clock": {"kind": "none"}, "spectators": "public", "undo": "consent"}


class Ear:
    """A socket that only keeps what it is sent."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.late = False
        self.held = ""
        self.language = None
        self.heard: list[bytes] = []

    def put(self, text: bytes) -> None:
        self.heard.append(text)


def services() -> Any:
    """Services that store nothing, at a table that does nothing by itself."""

    async def write(job: Job) -> None:
        pass

    quiet = SimpleNamespace(connected=lambda id: set(), tell=lambda *words: None)
    return SimpleNamespace(
        settings=SimpleNamespace(limits=GENEROUS, absent=30.0),
        storage=SimpleNamespace(embedded=True, write=write),
        cluster=quiet,
        closing=True,
        process="here",
        now=lambda: 1000.0,
        uptime=Uptime([(0.0, 1e9)]),
    )


def table_of(
    slug: str, seed: int, options: dict[str, Any] | None = None, settings: dict[str, Any] = SETTINGS
) -> Table:
    """A table of people, one listening at every seat and one who watches."""
    game = load(slug)
    settled = game.settle(options)
    match = Match(game, settled, seed)
    seats = [Seat("person", f"P{k}") for k in range(match.seats)]
    cards = game.content().fingerprint
    facts = Facts("t", slug, game.name, cards, settled, seed, settings, True, created=900.0)
    table = Table(services(), stored(Live(facts, seats, game)))
    for seat in range(-1, match.seats):
        table.sockets.add(Ear(seat))  # type: ignore[arg-type]
    return table


def stored(live: Live) -> Stored:
    """A table at its start, as storage would know it."""
    watched = live.facts.settings["spectators"]
    late = [(0, live.kept(watched["seat"]))] if isinstance(watched, dict) else []
    return Stored(live, late)


def ear(table: Table, seat: int) -> Ear:
    return next(s for s in table.sockets if s.seat == seat)  # type: ignore[return-value]


def another_world(table: Table, seat: int, seed: int) -> Table:
    """The same table with all that the seat cannot know dealt again."""
    live = table.live
    made = Live(live.facts, copy.deepcopy(live.seats), live.match.game)
    made.match = live.match.copy()
    made.match.state[0] = live.match.engine.resampled(live.match.state, seat, seed)[0]
    for name in ("n", "turn", "undo_asked", "times"):
        setattr(made, name, copy.deepcopy(getattr(live, name)))
    made.sealed = dict(live.sealed)
    made.eyes = copy.deepcopy(live.eyes)
    for eyes in made.eyes:
        if eyes != seat:
            made.eyes[eyes].shown = made.hidden(eyes).tobytes()
    other = Table(table.services, Stored(made, []))
    for reader in range(-1, made.match.seats):
        other.sockets.add(Ear(reader))  # type: ignore[arg-type]
    return other


def looks(match: Match, action: int, seat: int) -> tuple[bytes, str]:
    """What the seat would see of an action."""
    engine = match.engine
    states, log = engine.copy(match.state), engine.new_log()
    engine.apply(states, action, log=log)
    return engine.hidden(states, seat).tobytes(), repr(engine.happenings(log, seat))


def mirrored(one: Match, two: Match, action: int, seat: int, mine: bool) -> int | None:
    """The action of the other world that looks to the seat like this one of the first."""
    wanted = looks(one, action, seat)
    for other in [action] if mine else [action, *two.legal()]:
        if other in two.legal() and looks(two, other, seat) == wanted:
            if mine or shown(one, action, seat) == shown(two, other, seat):
                return other
    return None


def shown(match: Match, action: int, seat: int) -> Any:
    meaning = match.engine.meaning(match.state, action)
    return showing.entry_of(match.notation(action), meaning, "action", match.asked[0], seat)


async def command(table: Table, seat: int, **said: Any) -> None:
    """A command as a socket gives it; its answer is part of the stream."""
    answer = await obey(table, seat, msgspec.convert(said, HEARD))
    ear(table, seat).put(text_of(answer).encode())


async def play(table: Table, action: int) -> None:
    async with table.change() as live:
        table.play(live.match.asked[0], action)


async def streams(slug: str, seed: int, steps: int, options: dict[str, Any] | None = None) -> int:
    """Plays at random; at every step the seat's bytes are compared with those of another world."""
    chance = random.Random(seed)
    one = table_of(slug, seed, options)
    compared = 0
    for step in range(steps):
        match = one.live.match
        if match.over:
            break
        if match.game_over:
            async with one.change():
                one.add("next")
            continue
        seat = chance.randrange(-1, match.seats)
        two = another_world(one, seat, chance.getrandbits(60))
        for table in (one, two):
            ear(table, seat).heard.clear()
            table.show(ear(table, seat))  # type: ignore[arg-type]
        asked = match.asked[0]
        action = chance.choice(match.legal())
        if seat >= 0:
            version = one.live.eyes[seat].version
            wrong = chance.randrange(len(match.game.actions))
            if wrong not in match.legal() or seat not in match.asked:
                for table in (one, two):
                    said = {"type": "play", "id": f"w{step}", "version": version, "action": wrong}
                    await command(table, seat, **said)
        assert ear(one, seat).heard == ear(two, seat).heard
        if seat in one.live.sealed:
            one.live.sealed.clear()
            two.live.sealed.clear()
        other = mirrored(match, two.live.match, action, seat, mine=asked == seat)
        if other is None:  # chance or a hidden card shows: the worlds no longer look the same
            await play(one, action)
            continue
        if asked == seat:
            for table in (one, two):
                said = {"type": "play", "id": f"s{step}", "version": version, "action": action}
                await command(table, seat, **said)
        else:
            await play(one, action)
            await play(two, other)
        if one.live.match.over:
            break  # nothing is left to hide: all lies open
        assert ear(one, seat).heard == ear(two, seat).heard, f"{slug} {seed} step {step} seat {seat}"
        compared += 1
    return compared


@pytest.mark.parametrize("games", [1, 3])
def test_what_was_hidden_lies_open_when_the_match_is_over_and_not_before(games: int) -> None:
    async def played() -> tuple[bool, list[Any]]:
        chance, table = random.Random(4), table_of("totem", 4, {"match_games": games})
        while not table.live.match.game_over:
            await play(table, chance.choice(table.live.match.legal()))
        return table.live.match.over, msgspec.json.decode(table.live.view(0))["seats"][1]["hand"]

    over, hand = asyncio.run(played())
    assert over == (games == 1)
    assert hand and all((card is not None) == over for card in hand)


def test_the_stream_of_a_seat_tells_nothing_hidden_in_totem() -> None:
    assert sum(asyncio.run(streams("totem", seed, 60)) for seed in range(4)) > 60


@pytest.mark.parametrize("slug", ["totemic", "tiger", "klaw", "shogun"])
def test_the_stream_of_a_seat_tells_nothing_hidden(slug: str) -> None:
    assert asyncio.run(streams(slug, 5, 40)) > 10


# ---- whoever can connect ---------------------------------------------------------------------

FIVE = ["totem", "totemic", "tiger", "klaw", "shogun"]
LATE = {**SETTINGS, "spectators": {"seat": 0, "delay": 3}}


def came(table: Table, reader: Any) -> str:
    """What somebody is told who connects now."""
    reader.heard.clear()
    table.show(reader)
    return str(reader.heard)


async def connections(slug: str, seed: int, steps: int) -> int:
    """At every step every seat, a spectator and a stranger come anew, in two worlds that look alike."""
    chance = random.Random(seed)
    one = table_of(slug, seed)
    compared = 0
    for _ in range(steps):
        match = one.live.match
        if match.game_over:
            break
        for eyes in range(-1, match.seats):
            two = another_world(one, eyes, chance.getrandbits(60))
            assert came(one, ear(one, eyes)) == came(two, ear(two, eyes)), f"{slug} {seed} {eyes}"
            assert text_of(one.audience.open_facts()) == text_of(two.audience.open_facts())
            compared += 1
        await play(one, chance.choice(match.legal()))
    return compared


@pytest.mark.parametrize("slug", FIVE)
def test_whoever_connects_is_shown_nothing_hidden(slug: str) -> None:
    assert asyncio.run(connections(slug, 3, 12)) > 20


def watched(slug: str, seed: int) -> Table:
    """A table whose first seat is watched with a delay, and has agreed."""
    table = table_of(slug, seed, settings=LATE)
    table.live.agreed = True
    reader = Ear(-1)
    reader.late = True
    table.sockets.add(reader)  # type: ignore[arg-type]
    return table


def late(table: Table) -> Ear:
    return next(s for s in table.sockets if s.late)  # type: ignore[return-value]


async def late_streams(slug: str, seed: int, steps: int) -> int:
    """Two tables with the same past; the next move differs, and late spectators cannot tell which it was."""
    chance = random.Random(seed)
    compared, past = 0, []
    for _ in range(steps):
        tables = [watched(slug, seed), watched(slug, seed)]
        for table in tables:
            for action in past:
                await play(table, action)
        match = tables[0].live.match
        if match.game_over:
            break
        legal = match.legal()
        moves = [legal[0], legal[-1]]
        told = []
        for table, action in zip(tables, moves, strict=True):
            late(table).heard.clear()
            before = table.live.eyes[0].version
            await play(table, action)
            if table.live.match.game_over or table.live.eyes[0].version != before + 1:
                break  # the watched seat saw nothing, or all is over and open
            told.append((late(table).heard, came(table, late(table)), text_of(table.audience.open_facts())))
        if len(told) == 2:
            assert told[0] == told[1], f"{slug} {seed} after {len(past)} moves"
            compared += moves[0] != moves[1]
        past.append(chance.choice(legal))
    return compared


@pytest.mark.parametrize("slug", FIVE)
def test_late_spectators_cannot_tell_what_is_played_now(slug: str) -> None:
    assert asyncio.run(late_streams(slug, 4, 9)) > 1


@pytest.mark.sweep
@pytest.mark.parametrize("slug", FIVE)
def test_whoever_connects_to_many_games(slug: str) -> None:
    for seed in range(10):
        asyncio.run(connections(slug, seed, 300))
        asyncio.run(late_streams(slug, seed, 40))


@pytest.mark.sweep
@pytest.mark.parametrize("slug", ["totem", "totemic", "tiger", "klaw", "shogun"])
def test_the_streams_of_many_games(slug: str) -> None:
    assert sum(asyncio.run(streams(slug, seed, 500)) for seed in range(20)) > 1000


# ---- secret choices at once ------------------------------------------------------------------


def secret_moment() -> tuple[Table, int]:
    """A table where somebody who is not asked may answer already, and who that is."""
    for seed in range(200):
        table = table_of("tiger", seed)
        chance = random.Random(seed)
        for _ in range(60):
            match = table.live.match
            if match.game_over:
                break
            for seat in range(match.seats):
                if (
                    seat not in match.asked
                    and showing.early(match.engine, table.live.hidden(seat), seat) is not None
                ):
                    return table, seat
            asyncio.run(play(table, chance.choice(match.legal())))
    raise AssertionError("no secret choice found")


@pytest.mark.parametrize("slug", ["totem", "totemic", "tiger", "klaw", "shogun"])
def test_questions_that_may_be_answered_early_are_declared(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions, found = load(slug).questions, set()
    declared = {question.name for question in questions.all if question.early}
    for one in (questions, *questions.all):
        monkeypatch.setattr(one, "early", True)
    for seed in range(4):
        match, chance = Match(slug, seed=seed), random.Random(seed)
        for _ in range(40):
            if match.game_over:
                break
            for seat in set(range(match.seats)) - set(match.asked):
                question = showing.early(match.engine, match.engine.hidden(match.state, seat), seat)
                if question is not None:
                    found.add(questions.name(int(question["phase"][0])))
            match.play(chance.choice(match.legal()))
    assert found == declared


def test_secret_choices_are_answered_at_once_and_opened_in_order() -> None:
    table, seat = secret_moment()
    live = table.live
    table.show(ear(table, seat))  # type: ignore[arg-type]
    offer = live.offer(seat)
    choices = msgspec.json.decode(msgspec.json.encode(offer.choices))
    assert offer.early and choices
    action, version = choices[0]["action"], live.eyes[seat].version
    asyncio.run(command(table, seat, type="play", id="early", version=version, action=action))
    assert live.sealed[seat][0] == action and live.eyes[seat].version == version
    assert live.offer(seat).sealed == action
    for _ in range(80):
        if seat not in live.sealed:
            break
        asyncio.run(play(table, live.match.legal()[0]))
    played = [e for e in live.match.history if e.seat == seat]
    assert played and played[-1].action == action, "it was played when its question came"


def test_who_waits_for_a_card_that_shows_cannot_answer_early() -> None:
    table = table_of("totem", 3)
    match = table.live.match
    for _ in range(8):  # all Totems are placed: now attacks are seen
        asyncio.run(play(table, match.legal()[0]))
    other = 1 - match.asked[0]
    assert showing.early(match.engine, table.live.hidden(other), other) is None
    version = table.live.eyes[other].version
    said = {"type": "play", "id": "x", "version": version, "action": 0}
    answer = asyncio.run(obey(table, other, msgspec.convert(said, HEARD)))
    assert isinstance(answer, Refused) and answer.rule == match.game.not_asked
