"""What a report calls things: the game, its cards, where the data come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...core.cards import Content
from ...core.errors import BestiaryError


@dataclass(frozen=True)
class Names:
    """The words for a study."""

    game: str
    title: str
    labels: Mapping[str, str] = field(default_factory=dict)  # card codes; copies share a label
    copies: Mapping[str, int] = field(default_factory=dict)  # of each label
    kinds: Mapping[str, str] = field(default_factory=dict)  # of each label, where cards have kinds


def names_of(manifest: Mapping[str, Any]) -> Names:
    """The words of the game that the data are of: from itself as long as it still has the same cards,
    which also tells what are copies of one card, else from the manifest."""
    from ...core.registry import load

    name = str(manifest.get("game", "")) or "an unnamed game"
    slug = name.rpartition("-v")[0] or name
    title = str(manifest.get("title") or slug)
    try:
        game = load(slug)
        content = game.content()
    except BestiaryError:
        return Names(name, title, told_apart(manifest))
    if game.name != name or content.fingerprint != manifest.get("cards"):
        return Names(name, title, told_apart(manifest))
    return Names(name, title, *card_words(content))


def told_apart(manifest: Mapping[str, Any]) -> dict[str, str]:
    """A label for each code, from the names in the manifest; whether cards of one name are copies cannot
    be told from them, so that all are kept apart."""
    named = manifest.get("names")
    names = {str(code): str(name) for code, name in named.items()} if isinstance(named, Mapping) else {}
    shared = Counter(names.values())
    return {code: name if shared[name] == 1 else f"{name} ({code})" for code, name in names.items()}


def card_words(content: Content) -> tuple[dict[str, str], dict[str, int], dict[str, str]]:
    """A label for each code, how many copies have it, and the kind of it.

    Cards that read alike are copies; different cards of one name are told apart by their codes.
    """
    alike: dict[tuple[str, str, str], list[str]] = {}
    kind_of: dict[str, str] = {}
    for card in content.cards:
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
