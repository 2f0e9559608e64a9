"""The screen: a whole terminal that is drawn anew for every question, or plain lines for scripts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.rule import Rule
from rich.segment import Segment
from rich.text import Text

from ..core.language import word
from ..core.said import said
from .moves import Choices

LOG_WIDTH = 28  # the least room in which the log stands beside the board
LOG_LINES = (3, 1)  # the lines of the log below the board that moves leave it, at first and at last
MOST_LOG = 10
PROMPT_LINES = 1
TABLE_WIDTH = 70  # columns that the table of moves needs


@dataclass
class Position:
    """All that is on the screen for one question."""

    title: str
    board: Any
    story: Sequence[str]  # what happened, as the seat saw it
    fresh: int  # how many of the last sentences are new to the seat
    choices: Choices | None
    notice: str = ""
    hint: str = ""
    result: str = ""  # who has won, at the end
    prompt: str = ""  # what is asked
    given: str = ""  # the answers that were made for the person, since there was only one
    opening: str = ""  # what this table is, when a match begins


class Screen(Protocol):
    """What the loop of a match needs of a screen."""

    def open(self) -> None: ...
    def close(self) -> None: ...
    def position(self, shown: Position) -> None: ...
    def page(self, content: RenderableType) -> None: ...
    def ask(self) -> str: ...
    def hand_over(self, name: str) -> None: ...


class FullScreen:
    """A terminal. It draws on the alternate screen, so that no hand stays in the scrollback."""

    def __init__(self, console: Console) -> None:
        self.console = console
        try:  # line editing; no history, which would repeat the moves of the person before
            import readline

            readline.set_auto_history(False)
        except ImportError:
            pass

    def open(self) -> None:
        """Takes the whole terminal."""
        self.console.set_alt_screen(True)

    def close(self) -> None:
        """Gives the terminal back as it was."""
        self.console.set_alt_screen(False)

    def clear(self) -> None:
        """An empty screen, and nothing above it."""
        self.console.control()
        self.console.file.write("\x1b[2J\x1b[3J\x1b[H")

    def position(self, shown: Position) -> None:
        """Draws the table."""
        self.clear()
        self.console.print(layout(self.console, shown), end="")

    def page(self, content: RenderableType) -> None:
        """Shows something to read, a screen at a time."""
        lines = self.console.render_lines(content, self.console.options.update(height=None))
        height = max(4, self.console.height - 2)
        for start in range(0, len(lines), height):
            self.clear()
            for line in lines[start : start + height]:
                self.console.print(Lines([line]), end="")
            more = start + height < len(lines)
            if (
                input(word("Enter for more, q to go back: ") if more else word("Enter to go back: ")).strip()
                == "q"
            ):
                break

    def ask(self) -> str:
        """What a person types."""
        return input("> ")

    def hand_over(self, name: str) -> None:
        """Hides everything until the next person is there."""
        self.clear()
        height = max(0, self.console.height // 2 - 3)
        self.console.print("\n" * height, end="")
        self.console.print(
            Text(said("The screen goes to {name}.", name=name).words, style="bold"), justify="center"
        )
        self.console.print(Text(word("Nobody else looks.")), justify="center")
        self.console.print()
        input(
            " " * max(0, self.console.width // 2 - 16)
            + word("{name}: press Enter when ready. ").format(name=name)[:40]
        )


class PlainScreen:
    """Plain lines, for scripts and tests: nothing is cleared and nothing waits for Enter."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def open(self) -> None:
        """Nothing to take."""

    def close(self) -> None:
        """Nothing to give back."""

    def position(self, shown: Position) -> None:
        """Prints what is new, the board, and every move."""
        if shown.notice:
            self.console.print(Text(shown.notice))
            return
        self.console.print(Text(f"== {shown.title}"))
        for line in (shown.opening, shown.given):
            if line:
                self.console.print(Text(line))
        for line in shown.story[len(shown.story) - shown.fresh :]:
            self.console.print(Text(f"* {line}"))
        self.console.print(shown.board)
        if shown.choices and shown.prompt:
            self.console.print(Text(shown.prompt))
        for move in shown.choices.moves if shown.choices else ():
            self.console.print(Text(f"{move.number:>3}  {move.notation:<16}  {move.sentence}"))
        for line in (shown.result, shown.hint):
            if line:
                self.console.print(Text(line))

    def page(self, content: RenderableType) -> None:
        """Prints something to read."""
        self.console.print(content)

    def ask(self) -> str:
        """The next line of the input."""
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def hand_over(self, name: str) -> None:
        """A line cannot be hidden: it only says whose turn it is."""


