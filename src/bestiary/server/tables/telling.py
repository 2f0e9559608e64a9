"""Sentences for one reader, made at the end: kinds, seats and figures, with the names that seats have now."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec

from ...core import words
from ...core.events import Happening
from ...core.game import Game
from ...core.language import SPOKEN
from ...core.match import Match
from ...core.said import Person, Said
from ..store.news import English, Kept, KeptResult
from ..store.saying import packed, unpacked, unpacked_before
from ..store.saying import told as told_view
from ..web.messages import Entry, Happened, Result, Step, Told
from . import showing
from .eyes import Seen
from .log import KINDS, standing_in

if TYPE_CHECKING:
    from .live import Live

MOST = 20_000  # events whose words are kept, of one set of cards in one language


def entry_text(live: Live, n: int, kind: str, seat: int) -> str:
    """What an entry of the match says, besides an action: that of the n-th line."""
    sentence = KINDS[kind].sentence
    if not sentence:
        return ""
    was, name = (live.names_at(n - 1)[seat], live.names_at(n)[seat]) if seat >= 0 else ("", "")
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
    kept = [packed(part) for part in words.endings(unnamed, eyes)]
    return KeptResult(found.scores, found.winners, "", found.by, found.more, kept=kept)


def named(kept: Result | None, names: Sequence[str]) -> Result | None:
    """The same for people; of results that were stored before, names and all, nothing changes."""
    if kept is None:
        return None
    found = Result(kept.scores, kept.winners, kept.text, kept.by, kept.more, kept.who, kept.why)
    if isinstance(kept, KeptResult) and (kept.kept or kept.said):
        with contextlib.suppress(
            LookupError, TypeError, ValueError, AttributeError
        ):  # else as it was told then
            parts = map(unpacked, kept.kept) if kept.kept else map(unpacked_before, kept.said or ())
            who, why, then = (part.words if part else "" for part in parts)
            found.who, found.why = who, f"{why} {then}".strip()
            found.text = f"{found.who} {found.why}".strip()
    for key in ("text", "who", "why"):
        setattr(found, key, showing.named(getattr(found, key), names))
    return found


def _cards(live: Live) -> Any:
    """The cards to name: the table's own, by what views show of them where nothing else is left."""
    content = live.match.content
    if live.readable:
        return content
    return SimpleNamespace(cards=[SimpleNamespace(**card) for card in live.cards], words=content.words)


def sentences(
    live: Live, version: int, happened: Iterable[Happening], names: Sequence[str], eyes: int
) -> Iterator[Told]:
    """What has happened, for the story."""
    game, content = live.match.game, _cards(live)
    for h in happened:
        if text := event_text(game, content, h.kind, h.words, names, eyes):
            yield Told(version, text, h.kind, *event_about(game, content, h.kind, h.words))


def heard(live: Live, seen: Seen) -> Iterator[Told]:
    """What a line has shown, for the story."""
    kind, seat, _ = seen.entry
    if text := entry_text(live, seen.n, kind, seat):
        yield Told(seen.version, text)
    happened = (Happening(kind, figures) for kind, figures in seen.events)
    yield from sentences(live, seen.version, happened, live.names_at(seen.n), seen.eyes)


def told(live: Live, kept: Kept | Step, n: int, eyes: int) -> Step:
    """What was kept of the n-th line, with its sentences, for a reader; the oldest steps have theirs."""
    if isinstance(kept, Step):
        return kept
    names = live.names_at(n)
    entry = Entry(*kept.entry, entry_text(live, n, kept.entry[0], kept.entry[1])) if kept.entry else None
    events = [_happened(live, kind, figures, names, eyes) for kind, figures in kept.events]
    view = _view(live, kept, names, eyes)
    result = named(kept.result, live.first_names) if kept.result else None
    return Step(kept.version, entry, events, view, kept.asked, kept.game, result)


def _happened(live: Live, kind: str, figures: dict[str, Any], names: Sequence[str], eyes: int) -> Happened:
    """An event for a reader. Its words are made once for all tables, with seats in place of names."""
    known = live.happened.get(SPOKEN.get())
    if known is None:
        known = live.happened[SPOKEN.get()] = {}
    key = kind, eyes, *figures.values()
    found = known.get(key)
    if found is None:
        if len(known) > MOST:
            known.clear()
        game, content = live.match.game, _cards(live)
        seats = [f"{{{k}}}" for k in range(len(names))]
        text = event_text(game, content, kind, figures, seats, eyes)
        found = known[key] = Happened(kind, figures, text, *event_about(game, content, kind, figures))
    if "{" not in found.text:
        return found
    return Happened(kind, figures, showing.named(found.text, names), found.about, found.detail)


def _view(live: Live, kept: Kept, names: list[str], eyes: int) -> Any:
    """The view of a step in the language of its reader, encoded; the last one is remembered."""
    if isinstance(kept, English):
        return showing.named_view(msgspec.json.decode(kept.view), names)
    key = eyes, SPOKEN.get()
    last = live.told_views.get(key)
    if last is None or last[0] is not kept.view or last[1] != names:
        made = msgspec.Raw(told_view(kept.view, live.cards.told, names, eyes))
        last = live.told_views[key] = kept.view, names, made
    return last[2]
