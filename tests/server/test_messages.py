"""Messages are types: what is sent is what is declared, here, in OpenAPI and for the page."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bestiary.server.tables.log import KINDS
from bestiary.server.web.export import components, typescript
from bestiary.server.web.messages import HEARD, PROTOCOL, SAID
from bestiary.server.web.routes import REQUESTS

from .table import Guest, both


def strictly(kind: Any, data: Any) -> None:
    """The data are of this type, and hold nothing that it does not declare."""
    made = msgspec.convert(data, kind)
    assert msgspec.to_builtins(made) == data


def test_everything_that_is_said_at_a_table_is_declared(guest: Guest) -> None:
    ann, ben = guest.pair(clock={"kind": "game", "seconds": 500})
    both(ann, ben).move()
    ann.say("chat", text="hello")
    ann.say("undo")
    both(ann, ben).say("play", version=-5, action=0)
    ben.leave()
    ann.misses(1)
    ann.say("resign")
    ann.say("rematch")
    ann.say("sync")
    ann.hear("state")
    heard = {message["type"] for message in ann.said}
    assert heard >= {"state", "news", "ack", "chat", "presence", "rematch"}
    for message in [*ann.said, *ben.said]:
        strictly(SAID, message)


def test_openapi_documents_every_reply(guest: Guest) -> None:
    document = guest.get("openapi.json")
    declared = document["components"]["schemas"]
    assert set(components()) <= set(declared)
    text = json.dumps(document)
    for reference in {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}:
        assert reference in declared, reference
    for path, methods in document["paths"].items():
        for method, facts in methods.items():
            good = [r for code, r in facts["responses"].items() if code.startswith("2")]
            assert good, (method, path)
            for reply in good:
                kinds = reply.get("content", {}).values()
                assert all(kind.get("schema") for kind in kinds), f"{method} {path} tells no type"


def test_the_pages_types_have_every_message_and_request() -> None:
    text = typescript(kind.model_json_schema() for kind in REQUESTS)
    for kind in (*SAID.__args__, *HEARD.__args__):  # type: ignore[attr-defined]
        assert f"export interface {kind.__name__} {{" in text
    assert "  stand_in?: " in text.partition("export interface TableWish")[2], "a default may be left out"
    assert '  type: "undo_answer";\n' in text
    assert "export type Said = News | State" in text


def test_a_page_of_another_protocol_is_told_so(guest: Guest) -> None:
    made = guest.open("me", "random")
    with connect(f"ws://127.0.0.1:{guest.port}/api/tables/{made['table']}/play") as socket:
        socket.send(json.dumps({"type": "hello", "token": made["token"], "protocol": PROTOCOL - 1}))
        assert json.loads(socket.recv(10)) == {"type": "outdated", "protocol": PROTOCOL}
        assert "load it again" in json.loads(socket.recv(10))["text"]
        with pytest.raises(ConnectionClosed):
            socket.recv(10)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"type": "fly", "id": "x"}, "There is no such command. There is: play, resign,"),
        ({"type": "play", "version": 1, "action": 1}, "A command needs an id"),
        ({"type": "play", "id": "a b", "version": 1, "action": 1}, "A command needs an id"),
        ({"type": "play", "id": "x", "version": "1", "action": 1}, "version: Expected `int`, got `str`."),
        ({"type": "chat", "id": "x"}, "Object missing required field `text`."),
        ({"type": "chat", "id": "x", "text": "\ud800"}, "A message is JSON."),
    ],
)
def test_what_is_no_command_is_refused_in_one_line(guest: Guest, said: dict[str, Any], text: str) -> None:
    ann = guest.join(guest.open("me", "random"))
    ann.send(json.dumps(said))
    refused = ann.hear("refused")
    assert refused["text"].startswith(text)
    assert refused["id"] in (said.get("id"), None)


def test_every_kind_of_line_says_what_it_does() -> None:
    for kind, means in KINDS.items():
        assert callable(means.do), kind
        assert not (means.plays and means.told), "a step of the match is told by its news"
