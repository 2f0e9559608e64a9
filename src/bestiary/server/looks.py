"""The look that a game from outside brings: the files in the folder ``page`` of its room, for the browser.

``board.js``, ``cover.js`` and ``face.js`` are modules, each with a custom element as its default; whatever
else lies beside them they may ask for. They come from the server itself, as a policy for scripts demands.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from starlette.exceptions import HTTPException

from ..core.game import Game

FOLDER = "page"
PARTS = ("board", "cover", "face")
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


def make_looks(games: Mapping[str, Game]) -> APIRouter:
    """Which games bring what, and the files themselves."""
    api = APIRouter()

    @api.get("/api/looks")
    def looks() -> dict[str, list[str]]:
        """The parts of its look that each game from outside brings."""
        found = {slug: [part for part in PARTS if _file(game, f"{part}.js")] for slug, game in games.items()}
        return {slug: parts for slug, parts in found.items() if parts}

    @api.get("/looks/{slug}/{name}", include_in_schema=False)
    def file(slug: str, name: str) -> FileResponse:
        path = _file(games[slug], name) if slug in games else None
        if path is None:
            raise HTTPException(404, "There is no such file.")
        return FileResponse(path, media_type=TYPES[path.suffix], headers={"Cache-Control": "no-cache"})

    @api.get("/looks/{rest:path}", include_in_schema=False)
    def nothing(rest: str) -> None:
        raise HTTPException(404, "There is no such file.")

    return api


def _file(game: Game, name: str) -> Path | None:
    """A file of the folder itself, of a kind that a page uses."""
    folder = game.room / FOLDER
    path = folder / name
    good = path.suffix in TYPES and path.parent == folder and path.is_file()
    return path if good and path.resolve().parent == folder.resolve() else None
