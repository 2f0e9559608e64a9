"""Tossing Tiger, Rolling Dragon: the options of a table, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping

from bestiary.core.errors import BadOption
from bestiary.core.options import Option, Options, Value
from bestiary.core.rulebook import Rulebook

BASE_CARDS, ZOO_CARDS, DAWN_CARDS, EXTRA_CARDS, BIRD_CARDS = 48, 40, 14, 2, 9
MOST_SEED = (1 << 63) - 1


class Seed(Option):
    """An option that takes any whole number; ``values`` only names a few."""

    def parse(self, given: object) -> Value:
        """A seed from what a person typed.

        >>> Seed("strength_seed", (1, 2), 1, "").parse("12345")
        12345
        """
        text = str(given).strip()
        if isinstance(given, bool) or not text.isdigit() or int(text) > MOST_SEED:
            raise BadOption(f"Option {self.name} cannot be '{given}'; it is a whole number from 0 on.")
        return int(text)


class TigerOptions(Options):
    """The options of the rulebook, the number of players, and the two seeds."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(
            [
                Option("players", (2, 3, 4, 5, 6), 2, "Two to six players take part.", ("TTR-1.1",)),
                *rulebook.options(),
                Seed("strength_seed", (1, 2, 3), 1, "The seed of strengths = generated.", ("TTR-18.3",)),
                Seed("rooster_seed", (1, 2, 3), 1, "The seed of roosters = random.", ("TTR-14.18",)),
            ]
        )

    def complete(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Every option with its value, refused where they contradict each other."""
        options = super().complete(given)
        if options["together"] and options["simulwars"]:
            raise BadOption("Fight Together cannot be combined with Simulwars (TTR-13.34).")
        needed, there = dealt(options), deck_size(options)
        if needed > there:
            raise BadOption(
                f"{needed} cards would be dealt, but the deck has {there}: "
                f"option start_cards cannot be {options['start_cards']} here (TTR-1.9)."
            )
        return options


def deck_size(options: Mapping[str, Value]) -> int:
    """The cards of all sets in use."""
    size = BASE_CARDS
    if options["zoo"]:
        size += ZOO_CARDS
    if options["dawn"]:
        size += DAWN_CARDS + (EXTRA_CARDS if options["extra_roosters"] else 0)
    if options["together"]:
        size += BIRD_CARDS
    return size


def dealt(options: Mapping[str, Value]) -> int:
    """The cards that are dealt at the start."""
    players, each = int(options["players"]), int(options["start_cards"])
    if options["together"] and options["even_teams"]:
        return 2 * ((players + 1) // 2) * each
    return players * each
