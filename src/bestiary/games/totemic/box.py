"""Totemic: what is in the box."""

from __future__ import annotations

from bestiary.core.box import Box, Copies, Deck, Token, components, deck_of
from bestiary.core.cards import Card, Content

from . import state as st

SPIRIT0 = st.CARDS  # spirits are numbered after the cards that are shuffled
TENS = ("< 0", *(str(10 * n) for n in range(10)))
ONES = tuple(str(n) for n in range(10))


def box(content: Content) -> Box:
    """Aspects, spirits, challenge cards, trackers, the totem as two level cards, the dominance token."""
    many = components(content)
    trackers = many["power_tracker_cards"] // 2
    return Box(
        decks=(
            deck_of(content, "Aspects", 0, st.ASPECTS),
            deck_of(content, "Animal spirits", SPIRIT0, back="Spirit"),
            deck_of(content, "Challenge cards of the solo game", st.ASPECTS, SPIRIT0, back="Challenge"),
            Deck(
                "Power trackers",
                (
                    Copies(Card("tens", "Power", figures="Tens"), copies=trackers, steps=TENS),
                    Copies(Card("ones", "Power", figures="Ones"), copies=trackers, steps=ONES),
                ),
            ),
            Deck("Totem level cards", _levels(content, many["totem_level_cards"])),
        ),
        tokens=(
            Token("Dominance", many["dominance_tokens"], mark="Dominance", across=25,
                  text="Whoever holds it wins every tie."),
            Token("Totem", many["totems"], mark="Totem", text="Lies at the level of the challenge."),
            Token("Power", 2 * trackers, mark="Power", across=11, text="One lies on each tracker."),
        ),
    )  # fmt: skip


def _levels(content: Content, cards: int) -> tuple[Copies, ...]:
    """The levels of the totem, low ones first, the highest at the top of each card."""
    levels = [str(level) for level in content.tables[0]["levels"]]
    each = len(levels) // cards
    rows = [tuple(reversed(levels[n * each : (n + 1) * each])) for n in range(cards)]
    return tuple(Copies(Card(f"totem{n}", "Totem", figures="Level"), steps=row) for n, row in enumerate(rows))
