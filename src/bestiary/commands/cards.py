"""``bestiary cards GAME``: the cards, and what each does."""

from __future__ import annotations

from .common import AsJson, Cards, GameName, Given, Table, Words, console, print_json, table_options

NAME = "cards"


def run(
    game: GameName,
    words: Words = None,
    table: Table = None,
    option: Given = None,
    cards: Cards = None,
    as_json: AsJson = False,
) -> None:
    """Show the cards of a table, all or those with the words; those of other tables where it has none."""
    from ..core.cards import found
    from ..core.errors import BestiaryError
    from ..core.registry import load

    loaded = load(game)
    content = loaded.content(cards)
    options = loaded.settle(table_options(loaded, option, (), table))
    shown = found(loaded.readable(content, options), words or ())
    if not shown and not option and not table:
        shown = found(content.cards, words or ())
    if as_json:
        rows = [(c, {"code": c.code, "name": c.name, "text": c.text, "figures": c.figures}) for c in shown]
        print_json([{**row, **card.facts} for card, row in rows])
        return
    if not shown:
        raise BestiaryError(f"No card of {game} has the words '{' '.join(words or ())}'.")
    from ..terminal.pages import cards_page

    console().print(cards_page(shown))
