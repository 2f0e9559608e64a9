"""Tossing Tiger, Rolling Dragon: the board in a terminal: two rows of battles, and who holds what."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

Shown = dict[str, Any]
Block = list[Text]

NARROW, WIDE = 40, 80
LOW = 24  # lines of a terminal below which the strengths are not shown
LABEL, CELL = 7, 12  # columns of a row's name and of a die
COLOURS = {"A": "bright_red", "D": "bright_cyan", "both": "green"}
RESULTS = {"none": "nobody", "void": "taken out"}
ASCII = str.maketrans("│─┼→←", "|-+><")


def board(view: Shown) -> Board:
    """The position as one seat may see it."""
    return Board(view)


def several(cards: Iterable[str]) -> str:
    """Cards with their numbers, such as 2 crane, monkey."""
    return ", ".join(f"{n} {card}" if n > 1 else card for card, n in Counter(cards).items())


class Board:
    """The players, the two rows of battles, what is asked of a builder, and the piles."""

    def __init__(self, view: Shown) -> None:
        self.view = view
        self.seat = int(view["seat"])

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROW, WIDE)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(WIDE, max(NARROW, options.max_width))
        for line in self.lines(width, low=options.max_height < LOW):
            if options.ascii_only:
                line.plain = line.plain.translate(ASCII)
            yield line

    def lines(self, width: int, *, low: bool = False) -> Block:
        """The whole board, no line wider than this."""
        made = [*self.heading(width), *self.players(width)]
        if self.view["war"] is not None:
            made += [*self.war(width), *self.rules_of_war(width)]
        made += [*self.spoils(width), *self.building(width), *self.piles(width)]
        return made if low else made + self.strengths(width)

    # ---- the players -----------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """What a player is called."""
        names = self.view.get("names")
        return str(names[seat]) if names else f"Player {seat + 1}"

    def heading(self, width: int) -> Block:
        """Which war is fought, or who has won the game."""
        view = self.view
        if view["over"]:
            won = " and ".join(self.name(p) for p in view["winners"])
            scores = ", ".join(f"{self.name(p)} {n}" for p, n in enumerate(view["scores"]))
            return flow(
                f"The game is over: {won} won. {view['counted'].capitalize()}: {scores}.", width, "bold"
            )
        said = f"War {view['wars'] + 1} of at most {view['war_limit']}"
        if view["war"] is not None and view["teams"] is None:
            said += f": {self.name(view['attacker'])} (A) attacks {self.name(view['defender'])} (D)"
        elif view["teams"] is not None:
            said += f": team {view['teams']['attacking']} attacks"
        return flow(said, width, "bold")

    def players(self, width: int) -> Block:
        """A line for every player: the cards, and which of them this seat can name."""
        made: Block = []
        for p, shown in enumerate(self.view["seats"]):
            teams = self.view["teams"]
            numbered = f"{p + 1} " if self.view.get("names") and len(self.view["seats"]) > 2 else ""
            words = f"{numbered}{self.name(p)}{' (you)' if p == self.seat else ''}"
            if teams is not None:
                words += f", team {'A' if p in teams['A'] else 'B'}"
                words += ", captain" if p in teams["captains"] else ""
            words += f": {shown['cards']} card{'s' * (shown['cards'] != 1)}"
            if self.view["war"] is not None:
                words += f", {shown['in_hand']} in hand"
            cards = shown["hand"] if p == self.seat else shown["known"]
            if cards and shown["cards"]:  # what lies open as spoils is named there
                words += f"; {'hand' if p == self.seat else 'known'}: {several(cards)}"
            style = COLOURS.get(shown["side"] or "", "")
            mark = "→ " if p in self.view["asked"] else "  "
            made += flow(mark + words, width, f"bold {style}" if p == self.seat else style, indent=4)
        return made

    # ---- the two rows ----------------------------------------------------------------------

    def war(self, width: int) -> Block:
        """A column for every battle: the attacker's die above, the defender's below."""
        battles = self.view["war"]["battles"]
        each = max(1, (width - LABEL) // (CELL + 1))
        made: Block = []
        for start in range(0, len(battles), each):
            made += self.stretch(range(start, min(start + each, len(battles))))
        return made

    def stretch(self, spots: Sequence[int]) -> Block:
        """Some battles side by side."""
        war = self.view["war"]
        here = None if war["won"] else war["battle"]
        heads = [[Text(f"→ {i + 1} ←" if i == here else f"  {i + 1}", "bold")] for i in spots]
        rule = Text("─" * LABEL + ("┼" + "─" * CELL) * len(spots), "dim")
        made = [*row(Text("battle", "dim"), heads), rule]
        for side in "AD":
            dice = [self.die(war["battles"][i][side], side) for i in spots]
            made += [*row(Text(self.side_name(side), COLOURS[side]), dice), rule]
        results = [war["battles"][i]["result"] or "" for i in spots]
        cells = [
            wrapped(self.side_name(r) if r in ("A", "D") else RESULTS.get(r, r), COLOURS.get(r, "grey62"))
            for r in results
        ]
        return made + row(Text("won by", "dim"), cells)

    def side_name(self, side: str) -> str:
        """The letter of a side, and whether it is the viewer's."""
        mine = self.seat >= 0 and self.view["seats"][self.seat]["side"] == side
        return f"{side} (you)" if mine else side

    def die(self, die: Shown, side: str) -> Block:
        """The face-up card of a die and what is known of the rest."""
        if not die["laid"]:
            made = wrapped("being made", "grey62")
            return made + listed(die["cards"] or ())
        if not die["size"]:
            return wrapped("no cards", "grey62")
        made = wrapped(die["up"] or "face down", f"bold {COLOURS[side]}" if die["up"] else "grey62")
        for words, told in (
            ("Dawn card", die["dawn"]),
            (f"tossed {die['toss']}", die["toss"]),
            (f"as {die['copied']}", die["copied"]),
            ("disabled", die["disabled"]),
            ("passed", die["passed"]),
            (f"top: {die['top']}", die["top"]),
        ):
            made += wrapped(words, "yellow") if told else []
        if die["cards"] is None:
            made += wrapped(f"{die['size']} card{'s' * (die['size'] != 1)}", "grey70")
        else:
            made += listed(die["cards"])
        if self.view["teams"] is not None:
            made += wrapped(f"of {self.name(die['owner'])}", "grey62")
        return made

    def rules_of_war(self, width: int) -> Block:
        """The bonus, and what a Dawn card has changed."""
        war = self.view["war"]
        made = flow(
            f"Bonus for winning the war: {war['bonus']} whole pile{'s' * (war['bonus'] != 1)}.", width
        )
        if war["dawn_rule"]:
            named = f" Named: {war['named']}." if war["named"] else ""
            made += flow(f"Dawn card: {war['dawn_text']}{named}", width, "magenta")
        if war["change"]:
            made += flow(f"Rooster Change: {war['change_text']}", width, "magenta")
        for told in war["changes"]:
            made += flow(told, width, "magenta")
        return made

    # ---- the rest --------------------------------------------------------------------------

    def building(self, width: int) -> Block:
        """What somebody who divides cards has to know; the others see that it is done."""
        told = self.view["building"]
        if told is None:
            return []
        if "next" not in told:
            return flow(f"{self.name(told['builder'])} divides cards into dice.", width, "yellow")
        if told["next"] is None:
            return flow("Type undo to take a card back.", width, "yellow")
        words = f"Next: {told['next']} ({told['text']}), of {several(told['left'])}."
        words += f" Kept in hand: {several(told['kept'])}." if told["kept"] else ""
        return flow(words + " (undo takes a card back)", width, "yellow")

    def spoils(self, width: int) -> Block:
        """The cards that were taken and not yet given to anybody."""
        loot = self.view["loot"]
        if not loot:
            return []
        unseen = f" and {loot.count(None)} unseen" if None in loot else ""
        return flow(f"Spoils: {several(c for c in loot if c) or 'cards'}{unseen}", width, "yellow")

    def piles(self, width: int) -> Block:
        """The piles beside the war."""
        view = self.view
        text = f"Draw pile {view['draw_pile']}. Discards: {several(view['discard']) or 'none'}."
        if view["destroyed"]:
            text += f" Destroyed: {several(view['destroyed'])}."
        if view["teams"] is not None:
            text += f" War pile: {several(view['war_pile']) or 'none'}."
            free = ", ".join(self.name(p) for p in view["talk"]["free"])
            text += f" Talk: {'free for ' + free if free else 'wishes only'}."
        return flow(text, width, "grey70")

    def strengths(self, width: int) -> Block:
        """Who is strong against whom: open to all."""
        made = [Text("Strong against:", "grey70")]
        for animal, others in self.view["strengths"].items():
            entry = f"{animal}: {', '.join(others) or 'nothing'}."
            if made[-1].cell_len + 1 + len(entry) <= width:
                made[-1].append(f" {entry}")
            else:
                made += flow(entry, width, "grey70")
        return made


