"""Tossing Tiger, Rolling Dragon: the board in a terminal: two rows of battles, and who holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

COLOURS = {"A": "bright_red", "D": "bright_cyan", "both": "green", "none": "grey62", "void": "grey50"}
UNSEEN = "#"


def board(view: dict[str, Any]) -> Any:
    """The position as one seat may see it."""
    parts: list[Any] = [_players(view)]
    if view["war"] is not None:
        parts += [_war(view), _rules_of_war(view["war"])]
    if view["loot"]:
        parts.append(Text("Spoils: " + ", ".join(card or UNSEEN for card in view["loot"]), style="yellow"))
    if view["building"] and "next" in view["building"]:
        parts.append(_building(view["building"]))
    parts.append(_piles(view))
    if view["over"]:
        names = ", ".join(f"player {p + 1}" for p in view["winners"])
        parts.append(Text(f"The game is over: {names} won with {view['scores']}.", style="bold"))
    return Group(*parts)


def several(cards: Iterable[str]) -> str:
    """Cards with their numbers, such as 2 crane, monkey."""
    return ", ".join(f"{n} {card}" if n > 1 else card for card, n in Counter(cards).items())


def _players(view: dict[str, Any]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("player", "side", "cards", "what is known of them"):
        table.add_column(name)
    for p, seat in enumerate(view["seats"]):
        mine = p == view["seat"]
        turn = ">" if p in view["asked"] else " "
        team = "" if view["teams"] is None else " team " + ("A" if p in view["teams"]["A"] else "B")
        captain = " (captain)" if view["teams"] is not None and p in view["teams"]["captains"] else ""
        cards = several(seat["hand"]) if mine else several(seat["known"])
        table.add_row(
            Text(f"{turn} {p + 1}{team}{captain}", style="bold" if mine else ""),
            Text(seat["side"] or "", style=COLOURS.get(seat["side"] or "", "")),
            str(seat["cards"]) + (f" ({seat['in_hand']} in hand)" if view["war"] else ""),
            cards,
        )
    return table


def _war(view: dict[str, Any]) -> Table:
    """A column for every battle: the attacker's die above, the defender's below."""
    war = view["war"]
    table = Table(show_lines=True, title=f"War {view['wars'] + 1}: {war['number']} battles")
    table.add_column("")
    for spot in range(war["number"]):
        here = spot == war["battle"] and not war["won"]
        table.add_column(f"[{spot + 1}]" if here else str(spot + 1), style="bold" if here else "")
    for side in "AD":
        dice = [_die(battle[side], side) for battle in war["battles"]]
        table.add_row(Text(side, style=COLOURS[side]), *dice)
    results = [battle["result"] or "-" for battle in war["battles"]]
    table.add_row("won by", *(Text(r, style=COLOURS.get(r, "")) for r in results))
    return table


def _die(die: dict[str, Any], side: str) -> Text:
    text = Text()
    if not die["laid"] and not die["size"]:
        return Text("being made" if die["owner"] is not None else "", style="grey50")
    face = die["up"] or ("-" if not die["size"] else "face down")
    text.append(face, style=f"bold {COLOURS[side]}" if die["up"] else "grey62")
    if die["dawn"]:
        text.append(" (Dawn)")
    if die["toss"]:
        text.append(f" ({die['toss']})")
    if die["copied"]:
        text.append(f" as {die['copied']}")
    if die["passed"]:
        text.append(" (passed)")
    text.append(
        f"\n{UNSEEN * die['size'] if die['cards'] is None else several(die['cards'])}", style="grey70"
    )
    if die["top"]:
        text.append(f"\ntop: {die['top']}", style="yellow")
    return text


def _rules_of_war(war: dict[str, Any]) -> Text:
    text = Text(f"Bonus for winning the war: {war['bonus']} whole pile{'s' * (war['bonus'] != 1)}.")
    if war["dawn_rule"]:
        named = f" Named: {war['named']}." if war["named"] else ""
        text.append(f"\nDawn rule {war['dawn_rule']}: {war['dawn_text']}{named}", style="magenta")
    if war["change"]:
        text.append(f"\nRooster Change {war['change']}: {war['change_text']}", style="magenta")
    return text


def _building(building: dict[str, Any]) -> Text:
    piles = "; ".join(f"{spot}: {several(cards) or '-'}" for spot, cards in building["piles"].items())
    return Text(
        f"Next card: {building['next']}. Piles (at least {building['minimum']} each): {piles}. "
        f"Left: {several(building['left'])}.",
        style="yellow",
    )


def _piles(view: dict[str, Any]) -> Text:
    text = f"Draw pile {view['draw_pile']}. Discards: {several(view['discard']) or 'none'}."
    if view["destroyed"]:
        text += f" Destroyed: {several(view['destroyed'])}."
    if view["teams"] is not None:
        text += f" War pile: {several(view['war_pile']) or 'none'}."
        free = ", ".join(str(p + 1) for p in view["talk"]["free"])
        text += f" Talk: {'free for ' + free if free else 'wishes only'}."
    strengths = "; ".join(f"{a}: {', '.join(s) or '-'}" for a, s in view["strengths"].items())
    return Text(f"{text}\nStrong against: {strengths}", style="grey70")
