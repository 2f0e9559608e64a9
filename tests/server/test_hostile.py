"""Malformed and hostile input: refused clearly, nothing lost, memory bounded."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bestiary.server.settings import Limits

from .table import GENEROUS, Guest, both, quick, running, wait_for


def test_another_seats_token_and_a_wrong_one(guest: Guest) -> None:
    ann, ben = guest.pair()
    other = guest.join(guest.open("me", "random"))
    with connect(f"ws://127.0.0.1:{guest.port}/api/tables/{ann.table}/play") as socket:
        socket.send(json.dumps({"type": "hello", "token": other.token}))
        assert json.loads(socket.recv(10))["text"] == "This token holds no seat here."
        with pytest.raises(ConnectionClosed):
            socket.recv(10)
    mover = both(ann, ben)
    third = guest.watch(ann.table)
    assert third.say("play", version=0, action=mover.state["choices"][0]["action"])["type"] == "refused"


@pytest.mark.parametrize(
    "first",
    ["", "hello", "[]", '{"type":"play"}', '{"type":"hello","token":5}', b"\x00\xff", "[" * 4000, "9" * 5000],
)
def test_a_wrong_hello(guest: Guest, first: str | bytes) -> None:
    made = guest.open("me", "random")
    with connect(f"ws://127.0.0.1:{guest.port}/api/tables/{made['table']}/play") as socket:
        socket.send(first)
        assert json.loads(socket.recv(10))["type"] == "refused"


def test_no_such_table(guest: Guest) -> None:
    for id in ("nothing", "x" * 60, "%00"):
        with connect(f"ws://127.0.0.1:{guest.port}/api/tables/{id}/play") as socket:
            assert json.loads(socket.recv(10))["text"] == "There is no such table."


WORDS = [
    "type",
    "id",
    "version",
    "action",
    "play",
    "undo",
    "chat",
    "text",
    "seat",
    "kind",
    "yes",
    "next",
    "sync",
]
VALUES: list[object] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    1e308,
    "",
    "x",
    "\x00",
    "\ud800",
    [],
    {},
    [[]],
    "<b>",
]


def fuzzed(chance: random.Random) -> str | bytes:
    """A message that nobody should send."""
    kind = chance.randrange(4)
    if kind == 0:
        return chance.randbytes(chance.randrange(60))
    said: dict[str, object] = {
        "type": chance.choice(
            ["play", "undo", "undo_answer", "chat", "next", "substitute", "sync", "rematch", "fly", 5]
        )
    }
    for _ in range(chance.randrange(6)):
        said[chance.choice(WORDS[1:])] = chance.choice(VALUES)
    if chance.random() < 0.7:
        said["id"] = f"f{chance.getrandbits(40)}"
    text = json.dumps(said)
    if kind == 1:
        cut = chance.randrange(len(text))
        return text[:cut] + chance.choice(["", "}", "\\u0000", "ä"]) + text[cut + chance.randrange(3) :]
    return text


def test_fuzzed_frames_are_refused_and_the_table_goes_on(guest: Guest) -> None:
    ann, ben = guest.pair()
    before = guest.get(f"tables/{ann.table}")
    chance = random.Random(11)
    for _ in range(8):
        again = guest.join({"table": ann.table, "token": ann.token})
        for _ in range(40):
            again.send(fuzzed(chance))
        assert again.say("sync")["type"] == "ack", "still answers"
        again.leave()
    after = guest.get(f"tables/{ann.table}")
    assert after["state"] == before["state"] == "playing"
    ann.say("sync")
    ben.say("sync")
    ann.hear("state"), ben.hear("state")
    assert both(ann, ben).play()["type"] == "ack"


def test_a_message_that_is_too_long(guest: Guest) -> None:
    ann, _ = guest.pair()
    ann.send(json.dumps({"type": "chat", "id": "x", "text": "y" * 5000}))
    assert ann.hear("refused")["text"] == "A message can have up to 4096 bytes."
    ann.send("z" * 100_000)
    with pytest.raises(ConnectionClosed):
        while True:
            ann.listen()


def test_a_body_that_is_too_long(guest: Guest) -> None:
    long = guest.http.post("/api/tables", content=b"x" * 20_000)
    assert long.status_code == 413 and long.json()["error"]["text"] == "A request can have up to 16384 bytes."

    def pieces():  # type: ignore[no-untyped-def]
        for _ in range(20):
            yield b"x" * 1000

    assert guest.http.post("/api/tables", content=pieces()).status_code == 413


def test_names_are_text(guest: Guest) -> None:
    name = "<img src=x onerror=alert(1)>"
    made = guest.post(
        "tables", {"game": "totem", "seats": [{"kind": "me", "name": name}, {"kind": "random"}]}
    )
    assert guest.get(f"tables/{made['table']}")["seats"][0]["name"] == name
    odd = guest.post(
        "tables",
        {"game": "totem", "seats": [{"kind": "me", "name": "A\u0000\u202e\n|B"}, {"kind": "random"}]},
    )
    assert guest.get(f"tables/{odd['table']}")["seats"][0]["name"] == "A |B"
    long = {"game": "totem", "seats": [{"kind": "me", "name": "x" * 41}, {"kind": "random"}]}
    assert guest.post("tables", long, 422)["error"]["text"] == "A name can have up to 40 characters."


def test_ten_thousand_tables_from_one_address_are_limited(tmp_path: Path) -> None:
    limits = replace(Limits(), tables=(0.0, 25), requests=(1e6, 1_000_000), work=(1e6, 1_000_000))
    with running(quick(tmp_path, limits=limits)) as guest:
        body = {"game": "totem"}
        codes = [guest.http.post("/api/tables", json=body).status_code for _ in range(400)]
        assert codes.count(201) == 25 and set(codes) == {201, 429}
        last = guest.post("tables", body, 429)
        assert last["error"]["text"] == "Too many new tables from here; wait a little."
        assert len(guest.registry.tables) == 25
        meter = guest.registry.meters["tables"]
        for number in range(12_000):
            try:
                meter.take(f"10.0.{number // 256}.{number % 256}")
            except Exception:
                raise AssertionError("others may open tables") from None
        assert len(meter.buckets) == limits.addresses


@pytest.mark.sweep
def test_ten_thousand_tables(tmp_path: Path) -> None:
    limits = replace(Limits(), requests=(1e6, 1_000_000), work=(1e6, 1_000_000))
    with running(quick(tmp_path, limits=limits)) as guest:
        codes = [guest.http.post("/api/tables", json={"game": "totem"}).status_code for _ in range(10_000)]
        assert set(codes) == {201, 429} and codes.count(201) < 200


def test_too_many_messages_and_sockets(tmp_path: Path) -> None:
    limits = replace(GENEROUS, frames=(0.0, 5), sockets=3, chats=(0.0, 2))
    with running(quick(tmp_path, limits=limits)) as guest:
        ann, ben = guest.pair()
        assert [ann.say("chat", text="hello")["type"] for _ in range(3)] == ["ack", "ack", "refused"]
        texts = [ann.say("sync")["type"] for _ in range(2)]
        ann.send('{"type":"sync","id":"more"}')
        assert texts == ["ack", "ack"] and "Too many messages" in ann.hear("refused")["text"]
        guest.watch(ann.table)
        with connect(f"ws://127.0.0.1:{guest.port}/api/tables/{ann.table}/play") as socket:
            assert "Too many connections" in json.loads(socket.recv(10))["text"]
        ben.leave()


def test_a_reader_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    import asyncio

    from bestiary.server.web.connection import Socket

    class Stuck:
        async def send_text(self, text: str) -> None:
            await asyncio.sleep(3600)

        async def close(self, code: int, reason: str) -> None:
            self.code = code

    async def flood() -> tuple[bool, int]:
        web = Stuck()
        socket = Socket(web, replace(GENEROUS, waiting=10))  # type: ignore[arg-type]
        socket.start()
        await asyncio.sleep(0)
        for _ in range(100):
            socket.put(b"x" * 1000)
        await asyncio.sleep(0.01)
        return socket.closed, web.code

    assert asyncio.run(flood()) == (True, 1013)


def test_a_reader_whose_line_is_full_is_cut_off_and_the_table_goes_on(tmp_path: Path) -> None:
    with running(quick(tmp_path, limits=replace(GENEROUS, waiting=1))) as guest:
        ann, ben = guest.pair()
        table = guest.registry.tables[ann.table]
        ann.leave()
        address = f"ws://127.0.0.1:{guest.port}/api/tables/{ann.table}/play"
        deaf = connect(
            address, compression=None, max_queue=1, close_timeout=0.1, legacy=True
        )  # takes in one message
        deaf.send(json.dumps({"type": "hello", "token": ann.token, "version": None}))
        wait_for(lambda: table.audience.here() == {0, 1})
        with contextlib.suppress(ConnectionClosed, OSError):
            for n in range(20_000):
                deaf.send(json.dumps({"type": "sync", "id": f"s{n}"}))
        wait_for(lambda: table.audience.here() == {1})
        assert ben.say("chat", text="gone?")["type"] == "ack"


def test_the_rest_interface_never_fails(guest: Guest) -> None:
    """Schemathesis tries every path with good and bad input: no answer is a 5xx."""
    schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{guest.port}/api/openapi.json")
    tables = itertools.cycle([guest.open("me", "open")["table"], guest.open("me", "random")["table"], None])
    tried = []
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in schemathesis.GenerationMode:
            with contextlib.suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked
                try_out(operation.as_strategy(generation_mode=mode), tables)
        tried.append(operation.label)
    assert len(tried) >= 18, tried


def try_out(cases: Any, tables: Iterator[str | None]) -> None:
    """A few requests to one path."""

    @settings(
        max_examples=6,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=cases)
    def never_fails(case: schemathesis.Case) -> None:
        if "id" in case.path_parameters and (there := next(tables)):
            case.path_parameters["id"] = there  # else every answer is that there is no such table
        response = case.call()
        assert response.status_code < 500, f"{case.as_curl_command()}: {response.text}"

    never_fails()
