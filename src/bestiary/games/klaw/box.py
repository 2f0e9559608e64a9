"""KLAW: what is in the box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from bestiary.core.box import Box, Copies, Deck, Die, Token, components
from bestiary.core.cards import Content

from .cards import SETS, state_cards
from .state import OPTIONS

WILD = 2  # of the dice, one in each set of six
EXPANSION = {"forgotten": True}


def box(content: Content) -> Box:
    """Both sets, a marker for each state, and what the Wild die does."""
    many = components(content)
    states = state_cards(OPTIONS.complete(EXPANSION))
    each = many["state_markers"] // len(states)
    return Box(
        decks=tuple(_decks(content)),
        tokens=tuple(
            Token(state.name, each, state.code, state.name, f"{state.figures}. {state.text}", across=22)
            for state in states
        ),
        dice=(
            Die("Ordinary die", many["dice"] - WILD, tuple("123456"), "Plain six-sided dice."),
            Die(
                "Wild die",
                WILD,
                ("Catastrophic Failure: all six dice count as 1", *"2345",
                 "Exceptional Success: all six dice count as 6"),
                "The sixth die of a roll of six, of another colour than the others.",
            ),
        ),
        others=("The Life of Hosts: two dice beside each card, or a pencil and paper.",),
    )  # fmt: skip


def _decks(content: Content) -> Iterator[Deck]:
    numbered = list(enumerate(content.cards))
    for name in SETS:
        own = [(n, card) for n, card in numbered if card.facts["set"] == name]
        for kind, cards in groupby(own, key=lambda one: one[1].kind):
            yield Deck(f"{kind}, {name} set", tuple(Copies(card, n) for n, card in cards))
