"""The REST interface for newcomers: the rules in two minutes, the words of a game, guided tables."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from ...core.game import Game
from ...core.language import Language, speaking, word
from ...guide import guide_of
from ...guide.primer import TITLES, behind, pictures
from ..errors import Refused, missing
from ..store.storage import retried
from ..tables.guiding import GUIDE
from ..tables.registry import Registry
from ..tables.seating import ME
from ..tables.table import Table
from .guided import GlossaryTerm, Primer, ShortPicture, ShortRule
from .replies import Seated
from .routes import SHORT, WRONG, Bearer, Body, SessionToken, Slug, TableId, Typed, replied

MACHINE = "novice"


class GuideWish(Body):
    """Somebody who wants to be guided."""

    name: str = Field("", max_length=SHORT)


def make_guides(registry: Registry) -> APIRouter:
    """All paths for newcomers."""
    api = APIRouter(prefix="/api", responses=WRONG)
    made: dict[tuple[str, Language | None], Primer] = {}

    def metered(request: Request, what: str) -> None:
        registry.meters[what].take(request.client.host if request.client else "")

    @api.get("/games/{slug}/primer", **replied(Primer))
    async def primer(slug: Slug, request: Request) -> Response:
        """What a newcomer reads of a game."""
        metered(request, "requests")
        game = registry.catalog.game(slug)
        language = registry.languages.wanted(request.headers.get("accept-language"))
        key = slug, language
        if key not in made:
            await registry.catalog.ready(slug)
            with speaking(language):
                made[key] = await asyncio.to_thread(primer_of, game)
        return Typed(made[key])

    @api.post("/games/{slug}/guide", **replied(Seated, 201))
    async def open_guide(
        slug: Slug, wish: GuideWish, request: Request, session: SessionToken = ""
    ) -> Response:
        """Opens a guided table."""
        metered(request, "tables")
        person = await registry.accounts.who(session)
        return Typed(await open_guided(registry, slug, wish.name, person), 201)

    @api.post("/tables/{id}/guide", status_code=204)
    async def take_up_again(id: TableId, token: Bearer, request: Request) -> None:
        """Goes back to where the guide was left."""
        metered(request, "requests")
        async with registry.use(id) as found:
            seat = await registry.holder(found, token)
            if seat < 0:
                raise Refused("Only whoever sits here is guided.", 403)
            await retried(lambda: take_up(found, seat))

    return api


def primer_of(game: Game) -> Primer:
    """The same in the language that is spoken, made once: its pictures are positions of the guided game."""
    guide = guide_of(game)
    questions = {question.name: behind(game, question.name) for question in game.questions.all}
    if guide is None:
        return Primer(None, [], [], [], questions)
    return Primer(
        minutes=guide.minutes,
        short=[
            ShortRule(word(TITLES[part]), word(said.say), list(said.rules))
            for part, said in guide.short.items()
        ],
        pictures=[
            ShortPicture(
                word(d.picture.say),
                list(d.picture.rules),
                list(d.at),
                guide.seat,
                list(d.names),
                dict(d.view),
            )
            for d in pictures(game, guide)
        ],
        terms=[
            GlossaryTerm(word(t.word), [*map(word, t.also)], word(t.text), list(t.rules)) for t in guide.terms
        ],
        questions=questions,
    )


async def open_guided(registry: Registry, slug: str, name: str, person: tuple[int, str] | None) -> Seated:
    """A table for somebody's first game."""
    game = registry.catalog.game(slug)
    guide = guide_of(game)
    if guide is None:
        raise missing("guide")
    seats: list[dict[str, Any]] = [{"kind": MACHINE}] * int(guide.options.get("players", game.players[0]))
    seats[guide.seat] = {"kind": ME, "name": name}
    settings = {"clock": {"kind": "none", "seconds": 300}, "spectators": "none", "undo": "consent"}
    return await registry.open(slug, dict(guide.options), seats, {**settings, GUIDE: True}, person=person)


async def take_up(table: Table, seat: int) -> None:
    """Goes back to where the guide was left."""
    async with table.change() as live:
        walk = live.guided
        if walk is None or seat != walk.guide.seat:
            raise Refused("This table has no guide.", 409)
        if walk.left < 0 or live.match.history[walk.left].kind != "action":
            raise Refused("The guide cannot be taken up again here.", 409)
        table.undo(seat, walk.left)
