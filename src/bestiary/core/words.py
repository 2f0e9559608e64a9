"""Words for people and records: actions in notation and in sentences, events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .actions import Meaning
from .cards import Content
from .events import OWNED, Events, Happening
from .record import UNKNOWN, fields
from .said import Listed, Owned, Person, Said, said

PLACES = ("place", "enemy place")

if TYPE_CHECKING:
    from .game import Game
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


def tidy(name: str) -> str:
    """A name as a record can hold it: on one line, without the bar that stands between names.

    >>> tidy(" Ann |  Lee ")
    'Ann / Lee'
    """
    return " ".join(name.replace("|", "/").split())


def people(names: Sequence[str], reader: int | None = None) -> list[Person]:
    """Everybody at the table, as one of them or a stranger calls them."""
    return [Person(name, seat == reader) for seat, name in enumerate(names)]


def sentence(game: Game, content: Content, s: Any, meaning: Meaning, people: Sequence[Person] = ()) -> str:
    """An action as a person reads it among the choices, from the record hidden for them."""
    verb = game.actions.named(meaning.verb)
    if not isinstance(verb.say, str):
        return verb.say(content, s, meaning).told(people)
    return spoken(content, verb.say, meaning)


def spoken(content: Content, template: str, meaning: Meaning) -> str:
    """A template over the words of a meaning as a sentence."""
    figures = {
        "card": card_name(content, meaning.card),
        "other": card_name(content, meaning.other),
        "target": "" if meaning.target is None else place_told(content, meaning.verb, meaning.target),
        "number": "" if meaning.number is None else meaning.number,
    }
    return Said(template, figures).words


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


def told(
    events: Events, content: Content, happening: Happening, names: Sequence[str], reader: int | None = None
) -> str:
    """An event as a sentence for the seat that reads it."""
    kind = events.kind(happening.kind)
    say = kind.say if isinstance(kind.say, str) else kind.say(happening.words)
    figures: dict[str, Any] = {}
    for word, sort in kind.words.items():
        value = happening.words[word]
        if sort == "character":
            called = said("the {card}", card=card_name(content, value))
            figures[word] = Person(called, happening.words["seat"] == reader)
        else:
            figures[word] = _word(content, sort, value, names, reader)
    if isinstance(say, str):
        return Said(say, figures).told()
    return Said(say.template, {**figures, **say.figures}).told()


def about(events: Events, content: Content, happening: Happening) -> list[str]:
    """What an event speaks of, as a board finds it: cards, seats and places by number, all else by its name.

    A list with a twin that people read, such as ``figure`` and ``figure_told``, is known by its own words.
    """
    found = []
    values, sorts = happening.words, events.kind(happening.kind).words
    seat = values.get("seat", UNKNOWN)
    for word, sort in sorts.items():
        value = values[word]
        if value < 0 or sort == "number" or sort.startswith("'s "):
            continue
        if sort in PLACES:
            found.append(f"place:{value}")
            if seat >= 0:
                found.append(f"place:{seat if sort == 'place' else 1 - seat}:{value}")
        elif sort in ("card", "character"):
            found.append(f"card:{value}")
        elif sort == "seat":
            found.append(f"seat:{value}")
        else:
            base = sort.removesuffix("_told")
            known = content.words.get(base, ())
            name = known[value] if value < len(known) else content.words[sort][value]
            found.append(f"{base}:{name.replace(' ', '_')}")
    return found


def _person(seat: int, names: Sequence[str], reader: int | None) -> Person:
    if seat == UNKNOWN:
        return Person(said("somebody"))
    return Person(names[seat], seat == reader) if 0 <= seat < len(names) else Person(said("nobody"))


def _word(content: Content, sort: str, value: int, names: Sequence[str], reader: int | None) -> str | Person:
    if sort == "seat":
        return _person(value, names, reader)
    if sort.startswith("'s "):
        return Owned(_person(value // OWNED, names, reader), content.words[sort[3:]][value % OWNED])
    if sort == "number":  # which is never hidden: -2 is a number like any other
        return str(value)
    if value == UNKNOWN and sort != "card":
        return "?"
    if sort == "card":
        return card_name(content, value)
    if sort in PLACES:
        return str(value + 1)
    return content.words[sort][value]


def result(match: Match, reader: int | None = None) -> str:
    """Who has won the game that has ended, and why, in a sentence or two."""
    return " ".join(part for part in ended(match, reader) if part)


def ended(match: Match, reader: int | None = None) -> tuple[str, str, str]:
    """Who has won the game that has ended; why, with the count; and what comes then."""
    who, why, then = endings(match, reader)
    return who.words, why.words if why else "", then.words if then else ""


def endings(match: Match, reader: int | None = None) -> tuple[Said, Said | None, Said | None]:
    """The same before it is put into words."""
    low, high = match.game.payoff
    scores = match.returns()
    winners = [seat for seat, score in enumerate(scores) if score > (low + high) / 2]
    everybody = people(match.names, reader)
    if match.game.team or match.seats == 1:
        ending = _together(match, bool(winners), reader)
    elif len(winners) == match.seats:
        ending = said("Everybody wins.")
    elif winners:
        alone = len(winners) == 1 and not everybody[winners[0]].reader
        named = Listed(tuple(everybody[w] for w in winners), " and ", " and ")
        ending = said("{who} wins." if alone else "{who} win.", who=named)
    elif len(set(scores)) == 1 and scores[0] == low:
        ending = said("Everybody loses.")
    else:
        ending = said("A tie.")
    why: Said | None = None
    if match.ended_by == "resign":
        why = said("The other side has resigned." if winners else "Nobody plays on.")
    elif match.ended_by == "timeout":
        why = said("Time has run out.")
    elif match.game.ended is not None:
        why = match.game.ended(match.content, fields(match.state[0]), everybody)
    then: Said | None = None
    if match.more:
        then = said("Another game follows.")
    elif match.game_number:
        then = said("The match is over.")
    return ending, why, then


def _together(match: Match, won: bool, reader: int | None) -> Said:
    """How a game ended for those who win or lose it together."""
    if reader is not None and reader >= 0:
        return said("You win." if won else "You lose.")
    if match.seats > 1:
        return said("The team wins." if won else "The team loses.")
    return said("{who} wins." if won else "{who} loses.", who=Person(match.names[0]))
