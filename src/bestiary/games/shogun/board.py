"""The Shogun's Chosen: the board in a terminal: map, queue, sheets, enemy boards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

GROUND = {
    ".": ("·", "dim"),
    "#": ("█", "red"),
    "o": ("▲", "yellow"),
    "~": ("≈", "magenta"),
    "*": ("✻", "blue"),
    "/": ("≡", "cyan"),
    "+": ("╬", "bright_red"),
    " ": (" ", ""),
}
PLAIN = {"·": ".", "█": "#", "▲": "o", "≈": "~", "✻": "*", "≡": "/", "╬": "+", "☠": "%", "♥": "hp"}
TERRAIN = {
    "#": "wall",
    "o": "obstacle",
    "~": "difficult",
    "*": "special",
    "/": "stairs",
    "+": "door",
}
HEROES = {"akira": "Ak", "hikaru": "Hi", "tomoe": "To", "jinen": "Ji"}
MINIONS = {
    "akaname": "n",
    "ashigaru": "a",
    "jikininki": "j",
    "kachi": "k",
    "kappa": "p",
    "onryo": "o",
    "shikome": "s",
}
COLOURS = {
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "magenta",
    "white": "white",
}
NARROW, WIDE = 36, 78
WIDE_SQUARE, NARROW_SQUARE = 3, 2
MARGIN = 3  # columns of the row numbers


def _figure(name: str) -> tuple[str, str]:
    """The mark and colour of a figure on the map."""
    if name in HEROES:
        return HEROES[name], "bold bright_cyan"
    kind, _, base = name.partition("-")
    if base:
        return MINIONS[kind] + base[0].upper(), f"bold {COLOURS[base]}"
    return (name, "bold green") if len(name) == 1 else (name[:2].upper(), "bold bright_red")


def _called(name: str) -> str:
    """A figure by its name: ``ashigaru-blue`` is a blue Ashigaru."""
    kind, _, base = name.partition("-")
    title = kind.replace("_", " ").title()
    return f"{base} {title}" if base else title


def board(view: dict[str, Any]) -> Board:
    """The board of a view."""
    return Board(view)


class Board:
    """Where the phase stands, the map, the queue, everybody's boards."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(NARROW, WIDE)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        lines: list[Text] = [*self._head(), *self._map(width), *self._legend()]
        lines += self._queue()
        lines += self._sheets()
        lines += self._boards()
        lines += self._rest()
        for line in lines:
            shown = line
            if options.ascii_only:
                plain = "".join(PLAIN.get(c, c) for c in line.plain)
                shown = Text(plain) if len(plain) != len(line.plain) else Text(plain, spans=line.spans)
            yield from _hung(console, shown, width)

    # ---- where the phase stands ---------------------------------------------------------------------

    def _head(self) -> Iterable[Text]:
        view, story = self.view, self.view["story"]
        numbered = view["chapter"] < 7
        head = Text(
            f"Chapter {view['chapter']}: {story.get('title', '')}" if numbered else story.get("title", ""),
            "bold",
        )
        attempt = f", attempt {view['attempt']}" if view["attempt"] > 1 else ""
        head.append(f"{attempt}   round {view['round']}   malice {view['malice']}/6   ", "not bold")
        if view["oracle"]:
            head.append(f"oracle {view['oracle']}", view["oracle"])
        yield head
        if not view["plane"]["rows"]:
            yield Text(story.get("text", ""))
        yield Text(f"Objective: {story.get('objective', '')}", "italic")
        for failure in story.get("failure", []):
            yield Text(f"Lost when: {failure}", "italic dim")

    # ---- the map ------------------------------------------------------------------------------------

    def _cells(self) -> dict[tuple[int, int], tuple[str, str]]:
        """What stands on the ground."""
        plane = self.view["plane"]
        cells: dict[tuple[int, int], tuple[str, str]] = {}
        for k, square in enumerate(plane["arrivals"]):
            cells[tuple(square)] = ("abcd"[k], "bold bright_cyan")
        for spawn in plane["spawns"]:
            cells[tuple(spawn["square"])] = (str(spawn["id"]), "dim yellow")
        for point in plane["points"]:
            cells[tuple(point["square"])] = (point["id"], "bold bright_green")
        for x, y, heads, bosses in plane["heads"]:
            if heads + bosses:
                cells[x, y] = ("☠", "white")
        for one in plane["figures"]:
            x, y = one["square"]
            for k in range(one["size"] ** 2):
                mark, style = _figure(one["name"])
                turn = " reverse" if one["name"] == self.view["active"] else ""
                cells[x + k % 2, y + k // 2] = (mark, style + turn)
        return cells

    def _map(self, width: int) -> Iterable[Text]:
        plane = self.view["plane"]
        if not plane["rows"]:
            return
        x0, y0 = plane["origin"]
        cells = self._cells()
        columns = range(len(plane["rows"][0]))
        square = WIDE_SQUARE if MARGIN + len(columns) * WIDE_SQUARE <= width else NARROW_SQUARE
        room = max(4, (width - MARGIN) // square)
        if len(columns) > room:
            columns = self._window(columns, room)
        numbers = "".join(f"{x0 + i:<{square}}" for i in columns)
        if square == NARROW_SQUARE:
            numbers = "".join(str((x0 + i) % 10) + " " for i in columns)
        yield Text(" " * MARGIN + numbers.rstrip(), "dim")
        for j, row in enumerate(plane["rows"]):
            line = Text(f"{y0 + j:>2} ", "dim")
            for i in columns:
                glyph, style = cells.get((x0 + i, y0 + j), GROUND[row[i]])
                height = plane["heights"][j][i]
                raised = height if height not in " 0" else " "
                line.append(f"{glyph:<2}" if square == WIDE_SQUARE or len(glyph) > 1 else glyph, style)
                if square == WIDE_SQUARE or len(glyph) == 1:
                    line.append(raised, "dim cyan")
            line.rstrip()
            yield line

    def _window(self, columns: range, room: int) -> range:
        """The columns around the figure whose turn it is."""
        plane = self.view["plane"]
        at = [f["square"][0] for f in plane["figures"] if f["name"] == self.view["active"]]
        at = at or [f["square"][0] for f in plane["figures"] if f["name"] in HEROES] or [plane["origin"][0]]
        middle = at[0] - plane["origin"][0]
        start = min(max(0, middle - room // 2), len(columns) - room)
        return range(start, start + room)

    def _legend(self) -> Iterable[Text]:
        view = self.view
        seen = set("".join(view["plane"]["rows"]))
        text = Text("", "dim")
        for mark, name in TERRAIN.items():
            if mark in seen:
                text.append(f"{GROUND[mark][0]} {name}  ")
        if view["plane"]["spawns"]:
            text.append(f"{' '.join(str(s['id']) for s in view['plane']['spawns'])} where enemies enter  ")
        if view["plane"]["heads"]:
            text.append("☠ head  ")
        if any(h not in " 0" for row in view["plane"]["heights"] for h in row):
            text.append("small digit: height  ")
        if view["plane"]["rows"]:
            yield text
        tokens = {f["name"]: f["tokens"] for f in view["plane"]["figures"] if "tokens" in f}
        points = {p["id"] for p in view["plane"]["points"]}
        marks = Text()
        for zone in view["story"].get("zones", []):
            for mark, (name, _) in zone["points"].items():
                if mark in points:
                    marks.append(mark, "bold bright_green").append(f" {name}  ")
            for mark, (name, _) in zone["resistors"].items():
                if mark in tokens:
                    marks.append(mark, "bold green").append(f" {name}, {_tokens(tokens[mark])}  ")
            if zone["special"][0]:
                marks.append("✻", "blue").append(f" {zone['special'][0]}: {zone['special'][1]}  ")
        if marks:
            yield marks

    # ---- who acts when ------------------------------------------------------------------------------

    def _queue(self) -> Iterable[Text]:
        view = self.view
        if not view["queue"]:
            return
        text = Text("Order of turns: ", "bold")
        for i, name in enumerate(view["queue"]):
            mark, style = _figure(name)
            if i == view["at_card"]:
                text.append(f"[{mark} {_called(name)}]", "reverse not bold")
            else:
                text.append(mark, "dim not bold" if i < view["at_card"] else f"not bold {style}")
            text.append(" ")
        if view["active"] in HEROES and any(view["movement"]):
            left, bonus = view["movement"]
            more = f", {bonus} bonus" if bonus else ""
            text.append(f"  movement points: {left}{more}", "not bold")
        yield text

    # ---- characters ---------------------------------------------------------------------------------

    def _sheets(self) -> Iterable[Text]:
        for one in self.view["characters"]:
            yield self._vitals(one)
            own = one["name"] == self.view["active"] or one["seat"] == self.view["seat"]
            if own or self.view["over"] or not self.view["round"]:
                yield self._gear(one)

    def _vitals(self, one: dict[str, Any]) -> Text:
        mark, style = _figure(one["name"])
        text = Text(f"{mark} {one['name'].title()}, level {one['level']}", style)
        if one["status"] == "defeated":
            return text.append(" is defeated", "not bold dim")
        if not one["health"][1]:
            return text.append(" is being prepared", "not bold dim")
        text.append("  ♥{}/{}".format(*one["health"]), "bold red" if one["health"][0] <= 3 else "not bold")
        points = one["action_points"]
        text.append(
            f"  armour {one['armour']}  {points} action point{'s' * (points != 1)}", "not bold default"
        )
        if one["supply"]:
            text.append(f"  Ki dice to place: {' '.join(map(str, one['supply']))}", "not bold default")
        if one["exhausted"]:
            text.append(f"  exhausted Ki dice: {one['exhausted']}", "not bold default")
        if one["blessed"]:
            text.append(f"  blessed {one['blessed']}", "not bold green")
        if one["kami_mode"]:
            text.append(" KAMI MODE", "bold magenta")
        if mood := _moods(one):
            text.append(f"  {mood}", "not bold yellow")
        return text

    def _gear(self, one: dict[str, Any]) -> Text:
        skills = [
            f"{k['name']} ({'Ki die ' + str(k['die']) + ', ' if k['die'] else ''}needs {k['needs']}+)"
            for k in one["skills"]
        ]
        gear = [c["name"] for c in (*one["weapons"], *one["armour_card"])]
        gear += [c["name"] + (f" x{c['uses']}" if c.get("uses") else "") for c in one["items"]]
        purse = [f"{one['coins']} coins", f"{one['karma']} karma"]
        purse += [f"{one['heads']} heads"] if one["heads"] else []
        purse += [f"{one['boss_heads']} boss heads"] if one["boss_heads"] else []
        values = ", ".join(f"{name} {value}" for name, value in one["attributes"].items())
        kami = f"Kami {str(one['kami']).title()}, affinity {one['affinity']}"
        parts = [values, *skills, kami, ", ".join(gear), ", ".join(purse)]
        return Text(f"   {' | '.join(parts)}", "dim")

    # ---- enemies ------------------------------------------------------------------------------------

    def _boards(self) -> Iterable[Text]:
        for one in self.view["enemies"]:
            mark, style = _figure(one["name"])
            ours = one["side"] != "followers"
            name = one["title"].removeprefix("the ") + ("+" if one["upgraded"] else "")
            text = Text(f"{mark} {name}", "green" if ours else style)
            text.append(
                " at {},{} ♥{}/{}".format(*one["square"], *one["health"])
                + f" defence {one['defence']} armour {one['armour']} move {one['move']} range {one['range']}"
                + " dice {} white {} black, aims at {}".format(*one["dice"], one["priority"]),
                "not bold default",
            )
            if mood := _moods(one):
                text.append(f" {mood}", "not bold yellow")
            yield text
        for one in self.view["chosen"]:
            aside = ", ".join(c["name"] for c in one["aside"])
            kept = f", set aside: {aside}" if aside else ""
            discard = ", ".join(c["name"] for c in one["discard"]) or "none"
            yield Text(f"   {one['name']}: {one['deck']} AI cards left, discarded: {discard}{kept}", "dim")

    def _rest(self) -> Iterable[Text]:
        view = self.view
        if view["market"]:
            yield Text("Market: " + ", ".join(f"{c['name']} {c['cost']}" for c in view["market"]))
        if view["over"]:
            yield Text("Victory." if view["won"] else "Failure.", "bold")


def _tokens(n: int) -> str:
    return f"{n} resistance token{'' if n == 1 else 's'}"


def _moods(one: dict[str, Any]) -> str:
    """What lies on a creature: conditions by name, the rest with how long it stays."""
    said = [
        state["name"]
        if state["name"].split()[0] in one["conditions"]
        else f"{state['name']} ({state['text']})"
        for state in one["states"]
        if not state["name"].startswith("blessed")
    ]
    return ", ".join(said)


def _hung(console: Console, line: Text, width: int) -> Iterable[Text]:
    """A line in as many as it needs; all but the first are set in."""
    parts = list(line.wrap(console, width))
    if len(parts) > 1:
        first = parts[0]
        rest = line[len(first.plain) :]
        parts = [first, *(Text("   ") + part for part in _stripped(rest).wrap(console, max(8, width - 3)))]
    for part in parts:
        part.rstrip()
        part.no_wrap = True
        yield part


def _stripped(text: Text) -> Text:
    """A text without the blanks that it starts with."""
    return text[len(text.plain) - len(text.plain.lstrip()) :] if text.plain.strip() else text
