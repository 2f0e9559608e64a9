"""The application: routes, the page, errors for people, limits on what comes in."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from importlib.metadata import version
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...core.errors import BestiaryError
from ...core.language import speaking
from ..errors import Refused
from ..judging import Judging
from ..languages import told
from ..looks import make_looks
from ..memory import Memory
from ..replay import Replays
from ..sets import Sets
from ..settings import Settings
from ..store.storage import NotStored
from ..store.uptime import BEAT
from ..studies import Studies
from ..tables.registry import Registry
from .boxes import make_boxes
from .door import REPORT, Guard
from .export import components
from .guides import make_guides
from .routes import add_socket, make_routes
from .sockets import Sockets
from .workbench import make_workbench

SWEEP = 20.0
NO_PAGE = """<!doctype html><title>Bestiary</title><h1>Bestiary</h1>
<p>The page is not built: <code>make web</code> builds it. The interface is at
<a href="/api/openapi.json">/api/openapi.json</a>.</p>"""
log = logging.getLogger("bestiary.server")


def make_app(
    settings: Settings | None = None, now: Callable[[], float] | None = None, alone: bool = False
) -> FastAPI:
    """A server, with its registry as ``app.state.registry``. Alone in its process it minds the memory."""
    settings = settings or Settings()
    memory = Memory() if alone else None
    registry = Registry(settings, now)
    replays, judging = Replays(registry), Judging(registry)
    services = registry.services
    sets = Sets(registry.storage, registry.catalog, services.now)
    studies = Studies(registry.storage, services.scheduler, settings.limits, services.now)
    sockets = Sockets(registry)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        if settings.seed is not None:
            log.warning("Every table is dealt from the seed %s: for tests only.", settings.seed)
        await asyncio.to_thread(registry.storage.migrate)
        await registry.start()
        tasks = [
            asyncio.create_task(_sweep(registry, memory)),
            asyncio.create_task(_beat(registry)),
            asyncio.create_task(_warm(registry, settings, memory)),
        ]
        yield
        for task in tasks:
            task.cancel()
        await judging.close()
        await studies.close()
        await registry.close()

    app = FastAPI(
        title="Bestiary",
        version=version("bestiary"),
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.registry = registry
    app.state.replays = replays
    app.state.sockets = sockets
    plain = app.openapi

    def documented() -> dict[str, Any]:
        made = plain()
        made["components"]["schemas"] |= components()
        return made

    app.openapi = documented  # type: ignore[method-assign]
    app.include_router(make_routes(registry, replays, judging, settings, sets))
    app.include_router(make_workbench(registry, sets, studies))
    app.include_router(make_guides(registry))
    app.include_router(make_boxes(registry, sets))
    app.include_router(make_looks(registry.catalog.games))
    add_socket(app, sockets)
    _errors(app, registry)
    _health(app, registry, sockets)
    _page(app, settings)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(Guard, most=settings.limits.body, hosts=settings.hosts)
    return app


async def _sweep(registry: Registry, memory: Memory | None) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        registry.sweep()
        if memory is not None:
            memory.sweep()


async def _beat(registry: Registry) -> None:
    while True:
        await asyncio.sleep(BEAT)
        try:
            await registry.heartbeat.beat()
            await registry.wake_overdue()
            await registry.accounts.forget_old_sessions()
        except NotStored as problem:
            log.warning("no heartbeat: %s", problem)


async def _warm(registry: Registry, settings: Settings, memory: Memory | None) -> None:
    """Prepares the games one after the other, so that the first table does not wait."""
    for slug in settings.warm if settings.warm is not None else tuple(registry.catalog.games):
        try:
            await registry.catalog.prepare(slug)
        except BestiaryError as problem:
            log.warning("%s is not ready: %s", slug, problem)
    if weak := [game for slug, game in registry.catalog.games.items() if registry.catalog.strength(slug) < 1]:
        await asyncio.to_thread(registry.services.bots.expect, weak)
    if memory is not None:
        memory.settle()


def _health(app: FastAPI, registry: Registry, sockets: Sockets) -> None:
    """For whoever looks after the server: whether it lives, whether it should be sent people, its figures."""

    @app.get("/healthz", include_in_schema=False)
    async def alive() -> PlainTextResponse:
        return PlainTextResponse("alive\n")

    @app.get("/readyz", include_in_schema=False)
    async def ready() -> PlainTextResponse:
        if registry.services.closing:
            return PlainTextResponse("closing\n", 503)
        try:
            await asyncio.wait_for(
                registry.storage.read(lambda c: c.exec_driver_sql("SELECT 1").scalar()), 5.0
            )
        except (NotStored, TimeoutError):
            return PlainTextResponse("the database does not answer\n", 503)
        return PlainTextResponse("ready\n")

    @app.get("/metrics", include_in_schema=False)
    async def figures() -> Response:
        metrics, storage = registry.services.metrics, registry.storage
        metrics.tables.set(len(registry.tables))
        metrics.sockets.set(sockets.open)
        metrics.queue.set(registry.services.scheduler.waiting)
        metrics.commits.set(storage.groups)
        metrics.jobs.set(storage.jobs)
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _errors(app: FastAPI, registry: Registry) -> None:
    def answer(status: int, text: str, rule: str = "", field: str = "") -> JSONResponse:
        registry.services.metrics.refusals.labels(why=str(status)).inc()
        error = {"text": text, "rule": rule or None, "field": field or None}
        return JSONResponse({"error": error}, status)

    def read_by(request: Request, problem: BestiaryError) -> str:
        with speaking(registry.languages.wanted(request.headers.get("accept-language"))):
            return told(problem)

    @app.exception_handler(Refused)
    async def refused(request: Request, problem: Refused) -> JSONResponse:
        return answer(problem.status, read_by(request, problem), problem.rule, problem.field)

    @app.exception_handler(NotStored)
    async def not_stored(request: Request, problem: NotStored) -> JSONResponse:
        return answer(503, read_by(request, problem))

    @app.exception_handler(BestiaryError)
    async def wrong(request: Request, problem: BestiaryError) -> JSONResponse:
        return answer(422, read_by(request, problem))

    @app.exception_handler(HTTPException)
    async def http(_: Request, problem: HTTPException) -> JSONResponse:
        made = answer(problem.status_code, str(problem.detail))
        made.headers.update(problem.headers or {})
        return made

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, problem: RequestValidationError) -> JSONResponse:
        first: Any = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return answer(422, f"{where or 'the request'}: {first['msg']}", field=where)


def _page(app: FastAPI, settings: Settings) -> None:
    """The built page: its files by their names, and the page itself for every other path."""
    index = settings.web / "index.html"

    @app.get("/reports/{name}", include_in_schema=False)
    def report(name: str) -> FileResponse:
        path = settings.reports / name
        if path.suffix != ".html" or path.parent != settings.reports or not path.is_file():
            raise HTTPException(404, "There is no such report.")
        return FileResponse(path, headers={"Content-Security-Policy": REPORT})

    @app.get("/api/{rest:path}", include_in_schema=False)
    def nothing(rest: str) -> None:
        raise HTTPException(404, "There is no such thing here.")

    if (settings.web / "assets").is_dir():
        app.mount("/assets", Assets(directory=settings.web / "assets"))

    @app.get("/{rest:path}", include_in_schema=False, response_model=None)
    def page(rest: str, request: Request) -> Response:
        named = (settings.web / rest).resolve()
        if rest and named.is_relative_to(settings.web.resolve()) and named.is_file():
            return whole(named, request)
        return whole(index, request) if index.is_file() else HTMLResponse(NO_PAGE)


def whole(path: Path, request: Request) -> Response:
    """A small file, asked for at every load and sent where it has changed.

    It is read at once: a length told beforehand is wrong while a new build is being written, and the browser
    then waits for the rest.
    """
    content = path.read_bytes()
    headers = {"Cache-Control": "no-cache", "ETag": f'"{sha256(content).hexdigest()[:16]}"'}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=guess_type(path.name)[0] or "text/plain", headers=headers)


class Assets(StaticFiles):
    """Files whose names change with their content: they may be kept for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        found = await super().get_response(path, scope)
        if found.status_code == 200:
            found.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return found
