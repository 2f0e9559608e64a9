"""KLAW: the board in a terminal, drawn from the view of a seat and nothing else.

Every Host lies in its battle fan: the rack of Totems above, the Items at its sides, the Life counter
below, and its markers. A fight in progress is shown with the dice of both sides.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

Shown = dict[str, Any]
Block = list[Text]

NARROW, WIDE = 40, 78
FAN = 38  # the width of a battle fan
LEGEND = "dice: Attack/Defence · cards: Attack/Defence/Life"
NAME_WIDTH = 14  # of a Host beside its dice
STATE_INKS = {
    "protected": "green",
    "asleep": "blue",
    "poisoned": "magenta",
    "burning": "red",
    "shackled": "yellow",
    "resting": "cyan",
    "frozen": "bright_cyan",
    "frenzied": "bright_red",
    "haunted": "bright_magenta",
}
INKS = {"host": "bold", "totem": "bold yellow", "item": "cyan", "action": "red"}
ASCII = str.maketrans("╭─╮│╰╯█░→·▮★…", "+-+|++#.>.#*~")


def board(view: dict[str, Any]) -> Board:
    """The board of a view."""
    return Board(view)


class Board:
    """The fields of all players, the fight in progress, and the own hand."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.me = max(0, int(view["seat"]))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROW, WIDE)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(WIDE, max(NARROW, options.max_width))
        for line in self.lines(width):
            if options.ascii_only:
                line.plain = line.plain.translate(ASCII)
            yield line

    def lines(self, width: int) -> list[Text]:
        """The whole board: the others clockwise, the fight, then this seat and its hand."""
        seats = len(self.view["seats"])
        made = self.heading(width)
        for k in range(1, seats):
            made += self.player((self.me + k) % seats, width)
        made += self.middle(width)
        made += self.fight(width)
        made += self.player(self.me, width)
        made += self.states(width)
        if self.view["seat"] >= 0:
            made += self.hand(width)
        return made

    # ---- words -----------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """What a seat is called."""
        names = self.view.get("names")
        return str(names[seat]) if names else f"Seat {seat}"

    def heading(self, width: int) -> Block:
        """Whose turn it is, what is asked, and how long the game still lasts."""
        view = self.view
        if view["over"]:
            who = " and ".join(self.name(seat) for seat in view["winners"])
            return [fit(Text(f"{who} won: {view['by']}", style="bold"), width)]
        turn = "Your turn" if view["turn"] == view["seat"] else f"{self.name(view['turn'])}'s turn"
        made = Text(f"{turn} ({view['turns'] + 1})", style="bold")
        if view["lone"] is not None:
            made.append(
                f"  only {self.name(view['lone'])} has Hosts: {view['extra_round']} turns", style="red"
            )
        if view["dusk"]:
            made.append(f"  Dusk: {view['dusk']} turns", style="yellow")
        return [fit(made, width)]

    def player(self, seat: int, width: int) -> Block:
        """A player's line, and the battle fans below it."""
        shown = self.view["seats"][seat]
        marker = "→ " if seat in self.view["asked"] else "  "
        made = Text(f"{marker}{self.name(seat)}", style="bold")
        count = len(shown["hand"])
        made.append(f"{' (you)' if seat == self.view['seat'] else ''}  hand {count} ", style="not bold")
        if seat != self.view["seat"]:
            made.append("▮" * count, style="not bold dim")
            if shown["known"]:
                names = ", ".join(short(card) for card in shown["known"])
                made.append(f"  known: {names}", style="not bold")
        lines = [fit(made, width)]
        per_line = max(1, width // FAN)
        hosts = shown["hosts"]
        if not hosts:
            lines.append(fit(Text("    no Host on the field", style="dim"), width))
        for start in range(0, len(hosts), per_line):
            row = hosts[start : start + per_line]
            rows = max(len(markers(host, FAN - 4)) for host in row)
            lines += beside([self.fan(host, FAN, rows) for host in row], width)
        return lines

    def middle(self, width: int) -> Block:
        """Deck, Discard Pile, and the card that is being played."""
        view = self.view
        made = Text(f"  Deck {view['deck']} · Discard {len(view['discard'])}")
        if view["played"]:
            made.append(f"  in play: {view['played']['name']}", style="bold red")
        if view["captured"]:
            made.append("  captured: " + ", ".join(short(c) for c in view["captured"]), style="yellow")
        if made.cell_len + len(LEGEND) + 2 <= width:
            made.append(" " * (width - made.cell_len - len(LEGEND)) + LEGEND, style="dim")
        lines = [fit(made, width)]
        if view["looked_at"] and any(view["looked_at"]):
            names = ", ".join(card["name"] for card in view["looked_at"])
            lines.append(fit(Text(f"  you look at: {names}"), width))
        return lines

    def states(self, width: int) -> Block:
        """What the states do that are on the field just now, each once."""
        hosts = [host for seat in self.view["seats"] for host in seat["hosts"]]
        bearers = [*hosts, *(totem for host in hosts for totem in host["totems"])]
        texts = {shown["name"]: shown["text"] for one in bearers for shown in one["states"].values()}
        made: Block = []
        for name, text in texts.items():
            lines = wrap(f"{name}: {text}", width - 2, initial_indent="  ", subsequent_indent="    ")
            made += [fit(Text(line, style="dim"), width) for line in lines]
        return made

    def fight(self, width: int) -> Block:
        """The fight in progress: who attacks whom, and the dice rolled last, pair by pair."""
        fight = self.view["fight"]
        if fight is None:
            return []
        sides = fight["sides"]
        attacker, defender = sorted(sides, key=lambda side: not side["attacks"])
        made = Text(f"  Exchange {fight['exchange']}: ", style="bold red")
        made.append(f"{short(attacker['host'])} attacks {short(defender['host'])}", style="not bold")
        lines = [fit(made, width)]
        if not sides[0]["dice"]:
            return lines
        lines.append(fit(self.roll(sides[0], width), width))
        signs = "   ".join(compared(sides[0]["dice"], sides[1]["dice"]))
        lines.append(fit(Text(f"{'  rolled last:':<{NAME_WIDTH + 5}}{signs}", style="dim"), width))
        lines.append(fit(self.roll(sides[1], width), width))
        return lines

    def roll(self, side: Shown, width: int) -> Text:
        """The dice of one side, the highest first, and what they did."""
        made = Text(f"    {short(side['host'])[: NAME_WIDTH - 1]:<{NAME_WIDTH}}")
        made.append(" ".join(f"[{die}]" for die in side["dice"]), style="bold")
        if side["took"]:
            made.append(f"  took {side['took']}", style="red")
        if side["wild"] and (width >= WIDE or "ordinary" not in side["wild"]):
            made.append(f"  {side['wild']}", style="yellow")
        return made

    # ---- cards -----------------------------------------------------------------------------

    def fan(self, host: Shown, width: int, rows: int) -> Block:
        """A battle fan: Totems above, Host and Items, Life below, and so many rows of markers."""
        inner = width - 4
        card = host["card"]
        rack = Text("")
        for totem in host["totems"]:
            asleep = " (asleep)" if totem["dormant"] else " (resting)" if totem["resting"] else ""
            rack.append(f"{short(totem['card'])}{asleep}", style="dim" if asleep else "bold yellow").append(
                " "
            )
        if not host["totems"]:
            rack.append("no Totem", style="dim")
        title = Text("★ " if host["champion"] else "  ")
        title.append(short(card), style="bold red" if host["fights"] else "bold")
        title.append(f"  {card['talent']}", style="dim")
        items = Text("  ")
        items.append(" + ".join(item["name"] for item in host["items"]) or "no Item", style="cyan")
        bar = inner - 19
        full = host["life"] * bar // max(1, host["full"])
        attack, defence = host["dice"]
        life = Text(f"dice {attack}/{defence}  Life {host['life']:>2} ").append("█" * full, style="green")
        life.append("░" * (bar - full), style="dim")
        marks = markers(host, inner)
        marks += [Text("")] * (rows - len(marks))
        edge = "red" if host["fights"] else "dim"
        made = [Text(" ╭" + "─" * inner + "╮ ", style=edge)]
        for line in (rack, title, items, life, *marks):
            made.append(
                Text(" ").append("│", style=edge).append_text(fit(line, inner)).append("│ ", style=edge)
            )
        made.append(Text(" ╰" + "─" * inner + "╯ ", style=edge))
        return made

    def hand(self, width: int) -> Block:
        """The own hand as a list, two cards a line where there is room."""
        cards = [card for card in self.view["seats"][self.me]["hand"] if card]
        size = width // 2 if width >= WIDE else width
        lines: Block = []
        row = Text("")
        for card in cards:
            words = Text(f"  {card['name']}", style=INKS[card["kind"]])
            if card["kind"] in ("host", "totem"):
                sign = "" if card["kind"] == "host" else "+"
                numbers = "/".join(f"{card[key]:{sign}d}" for key in ("attack", "defence", "life"))
                words.append(f" {numbers}", style="not bold")
            row.append_text(fit(words, size))
            if row.cell_len + size > width:
                lines.append(fit(row, width))
                row = Text("")
        if row.cell_len:
            lines.append(fit(row, width))
        return lines


def markers(host: Shown, width: int) -> Block:
    """The states of a Host with their turns, in as many rows as they need; one at least."""
    rows = [Text("")]
    for state, shown in host["states"].items():
        left = "" if shown["left"] is None else f" {shown['left']}"
        mark = Text(f"{shown['name'].upper()}{left}", style=STATE_INKS[state])
        if rows[-1].cell_len and rows[-1].cell_len + 2 + mark.cell_len > width:
            rows.append(Text(""))
        rows[-1].append("  " if rows[-1].cell_len else "").append_text(mark)
    return rows


def short(card: Shown | None) -> str:
    """The name of a card without its profession."""
    return "?" if card is None else str(card["name"]).split(",")[0]


def compared(dice: list[int], others: list[int]) -> list[str]:
    """A sign for every pair of dice; a die without an opposite has none."""
    return [">" if a > b else "<" if a < b else "=" for a, b in zip(dice, others, strict=False)]


def fit(line: Text, width: int) -> Text:
    """A line of exactly this width."""
    made = line.copy()
    made.truncate(width, overflow="ellipsis")
    made.pad_right(width - made.cell_len)
    made.no_wrap = True
    return made


def beside(blocks: list[Block], width: int) -> Block:
    """Blocks of the same height, side by side."""
    made: Block = []
    for lines in zip(*blocks, strict=True):
        joined = Text("", no_wrap=True)
        for line in lines:
            joined.append_text(line)
        made.append(fit(joined, width))
    return made
