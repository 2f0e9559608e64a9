"""Sentences as they are stored: ids of templates, and figures; the words are made for whoever reads them.

A view that is made within ``speaking(KEEPING)`` tells nothing: where a sentence would stand it has the id of
its template with the figures, between two signs that no text has, and where a card would stand its number.
``told`` makes such a view into one for a reader, in the language that is spoken. The templates themselves are
stored once, by their ids: a row can be told after the game has found better words.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from ...core.language import SPOKEN, Language
from ...core.said import Listed, Owned, Person, Said, Seat
from ...core.words import people

OPEN, CLOSE, FACE = "\ue000", "\ue001", "\ue002"  # for private use: they stand for nothing in any text
CAPITAL = "^"  # before the id of a sentence that begins with a capital
LETTER = re.compile(r"[^\W\d_]")
KEPT = re.compile(f"({OPEN}.*?{CLOSE})", re.DOTALL)
PLACES = re.compile(  # a view is split there: the number of a card, or a sentence up to the next such sign
    # all begin with the same two bytes, which no other text has: that is found four times as quickly
    rb'\xee\x80(\x82":\d+|\x80[^\xee]*\xee\x80\x81)'
)
CARD = b'\x82":'  # how a place begins where a card stands
SENTENCE = slice(1, -3)  # what a place holds where a sentence stands
ID = re.compile(rb"~[\w-]{8}", re.ASCII)
MOST = 20_000  # sentences that are remembered, of one set of cards in one language
LOST = "…"  # a sentence whose template nobody has kept

TEXTS: dict[str, str] = {}  # every template that is known, by its id
TOKENS: dict[str, str] = {}  # what stands for a word or text in a view
_ids: dict[str, str] = {}
_sentences: dict[tuple[Any, ...], str] = {}  # what stands for sentences that are told again and again
_faces: dict[int, dict[str, Any]] = {}
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def id_of(template: str) -> str:
    """The id of a template, which is known from now on."""
    made = _ids.get(template)
    if made is None:
        digest = blake2b(template.encode(), digest_size=6).digest()
        made = _ids[template] = f"~{urlsafe_b64encode(digest).decode()}"
    if TEXTS.setdefault(made, template) != template:
        raise ValueError(f"{template!r} and {TEXTS[made]!r} have the same id")
    return made


class Keeping(Language):
    """The language of storage, in which nothing is told."""

    def of(self, template: str) -> str:
        """A word or a text by its id."""
        found = TOKENS.get(template)
        if found is None:
            if OPEN in template or not LETTER.search(template):
                return template
            found = TOKENS[template] = f"{OPEN}{id_of(template)}{CLOSE}"
        return found

    def kept(self, said: Said, capital: bool) -> str:
        """A sentence by its id and figures."""
        if not said.figures:
            token = self.of(said.template)
            return f"{OPEN}{CAPITAL}{token[1:]}" if capital and token[:1] == OPEN else token
        key = plain_key(said)
        found = _sentences.get((capital, key)) if key is not None else None
        if found is None:
            found = f"{OPEN}{CAPITAL if capital else ''}{_encode(packed(said)).decode()}{CLOSE}"
            if key is not None:
                if len(_sentences) > MOST:
                    _sentences.clear()
                _sentences[capital, key] = found
        return found

    def face(self, number: int) -> dict[str, Any]:
        """A card by its number; the same for all who look, so nobody may write into it."""
        found = _faces.get(number)
        if found is None:
            found = _faces[number] = {FACE: number}
        return found

    def written(self, part: Any) -> msgspec.Raw:
        """As the encoder writes it into a view."""
        return msgspec.Raw(_encode(part))


KEEPING = Keeping("", {})


def plain_key(said: Said) -> tuple[Any, ...] | None:
    """What tells a sentence from others, where it is made of numbers, words, sentences and rows of such."""
    return _key([said.template], said.figures.values())


def _key(key: list[Any], figures: Iterable[Any]) -> tuple[Any, ...] | None:
    for figure in figures:
        kind = type(figure)
        if kind is int or kind is str:
            key.append(figure)
            continue
        inner = None
        if kind is Said:
            inner = _key([figure.template], figure.figures.values())
        elif kind is Listed:
            inner = _key([Listed, figure.last, figure.between], figure.items)
        if inner is None:
            return None
        key.append(inner)
    return tuple(key)


# ---- sentences and figures -----------------------------------------------------------------------


def packed(figure: Any) -> Any:
    """A sentence or one of its figures, as JSON holds it: a list is a sentence, a text the id of a word."""
    if isinstance(figure, Said):
        return [_word(figure.template), {name: packed(one) for name, one in figure.figures.items()}]
    if isinstance(figure, str):
        return _word(figure)
    if isinstance(figure, Listed):
        items = [packed(one) for one in figure.items]
        return {"row": items, "last": _word(figure.last), "between": _word(figure.between)}
    if isinstance(figure, Owned):
        return {"thing": _word(figure.thing), "person": _named(figure.name), "reader": figure.reader}
    if isinstance(figure, Person):
        return {"person": _named(figure.name), "reader": figure.reader}
    if isinstance(figure, Seat):
        return {"seat": int(figure)}
    if isinstance(figure, float | bool | None):
        return figure
    return int(figure)  # perhaps a number of NumPy's


def _word(text: str) -> Any:
    """A word by its id, a text without letters as it is; what is kept already stays so."""
    if OPEN in text:
        parts = [_unwrapped(part) for part in KEPT.split(text) if part]
        return parts[0] if len(parts) == 1 else {"glued": parts}
    return id_of(text) if LETTER.search(text) else {"text": text}


def _unwrapped(part: str) -> Any:
    if part[:1] != OPEN:
        return {"text": part}
    body = part[1:-1].removeprefix(CAPITAL)
    return _decode(body) if body[:1] == "[" else body


def _named(name: str | Said) -> Any:
    """Who is spoken of: nobody's name is a word of the language."""
    return packed(name) if isinstance(name, Said) else {"text": name}


