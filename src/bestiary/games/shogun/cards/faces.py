"""The Shogun's Chosen: all that people may read up at a table: cards, boards, entries of the campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bestiary.core.cards import Card, CardFile, Content, Entry

from .. import state as st
from ..effects import CLASSES
from ..words import names
from ..words.states import CONDITIONS, condition
from .boards import Boards, priority
from .campaign import reward
from .told import BEASTS

BOARDS = ("minion", "servant", "wanderer", "chosen", "shinigami")
AI = ("ai_card", "shinigami_card")
INTERLUDE = (
    "A head sells for 10 coins, a boss head for 50. Five market cards are for sale, and the blacksmith's "
    "cards of a character's class up to its level. A point of armour is repaired for 5 coins. "
    "Three karma make 1 affinity."
)


@dataclass(frozen=True)
class Face:
    """A card that people may read, and the tables that it belongs to."""

    card: Card
    hero: int = -1  # only where this character takes part
    chapters: frozenset[int] = frozenset()  # only in these chapters, from 0; in all where it names none


def _card(code: str, name: str, kind: str, figures: str, text: str) -> Card:
    return Card(code, name, text, {}, figures[:1].upper() + figures[1:], kind)


def _dice(white: int, black: int) -> str:
    return names.dice(white, black).within((), None)  # a card's text is English until it is read


def every_face(file: CardFile, campaign: CardFile, content: Content, boards: Boards) -> tuple[Face, ...]:
    """Every face of the card file and the campaign."""
    events = tuple(_events(file, content))
    met = _met(file, campaign, events)
    return (
        *_heroes(file),
        *_goods(content),
        *events,
        *(
            Face(card, chapters=met[e.text("id")])
            for kind in BOARDS
            for e in file.each(kind)
            for card in _board(e, boards)
        ),
        *(Face(_ai(e, file, boards), chapters=met[e.text("chosen")]) for kind in AI for e in file.each(kind)),
        *_chapters(campaign),
        *(Face(_die(e)) for e in file.each("die")),
    )


def _heroes(file: CardFile) -> Iterator[Face]:
    called = {e.text("id"): e.text("name") for k in ("character", "kami") for e in file.each(k)}
    for h, e in enumerate(file.each("character")):
        health = ", ".join(map(str, e.data["health"]))
        figures = (
            f"{CLASSES[h].replace('_', '-')} · health {health} by level · starts with 1 {e.text('initial')}"
        )
        figures += f" · Kami {called[e.text('kami')]}"
        yield Face(_card(e.text("id"), e.text("name"), "character", figures, e.text("text")), h)
    for e in file.each("skill"):
        h = st.NAMES.index(e.text("character"))
        figures = (
            f"{e.text('kind')} skill of {st.NAMES[h].title()} · level {e.data['level']} · Ki {e.data['ki']}+"
        )
        figures += f" · {e.data['trait']}" if "trait" in e.data else ""
        yield Face(_card(e.text("id"), e.text("name"), "skill", figures, e.text("text")), h)
    for e in file.each("kami"):
        parts = [
            f"{d['name']} ({d['kind']}, affinity {d['affinity']}): {d['text']}"
            for d in e.list_of("skills", 3)
        ]
        mode = e.data["mode"]
        parts.append(f"Kami Mode, {mode['name']}: {mode['text']} When it ends, the character is defeated.")
        figures = "Kami · each skill once a chapter · Kami Mode with affinity 6 and under half health"
        yield Face(_card(e.text("id"), e.text("name"), "Kami", figures, "\n".join(parts)))


def _goods(content: Content) -> Iterator[Face]:
    """Cards of which there are several, once each."""
    t = content.tables[0]
    for i in range(st.ITEM_TYPES):
        yield Face(content.cards[i * st.ITEM_COPIES])
    for types, first, classes in (
        (st.WEAPON_TYPES, st.WEAPON0, t["w_class"]),
        (st.ARMOUR_TYPES, st.ARMOUR0, t["ar_class"]),
    ):
        for i in range(types):
            yield Face(content.cards[first + i * st.SMITH_COPIES], int(classes[i]))
    for i in range(st.SPECIAL_TYPES):
        yield Face(content.cards[st.SPECIAL0 + i])
    for i in (0, st.ORACLE_COLOUR):
        yield Face(content.cards[st.ORACLE0 + i])


def _events(file: CardFile, content: Content) -> Iterator[Face]:
    """Events, in the chapters where a card of theirs can lie."""
    t = content.tables[0]
    listed = [set(t["ev_event"][k, : t["ev_n"][k]].tolist()) for k in range(st.EVENT_CARDS)]
    for i, e in enumerate(file.each("event")):
        cards = [k for k, events in enumerate(listed) if i in events]
        chapters = {
            c
            for c in range(st.CHAPTERS)
            for k in cards
            if (t["ev_colour"][k] < 2 and t["ev_tier"][k] == t["ch_tier"][c]) or k in t["z_purple"][c]
        }
        card = _card(e.text("id"), e.text("name"), "event", f"{e.text('colour')} event", e.text("text"))
        if chapters:
            yield Face(card, chapters=frozenset(chapters))


# ---- enemies -------------------------------------------------------------------------------------


def _named(data: Any) -> Iterator[str]:
    """The kinds of creatures that an entry speaks of."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key in ("kind", "ambush", "id") and isinstance(value, str):
                yield value
            yield from _named(value)
    elif isinstance(data, list):
        for one in data:
            yield from _named(one)


