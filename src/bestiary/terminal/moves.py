"""The choices of a seat: numbered, grouped by verb, explained, and found again from what is typed.

Everything here is made from the record that is hidden for the seat: what the screen shows and
what it refuses can tell nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..core import words
from ..core.actions import Meaning
from ..core.language import word
from ..core.record import fields

if TYPE_CHECKING:
    from ..core.match import Match

CROWD = 12  # moves of a verb, such as squares to walk to, that are listed without their sentences
BETWEEN = 3  # blanks between two moves that run on
ROWS = 3  # moves of cards from which on a table says more than sentences
POINTER = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"


@dataclass(frozen=True)
class Move:
    """One legal action as a person meets it."""

    number: int
    action: int
    notation: str
    sentence: str
    meaning: Meaning


class Choices:
    """All legal actions of a seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.hidden = match.engine.hidden(match.state, seat)
        found = [(action, match.engine.meaning(self.hidden, action)) for action in match.legal()]
        order = {verb.name: i for i, verb in enumerate(match.game.actions.verbs)}
        found.sort(key=lambda pair: order[pair[1].verb])  # a verb's moves stand together
        self.moves = [
            Move(n, action, words.notation(match.content, meaning), self._sentence(meaning), meaning)
            for n, (action, meaning) in enumerate(found, 1)
        ]

    def _sentence(self, meaning: Meaning) -> str:
        people = self.match.people(self.seat)
        return words.sentence(self.match.game, self.match.content, fields(self.hidden[0]), meaning, people)

    @property
    def verbs(self) -> list[str]:
        """The verbs that are legal now, in order."""
        return list(dict.fromkeys(move.meaning.verb for move in self.moves))

    def of(self, verb: str) -> list[Move]:
        """The moves of a verb."""
        return [move for move in self.moves if move.meaning.verb == verb]

    # ---- finding ---------------------------------------------------------------------------

    def find(self, typed: str) -> Move | None:
        """The legal move with this number, notation, or beginning that only one move has."""
        wanted = " ".join(typed.lower().split())
        exact = [m for m in self.moves if wanted in (str(m.number), m.notation.lower())]
        if not exact and wanted:
            exact = [m for m in self.moves if _abbreviates(wanted, m.notation.lower())]
        return exact[0] if len(exact) == 1 else None

    def illegal(self, typed: str) -> int | None:
        """The action with this notation that is not legal now."""
        wanted = " ".join(typed.lower().split())
        return next((a for name, a in self._every.items() if name == wanted), None)

    @cached_property
    def _every(self) -> dict[str, int]:
        named: dict[str, int] = {}
        for action in range(len(self.match.game.actions)):
            try:
                meaning = self.match.engine.meaning(self.hidden, action)
                named.setdefault(words.notation(self.match.content, meaning).lower(), action)
            except IndexError:  # an action that means nothing here
                continue
        return named

    def barred(self, typed: str) -> str:
        """The rule that keeps the verb that was typed from being played now, or nothing."""
        typed_verb = typed.split()[0].lower() if typed.split() else ""
        verbs = [verb.name for verb in self.match.game.actions.verbs]
        if typed_verb not in verbs or typed_verb in self.verbs:
            return ""
        actions = self.match.game.actions
        first, size = actions.base(typed_verb), sum(1 for _ in actions.named(typed_verb).tuples())
        broken = self.match.engine.why_all(self.hidden)[first : first + size]
        numbers, counts = np.unique(broken[broken > 0], return_counts=True)
        # the bulk of them is what the verb is never for, such as an empty place; what is left says more
        return self.match.game.rulebook.cited(int(numbers[counts.argmin()])).id if len(numbers) else ""

    def why(self, action: int) -> str:
        """The rule that forbids an action, judged by what the seat knows."""
        number = self.match.engine.why(self.hidden, action)
        return self.match.game.rulebook.cited(number).id if number else ""

    # ---- showing ---------------------------------------------------------------------------

    def full(self, verb: str | None = None) -> RenderableType:
        """Every move as a sentence, in columns under its verb."""
        parts: list[RenderableType] = []
        for name in [verb] if verb else self.verbs:
            moves = self.of(name)
            if not verb and self._crowd(name):
                parts.append(self._paragraph(name))
                continue
            cells = [numbered(move) for move in moves]
            if len(self.verbs) > 1:
                parts.append(Text(name, style="dim"))
            parts.append(Columns(cells, padding=(0, 2), column_first=True))
        return Group(*parts)

    def by_card(self) -> RenderableType:
        """The moves in a table: a row for each card, a column for each verb."""
        with_card = [m for m in self.moves if m.meaning.card is not None]
        if len(with_card) < ROWS:
            with_card = []
        verbs = list(dict.fromkeys(m.meaning.verb for m in with_card))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("", no_wrap=True)
        for verb in verbs:
            table.add_column(Text(self._heading(verb), style="dim"))
        for card in dict.fromkeys(m.meaning.card for m in with_card):
            cells = [
                flow(m for m in with_card if m.meaning.card == card and m.meaning.verb == verb)
                for verb in verbs
            ]
            table.add_row(Text(words.card_code(self.match.content, card or 0), style="bold"), *cells)
        rest = [m for m in self.moves if m not in with_card and not self._crowd(m.meaning.verb)]
        parts: list[RenderableType] = [table] if with_card else []
        parts += [RunOn(rest)] if rest else []
        parts += [self._paragraph(verb) for verb in self.verbs if self._crowd(verb)]
        return Group(*parts)

    def _crowd(self, verb: str) -> bool:
        """Whether a verb has so many moves, of places alone, that their sentences would hide the others."""
        moves = self.of(verb)
        return len(moves) > CROWD and all(m.meaning.card is None for m in moves)

    def _heading(self, verb: str) -> str:
        """The verb, and what the words behind its numbers are."""
        first = self.of(verb)[0].meaning
        params = next(v.params for v in self.match.game.actions.verbs if v.name == verb)
        if first.other is not None:
            return f"{verb} +card"
        if first.target is not None:
            return f"{verb} {POINTER}{params[-1]}"
        return verb

    def dense(self) -> RenderableType:
        """The moves of each verb in one paragraph."""
        return Group(*(self._paragraph(verb) for verb in self.verbs))

    def _paragraph(self, verb: str) -> Text:
        line = Text(f"{self._heading(verb)}  ", style="dim")
        for card in dict.fromkeys(m.meaning.card for m in self.of(verb)):
            moves = [m for m in self.of(verb) if m.meaning.card == card]
            if card is not None and len(moves) > 1:
                line.append(f"{words.card_code(self.match.content, card)} ", style="not dim")
                line.append_text(flow(moves)).append("  ")
            else:
                for move in moves:
                    line.append(f"{move.number}", style="bold not dim")
                    line.append(f" {short(move)}" if card is not None else tail(move)).append("  ")
        return line

    def by_verb(self) -> RenderableType:
        """Only the verbs, where even the table does not fit."""
        line = Text()
        for verb in self.verbs:
            moves = self.of(verb)
            span = f"{moves[0].number}-{moves[-1].number}" if len(moves) > 1 else f"{moves[0].number}"
            line.append(f"{verb} ", style="bold").append(f"{span}   ")
        line.append(word("(a verb alone lists its moves)"), style="dim")
        return Padding(line, (0, 0, 0, 0))


