"""Totem: the board in a terminal, drawn from the view of a seat and nothing else.

Without any colour a hidden Totem is a shaded card with a thin frame, a revealed one an upright card
with a double frame, and one whose ability is gone a card that lies on its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

Shown = dict[str, Any]
Block = list[Text]  # lines of equal width

NARROW, WIDE = 44, 64
LOW = 28  # lines of a terminal below which the hand is a list
PLACES = 4
SIGNS = {"none": " ", "sword": "†", "shield": "◆", "eye": "◉", "requisition": "+"}
ASCII_SIGNS = {"none": " ", "sword": "/", "shield": "O", "eye": "@", "requisition": "+"}
COLOURS = {"C": "crimson", "A": "azure", "V": "violet", "J": "jade"}
ENDINGS = {"conquest": "by conquest", "count": "with more Totems", "sum": "with more power"}
FRAMES = {
    "hidden": "┌─┐│└┘",
    "revealed": "╔═╗║╚╝",
    "hand": "╭─╮│╰╯",
}
ASCII = str.maketrans("┌─┐│└┘╔═╗║╚╝╭╮╰╯░·→▮", "+-+|+++=+#++....:.>#")


def board(view: dict[str, Any]) -> Board:
    """The board of a view."""
    return Board(view)


class Board:
    """Two rows of four places that face each other, the hand, the piles, and the score."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.me = max(0, int(view["seat"]))
        self.signs = SIGNS

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROW, WIDE)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(WIDE, max(NARROW, options.max_width))
        self.signs = ASCII_SIGNS if options.ascii_only else SIGNS
        for line in self.lines(width, low=options.max_height < LOW):
            if options.ascii_only:
                line.plain = line.plain.translate(ASCII)
            yield line

    def lines(self, width: int, *, low: bool = False) -> list[Text]:
        """The whole board."""
        enemy = 1 - self.me
        made = [
            *self.heading(width),
            self.player(enemy, width),
            *self.row(enemy, width),
            *self.middle(width),
            *self.row(self.me, width),
            self.player(self.me, width),
        ]
        if self.view["seat"] >= 0:
            made += self.hand_list(width) if low else self.hand(width)
        return made + self.discard(width)

    # ---- words -----------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """What a seat is called."""
        names = self.view.get("names")
        return str(names[seat]) if names else f"Seat {seat}"

    def heading(self, width: int) -> Block:
        """Whose turn it is, and how the match stands."""
        view = self.view
        if view["over"]:
            how = ENDINGS.get(view["by"], "")
            who = "A tie" if view["winner"] is None else f"{self.name(view['winner'])} wins {how}"
        elif view["phase"] == "place":
            who = "Set-up"
        elif view["turn"] == view["seat"]:
            who = f"Your turn ({view['turns']})"
        else:
            who = f"{self.name(view['turn'])}'s turn ({view['turns']})"
        made = Text(who, style="bold")
        if view["final"] > 0 and not view["over"]:
            made.append("  last turn" if view["final"] == 1 else f"  {view['final']} turns left")
        score = f"game {view['match']['game']} of {view['match']['of']}"
        if view["match"]["of"] > 1 and made.cell_len + len(score) + 2 <= width:
            made.append(" " * (width - made.cell_len - len(score)) + score, style="not bold")
        return [fit(made, width)]

    def player(self, seat: int, width: int) -> Text:
        """A player's line: name, cards in hand, and what is known of them."""
        shown = self.view["seats"][seat]
        count = len(shown["hand"])
        own = seat == self.view["seat"]
        marker = "→ " if seat in self.view["asked"] else "  "
        made = Text(f"{marker}{self.name(seat)}", style="bold")
        made.append(f"{' (you)' if own else ''}  hand {count} ", style="not bold")
        if not own:
            made.append("▮" * count, style="not bold dim")
            if shown["known"]:
                made.append("  known: ", style="not bold")
                for card in shown["known"]:
                    made.append_text(code(card)).append(" ")
        if self.view["match"]["of"] > 1:
            wins = f"wins {shown['wins'] + (self.view['winner'] == seat)}"
            made.append(" " * max(2, width - made.cell_len - len(wins)) + wins, style="not bold")
        return fit(made, width)

    def middle(self, width: int) -> Block:
        """Between the rows: deck, discard pile, and the attack in progress."""
        view = self.view
        made = Text(f"  Deck {view['deck']} · Discard {len(view['discard'])}")
        if view["clash"]:
            made.append("  Attack ", style="bold")
            for i, card in enumerate(view["clash"]):
                made.append(" + " if i else "").append_text(code(card))
                made.append(f" {card['animal']}" if card and width >= WIDE else "")
            if view["phase"] != "strike" and view["target"] is not None:
                made.append(f" → place {view['target'] + 1}")
        else:
            names = "  ".join(f"{sign} {name}" for name, sign in self.signs.items() if sign.strip())
            if made.cell_len + len(names) + 2 <= width:
                made.append(" " * (width - made.cell_len - len(names)) + names, style="dim")
        return [fit(made, width)]

    def discard(self, width: int) -> Block:
        """The discard pile by colour."""
        parts: list[Text] = []
        for letter in COLOURS:
            cards = [card for card in self.view["discard"] if card["letter"] == letter]
            part = Text(letter, style="dim")
            if cards:
                part = Text("").append(letter, style=f"bold white on {cards[0]['tint']}")
            powers = " ".join(str(card["power"]) for card in cards)
            part.append(f" {powers or '-'}")
            parts.append(part)
        lines = [Text("").append("  Discard  ", style="dim")]
        for part in parts:
            if lines[-1].cell_len + part.cell_len + 2 > width and lines[-1].cell_len > 11:
                lines.append(Text(" " * 11))
            lines[-1].append_text(part).append("  ")
        return [fit(line, width) for line in lines]

    # ---- cards -----------------------------------------------------------------------------

    def row(self, seat: int, width: int) -> Block:
        """The four places of a player."""
        slot = 15 if width >= WIDE else 11
        places = self.view["seats"][seat]["row"]
        blocks = [self.place(places[i], i, slot) for i in range(PLACES)]
        return beside(blocks, 1 if width >= WIDE else 0)

    def place(self, totem: Shown | None, i: int, slot: int) -> Block:
        """One place: empty, hidden, revealed, or lying on its side."""
        if totem is None:
            dots = Text(f"· {i + 1} ·".center(slot), style="dim")
            return [blank(slot), dots, Text("empty".center(slot), style="dim"), blank(slot)]
        card = totem["card"]
        if not totem["revealed"]:
            return centred(self.hidden(card, i, slot - 4 if slot > 11 else 9), slot)
        if totem["horizontal"]:
            lying = framed(
                [label(card, Text(f" {card['animal']}"))], slot, "revealed", card["tint"], f" {i + 1} "
            )
            return [*lying, Text("spent".center(slot), style="dim")]
        words = [label(card, Text(f" {self.signs[card['ability']]}")), Text(card["animal"])]
        return centred(
            framed(words, slot - 4 if slot > 11 else 9, "revealed", card["tint"], f" {i + 1} "), slot
        )

    def hidden(self, card: Shown | None, i: int, width: int) -> Block:
        """A card that lies face down; its owner knows it."""
        inner = width - 2
        if card is None:
            words = [Text("░" * inner, style="dim"), Text("░ ? ░".center(inner, "░"), style="dim")]
            return framed(words, width, "hidden", "", f" {i + 1} ")
        top = label(card, Text(f" {self.signs[card['ability']]}".rstrip()))
        top.append(" " + "░" * max(0, inner - top.cell_len - 1), style="dim")
        name = Text(f"{card['animal']}").append(
            " " + "░" * max(0, inner - len(card["animal"]) - 1), style="dim"
        )
        return framed([top, name], width, "hidden", card["tint"], f" {i + 1} ")

    def hand(self, width: int) -> Block:
        """The own hand, as cards; as many rows as it takes."""
        cards = [card for card in self.view["seats"][self.me]["hand"] if card]
        if not cards:
            return []
        size = 9 if width >= WIDE else 11
        fitting = width // size
        if len(cards) > fitting and len(cards) * 8 <= width:
            size, fitting = 8, len(cards)
        made: Block = []
        for start in range(0, len(cards), fitting):
            blocks = [self.hand_card(card, size) for card in cards[start : start + fitting]]
            made += beside(blocks, 0)
        return made

    def hand_list(self, width: int) -> Block:
        """The own hand as a list, for a terminal that is not high enough for cards."""
        size = 16 if width >= WIDE else 14
        made: Block = [Text("")]
        for card in self.view["seats"][self.me]["hand"]:
            if made[-1].cell_len + size > width:
                made.append(Text(""))
            words = Text("  ").append_text(
                label(card, Text(f" {self.signs[card['ability']]} {card['animal']}"))
            )
            made[-1].append_text(fit(words, size))
        return made

    def hand_card(self, card: Shown, width: int) -> Block:
        """One card of the hand: code, sign of the ability, animal."""
        top = label(card, Text())
        sign = self.signs[card["ability"]]
        top.append(" " * max(0, width - 3 - top.cell_len - 1) + sign, style="bold")
        return framed([top, Text(card["animal"])], width, "hand", card["tint"], "")