def _met(file: CardFile, campaign: CardFile, events: Iterable[Face]) -> dict[str, frozenset[int]]:
    """The chapters in which each kind of enemy can be met: there from the start, or called by what is."""
    boards = {e.text("id"): e.data for kind in BOARDS for e in file.each(kind)}
    zones = {z.text("id"): z.data for z in campaign.each("zone")}
    texts = {e.text("id"): e.data for e in file.each("event")}
    found: dict[str, set[int]] = {kind: set() for kind in boards}
    for c, e in enumerate(campaign.each("chapter")):
        todo: list[Any] = [e.data, *(zones[name] for name in e.data["zones"])]
        todo += [texts[face.card.code] for face in events if c in face.chapters]
        while todo:
            for kind in set(_named(todo.pop())) & set(boards):
                if c not in found[kind]:
                    found[kind].add(c)
                    todo.append(boards[kind].get("skill", []))
    return {kind: frozenset(chapters) for kind, chapters in found.items()}


def _skill(data: Mapping[str, Any]) -> str:
    pool = f", range {data['range']}, {_dice(*data['dice'])}" if data["kind"] == "attack" else ""
    return f"{data['name']} ({data['kind']}{pool}): {data['text']}"


def _board(e: Entry, boards: Boards) -> Iterator[Card]:
    """A board, or both versions of it: values, skills, lines, and what each number of the die does."""
    skills = [_skill(data) for data in e.data.get("skill", [])]
    lines = {name: boards.steps_of[e.name, name] for name in e.data.get("lines", {})}
    named = [f"{name.replace('_', ' ').capitalize()}: {steps}." for name, steps in lines.items()]
    kind = "board" if e.kind in BEASTS or e.kind == "wanderer" else "minion board"
    if e.kind != "minion":
        health = "/".join(map(str, e.data["health"])) + " with 1/2/3/4 characters"
        rows = [*skills, *named, *_table("On a", e.data.get("table", []))]
        yield _values(e.text("id"), e.text("name"), kind, health, e.data, e.text("priority"), rows)
        return
    for version, mark in (("regular", ""), ("upgraded", "+")):
        data = e.data[version]
        rows = [*skills, *named]
        rows += _table("Green oracle, on a", data["normal"]) + _table("Red oracle, on a", data["aggressive"])
        yield _values(e.text("id") + mark, e.text("name") + mark, kind, str(data["health"]), data,
                      e.text("priority"), rows)  # fmt: skip


def _values(code: str, name: str, kind: str, health: str, data: Any, aims: str, rows: list[str]) -> Card:
    figures = f"health {health} · defence {data['nd']} · armour {data['armour']} · movement {data['move']}"
    figures += f" · range {data['range']} · {_dice(*data['dice'])} · chooses {priority(aims)}"
    yinyang = [data["yinyang_text"]] if data.get("yinyang_text") else []
    return _card(code, name, kind, figures, "\n".join([*yinyang, *rows]))


def _table(start: str, rows: list[list[str]]) -> list[str]:
    return [f"{start} {n}: {', else '.join(row).replace('_', ' ')}." for n, row in enumerate(rows, 1)]


