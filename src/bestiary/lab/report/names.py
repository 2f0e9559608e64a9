"""What a report calls things: the game, its cards, where the data come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.cards import Card
from ...core.errors import BestiaryError
from ..play.beside import untrained


@dataclass(frozen=True)
class Words:
    """What people call something, and a line about it."""

    name: str
    help: str = ""


@dataclass(frozen=True)
class Names:
    """The words for a study."""

    game: str
    title: str
    labels: Mapping[str, str] = field(default_factory=dict)  # card codes; copies share a label
    copies: Mapping[str, int] = field(default_factory=dict)  # of each label
    kinds: Mapping[str, str] = field(default_factory=dict)  # of each label, where cards have kinds
    faces: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # figures and text of each label
    printed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # what its face shows
    groups: Mapping[str, str] = field(default_factory=dict)  # of each code, where cards come in groups
    grouped: str = ""  # and what they are grouped by
    verbs: Mapping[str, Words] = field(default_factory=dict)
    questions: Mapping[str, Words] = field(default_factory=dict)
    minutes: tuple[int, int] | None = None  # that people take for a game
    untrained: str = ""  # why no trained player could be asked about these cards

    @property
    def slug(self) -> str:
        """The game without its version."""
        return slug_of(self.game)


def names_of(manifest: Mapping[str, Any]) -> Names:
    """The words of the game that the data are of: its cards as the manifest has them, or from itself where it
    still has the same ones; without either only their names are known."""
    from ...core.registry import load

    name = str(manifest.get("game", "")) or "an unnamed game"
    slug = slug_of(name)
    title = str(manifest.get("title") or slug)
    cards = printed(manifest)
    try:
        game = load(slug)
    except BestiaryError:
        return replace(Names(name, title, told_apart(manifest)), **_cards(cards))
    if game.name == name and not cards and game.content().fingerprint == manifest.get("cards"):
        cards = list(game.content().cards)
    known = Names(
        name,
        title,
        told_apart(manifest),
        verbs={verb.name: Words(spaced(verb.name), verb.help) for verb in game.actions.verbs},
        questions={
            asked.name: Words(spaced(asked.name), asked.ask if isinstance(asked.ask, str) else asked.help)
            for asked in game.questions.all
        },
        minutes=game.minutes,
        untrained=untrained(game, manifest.get("cards"), manifest.get("seats"), manifest.get("options", {})),
    )
    return replace(known, **_cards(cards))


def slug_of(name: str) -> str:
    """A game without its version.

    >>> slug_of("totem-v2"), slug_of("coin")
    ('totem', 'coin')
    """
    return name.rpartition("-v")[0] or name


def spaced(name: str) -> str:
    """An internal name as words.

    >>> spaced("pick_item"), spaced("attack.focus")
    ('pick item', 'attack: focus')
    """
    return name.replace("_", " ").replace(".", ": ")


def printed(manifest: Mapping[str, Any]) -> list[Card]:
    """The cards that were played with, as the manifest has them."""
    rows = manifest.get("printed")
    return [Card(**row) for row in rows] if isinstance(rows, list) else []


def _cards(cards: Sequence[Card]) -> dict[str, Any]:
    """The words for cards, as far as they are known."""
    if not cards:
        return {}
    labels, copies, kinds = card_words(cards)
    faces = {labels[card.code]: (card.figures, card.text) for card in cards}
    grouped, groups = card_groups(cards)
    shown: dict[str, Mapping[str, Any]] = {}
    for number, card in enumerate(cards):
        shown.setdefault(labels[card.code], card.shown(number))
    found = {"labels": labels, "copies": copies, "kinds": kinds, "faces": faces, "printed": shown}
    return found | {"groups": groups, "grouped": grouped}


def told_apart(manifest: Mapping[str, Any]) -> dict[str, str]:
    """A label for each code, from the names in the manifest; whether cards of one name are copies cannot
    be told from them, so that all are kept apart."""
    named = manifest.get("names")
    names = {str(code): str(name) for code, name in named.items()} if isinstance(named, Mapping) else {}
    shared = Counter(names.values())
    return {code: name if shared[name] == 1 else f"{name} ({code})" for code, name in names.items()}


def card_words(cards: Sequence[Card]) -> tuple[dict[str, str], dict[str, int], dict[str, str]]:
    """A label for each code, how many copies have it, and the kind of it.

    Cards that read alike are copies; different cards of one name are told apart by their codes.
    """
    alike: dict[tuple[str, str, str], list[str]] = {}
    kind_of: dict[str, str] = {}
    for card in cards:
        facts = {key: value for key, value in card.facts.items() if key != "known"}
        alike.setdefault((card.name, card.text, repr(sorted(facts.items()))), []).append(card.code)
        kind_of[card.code] = str(card.facts.get("kind", ""))
    shared = Counter(name for name, _, _ in alike)
    labels: dict[str, str] = {}
    copies: dict[str, int] = {}
    kinds: dict[str, str] = {}
    for (name, _, _), codes in alike.items():
        label = name if shared[name] == 1 else f"{name} ({codes[0]})"
        copies[label] = len(codes)
        kinds[label] = kind_of[codes[0]]
        labels |= dict.fromkeys(codes, label)
    return labels, copies, kinds


def card_groups(cards: Sequence[Card]) -> tuple[str, dict[str, str]]:
    """What cards are grouped by, and the group of each code: the first of their facts by which they fall into
    at least two groups, and at most half as many as there are different cards. Nothing where there is none.

    >>> deck = [Card(f"{suit}{n}", f"{suit} {n}", facts={"power": n}) for suit in "ab" for n in (1, 2)]
    >>> card_groups(deck)
    ('power', {'a1': 'Power 1', 'a2': 'Power 2', 'b1': 'Power 1', 'b2': 'Power 2'})
    """
    different = len({(card.name, card.figures, card.text) for card in cards})
    for fact in dict.fromkeys(key for card in cards for key in card.facts):
        values = [card.facts.get(fact) for card in cards]
        if fact == "known" or any(not isinstance(v, int | str) or isinstance(v, bool) for v in values):
            continue
        if 2 <= len(set(values)) <= different / 2:
            words = {card.code: _group(fact, card) for card in cards}
            return spaced(fact), words
    return "", {}


def _group(fact: str, card: Card) -> str:
    found = card.facts[fact]
    if isinstance(found, int):
        return f"{spaced(fact).capitalize()} {found}"
    return card.kind.capitalize() if fact in ("kind", "sort") and card.kind else spaced(found).capitalize()
