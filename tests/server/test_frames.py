"""Frames as any client may send them: cut anywhere, in pieces, together, and such as nobody should send."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bestiary.server.web.protocol import frames_of

from .table import GENEROUS, LONGEST, Guest

TEXT, CONTINUED, BINARY, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10
MASK = b"\x01\x9f\x30\xe7"


def frame(data: bytes, opcode: int = TEXT, last: bool = True, masked: bool = True, more: int = 0) -> bytes:
    """A frame of a client; ``more`` are bits that nobody has agreed on."""
    bit, size = 0x80 if masked else 0, len(data)
    head = bytes((opcode | (0x80 if last else 0) | more,))
    if size < 126:
        head += bytes((bit | size,))
    elif size < 1 << 16:
        head += bytes((bit | 126,)) + struct.pack("!H", size)
    else:
        head += bytes((bit | 127,)) + struct.pack("!Q", size)
    if not masked:
        return head + data
    return head + MASK + bytes(byte ^ MASK[k % 4] for k, byte in enumerate(data))


class Wire:
    """A connection to a table, byte by byte."""

    def __init__(self, guest: Guest, made: dict[str, Any]) -> None:
        self.wire = socket.create_connection(("127.0.0.1", guest.port), LONGEST)
        self.wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.held = b""
        path, key = f"/api/tables/{made['table']}/play", "dGhlIHNhbXBsZSBub25jZQ=="
        self.wire.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.held:
            self.held += self.wire.recv(65536)
        self.held = self.held.partition(b"\r\n\r\n")[2]
        self.send(frame(json.dumps({"type": "hello", "token": made["token"]}).encode()))
        assert self.said()["type"] == "state"
        assert self.said()["type"] == "presence"

    def send(self, *parts: bytes) -> None:
        """Sends these bytes, each part once the server has read what came before it."""
        for part in parts:
            self.wire.sendall(part)
            if len(parts) > 1:
                self.knock()

    def knock(self) -> None:
        """Another connection's turn: what was sent before is read, since the server reads in order."""
        with socket.create_connection(self.wire.getpeername(), LONGEST) as other:
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            while other.recv(65536):
                pass

    def next(self) -> tuple[int, bytes]:
        """The next frame of the server: its opcode, and what it holds."""
        opcode = self.take(1)[0] & 0x0F
        size = self.take(1)[0]
        if size == 126:
            size = struct.unpack("!H", self.take(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", self.take(8))[0]
        return opcode, self.take(size)

    def take(self, size: int) -> bytes:
        while len(self.held) < size:
            more = self.wire.recv(65536)
            assert more, "closed"
            self.held += more
        taken, self.held = self.held[:size], self.held[size:]
        return taken

    def said(self, wanted: Callable[[Any], bool] = lambda said: True) -> Any:
        """The next message that is wanted."""
        while True:
            opcode, data = self.next()
            assert opcode == TEXT, (opcode, data)
            said = json.loads(data)
            if wanted(said):
                return said

    def closed(self) -> int:
        """The code that it is closed with."""
        while True:
            opcode, data = self.next()
            if opcode == CLOSE:
                return int(struct.unpack("!H", data[:2])[0])


@pytest.fixture
def wire(guest: Guest) -> Iterator[Wire]:
    made = Wire(guest, guest.open("me", "open"))
    yield made
    made.wire.close()


def chat(id: str, text: str = "hello") -> bytes:
    return json.dumps({"type": "chat", "id": id, "text": text}).encode()


def acked(wire: Wire, *ids: str) -> None:
    """These commands, and no others, are acknowledged in this order."""
    for id in ids:
        said = wire.said(lambda said: said["type"] in ("ack", "refused"))
        assert said["type"] == "ack" and said["id"] == id, said


def test_a_command_in_one_frame_cut_anywhere_is_one_command(wire: Wire) -> None:
    for size in (5, 300):
        whole = frame(chat(f"whole{size}", "x" * size))
        wire.send(whole)
        acked(wire, f"whole{size}")
    for cut in (1, 2, 5, 6, 20, 301):
        whole = frame(chat(f"cut{cut}", "x" * 300))
        wire.send(whole[:cut], whole[cut:])
        acked(wire, f"cut{cut}")
    wire.send(frame(chat("after")))
    acked(wire, "after")


def test_commands_that_come_together_are_done_in_their_order(wire: Wire) -> None:
    ids = [f"m{n}" for n in range(5)]
    wire.send(b"".join(frame(chat(id)) for id in ids))
    acked(wire, *ids)
    half = frame(chat("half"))
    wire.send(frame(chat("first")) + half[:9], half[9:] + frame(chat("last")))
    acked(wire, "first", "half", "last")


def test_a_command_in_pieces_is_one_command_also_with_a_ping_between(wire: Wire) -> None:
    text = chat("pieces")
    wire.send(frame(text[:7], last=False), frame(b"?", PING), frame(text[7:], CONTINUED))
    assert wire.next() == (PONG, b"?")
    acked(wire, "pieces")
    wire.send(frame(chat("after")))
    acked(wire, "after")


def test_a_ping_is_answered_and_a_pong_is_not_and_commands_go_on(wire: Wire) -> None:
    wire.send(frame(b"", PONG))
    wire.send(frame(b"are you there", PING))
    assert wire.next() == (PONG, b"are you there")
    wire.send(frame(chat("after")))
    acked(wire, "after")


TOO_LONG = GENEROUS.message * 4 + 1


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(chat("bare"), masked=False), 1002),
        (frame(chat("bits"), more=0x40), 1002),
        (frame(b"", CONTINUED), 1002),
        (frame(b"", 3), 1002),
        (frame(b"", PING, last=False), 1002),
        (frame(b"x" * 126, PING), 1002),
        (frame(b'{"type": "chat", "id": "\xff"}'), 1007),
        (frame(b"x" * TOO_LONG), 1009),
    ],
)
@pytest.mark.parametrize("before", [b"", frame(chat("before"))], ids=["alone", "behind another"])
def test_what_no_client_may_send_ends_the_connection(
    wire: Wire, before: bytes, sent: bytes, code: int
) -> None:
    wire.send(before + sent)
    assert wire.closed() == code


def test_a_text_within_a_message_in_pieces_ends_the_connection(wire: Wire) -> None:
    wire.send(frame(chat("piece"), last=False), frame(chat("whole")))
    assert wire.closed() == 1002


def test_a_message_that_is_too_long_or_no_text_is_refused_and_the_talk_goes_on(wire: Wire) -> None:
    wire.send(frame(b"x" * (GENEROUS.message + 1)))
    assert "up to" in wire.said()["text"]
    wire.send(frame(chat("bytes"), BINARY))
    assert wire.said()["text"] == "Messages are text."
    wire.send(frame(b""))
    assert wire.said()["text"] == "A message is JSON."
    wire.send(frame(chat("after")))
    acked(wire, "after")


def test_a_client_that_says_goodbye_is_answered_and_not_heard_any_more(wire: Wire) -> None:
    wire.send(frame(struct.pack("!H", 1000), CLOSE) + frame(chat("after")))
    assert wire.closed() == 1000


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536])
def test_where_a_frame_ends_is_known_once_its_head_is_there(size: int) -> None:
    whole = frame(b"x" * size)
    two = whole + frame(b"y", PING)
    assert [(start, end) for start, _, end in frames_of(two)] == [(0, len(whole)), (len(whole), len(two))]
    for cut in (1, 2, 3, len(whole) - 1):
        assert [end > cut for _, _, end in frames_of(whole[:cut])] == [True]