def ai_cards(file: CardFile, boards: Boards) -> list[Card]:
    """Every AI card once, by the number of its type."""
    return [_ai(e, file, boards) for kind in AI for e in file.each(kind)]


def _ai(e: Entry, file: CardFile, boards: Boards) -> Card:
    owner = next(b for k in ("chosen", "shinigami") for b in file.each(k) if b.text("id") == e.text("chosen"))
    aside = " · set aside after use" if e.data.get("set_aside") else ""
    rows = [e.text("text")] if "text" in e.data else []
    for mark, key, head in (("", "lines", "Line"), ("+", "empowered", "Empowered line")):
        for j in range(len(e.data.get(key, []))):
            line = f"{e.text('id')}{mark} {j + 1}"
            rows.append(f"{head} {j + 1}: {boards.steps_of[e.name, line]}.")
    figures = f"card of {owner.text('name')} · {e.data['copies']} in the deck{aside}"
    return _card(e.text("id"), e.text("name"), "AI card", figures, "\n".join(rows))


def _die(e: Entry) -> Card:
    shown = []
    for face in e.data["faces"]:
        mark = " ".join(str(face[key]) for key in ("result", "mark") if key in face)
        hits = str(face.get("hits", face.get("value", "")))
        shown.append(" ".join(part for part in (hits, mark) if part))
    return _card(e.text("id"), e.text("name"), "die", f"faces {', '.join(shown)}", e.text("text"))


# ---- chapters ------------------------------------------------------------------------------------


def _chapters(campaign: CardFile) -> Iterator[Face]:
    zones = {z.text("id"): z for z in campaign.each("zone")}
    for c, e in enumerate(campaign.each("chapter")):
        here = frozenset({c})
        rows = [e.text("text"), f"Objective: {e.data['objective']['text']}"]
        rows += [f"Lost when: {one['text']}" for one in e.data.get("failure", [])]
        rows += [str(one["text"]) for one in e.data.get("malice", []) if one.get("text")]
        rows += [f"Victory brings {gained}." for gained in [reward(e.data.get("victory"))] if gained]
        number = f"chapter {c + 1}" if c < st.ENCOUNTER else "encounter"
        figures = f"{number} · level {e.data['level']} · lost at malice {st.MAX_MALICE}"
        text = "\n".join(row for row in rows if row)
        yield Face(_card(f"chapter{c + 1}", e.text("title"), "chapter", figures, text), chapters=here)
        for name in e.data["zones"]:
            yield from (Face(card, chapters=here) for card in _entries(zones[name]))


def _entries(zone: Entry) -> Iterator[Card]:
    """The points, doors, resistors and special ground of a zone."""
    where = f"zone {zone.text('id')}"
    for key, kind in (("points", "interaction point"), ("doors", "door"), ("resistors", "resistor")):
        for one in zone.data.get(key, []):
            tokens = f" · {one['tokens']} resistance tokens" if one.get("tokens") else ""
            name = str(one.get("name", f"Door {one['id']}"))
            yield _card(f"{zone.text('id')}{one['id']}", name, kind, f"{kind} {one['id']} · {where}{tokens}",
                        str(one.get("text", "")))  # fmt: skip
    special = zone.data.get("special")
    if special:
        kind = "special ground"
        yield _card(
            f"{zone.text('id')}*", str(special["name"]), kind, f"{kind} · {where}", str(special["text"])
        )


def faces(content: Content, options: Mapping[str, Any]) -> Iterable[Card]:
    """What belongs to a table with these options."""
    first = int(options["chapter"]) - 1
    alone = options["mode"] == "chapter"
    chapters = {first} if alone else {*range(first, st.CHAPTERS)}
    party = str(options["party"]).split("+")
    names = st.NAMES[: int(options["players"])] if party == ["auto"] else party
    heroes = {st.NAMES.index(name) for name in names}
    for face in getattr(content, "faces", ()):
        if (face.hero < 0 or face.hero in heroes) and (not face.chapters or face.chapters & chapters):
            yield face.card
    for name in (*CONDITIONS, "downed"):
        text = condition(name, options["downed_affects"] == "move")
        yield _card(name, name.title(), "condition", "condition", text)
    if not alone:
        yield _card("interlude", "Interlude", "prices", "between two chapters", INTERLUDE)
