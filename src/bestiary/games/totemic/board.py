"""Totemic: the board in a terminal, drawn from the view of a seat and nothing else.

The other side above, the totem and the offering between, the own side below. The totem is a post
with its levels side by side, or the two flat level cards of the travelling set (TMC-1.5).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

Shown = dict[str, Any]
Block = list[Text]  # lines of equal width

NARROW, WIDE = 48, 66
LOW = 24  # lines of a terminal below which cards show no text
PER_ROW = 3
CARDS = "cards"
LOOKS = {"totem": ("standing", CARDS)}  # TMC-1.5
TINTS = {
    "badger": "grey62",
    "bat": "medium_purple3",
    "crow": "slate_blue1",
    "mouse": "tan",
    "porcupine": "dark_goldenrod",
    "stag": "chartreuse3",
    "turtle": "sea_green3",
    "wolf": "steel_blue1",
    "fox": "dark_orange3",
    "owl": "light_goldenrod3",
    "snake": "green3",
    "catfish": "dodger_blue2",
}
FRAME = "╭─╮│╰╯"
OPEN_FRAME = "╔═╗║╚╝"
ASCII = str.maketrans("╭─╮│╰╯╔═╗║╚╝·→▮▲♛↑", ".-.|'`+=+#++.>#^*^")


def board(view: dict[str, Any]) -> Board:
    """The board of a view."""
    return Board(view)


class Board:
    """Both sides, the totem, the offering and the piles."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.me = max(0, int(view["seat"]))
        self.begun = bool(view["deck"] or view["offering"])  # before that spirits are chosen

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROW, WIDE)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(WIDE, max(NARROW, options.max_width))
        for line in self.lines(width, low=options.max_height < LOW):
            if options.ascii_only:
                line.plain = line.plain.translate(ASCII)
            yield line

    def lines(self, width: int, *, low: bool = False) -> list[Text]:
        """The whole board."""
        other = 1 - self.me
        if not self.begun:
            return [
                *self.heading(width),
                *self.hierarchy(width),
                *self.side(other, width),
                *self.side(self.me, width),
            ]
        return [
            *self.heading(width),
            *self.hierarchy(width),
            *self.side(other, width),
            *self.middle(width),
            *self.offering(width, low),
            *self.challenge(width),
            *self.side(self.me, width),
            *self.hand(width),
            *self.pile(width),
        ]

    # ---- words -----------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """What a side is called: the name at the table, and its spirit."""
        spirit = self.view["seats"][seat]["spirit"]
        names = self.view.get("names")
        if self.view["solo"] and seat == 1:
            called = "Rival"
        else:
            called = str(names[seat]) if names else f"Seat {seat}"
        return f"{spirit['name']} ({called})" if spirit else called

    def heading(self, width: int) -> Block:
        """Whose turn it is, and how the match stands."""
        view = self.view
        if view["over"]:
            made = Text(f"{self.name(view['winner'])} has won", style="bold")
        elif view["turns"] == 0:
            made = Text("Set-up", style="bold")
        else:
            made = Text(f"Turn {view['turns']}: {self.name(view['turn'])}", style="bold")
        score = f"game {view['match']['game']} of {view['match']['of']}"
        if view["match"]["of"] > 1 and made.cell_len + len(score) + 2 <= width:
            made.append(" " * (width - made.cell_len - len(score)) + score, style="not bold")
        return [fit(made, width)]

    def hierarchy(self, width: int) -> Block:
        """The Hierarchy of Spirits from the bottom, and the challenge cards."""
        solo = self.view["solo"]
        if not solo or not solo["hierarchy"]:
            return []
        made = Text("  Hierarchy  ", style="dim")
        for i, spirit in enumerate(solo["hierarchy"]):
            made.append(" ↑ " if i else "", style="not dim dim")
            own = i == solo["beaten"]
            made.append(spirit["name"], style=f"not dim {'bold reverse' if own else tint(spirit['code'])}")
        used = " ".join(str(card["value"]) for card in solo["used"]) or "-"
        fates = Text(f"  Challenge cards  {solo['unused']} unused, used {used}", style="dim")
        if solo["turned"]:
            fates.append(f", turned up {solo['turned']['value']}", style="not dim bold")
        return [fit(made, width), fit(fates, width)]

    def side(self, seat: int, width: int) -> Block:
        """A side's lines: spirit, power, token, what is known of its hand, its advantage."""
        shown = self.view["seats"][seat]
        spirit = shown["spirit"]
        marker = "→ " if seat in self.view["asked"] else "  "
        made = Text(marker).append(
            self.name(seat), style=f"bold {tint(spirit['code'])}" if spirit else "bold"
        )
        if seat == self.view["seat"]:
            made.append(" (you)")
        if self.view["turns"]:
            made.append("  power ").append(str(shown["power"]), style="bold")
        if shown["bonus"]:
            made.append(f"  {shown['bonus']:+} in a challenge")
        if shown["dominance"]:
            made.append("  ♛ dominance", style="yellow")
        if self.view["match"]["of"] > 1:
            made.append(f"  wins {shown['wins'] + (self.view['winner'] == seat)}")
        lines = [fit(made, width)]
        if spirit:
            words = textwrap.wrap(f"{spirit['advantage']}: {spirit['text']}", width - 4)
            lines += [fit(Text(f"    {line}", style="dim"), width) for line in words]
        if self.begun and (seat != self.me or self.view["seat"] < 0):
            lines += self.other_hand(shown, width)
        return lines

    def other_hand(self, shown: Shown, width: int) -> Block:
        """A hand that is not the viewer's: open cards, or backs and what is known of them."""
        made = Text("    hand ")
        if all(card is None for card in shown["hand"]):
            made.append("▮" * len(shown["hand"]) + " ", style="dim")
        hand = [c for c in shown["hand"] if c]
        for card in hand:
            made.append_text(label(card)).append("  ")
        return [fit(made, width)] if hand else [fit(made, width), *self.known(shown, width)]

    def known(self, shown: Shown, width: int) -> Block:
        """What is known of a hidden hand, by the reason."""
        lines: Block = []
        for why in dict.fromkeys(card["how"] for card in shown["known"]):
            lead = Text(f"    known, {why}: ")
            lines += flowing(lead, [label(c) for c in shown["known"] if c["how"] == why], width)
        return lines

    def middle(self, width: int) -> Block:
        """The totem, the deck and the piles."""
        view = self.view
        level = view["totem"]["level"]
        if view.get("looks", {}).get("totem") == CARDS:
            made = Text("  Totem  ")
            for half in (view["totem"]["levels"][:3], view["totem"]["levels"][3:]):
                inside = " ".join(f"<{n}>" if n == level else str(n) for n in half)
                made.append(f"[{inside}] ", style="bold" if level in half else "dim")
        else:
            made = Text("  Totem ▲ ")
            for n in view["totem"]["levels"]:
                made.append(f" {n} ", style="bold reverse" if n == level else "dim")
        piles = f"deck {view['deck']} · pile {len(view['discard'])} · reshuffles {view['reshuffles']}"
        if made.cell_len + len(piles) + 2 <= width:
            made.append(" " * (width - made.cell_len - len(piles)) + piles)
            return [fit(made, width)]
        return [fit(made, width), fit(Text(f"  {piles}"), width)]

    def pile(self, width: int) -> Block:
        """The discard pile, which lies open."""
        cards = [label(card) for card in self.view["discard"]]
        return flowing(Text("  Pile  ", style="dim"), cards or [Text("-")], width)

    # ---- cards -----------------------------------------------------------------------------

    def offering(self, width: int, low: bool) -> Block:
        """The offering with its abilities, and the card that lies apart."""
        view = self.view
        size = width // PER_ROW
        made = framed_row([self.face(card, size, OPEN_FRAME, not low) for card in view["offering"]])
        if view["apart"]:
            line = Text("  Invoked: ").append_text(label(view["apart"])).append(f"  {view['apart']['text']}")
            made.append(fit(line, width))
        return made

    def challenge(self, width: int) -> Block:
        """The selected cards, once somebody has selected."""
        made: Block = []
        for seat in (1 - self.me, self.me):
            shown = self.view["seats"][seat]
            if not shown["selected"]:
                continue
            line = Text(f"  {self.name(seat)} selects ")
            for card in shown["selected"]:
                line.append_text(label(card)).append("  ")
            if shown["total"] is not None:
                line.append(f"total {shown['total']}", style="bold")
            made.append(fit(line, width))
        return made

    def hand(self, width: int) -> Block:
        """The own hand."""
        size = width // PER_ROW
        cards = [c for c in self.view["seats"][self.me]["hand"] if c] if self.view["seat"] >= 0 else []
        made: Block = []
        for start in range(0, len(cards), PER_ROW):
            row = cards[start : start + PER_ROW]
            made += framed_row([self.face(card, size, FRAME, False) for card in row])
        return made

    def face(self, card: Shown, size: int, frame: str, text: bool) -> Block:
        """One card: strength, name, and its ability where it matters."""
        words = [label(card)]
        if text:
            words += [Text(line, style="dim") for line in textwrap.wrap(card["text"], size - 3)]
        return framed(words, size - 1, frame, tint(card["spirit"] or ""))


