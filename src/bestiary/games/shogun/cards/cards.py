"""The Shogun's Chosen: from the card file and the campaign beside it to the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bestiary.core.cards import Card, CardFile, Content, Entry, Field
from bestiary.core.record import Records

from .. import state as st
from ..effects import ATTR, CLASSES, FACE, FACES, KEYWORD, MARK, SKILL, TRAITS
from ..rules.ground import geometry
from . import compiler, told
from .boards import Boards
from .campaign import Campaign
from .compiler import BOX, Compiler, Known, entries
from .difficulty import YOUNGER, read_difficulty
from .faces import Face, ai_cards, every_face

WEAPON_ON = ("yinyang", "yinyang_pre")
GEAR_ON = ("always", "hurt", "start")
SKILL_ON = ("use", "pool", "hit", "damage", "kill", "hurt", "always", "initiative", "start")
KAMI_ON = (*SKILL_ON, "defeated", "resurrect", "interlude")


@dataclass(frozen=True)
class Tale(Content):
    """Content with a story: what people read of chapters, zones, skills and events."""

    story: Mapping[str, Any] = field(default_factory=dict)
    faces: tuple[Face, ...] = ()


TABLES = (
    *("die", "oracle", "initiative", "character", "skill", "kami"),
    *("weapon", "armour", "item", "special_item"),
    *("minion", "servant", "wanderer", "chosen", "ai_card", "shinigami", "shinigami_card"),
    *("event", "event_card"),
)
STORY = ("legend", "judgement", "difficulty", "preset", "chapter", "zone", "yomi")  # of the campaign


def read(file: CardFile, tables: Records) -> Content:
    """Fills the tables from a card file and refuses what the game cannot hold."""
    t = tables[0]
    file.only(*TABLES)
    for a in range(st.COLS):
        for b in range(st.ROWS):
            t["range"][b, a] = geometry.entered(a, b)
    story = file.beside("campaign.toml", st.ROOM)
    story.only(*STORY)
    names = Known(
        kinds=[
            *st.NAMES,
            *(e.text("id") for k in ("minion", "servant", "wanderer", "chosen") for e in file.each(k)),
        ],
        specials=[e.text("id") for e in entries(file, "special_item", st.SPECIAL_TYPES)],
        kami=[e.text("id") for e in entries(file, "kami", st.KAMI)],
        heroes=[e.text("id") for e in entries(file, "character", st.HEROES)],
        ai_cards=[e.text("id") for k in ("ai_card", "shinigami_card") for e in file.each(k)],
    )
    names.kinds = [*names.kinds, "shinigami"]
    if tuple(names.heroes) != st.NAMES:
        file.refuse(f"the characters in the order {', '.join(st.NAMES)}")
    compiler = Compiler(tables, names)
    _dice(file, t)
    cards: list[Card] = []
    items = _items(file, t, compiler, cards)
    weapons, armours = _smith(file, t, compiler, cards)
    for e in file.each("special_item"):
        cards.append(_card(e, 1, 1, {"sort": "special"}))
    for e in entries(file, "oracle", 2):
        for i in range(e.whole("copies", st.ORACLE_COLOUR, st.ORACLE_COLOUR)):
            cards.append(
                Card(
                    f"oracle-{e.text('id')}.{i + 1}",
                    f"{e.text('id')} oracle card",
                    e.text("text"),
                    figures=f"{e.text('id').title()} oracle card",
                    kind="oracle",
                )
            )
    event_names, codes = _events(file, t, compiler, cards)
    skills = _heroes(file, t, compiler, names, weapons, armours, items)
    boards = Boards(file, tables, compiler)
    shown = ai_cards(file, boards)
    for i in range(st.AI_CARDS):
        face = shown[int(t["ai_type"][i])]
        copy = sum(1 for j in range(i) if t["ai_type"][j] == t["ai_type"][i]) + 1
        cards.append(replace(face, code=f"{face.code}-{copy}", facts={"sort": "ai"}))
    campaign = Campaign(story, tables, compiler, codes)
    _presets(story, t, weapons, armours, items)
    read_difficulty(story, t)
    words = told.words(names, skills, boards, compiler, event_names, campaign)
    tale = told.story(file, campaign)
    words |= told.spoken(file, names, [tale["skills"][skill][0] for skill in skills], campaign)
    words |= told.told_of(cards, tale)
    made = Tale(tables, tuple(cards), file.path, words, st.CARDS, YOUNGER, tale)
    return replace(made, faces=every_face(file, story, made, boards))


def _dice(file: CardFile, t: Any) -> None:
    dice = {e.text("id"): e for e in compiler.entries(file, "die", 5)}
    for colour in ("white", "black"):
        e = dice[colour]
        for i, face in enumerate(_faces(e)):
            t[f"{colour}_hits"][i] = int(face.get("hits", 0))
            mark = face.get("mark", "")
            if mark and mark not in MARK.words:
                e.refuse("faces", "marks yin or yang")
            t[f"{colour}_mark"][i] = 1 + MARK.words.index(mark) if mark else 0
    for i, face in enumerate(_faces(dice["focus"])):
        if face.get("result") not in FACE.words:
            dice["focus"].refuse("faces", f"results of {', '.join(FACE.words)}")
        t["focus_hits"][i] = int(face.get("hits", 0))
        t["focus_result"][i] = FACE.words.index(face["result"])


def _faces(e: Entry) -> list[Any]:
    faces = e.list_of("faces", FACES)
    if len(faces) != FACES:
        e.refuse("faces", "six faces")
    return list(faces)


def _card(e: Entry, copy: int, copies: int, facts: dict[str, Any]) -> Card:
    code = e.text("id") if copies == 1 or copy == 1 else f"{e.text('id')}.{copy}"
    shown = {**facts, "kind": e.text("id")}
    return Card(code, e.text("name"), e.text("text"), shown, told.figures_of(facts), facts["sort"])


def _items(file: CardFile, t: Any, compiler: Compiler, cards: list[Card]) -> list[str]:
    for i, e in enumerate(entries(file, "item", st.ITEM_TYPES)):
        t["it_cost"][i] = e.whole("cost", 0, 999)
        t["it_knowledge"][i] = e.whole("knowledge", 0, 9)
        t["it_keyword"][i] = e.one_of("keyword", KEYWORD.words[:3])
        t["it_uses"][i] = e.whole("uses", 1, 9) if e.data.get("keyword") == "uses" else 0
        t["it_list"][i] = compiler.compile(e, "effects", e.data.get("effects"), ("use",))
        if t["it_list"][i] < 0:
            e.refuse("effects", "at least one effect")
        facts: dict[str, Any] = {
            "sort": "item",
            "keyword": e.text("keyword"),
            "knowledge": int(t["it_knowledge"][i]),
        }
        facts |= {"uses": int(t["it_uses"][i])} if t["it_uses"][i] else {}
        for copy in range(e.whole("copies", st.ITEM_COPIES, st.ITEM_COPIES)):
            cards.append(_card(e, copy + 1, 4, {**facts, "cost": int(t["it_cost"][i])}))
    return [e.text("id") for e in file.each("item")]


def _smith(file: CardFile, t: Any, compiler: Compiler, cards: list[Card]) -> tuple[list[str], list[str]]:
    t["smith"] = -1
    full = [0] * st.HEROES
    for i, e in enumerate(entries(file, "weapon", st.WEAPON_TYPES)):
        t["w_class"][i] = e.one_of("class", CLASSES)
        t["w_level"][i] = e.whole("level", 1, st.LEVELS)
        t["w_cost"][i] = e.whole("cost", 0, 999)
        t["w_range"][i] = e.whole("range", 1, 12)
        for key in ("fast", "strong"):
            e.asks(key, Field("numbers"))
            dice = e.data.get(key, [-1, -1])
            if len(dice) != 2 or not all(isinstance(d, int) and -1 <= d <= 4 for d in dice):
                e.refuse(key, "two numbers from 0 to 4: white and black dice")
            t[f"w_{key}"][i] = dice
        if t["w_fast"][i, 0] < 0 and t["w_strong"][i, 0] < 0:
            e.refuse("fast", "dice for a fast or for a strong attack")
        t["w_list"][i] = compiler.compile(e, "effects", e.data.get("effects"), WEAPON_ON)
        facts = {"sort": "weapon", "range": int(t["w_range"][i]), "fast": e.data.get("fast")}
        facts |= {"strong": e.data.get("strong"), "cost": int(t["w_cost"][i]), "level": int(t["w_level"][i])}
        _shelve(e, t, full, int(t["w_class"][i]), len(cards))
        for copy in range(e.whole("copies", st.SMITH_COPIES, st.SMITH_COPIES)):
            cards.append(_card(e, copy + 1, 2, facts))
    for i, e in enumerate(entries(file, "armour", st.ARMOUR_TYPES)):
        t["ar_class"][i] = e.one_of("class", CLASSES)
        t["ar_level"][i] = e.whole("level", 1, st.LEVELS)
        t["ar_cost"][i] = e.whole("cost", 0, 999)
        t["ar_resistance"][i] = e.whole("resistance", 0, 9)
        t["ar_list"][i] = compiler.compile(e, "effects", e.data.get("effects"), GEAR_ON)
        facts = {"sort": "armour", "resistance": int(t["ar_resistance"][i]), "cost": int(t["ar_cost"][i])}
        _shelve(e, t, full, int(t["ar_class"][i]), len(cards))
        for copy in range(e.whole("copies", st.SMITH_COPIES, st.SMITH_COPIES)):
            cards.append(_card(e, copy + 1, 2, {**facts, "level": int(t["ar_level"][i])}))
    return [e.text("id") for e in file.each("weapon")], [e.text("id") for e in file.each("armour")]


def _shelve(e: Entry, t: Any, full: list[int], who: int, card: int) -> None:
    if full[who] >= st.SMITH:
        e.refuse("class", f"at most {st.SMITH} blacksmith cards of one class")
    t["smith"][who, full[who]] = card
    full[who] += 1


def _events(file: CardFile, t: Any, compiler: Compiler, cards: list[Card]) -> tuple[list[str], list[str]]:
    names = []
    for i, e in enumerate(entries(file, "event", st.EVENT_TYPES)):
        names.append(e.text("id"))
        t["ev_list"][i] = compiler.compile(e, "effects", e.data.get("effects"), ("event", "pass", "fail"))
    codes = []
    for i, e in enumerate(entries(file, "event_card", st.EVENT_CARDS)):
        colour = e.one_of("colour", ("green", "red", "purple"))
        t["ev_colour"][i] = colour
        t["ev_tier"][i] = e.whole("tier", 1, 3) if colour < 2 else 0
        shown = e.data.get("events")
        most = st.EVENTS_PER_CARD if colour == 2 else 4
        if not isinstance(shown, list) or len(shown) != most or any(name not in names for name in shown):
            e.refuse("events", f"{most} events of this file")
        t["ev_n"][i] = most
        t["ev_event"][i, :most] = [names.index(name) for name in shown]
        codes.append(e.text("id"))
        figures = f"{e.text('colour').title()} event card"
        text = f"{most} events, revealed one by one."
        cards.append(
            Card(e.text("id"), f"event card {e.text('id')}", text, {"sort": "event"}, figures, "event")
        )
    for colour in range(2):
        for tier in (1, 2, 3):
            held = int(((t["ev_colour"] == colour) & (t["ev_tier"] == tier)).sum())
            file.exactly(held, st.TIER_CARDS, "event cards of one colour and tier", BOX)
    return [e.text("name") for e in file.each("event")], codes


def _heroes(
    file: CardFile,
    t: Any,
    compiler: Compiler,
    names: Known,
    weapons: list[str],
    armours: list[str],
    items: list[str],
) -> list[str]:
    t["skill_of"] = -1
    skills = []
    for i, e in enumerate(entries(file, "skill", st.SKILLS)):
        who = e.one_of("character", names.heroes)
        t["skill_of"][who, e.whole("level", 1, st.LEVELS) - 1, e.one_of("side", ("a", "b"))] = i
        t["sk_kind"][i] = e.one_of("kind", SKILL.words)
        t["sk_ki"][i] = e.whole("ki", 1, 6)
        t["sk_trait"][i] = e.one_of("trait", TRAITS) if "trait" in e.data else -1
        t["sk_list"][i] = compiler.compile(
            e, "effects", e.data.get("effects"), SKILL_ON, e.flag("aggregate", False)
        )
        skills.append(e.text("id"))
    if (t["skill_of"] < 0).any():
        file.refuse("a skill for each side of every tile")
    for k, e in enumerate(file.each("kami")):
        parts = e.list_of("skills", 3)
        if len(parts) != 3:
            e.refuse("skills", "three skills")
        for n, data in enumerate(parts):
            one = Entry(e.file, e.kind, e.number, data)
            one.name = f"{e.name}, skill {n + 1}"
            t["kami_kind"][k, n] = one.one_of("kind", SKILL.words)
            t["kami_affinity"][k, n] = one.whole("affinity", 1, 6)
            t["kami_list"][k, n] = compiler.compile(one, "effects", data.get("effects"), KAMI_ON)
            skills.append(one.text("id"))
        mode = Entry(e.file, e.kind, e.number, e.data.get("mode", {}))
        mode.name = f"{e.name}, mode"
        t["kami_mode"][k] = compiler.compile(mode, "effects", mode.data.get("effects"), KAMI_ON)
    for h, e in enumerate(file.each("character")):
        t["h_initial"][h] = e.one_of("initial", ATTR.words)
        e.asks("health", Field("numbers"))
        health = e.data.get("health")
        if not isinstance(health, list) or len(health) != st.LEVELS:
            e.refuse("health", "five numbers, one for each level")
        t["h_health"][h] = health
        t["h_kami"][h] = e.one_of("kami", names.kami)
        if e.one_of("class", CLASSES) != h:
            e.refuse("class", CLASSES[h])
        start = Entry(e.file, e.kind, e.number, e.data.get("start", {}))
        start.name = f"{e.name}, start"
        t["start_coins"][h] = start.whole("coins", 0, 999)
        t["start_karma"][h] = start.whole("karma", 0, 99)
        t["start_affinity"][h] = start.whole("affinity", 0, 6)
        t["start_armour"][h] = start.one_of("armour", armours)
        t["start_weapon"][h] = _listed(start, "weapons", weapons, 2)
        t["start_item"][h] = _listed(start, "items", items, 4)
    return skills


def _listed(e: Entry, key: str, known: list[str], size: int) -> list[int]:
    e.some_of(key, known, f"at most {size} names of cards")
    value = e.data.get(key)
    if not isinstance(value, list) or len(value) > size:
        e.refuse(key, f"at most {size} names of cards")
    return [known.index(v) for v in value] + [-1] * (size - len(value))


def _presets(story: CardFile, t: Any, weapons: list[str], armours: list[str], items: list[str]) -> None:
    for i, e in enumerate(compiler.entries(story, "preset", st.LEVELS)):
        if e.whole("level", 1, st.LEVELS) != i + 1:
            e.refuse("level", f"presets in order; this is the one of level {i + 1}")
        t["pre_affinity"][i] = e.whole("affinity", 0, 6)
        for h, group in enumerate(CLASSES):
            part = Entry(e.file, e.kind, e.number, e.data.get(group, {}))
            part.name = f"{e.name}, {group}"
            t["pre_weapon"][i, h] = _listed(part, "weapons", weapons, 2)
            t["pre_armour"][i, h] = part.one_of("armour", armours)
            t["pre_item"][i, h] = _listed(part, "items", items, 4)
