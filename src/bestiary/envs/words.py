"""What a seat sees, in words: for language models and for people."""

from __future__ import annotations

from bestiary.core import words
from bestiary.core.record import fields
from bestiary.core.said import Person

from .picture import board
from .table import Table


def text(table: Table, seat: int) -> str:
    """The board, the question, and the numbered moves of a seat; -1 is a spectator.

    >>> print(text(Table("totem", seed=7), 1).splitlines()[0])
    Totem. You sit in seat 1 of 0 to 1.
    >>> print(text(Table("totem", seed=7), 1).splitlines()[-1])
    7. Lay Violet Elk face down [place V11]
    """
    game = table.game
    who = f"You sit in seat {seat} of 0 to {table.seats - 1}." if seat >= 0 else "You watch."
    lines = [f"{game.title}. {who}", "", board(table, seat).rstrip(), ""]
    if table.over:
        payoffs = ", ".join(f"seat {i} gets {x:g}" for i, x in enumerate(table.returns()))
        return "\n".join([*lines, f"The game is over: {payoffs}."])
    if seat != table.actor:
        return "\n".join([*lines, f"Seat {table.actor} is asked."])
    asked = game.prompt(table.engine.content, fields(table.hidden(seat)[0]), people(table, seat))
    return "\n".join([*lines, asked, "Your moves:", *moves(table)])


def people(table: Table, seat: int) -> list[Person]:
    """Everybody at the table by number, as whoever sits in a seat calls them."""
    return words.people([f"player {k + 1}" for k in range(table.seats)], seat)


def moves(table: Table) -> list[str]:
    """The legal actions of whoever is asked, in order, numbered from 1, with their notation."""
    game, content = table.game, table.engine.content
    hidden = fields(table.hidden(table.actor)[0])
    lines, known = [], people(table, table.actor)
    for n, action in enumerate(table.legal(), 1):
        meaning = table.engine.meaning(table.states, action)
        said = words.sentence(game, content, hidden, meaning, known)
        lines.append(f"{n}. {said} [{words.notation(content, meaning)}]")
    return lines