# ---- drawing -----------------------------------------------------------------------------


def tint(spirit: str) -> str:
    """The colour of a spirit; basic aspects have none."""
    return TINTS.get(spirit, "default")


def label(card: Shown | None) -> Text:
    """Strength and name of an aspect."""
    if card is None:
        return Text("▮", style="dim")
    made = Text("").append(f" {card['strength']} ", style="bold reverse")
    return made.append(f" {card['name']}", style=tint(card["spirit"] or ""))


def framed(words: Sequence[Text], width: int, frame: str, style: str) -> Block:
    """Lines in a frame."""
    left, bar, right, side, low_left, low_right = list(frame)
    inner = width - 2
    made = [Text(left + bar * inner + right, style=style)]
    for line in words:
        made.append(
            Text("").append(side, style=style).append_text(fit(line, inner)).append(side, style=style)
        )
    made.append(Text(low_left + bar * inner + low_right, style=style))
    return made


def framed_row(blocks: Sequence[Block]) -> Block:
    """Cards side by side, the shorter ones made as high as the highest."""
    if not blocks:
        return []
    height = max(len(block) for block in blocks)
    even = [grown(block, height) for block in blocks]
    return beside(even)


def flowing(lead: Text, parts: Iterable[Text], width: int) -> Block:
    """Cards one after the other, in as many lines as they need."""
    made = [lead]
    for part in parts:
        if made[-1].cell_len + part.cell_len + 2 > width:
            made.append(Text(" " * 8))
        made[-1].append_text(part).append("  ")
    return [fit(line, width) for line in made]


def grown(block: Block, height: int) -> Block:
    """A framed block with empty lines before its lower edge."""
    edge = block[1]
    empty = Text("").append(edge.plain[0], style=block[0].style)
    empty.append(" " * (edge.cell_len - 2)).append(edge.plain[-1], style=block[0].style)
    return [*block[:-1], *([empty] * (height - len(block))), block[-1]]


def fit(line: Text, width: int) -> Text:
    """A line of exactly this width."""
    made = Text("").append_text(line)
    made.truncate(width, overflow="ellipsis")
    made.pad_right(width - made.cell_len)
    made.no_wrap = True
    return made


def beside(blocks: Iterable[Block]) -> Block:
    """Blocks of the same height, side by side."""
    made: Block = []
    for lines in zip(*blocks, strict=True):
        joined = Text("", no_wrap=True)
        for line in lines:
            joined.append_text(line).append(" ")
        made.append(joined)
    return made
