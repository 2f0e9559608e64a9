"""Messages as bytes: encoded and read in one place."""

from __future__ import annotations

from typing import Any

import msgspec

from .messages import HEARD, Command, Hello, News, Offer, State, Step

encode = msgspec.json.Encoder().encode
_hello = msgspec.json.Decoder(Hello)
_heard = msgspec.json.Decoder(HEARD)


class _Named(msgspec.Struct):
    id: Any = None


_named = msgspec.json.Decoder(_Named)


def text_of(message: msgspec.Struct) -> str:
    """A message as it is sent."""
    return encode(message).decode()


def news_of(step: Step, offer: Offer) -> News:
    """A step with what its reader may do."""
    return News(*msgspec.structs.astuple(step), *msgspec.structs.astuple(offer))


def state_of(step: Step, offer: Offer, **rest: Any) -> State:
    """A step with all there is besides."""
    return State(*msgspec.structs.astuple(step), *msgspec.structs.astuple(offer), **rest)


def read_hello(text: str) -> Hello:
    """The first message."""
    return _hello.decode(text)


def read_command(text: str) -> Command:
    """A command; raises ``msgspec.ValidationError`` or ``msgspec.DecodeError``."""
    said: Command = _heard.decode(text)
    return said


def id_in(text: str) -> str | None:
    """The id of a message that is no command otherwise, as far as it has one."""
    try:
        found = _named.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if isinstance(found, str) and 0 < len(found) <= 64 and found.isascii() else None