class Lines:
    """Lines that are rendered already."""

    def __init__(self, lines: Sequence[Sequence[Segment]]) -> None:
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines:
            yield from line
            yield Segment.line()


def layout(console: Console, shown: Position) -> RenderableType:
    """The table in the room that the terminal has: the log beside the board, or below it."""
    width = console.width
    options = console.options.update(height=None)
    parts: list[RenderableType] = [Rule(Text(shown.title, style="bold"), style="dim")]
    measured = Measurement.get(console, options, shown.board)
    beside = width - measured.maximum - 3 >= LOG_WIDTH
    board = console.render_lines(shown.board, options.update(width=min(width, measured.maximum)), pad=beside)
    below: list[list[Segment]] = []
    for words, style in ((shown.result, "bold green"), (shown.notice, "bold yellow")):
        if words:
            below += console.render_lines(Text(words, style=style), options, pad=False)
    asked: list[list[Segment]] = []
    prompt = shown.prompt if shown.choices else ""
    for words, style in ((shown.opening, "cyan"), (shown.given, "yellow"), (prompt, "bold")):
        if words:
            asked += console.render_lines(Text(words, style=style), options, pad=False)
    room = console.height - 1 - len(board) - 1 - len(asked) - len(below) - PROMPT_LINES
    if beside:
        log = log_lines(console, shown, width - measured.maximum - 3, len(board))
        parts.append(Lines([[*left, *right] for left, right in zip(board, log, strict=True)]))
    else:
        parts.append(Lines(board))
    moves = fitting(console, shown.choices, room, (0,) if beside else LOG_LINES)
    if not beside:
        height = max(1, min(MOST_LOG, room - len(moves)))
        parts.append(Lines(log_lines(console, shown, width - 2, height, empty=False)))
    return Group(*parts, Rule(Text(shown.hint), style="dim"), Lines(asked), Lines(moves), Lines(below))


def fitting(console: Console, choices: Choices | None, room: int, left: Sequence[int]) -> list[list[Segment]]:
    """The fullest way to show the moves that fits, and leaves lines to the log where it can."""
    if choices is None:
        return []
    options = console.options.update(height=None)
    table = choices.by_card if console.width >= TABLE_WIDTH else choices.dense
    ways = [
        console.render_lines(way(), options, pad=False)
        for way in (choices.full, table, choices.dense, choices.by_verb)
    ]
    for spared in left:
        for lines in ways[:-1]:
            if len(lines) <= room - spared:
                return lines
    return ways[-1]


def log_lines(
    console: Console, shown: Position, width: int, height: int, *, empty: bool = True
) -> list[list[Segment]]:
    """The end of the log; what is new stands out. Below the board, where it is short, it runs on."""
    old = len(shown.story) - shown.fresh
    start = max(0, len(shown.story) - 3 * height)
    lines: list[Text] = []
    for n, sentence in enumerate(shown.story[start:], start):
        lines += hanging(console, sentence, n >= old, width)
    if not empty and sum(len(hanging(console, s, True, width)) for s in shown.story[old:]) > height:
        lines = hanging(console, " ".join(shown.story[old:]), True, width)
        if len(lines) > height:
            cut = "~ " if console.options.ascii_only else "\N{HORIZONTAL ELLIPSIS} "
            lines[-height] = Text(cut, style="bold").append_text(lines[-height][2:])
    bar = [Segment(" \N{BOX DRAWINGS LIGHT VERTICAL} " if not console.options.ascii_only else " | ")]
    edge = bar if empty else [Segment("  ")]
    options = console.options.update(width=width, height=None)
    kept = [[*edge, *console.render_lines(line, options)[0]] for line in lines[-height:]]
    return kept + [edge] * (height - len(kept)) if empty else kept


def hanging(console: Console, sentence: str, new: bool, width: int) -> list[Text]:
    """A sentence in lines, a mark before the first if it is new."""
    made = []
    for n, line in enumerate(Text(sentence, style="" if new else "dim").wrap(console, max(8, width - 2))):
        line.rstrip()
        made.append(Text("").append("* " if new and n == 0 else "  ", style="bold").append_text(line))
    return made
