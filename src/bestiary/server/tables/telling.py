"""Sentences for one reader, made at the end: kinds, seats and figures, with the names that seats have now."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec

from ...core import words
from ...core.events import Happening
from ...core.game import Game
from ...core.match import NEXT, Match
from ...core.said import Person, Said
from ..store.news import KeptResult, plainly
from ..store.saying import packed, unpacked
from ..web.messages import Result, Step
from . import showing
from .log import KINDS, standing_in

if TYPE_CHECKING:
    from .live import Live


def entry_text(kind: str, seat: int, before: Sequence[str], names: Sequence[str]) -> str:
    """What an entry of the match says, besides an action."""
    sentence = KINDS[kind].sentence
    if not sentence:
        return ""
    who = -1 if kind == NEXT else seat  # whoever asked for it
    was, name = (before[who], names[who]) if who >= 0 else ("", "")
    return Said(sentence, {"was": Person(was), "name": Person(name)}).words


def event_text(
    game: Game, content: Any, kind: str, figures: dict[str, Any], names: Sequence[str], eyes: int
) -> str:
    """What happened; by its bare kind where the game does not know it any more."""
    try:
        return words.told(game.events, content, Happening(kind, figures), names, eyes)
    except (LookupError, TypeError, ValueError):
        return f"{kind.replace('_', ' ').capitalize()}."


def event_about(game: Game, content: Any, kind: str, figures: dict[str, Any]) -> tuple[list[str], bool]:
    """What an event speaks of, and whether it is a detail; nothing where the game knows it no more."""
    try:
        about = words.about(game.events, content, Happening(kind, figures))
        return about, game.events.kind(kind).detail
    except (LookupError, TypeError, ValueError):
        return [], False


def result_facts(live: Live, eyes: int | None = None) -> KeptResult | None:
    """How a game ended, with seats in place of names: {0}, {1}; to these eyes their own seat is "you"."""
    if not live.match.game_over:
        return None
    unnamed = Match.__new__(Match)
    unnamed.__dict__.update(live.match.__dict__)  # only looked at: nothing but the names is another
    unnamed.names = [
        f"{{{k}}}" if seat.name == live.first_names[k] else standing_in(seat.kind, f"{{{k}}}")
        for k, seat in enumerate(live.seats)
    ]
    found = showing.result_of(unnamed, eyes)
    assert found is not None
    said = [packed(part) for part in words.endings(unnamed, eyes)]
    return KeptResult(**msgspec.structs.asdict(found), said=said)


def named(kept: Result | None, names: Sequence[str]) -> Result | None:
    """The same for people; of results that were stored before, names and all, nothing changes."""
    if kept is None:
        return None
    found = Result(kept.scores, kept.winners, kept.text, kept.by, kept.more, kept.who, kept.why)
    if isinstance(kept, KeptResult) and kept.said is not None:
        with contextlib.suppress(
            LookupError, TypeError, ValueError, AttributeError
        ):  # else as it was told then
            who, why, then = (unpacked(part).words if part else "" for part in kept.said)
            found.who, found.why = who, f"{why} {then}".strip()
            found.text = f"{found.who} {found.why}".strip()
    for key in ("text", "who", "why"):
        setattr(found, key, showing.named(getattr(found, key), names))
    return found


def _cards(live: Live) -> Any:
    """The cards to name: the table's own, by what views show of them where nothing else is left."""
    content = live.match.content
    if content.fingerprint == live.facts.cards:
        return content
    return SimpleNamespace(cards=[SimpleNamespace(**card) for card in live.cards], words=content.words)


def again(live: Live, plain: bytes, n: int, eyes: int) -> Step:
    """What the n-th line has just shown, for readers of another language than what is stored."""
    step = told(live, plainly(plain), n, eyes)
    step.view = showing.named_view(live.view(eyes), live.match.names)
    step.result = showing.result_of(live.match, eyes)
    return step


def told(live: Live, step: Step, n: int, eyes: int) -> Step:
    """A step from storage, of the n-th line, with its sentences."""
    game, content = live.match.game, _cards(live)
    before, names = live.names_at(n - 1), live.names_at(n)
    if step.entry is not None:
        step.entry.text = entry_text(step.entry.kind, step.entry.seat, before, names)
    for one in step.events:
        one.text = event_text(game, content, one.kind, one.words, names, eyes)
        one.about, one.detail = event_about(game, content, one.kind, one.words)
    step.view = showing.named_view(step.view, names)
    step.result = named(step.result, live.first_names)
    return step