def unpacked(data: Any) -> Any:
    """The same again; raises LookupError where a template is not known."""
    if isinstance(data, list):
        template, figures = data
        return Said(unpacked(template), {name: unpacked(one) for name, one in figures.items()})
    if isinstance(data, str):
        return TEXTS[data]
    if not isinstance(data, dict):
        return data
    if "text" in data:
        return data["text"]
    if "glued" in data:
        return Listed(tuple(unpacked(one) for one in data["glued"]), "", "")
    if "row" in data:
        items = tuple(unpacked(one) for one in data["row"])
        return Listed(items, unpacked(data["last"]), unpacked(data["between"]))
    if "seat" in data:
        return Seat(data["seat"])
    person = Person(unpacked(data["person"]), data["reader"])
    return Owned(person, unpacked(data["thing"])) if "thing" in data else person


def unpacked_before(data: Any) -> Any:
    """The same of sentences that were stored with the text of their templates."""
    if not isinstance(data, dict):
        return data
    if "said" in data:
        return Said(data["said"], {name: unpacked_before(one) for name, one in data["of"].items()})
    if "row" in data:
        items = tuple(unpacked_before(one) for one in data["row"])
        return Listed(items, data["last"], data["between"])
    if "seat" in data:
        return Seat(data["seat"])
    person = Person(unpacked_before(data["person"]), data["reader"])
    return Owned(person, data["thing"]) if "thing" in data else person


# ---- views ---------------------------------------------------------------------------------------


class Told(dict[bytes, bytes]):
    """What is told in one language at the places of views: cards, and sentences that name nobody."""

    def __init__(self, faces: Iterable[bytes] = ()) -> None:
        """With the cards, as JSON behind the first quote and before the last brace."""
        self._cards = {CARD + b"%d" % card: face for card, face in enumerate(faces)}
        super().__init__(self._cards)

    def learn(self, place: bytes, names: Sequence[str], eyes: int | None) -> bytes:
        """What stands at a place that is not known, or names somebody."""
        if place.startswith(CARD):
            return b'id":' + place.removeprefix(CARD)
        kept = place[SENTENCE]
        made: bytes = _encode(_sentence(kept, people(names, eyes)))[1:-1]
        if b"seat" not in kept and b"person" not in kept:
            if len(self) > MOST:
                self.clear()
                self.update(self._cards)
            self[place] = made
        return made


def told(view: bytes | msgspec.Raw, known: Told, names: Sequence[str] = (), eyes: int | None = None) -> bytes:
    """A kept view in the language that is spoken, in which ``known`` was told too."""
    parts = PLACES.split(view)  # in turn what stays as it is, and a place
    found = [*map(known.get, parts[1::2])]
    if None in found:
        places = zip(found, parts[1::2], strict=True)
        found = [one or known.learn(place, names, eyes) for one, place in places]
    parts[1::2] = found
    return b"".join(parts)


def _sentence(kept: bytes, people: Sequence[Person]) -> str:
    body: str = _decode(b'"' + kept + b'"')  # it stood in a text
    capital, body = body[:1] == CAPITAL, body.removeprefix(CAPITAL)
    try:
        made = unpacked(_decode(body) if body[:1] == "[" else body)
        said = made if isinstance(made, Said) else Said("{it}", {"it": made})
        return said.told(people) if capital else said.within(people, SPOKEN.get())
    except (LookupError, TypeError, ValueError, AttributeError):
        return LOST


def unknown(bodies: Iterable[bytes]) -> bool:
    """Whether something was kept of which nobody here knows the template: another process stored it."""
    return any(found.decode() not in TEXTS for body in bodies for found in ID.findall(body))
