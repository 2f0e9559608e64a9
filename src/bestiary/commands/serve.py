"""``bestiary serve``: the online table, in the browser."""

from __future__ import annotations

import os
import socket
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import BestiaryError
from ..extras import MissingExtra

if TYPE_CHECKING:
    from ..agents import Agent
    from ..agents.plugins import Factory
    from ..core.cards import Content
    from ..core.game import Game

NAME = "serve"
PORT = 8000
SPARE = 300  # open files besides sockets: the database, threads, the page
BACKLOG = 2048  # connections that wait to be taken
SWITCH = 0.001  # seconds that a thread which stores or thinks waits for one that plays, and the other way


def run(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="8000, or the next free one; 0 takes any."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", metavar="MODULE:FACTORY", help="Also offer this agent; may be repeated."),
    ] = None,
    cards: Annotated[
        list[str] | None,
        typer.Option("--cards", metavar="GAME=FILE", help="Play a game with other cards; may be repeated."),
    ] = None,
    language: Annotated[
        list[Path] | None,
        typer.Option(
            "--language", metavar="FILE", help="Also speak this language, such as de.toml; may be repeated."
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the online table: open a page, choose a game, sit down."""
    offer(agent or [])
    deal_from(cards or [])
    try:
        import uvicorn

        from ..server import logs
        from ..server.limits import raise_open_files
        from ..server.settings import Settings
        from ..server.web.application import make_app
    except ModuleNotFoundError as problem:
        raise MissingExtra("The server", "server", problem.name) from None
    given: dict[str, Any] = {} if database is None else {"database": database}
    if language:
        given["languages"] = tuple(str(file) for file in language)
    settings = Settings.read(**given)
    listening = listen(host, port)
    try:
        app = make_app(settings, alone=True)
        app.state.registry.storage.migrate()  # says what is wrong before the address is printed
    except BaseException:
        listening.close()
        raise
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1") else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    print(f"Bestiary is open at {address} (Ctrl-C closes it).", flush=True)
    if open_page:
        browse(address)
    limits = settings.limits
    if few := raise_open_files(limits.all_sockets + SPARE):
        print(few, file=sys.stderr, flush=True)
    config = uvicorn.Config(
        app,
        log_config=None,
        **protocols(),
        ws_max_size=limits.message * 4,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    logs.start(settings.log)
    sys.setswitchinterval(SWITCH)
    uvicorn.Server(config).run(sockets=[listening])


def offer(agents: list[str]) -> None:
    """Makes agents known by the names of their factories, before the server asks who there is."""
    from ..agents.base import settled
    from ..agents.plugins import PLACE, factory_of, register

    for name in agents:
        found = PLACE.fullmatch(settled(name))
        if found is None:
            raise BestiaryError(f"'{name}' is offered anyway; --agent takes MODULE:FACTORY.")
        factory, words = factory_of(name)
        register(found["factory"], partial(_made, factory, words))


def deal_from(files: list[str]) -> None:
    """Makes games known with the cards of other files, for all tables of this server."""
    from dataclasses import replace

    from ..core.registry import load, register
    from ..core.sets import card_file

    for word in files:
        slug, found, file = word.partition("=")
        if not found or not file:
            raise BestiaryError(f"Cards are written GAME=FILE, such as totem=mine.toml, not '{word}'.")
        game = replace(load(slug), cards=card_file(file).resolve(), _contents={})
        game.content()  # says what is wrong with it
        register(game)


def _made(factory: Factory, words: tuple[str, ...], game: Game, content: Content) -> Agent:
    return factory(game, content, *words)


def protocols() -> dict[str, Any]:
    """HTTP that drops half-sent requests, and sockets that write without detours."""
    try:
        from ..server.web.protocol import Direct, Patient
    except ModuleNotFoundError:  # no httptools on Windows
        return {"http": "auto", "ws": "websockets-sansio"}
    return {"http": Patient, "ws": Direct}


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port, or on the next free one where none was named."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tried = range(PORT, PORT + 20) if port is None else (port,)
    for number in tried:
        made = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere this would share the port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
            made.listen(BACKLOG)  # whoever comes before the server is ready waits
            return made
        except socket.gaierror:
            made.close()
            raise BestiaryError(f"'{host}' is no address of this machine.") from None
        except OSError as problem:
            made.close()
            if problem.errno in _ELSEWHERE:
                raise BestiaryError(f"'{host}' is no address of this machine.") from None
            if problem.errno in _FORBIDDEN:
                raise BestiaryError(f"Port {number} needs more rights; try --port {PORT}.") from None
    if port is not None:
        raise BestiaryError(
            f"Port {port} is in use; try --port {port + 1 if port < 65535 else 0}, or --port 0."
        )
    raise BestiaryError(f"Ports {PORT} to {PORT + 19} are in use; try --port 0.")


def browse(address: str) -> None:
    """Opens a browser, where there is one."""
    import threading
    import webbrowser

    if os.name == "posix" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        if sys.platform != "darwin":
            return
    threading.Timer(0.5, lambda: webbrowser.open(address)).start()


def _codes() -> tuple[set[int], set[int]]:
    import errno

    return {errno.EADDRNOTAVAIL}, {errno.EACCES, errno.EPERM}


_ELSEWHERE, _FORBIDDEN = _codes()
