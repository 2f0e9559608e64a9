"""Words for people and records: actions in notation and in sentences, events as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .actions import Actions, Meaning
from .cards import Content
from .events import Events, Happening
from .record import UNKNOWN

if TYPE_CHECKING:
    from .match import Match


def notation(content: Content, meaning: Meaning) -> str:
    """An action as a record writes it: the verb, card codes, the place from 1, an amount."""
    words = [meaning.verb]
    for card in (meaning.card, meaning.other):
        if card is not None:
            words.append(card_code(content, card))
    if meaning.target is not None:
        words.append(place_name(content, meaning.verb, meaning.target).replace(" ", "_"))
    if meaning.number is not None:
        words.append(str(meaning.number))
    return " ".join(words)


def sentence(content: Content, actions: Actions, meaning: Meaning) -> str:
    """An action as a person reads it among the choices."""
    verb = next(v for v in actions.verbs if v.name == meaning.verb)
    said = verb.say.format(
        card=card_name(content, meaning.card),
        other=card_name(content, meaning.other),
        target="" if meaning.target is None else place_told(content, meaning.verb, meaning.target),
        number="" if meaning.number is None else meaning.number,
    )
    return said[:1].upper() + said[1:]


def place_name(content: Content, verb: str, target: int) -> str:
    """The name of a target: a word of the list ``target.verb``, or its number from 1."""
    names = content.words.get(f"target.{verb}")
    return names[target] if names else str(target + 1)


def place_told(content: Content, verb: str, target: int) -> str:
    """The same as people say it: a word of the list ``told.verb``, where there is one."""
    names = content.words.get(f"told.{verb}")
    return names[target] if names else place_name(content, verb, target)


def card_code(content: Content, card: int) -> str:
    """The short code of a card."""
    return "??" if card == UNKNOWN else content.cards[card].code


def card_name(content: Content, card: int | None) -> str:
    """The name of a card, or a card where the reader may not know it."""
    if card is None or card < 0:
        return "a card"
    return content.cards[card].name


def told(events: Events, content: Content, happening: Happening, names: Sequence[str]) -> str:
    """An event as a sentence."""
    kind = events.kind(happening.kind)
    words: Mapping[str, str] = {
        word: _word(content, sort, happening.words[word], names) for word, sort in kind.words.items()
    }
    said = kind.say.format(**words)
    return said[:1].upper() + said[1:]


def _word(content: Content, sort: str, value: int, names: Sequence[str]) -> str:
    if value == UNKNOWN and sort != "card":
        return "somebody" if sort == "seat" else "?"
    if sort == "seat":
        return names[value] if 0 <= value < len(names) else "nobody"
    if sort == "card":
        return card_name(content, value)
    if sort == "place":
        return str(value + 1)
    if sort == "number":
        return str(value)
    return content.words[sort][value]


def result(match: Match) -> str:
    """Who has won the game that has ended, in a sentence."""
    low, high = match.game.payoff
    scores = match.returns()
    winners = [name for name, score in zip(match.names, scores, strict=True) if score > (low + high) / 2]
    if len(winners) == match.seats:
        said = "Everybody wins."
    elif winners:
        said = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
    elif len(set(scores)) == 1 and scores[0] == low:
        said = "Everybody loses."
    else:
        said = "A tie."
    gave_up = " The other side has resigned." if winners else " Nobody plays on."
    ended = {"resign": gave_up, "timeout": " Time has run out."}
    then = " Another game follows." if match.more else " The match is over." if match.game_number else ""
    return said + ended.get(match.ended_by, "") + then
