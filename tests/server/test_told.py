"""What is made once and told again is what would be made anew; and what is sent in one turn is one write."""

from __future__ import annotations

import asyncio
import copy
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from uvicorn.protocols.utils import ClientDisconnected

from bestiary.core import words
from bestiary.core.cards import Content
from bestiary.core.match import Match
from bestiary.core.reading import lists
from bestiary.core.record import fields
from bestiary.server.tables.choices import choices_of
from bestiary.server.tables.live import Facts, Live, Seat
from bestiary.server.tables.log import Line
from bestiary.server.tables.showing import SPECTATOR, view_of
from bestiary.server.tables.still import Still
from bestiary.server.tables.telling import event_text, told
from bestiary.server.web import messages as say
from bestiary.server.web.codec import encode
from bestiary.server.web.connection import WRITER, Socket
from bestiary.server.web.protocol import Direct
from bestiary.server.web.sockets import Sockets

FIVE = ("totem", "totemic", "tiger", "klaw", "shogun")
ENOUGH = 60  # decisions of a match


def positions(slug: str) -> Iterator[Match]:
    """A match, decision by decision; and the next one, where it is short."""
    chance, left = random.Random(slug), ENOUGH
    while left:
        match = Match(slug, seed=chance.getrandbits(60), names={0: "Ann", 1: "Ben"})
        while not match.game_over and left:
            left -= 1
            yield match
            match.play(chance.choice(match.legal()))


@pytest.mark.parametrize("slug", FIVE)
def test_choices_that_are_told_again_are_told_as_if_made_anew(slug: str) -> None:
    for match in positions(slug):
        seat = match.asked[0]
        hidden = match.engine.hidden(match.state, seat)
        legal = match.engine.legal(hidden)
        made = [
            words.sentence(match.game, match.content, fields(hidden[0]), meaning, match.people(seat))
            for meaning in match.engine.meanings(hidden, legal)
        ]
        for _ in range(2):
            assert [one.sentence for one in choices_of(match, hidden, seat, legal)] == made


@pytest.mark.parametrize("slug", FIVE)
def test_lists_of_a_record_are_its_arrays(slug: str) -> None:
    match = next(positions(slug))
    still, read = Still(match.state), fields(match.state[0])
    kind = match.game.state
    names = [name for name in kind.names or () if kind[name].shape and kind[name].base.names is None]
    assert lists(still, *names) == lists(read, *names) == [np.asarray(read[n]).tolist() for n in names]


def bare(content: Content) -> Content:
    """The same cards, of which nothing has been told yet."""
    made = copy.copy(content)
    for name in [name for name in made.__dict__ if name.startswith("_")]:
        del made.__dict__[name]
    return made


@pytest.mark.parametrize("slug", FIVE)
def test_a_view_of_which_parts_were_made_before_is_as_one_made_from_nothing(slug: str) -> None:
    for match in positions(slug):
        for eyes in range(SPECTATOR, match.seats):
            still = Still(match.engine.hidden(match.state, eyes))
            anew = SimpleNamespace(game=match.game, content=bare(match.content))
            assert view_of(match, still, eyes) == view_of(anew, still, eyes)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", FIVE)
def test_records_within_a_record_are_read_by_their_bytes(slug: str) -> None:
    game = Match(slug).game
    for chance in map(random.Random, range(30)):
        match = Match(game, seed=chance.getrandbits(60))
        kind = match.game.options.kind
        for name in kind.names or ():  # whatever a table may be opened with, and more
            match.state["opt"][name] = chance.randrange(4)
        still, read = Still(match.state).opt, fields(match.state[0]).opt
        assert [getattr(still, n) for n in kind.names or ()] == [getattr(read, n) for n in kind.names or ()]