# ---- drawing -------------------------------------------------------------------------------


def flow(words: str, width: int, style: str = "", indent: int = 2) -> Block:
    """A paragraph; every line but the first stands back."""
    return [
        Text(line, style, no_wrap=True)
        for line in textwrap.wrap(words, width, subsequent_indent=" " * indent)
    ]


def wrapped(words: str, style: str) -> Block:
    """Words in the lines of a cell."""
    return [Text(line, style) for line in textwrap.wrap(words, CELL - 1)]


def listed(cards: Iterable[str]) -> Block:
    """The cards of a pile, a line for each kind."""
    return [Text(f"{n} {card}" if n > 1 else card, "grey70") for card, n in Counter(cards).items()]


def row(label: Text, cells: Sequence[Block]) -> Block:
    """Cells side by side, the shorter ones filled up."""
    made: Block = []
    for n in range(max(1, *(len(cell) for cell in cells))):
        line = Text("", no_wrap=True).append_text(fit(label if n == 0 else Text(""), LABEL))
        for cell in cells:
            line.append("│", "dim").append_text(fit(cell[n] if n < len(cell) else Text(""), CELL))
        made.append(line)
    return made


def fit(text: Text, width: int) -> Text:
    """A text of exactly this width."""
    made = Text("").append_text(text)
    made.truncate(width, overflow="ellipsis")
    made.pad_right(width - made.cell_len)
    return made
