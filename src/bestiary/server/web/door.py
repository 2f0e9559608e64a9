"""The door: what comes in is measured before anybody reads it, and what goes out says how it may be used."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import Refused

LONGEST = 255  # bytes of a path: every file system takes as many
PAGE = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
REPORT = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; font-src data:; frame-ancestors 'none'"
)
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"content-security-policy": PAGE.encode(),
}


class Guard:
    """Refuses hosts, paths and bodies that are not for this server, and sets headers of hygiene."""

    def __init__(self, app: ASGIApp, most: int, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.most = most
        self.hosts = {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and (self._strange(scope) or not same_origin(scope)):
            await send({"type": "websocket.close", "code": 1008, "reason": "not from here"})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        heard = 0

        async def counted() -> Message:
            nonlocal heard
            message = await receive()
            heard += len(message.get("body", b""))
            if heard > self.most:
                raise Refused("too long", 413)
            return message

        async def headed(message: Message) -> None:
            if heard > self.most:
                return  # what a half-read body was taken for does not matter
            if message["type"] == "http.response.start":
                given = list(message.get("headers", []))
                named = {name.lower() for name, _ in given}
                given += [(name, value) for name, value in HEADERS.items() if name not in named]
                message = {**message, "headers": given}
            await send(message)

        async def refuse(status: int, text: str) -> None:
            response = JSONResponse({"error": {"text": text, "rule": None, "field": None}}, status)
            await response(scope, receive, send)

        path = scope["path"]
        if self._strange(scope):
            await refuse(421, "This server is known by another name.")
            return
        if len(path.encode("utf-8", "surrogatepass")) > LONGEST or not path.isprintable():
            await refuse(400, f"A path has up to {LONGEST} printable characters.")
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) <= self.most:
            await self.app(scope, counted, headed)
            if heard <= self.most:
                return
        await refuse(413, f"A request can have up to {self.most} bytes.")

    def _strange(self, scope: Scope) -> bool:
        """Whether a request is for another host than those that are allowed, where any are named."""
        return bool(self.hosts) and host_of(header(scope, b"host")) not in self.hosts


def header(scope: Scope, name: bytes) -> str:
    """A header of a request, or nothing."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def host_of(address: str) -> str:
    """A host without its port."""
    return (urlsplit(f"//{address}").hostname or "") if address else ""


def same_origin(scope: Scope) -> bool:
    """Whether a socket was opened by a page of this server, or by no page at all.

    A browser tells where its page is from; another site's script would speak with what a visitor holds.
    """
    origin = header(scope, b"origin")
    if not origin:
        return True
    try:
        return urlsplit(origin).netloc.lower() == header(scope, b"host").lower()
    except ValueError:
        return False
