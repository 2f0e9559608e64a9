"""The REST interface for whoever prints a game: what is in its box, and its rulebook as a booklet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, cast

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from ...core import booklet as books
from ...core import box as boxes
from ...core.cards import Card as CoreCard
from ...core.cards import Content
from ...core.game import Game
from ...core.language import speaking, word
from ..sets import Sets
from ..tables.registry import Registry
from . import costs
from .messages import Card, Part
from .printed import (
    Booklet,
    BookletChapter,
    Box,
    BoxDeck,
    BoxDie,
    BoxMap,
    BoxSheet,
    BoxToken,
    Copies,
    WorkedExample,
)
from .routes import WRONG, Slug, Typed, replied

SetId = Annotated[str | None, Query(max_length=24, pattern="^[A-Za-z0-9_-]+$")]


def make_boxes(registry: Registry, sets: Sets) -> APIRouter:
    """All paths for print and play."""
    api = APIRouter(prefix="/api", responses=WRONG)

    def paid(request: Request) -> None:
        address = request.client.host if request.client else ""
        registry.meters["requests"].take(address)
        registry.meters["work"].take(address, costs.of_path(request.url.path))

    def told(request: Request, slug: str, made: Callable[[Game], Part]) -> Response:
        with speaking(registry.languages.wanted(request.headers.get("accept-language"))):
            return Typed(made(registry.catalog.game(slug)))

    @api.get("/games/{slug}/box", **replied(Box))
    async def box(slug: Slug, request: Request, set: SetId = None) -> Response:
        """All that is needed to play a game at a table, to be printed; of a set where one is named."""
        paid(request)
        changed = (await sets.at_table(slug, set, None, rated=False))[0].content if set else None
        return await asyncio.to_thread(
            told, request, slug, lambda game: box_of(game, changed or game.content())
        )

    @api.get("/games/{slug}/booklet", **replied(Booklet))
    def booklet(slug: Slug, request: Request) -> Response:
        """The rulebook in reading order, with its worked examples."""
        paid(request)
        return told(request, slug, booklet_of)

    return api


def box_of(game: Game, content: Content) -> Box:
    """What is in the box of a game with these cards."""
    box = boxes.box_of(game, content)
    return Box(
        decks=[BoxDeck(word(d.name), word(d.back), [_copies(one) for one in d.cards]) for d in box.decks],
        tokens=[
            BoxToken(word(t.name), t.copies, t.code, word(t.mark), word(t.text), t.across, t.square)
            for t in box.tokens
        ],
        dice=[BoxDie(word(d.name), d.copies, list(map(word, d.faces)), word(d.text)) for d in box.dice],
        sheets=[BoxSheet(_card(sheet.card, -1), sheet.copies) for sheet in box.sheets],
        maps=[BoxMap(word(m.name), m.columns, m.rows, m.square, dict(m.view)) for m in box.maps],
        others=list(map(word, box.others)),
    )


def _copies(one: boxes.Copies) -> Copies:
    reverse = None if one.reverse is None else _card(one.reverse, -1)
    return Copies(_card(one.card, one.number), one.copies, reverse, list(one.steps))


def _card(card: CoreCard, number: int) -> Card:
    return cast(Card, card.shown(number))  # with the facts of its game, which the type leaves open


def booklet_of(game: Game) -> Booklet:
    """The rulebook of a game as a booklet."""
    return Booklet(
        title=word(game.title),
        tagline=word(game.tagline),
        chapters=[
            BookletChapter(
                word(chapter.name),
                [rule.id for rule in chapter.rules],
                [_worked(example) for example in chapter.examples],
            )
            for chapter in books.chapters(game.rulebook)
        ],
        notation=books.notation(game.rulebook),
        credits=books.credits(game.rulebook),
    )


def _worked(one: books.Worked) -> WorkedExample:
    given, told = list(map(word, one.given)), list(map(word, one.told))
    return WorkedExample(one.id, word(one.title), given, told, list(one.rules), list(one.map))