class RunOn:
    """Moves one after the other, with no number parted from its first word."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self.moves = moves

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for move in self.moves:
            first, *others = move.sentence.split()
            words = [Text(str(move.number), style="bold").append(f" {first}", style="not bold")]
            for n, part in enumerate([*words, *map(Text, others)]):
                gap = BETWEEN if n == 0 else 1
                if line and line.cell_len + gap + part.cell_len > options.max_width:
                    yield line
                    line = Text()
                line.append(" " * gap if line else "").append_text(part)
        yield line


def numbered(move: Move) -> RenderableType:
    """A move behind its number; where it takes more than a line, the number stands out."""
    cell = Table.grid(padding=(0, 1, 0, 0))
    cell.add_row(Text(f"{move.number:>3}", style="bold"), Text(move.sentence))
    return cell


def flow(moves: Iterable[Move]) -> Text:
    """Moves in one cell: the number, and what tells it from its neighbours."""
    made = Text()
    for move in moves:
        made.append(" " if made else "").append(str(move.number), style="bold")
        made.append(tail(move), style="dim")
    return made


def short(move: Move) -> str:
    """A move without its verb."""
    return move.notation.split()[1] + tail(move)


def tail(move: Move) -> str:
    """A move without its verb and its card: the second card, the target, the amount."""
    words = move.notation.split()[1 if move.meaning.card is None else 2 :]
    made = f"+{words.pop(0)}" if move.meaning.other is not None and words else ""
    return made + (POINTER + "/".join(words) if words else "")


def _abbreviates(typed: str, notation: str) -> bool:
    """Whether every typed word begins the word in its place: ``att v6 2``."""
    short, whole = typed.split(), notation.split()
    if len(short) != len(whole):
        return False
    if any(a != b for a, b in zip(short[1:], whole[1:], strict=True)):
        return False
    return whole[0].startswith(short[0])
