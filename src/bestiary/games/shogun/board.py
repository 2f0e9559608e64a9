"""The Shogun's Chosen: the board in a terminal: map, queue, sheets, enemy boards."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
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
HEROES = {"akira": "Ak", "hikaru": "Hi", "tomoe": "To", "jinen": "Ji"}
MINIONS = {
    "akaname": "an",
    "ashigaru": "as",
    "jikininki": "ji",
    "kachi": "kc",
    "kappa": "kp",
    "onryo": "on",
    "shikome": "sh",
}
COLOURS = {
    "red": "red",
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "purple": "magenta",
    "white": "white",
}


def _figure(name: str) -> tuple[str, str]:
    """The mark and colour of a figure on the map."""
    if name in HEROES:
        return HEROES[name], "bold bright_cyan"
    kind, _, base = name.partition("-")
    if base:
        return MINIONS[kind], f"bold {COLOURS[base]}"
    return (name, "bold green") if len(name) == 1 else (name[:2].upper(), "bold bright_red")


def _map(plane: dict[str, Any]) -> Text:
    text = Text()
    if not plane["rows"]:
        return text
    x0, y0 = plane["origin"]
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for spawn in plane["spawns"]:
        cells[tuple(spawn["square"])] = (str(spawn["id"]), "dim yellow")
    for point in plane["points"]:
        cells[tuple(point["square"])] = (point["id"], "bold bright_green")
    for x, y, heads, bosses in plane["heads"]:
        cells[x, y] = ("☠" if heads + bosses else " ", "white")
    for one in plane["figures"]:
        x, y = one["square"]
        for k in range(one["size"] ** 2):
            cells[x + k % 2, y + k // 2] = _figure(one["name"])
    width = len(plane["rows"][0])
    text.append("   " + "".join(f"{x0 + x:<3}" for x in range(width)) + "\n", "dim")
    for j, row in enumerate(plane["rows"]):
        text.append(f"{y0 + j:>2} ", "dim")
        for i, mark in enumerate(row):
            glyph, style = cells.get((x0 + i, y0 + j), GROUND[mark])
            height = plane["heights"][j][i]
            text.append(f"{glyph:<2}", style)
            text.append(height if height not in " 0" else " ", "dim cyan")
        text.append("\n")
    return text


def _queue(view: dict[str, Any]) -> Text:
    text = Text("Queue: ", "bold")
    for i, name in enumerate(view["queue"]):
        style = "reverse" if i == view["at_card"] else ("dim strike" if i < view["at_card"] else "")
        text.append(name, style)
        text.append("  ")
    return text


def _moods(one: dict[str, Any]) -> str:
    said = [f"{k} {v}" for k, v in one["conditions"].items()]
    said += [f"{k} {v:+}" for k, v in one["changes"].items()]
    return ", ".join([*said, *(f.replace("_", " ") for f in one["flags"])])


def _sheets(view: dict[str, Any]) -> Table:
    table = Table(title="Characters", box=None, title_justify="left", padding=(0, 2, 0, 0))
    for head in ("", "health", "armour", "AP", "P K D S", "Ki", "skills", "gear", "purse", ""):
        table.add_column(head, overflow="fold")
    for one in view["characters"]:
        skills = [
            f"{k['name']} ({k['needs']})" + (f" [{k['die']}]" if k["die"] else "") for k in one["skills"]
        ]
        gear = [c["name"] for c in (*one["weapons"], *one["armour_card"])]
        gear += [c["name"] + (f" x{c['uses']}" if c.get("uses") else "") for c in one["items"]]
        dice = " ".join(map(str, one["supply"])) + (f" -{one['exhausted']}" if one["exhausted"] else "")
        purse = f"{one['coins']}c {one['heads']}h {one['boss_heads']}b {one['karma']}k"
        kami = f"{one['kami']} {one['affinity']}" + (" MODE" if one["kami_mode"] else "")
        name = f"{one['name']} {one['level']}" + (" (defeated)" if one["status"] == "defeated" else "")
        table.add_row(
            Text(name, "bold bright_cyan"),
            "{}/{}".format(*one["health"]),
            str(one["armour"]),
            str(one["action_points"]),
            " ".join(str(v) for v in one["attributes"].values()),
            dice,
            ", ".join([*skills, kami]),
            ", ".join(gear),
            purse + (f" {one['blessed']} blessed" if one["blessed"] else ""),
            _moods(one),
        )
    return table


def _boards(view: dict[str, Any]) -> Table:
    table = Table(title="Enemies and wanderers", box=None, title_justify="left", padding=(0, 2, 0, 0))
    for head in ("", "at", "health", "defence", "armour", "move", "range", "dice", "priority", ""):
        table.add_column(head)
    for one in view["enemies"]:
        _, style = _figure(one["name"])
        table.add_row(
            Text(
                one["name"] + ("+" if one["upgraded"] else ""),
                style if one["side"] == "followers" else "green",
            ),
            "{},{}".format(*one["square"]),
            "{}/{}".format(*one["health"]),
            str(one["defence"]),
            str(one["armour"]),
            str(one["move"]),
            str(one["range"]),
            f"{one['dice'][0]}w {one['dice'][1]}b",
            one["priority"],
            _moods(one),
        )
    for one in view["chosen"]:
        aside = ", ".join(c["name"] for c in one["aside"]) or "none"
        table.add_row(
            one["name"], "", f"{one['deck']} AI cards left", "", "", "", "", "", f"aside: {aside}", ""
        )
    return table


def _legend(view: dict[str, Any]) -> Text:
    text = Text()
    for zone in view["story"].get("zones", []):
        marks = {**zone["points"], **zone["doors"], **zone["resistors"]}
        for mark, (name, _) in marks.items():
            text.append(f"{mark} {name}   ", "dim")
        if zone["special"][0]:
            text.append(f"✻ {zone['special'][0]}: {zone['special'][1]}   ", "dim blue")
    return text


def board(view: dict[str, Any]) -> Any:
    """The whole table: where the phase stands, the map, the queue, everybody's boards."""
    story = view["story"]
    title = (
        f"Chapter {view['chapter']}: {story.get('title', '')}"
        if view["chapter"] < 7
        else story.get("title", "")
    )
    head = Text(title, "bold")
    head.append(f"   round {view['round']}   malice {view['malice']}/6   ")
    if view["oracle"]:
        head.append(f"oracle {view['oracle']}", view["oracle"])
    head.append(f"\n{story.get('objective', '')}", "italic")
    parts: list[Any] = [head, _map(view["plane"]), _legend(view)]
    if view["queue"]:
        parts.append(_queue(view))
    parts.append(_sheets(view))
    if view["enemies"]:
        parts.append(_boards(view))
    if view["market"]:
        parts.append(Text("Market: " + ", ".join(f"{c['name']} {c['cost']}" for c in view["market"])))
    if view["over"]:
        parts.append(Text("Victory." if view["won"] else f"Failure: {view['by']}.", "bold"))
    return Group(*parts)
