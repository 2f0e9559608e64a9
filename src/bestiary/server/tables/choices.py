"""What a seat may choose, as a page needs it: told once for all tables, and kept as the JSON that is sent.

What a choice says depends on what it means and, for some verbs, on a few figures of the position; its number
depends on where a card is held. So its number is written apart, and the rest of it is kept by meaning and
figures: the same card aimed at the same target reads the same from every slot of a hand.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ...core import words
from ...core.actions import MEANING, Meaning, Saying
from ...core.cards import Content
from ...core.language import SPOKEN
from ...core.match import Match
from ...core.reading import Figures, figures_of
from ...core.record import Records
from ..web.codec import encode
from ..web.messages import Choice
from .still import Still

KNOWN = 50_000  # choices whose words are kept, of one set of cards in one language
VARIED = 200  # figures with which each of them is
SIZE = MEANING.itemsize
NUMBERS = struct.Struct(f"@{len(MEANING.names or ())}q").unpack  # all of a meaning
_decode = msgspec.json.Decoder(list[Choice]).decode


class Varying(NamedTuple):
    """A choice whose sentence depends on the position: what it means, how it is said, by which figures."""

    meaning: Meaning
    say: Saying
    figures: Figures | None
    at: int | None  # which of these figures, where there is one for every place, card or number
    told: dict[Any, bytes]  # as it is sent, by its figure


@cache
def _heads(actions: int) -> list[bytes]:
    """How the choices of a game begin, by their numbers, behind what stands between two of them."""
    return [b',{"action":%d' % action for action in range(actions)]


def offered(match: Match, hidden: Records, seat: int, legal: list[int], row: Still | None = None) -> Any:
    """Every choice of the seat whose record this is, encoded."""
    content, heads = match.content, _heads(len(match.game.actions))
    meant = match.engine.meant(hidden, legal).tobytes()
    spoken = content.__dict__.setdefault("_choices", {})  # language by language
    known: dict[bytes, bytes | Varying] = spoken.setdefault(SPOKEN.get(), {})
    if len(known) > KNOWN:
        known.clear()
    figured: dict[Any, Any] = {}  # the figures of this position, by who asks for them
    made: list[Any] = [b"["]
    start = 0
    for action in legal:
        key = meant[start : start + SIZE]
        start += SIZE
        found = known.get(key)
        if found is None:
            found = known[key] = _read(match, action, key)
        if type(found) is Varying:
            row = row or Still(hidden)
            _, _, figures, at, told = found
            if figures is None:
                found = _varying(match, row, seat, found)
            else:
                if figures not in figured:
                    figured[figures] = figures(content, row)
                value = figured[figures] if at is None else figured[figures][at]
                again = told.get(value)
                if again is None:
                    if len(told) > VARIED:
                        told.clear()
                    again = told[value] = _varying(match, row, seat, found)
                found = again
        made += heads[action], found
    made[1:2] = [head[1:] for head in made[1:2]]  # nothing stands before the first
    made.append(b"]")
    return msgspec.Raw(b"".join(made))


def choices_of(match: Match, hidden: Records, seat: int, legal: list[int]) -> list[Choice]:
    """The same one by one, for whoever looks into them."""
    return _decode(offered(match, hidden, seat, legal))


def _varying(match: Match, row: Still, seat: int, found: Varying) -> bytes:
    """A choice of this position."""
    sentence = found.say(match.content, row, found.meaning).told(match.people(seat))
    return _rest(match.content, found.meaning, sentence)


def _read(match: Match, action: int, key: bytes) -> bytes | Varying:
    """A choice that is met for the first time."""
    meaning = match.engine.read_meaning(NUMBERS(key))
    say = match.game.actions.verb(action).say
    if isinstance(say, str):
        return _rest(match.content, meaning, words.spoken(match.content, say, meaning))
    figures, of = figures_of(say)
    return Varying(meaning, say, figures, getattr(meaning, of) if of else None, {})


def _rest(content: Content, meaning: Meaning, sentence: str) -> bytes:
    """A choice as it is sent, but for its number, which comes first."""
    choice = Choice(
        action=0,
        notation=words.notation(content, meaning),
        sentence=sentence,
        verb=meaning.verb,
        card=meaning.card,
        other=meaning.other,
        target=meaning.target,
        number=meaning.number,
    )
    return encode(choice).removeprefix(_heads(1)[0][1:])