def live(*names: str) -> Live:
    facts = Facts("t", "totem", "totem-v2", "", {}, 7, {}, False)
    game = Match("totem").game
    facts.game, facts.cards = game.name, game.content().fingerprint
    return Live(facts, [Seat("person", name) for name in names], game)


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("{1}", "ben {0}"), ("anna", "{}{2}")])
def test_events_that_are_told_again_name_the_people_of_this_table(names: tuple[str, str]) -> None:
    table, chance, heard = live(*names), random.Random(3), 0
    while not table.match.game_over:
        action = chance.choice(table.match.legal())
        for seen in table.take(Line(table.n + 1, "action", table.asked[0], action)):
            kept = table.kept(seen.eyes, seen)
            step = told(table, kept, table.n, seen.eyes)
            game, content = table.match.game, table.match.content
            for (kind, figures), one in zip(kept.events, step.events, strict=True):
                text = event_text(game, content, kind, figures, names, seen.eyes)
                assert (one.kind, one.words, one.text) == (kind, figures, text)
                heard += any(name in text for name in names)
    assert heard > 20


# ---- writing and hearing -------------------------------------------------------------------------


class Transport:
    """Notes every write."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def writelines(self, pieces: list[bytes]) -> None:
        self.writes.append(b"".join(pieces))

    def write(self, piece: bytes) -> None:
        self.writes.append(piece)

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


async def direct() -> tuple[Direct, Transport]:
    made, transport = Direct.__new__(Direct), Transport()
    made.loop, made.close_sent, made.transport = asyncio.get_running_loop(), False, transport  # type: ignore
    return made, transport


def test_what_one_turn_of_the_loop_sends_to_a_socket_is_one_write() -> None:
    async def played() -> list[bytes]:
        line, transport = await direct()
        line.put(b"news")
        line.put(b"ack")
        assert not transport.writes
        await asyncio.sleep(0)
        line.put(b"x" * 200)
        await asyncio.sleep(0)
        return transport.writes

    assert asyncio.run(played()) == [b"\x81\x04news\x81\x03ack", b"\x81\x7e\x00\xc8" + b"x" * 200]


def test_what_was_put_comes_before_what_the_application_sends_itself() -> None:
    async def played() -> list[bytes]:
        line, transport = await direct()
        line.put(b"news")
        line.writable, line.disconnected = asyncio.Event(), True  # nothing else is sent to who has left
        line.writable.set()
        with pytest.raises(ClientDisconnected):
            await line.send({"type": "websocket.close"})
        return [*transport.writes]  # as they are before the next turn

    assert asyncio.run(played()) == [b"\x81\x04news"]


def test_what_was_said_is_done_although_the_talk_is_ended_meanwhile() -> None:
    async def played() -> list[str]:
        done, free, texts = [], asyncio.Event(), asyncio.Queue[str]()
        texts.put_nowait(encode(say.ChatCommand(id="c1", text="hello")).decode())
        limits = SimpleNamespace(message=4096, frames=(10.0, 10), waiting=4)
        meters = {"work": SimpleNamespace(take=lambda *paid: None)}
        metrics = SimpleNamespace(acks=SimpleNamespace(observe=lambda took: None))
        registry: Any = SimpleNamespace(
            settings=SimpleNamespace(limits=limits), meters=meters, services=SimpleNamespace(metrics=metrics)
        )
        sockets = Sockets(registry)

        async def obeyed(table: Any, socket: Any, heard: Any) -> say.Ack:
            await free.wait()
            done.append(heard.id)
            return say.Ack(heard.id, 1)

        async def receive() -> dict[str, str]:
            return {"type": "websocket.receive", "text": await texts.get()}

        sockets._obeyed = obeyed  # type: ignore[method-assign]
        line = SimpleNamespace(put=lambda text: 0, flush=lambda: None, receive=receive)
        web: Any = SimpleNamespace(client=None, scope={"extensions": {WRITER: line}})
        talk = asyncio.create_task(sockets._talk(None, Socket(web, limits)))  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
        talk.cancel()
        await asyncio.gather(talk, return_exceptions=True)
        free.set()
        await asyncio.sleep(0.01)
        return [*done, str(len(asyncio.all_tasks()))]

    assert asyncio.run(played()) == ["c1", "1"]  # and nobody listens any more