# ---- drawing -----------------------------------------------------------------------------


def label(card: Shown, more: Text) -> Text:
    """The code of a card in its colour, and what follows."""
    return code(card).append_text(more)


def code(card: Shown | None) -> Text:
    """The code of a card in its colour."""
    if card is None:
        return Text("?")
    return Text("").append(card["code"], style=f"bold white on {card['tint']}")


def framed(words: Sequence[Text], width: int, kind: str, tint: str, mark: str) -> Block:
    """Lines in a frame, with a mark in its upper edge."""
    left, bar, right, side, low_left, low_right = list(FRAMES[kind])
    style = tint or "dim"
    inner = width - 2
    edge = mark.center(inner, bar) if mark else bar * inner
    made = [Text(left + edge + right, style=style)]
    for line in words:
        made.append(
            Text("").append(side, style=style).append_text(fit(line, inner)).append(side, style=style)
        )
    made.append(Text(low_left + bar * inner + low_right, style=style))
    return made


def fit(line: Text, width: int) -> Text:
    """A line of exactly this width."""
    made = line.copy()
    made.truncate(width, overflow="ellipsis")
    made.pad_right(width - made.cell_len)
    made.no_wrap = True
    return made


def blank(width: int) -> Text:
    """An empty line."""
    return Text(" " * width)


def centred(block: Block, width: int) -> Block:
    """A block in the middle of a wider one."""
    return [
        Text("")
        .append(" " * ((width - line.cell_len) // 2))
        .append_text(line)
        .append(" " * (width - line.cell_len - (width - line.cell_len) // 2))
        for line in block
    ]


def beside(blocks: Iterable[Block], gap: int) -> Block:
    """Blocks of the same height, side by side."""
    made: Block = []
    for lines in zip(*blocks, strict=True):
        joined = Text("", no_wrap=True)
        for i, line in enumerate(lines):
            joined.append(" " * gap if i else "").append_text(line)
        made.append(joined)
    return made
