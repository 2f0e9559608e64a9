"""``bestiary cards GAME``: the cards, and what each does."""

from __future__ import annotations

from .common import AsJson, Cards, GameName, Words, console, print_json

NAME = "cards"


def run(game: GameName, words: Words = None, cards: Cards = None, as_json: AsJson = False) -> None:
    """Show the cards of a game, all or those with the words."""
    from ..core.errors import BestiaryError
    from ..core.registry import load

    content = load(game).content(cards)
    wanted = [w.lower() for w in words or ()]
    found = [
        card
        for card in content.cards
        if all(w in f"{card.code} {card.name} {card.text} {dict(card.facts)}".lower() for w in wanted)
    ]
    if as_json:
        print_json([{"code": c.code, "name": c.name, "text": c.text, **c.facts} for c in found])
        return
    if not found:
        raise BestiaryError(f"No card of {game} has the words '{' '.join(words or ())}'.")
    from ..terminal.pages import cards_page

    console().print(cards_page(found))
