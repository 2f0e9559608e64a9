"""Tossing Tiger, Rolling Dragon: from the card file to the tables that the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bestiary.core.cards import Card, CardFile, Content, Entry, Field
from bestiary.core.record import Records, fields, records
from bestiary.core.said import said

from . import effects as fx
from . import moves
from . import state as st
from .events import FACE, WAR_WHY, WISH
from .rules import makers

KEYS = (
    *("on", "if", "do", "who", "n", "min", "max", "what", "to", "where", "value", "by", "may", "once"),
    *("cost", "pick"),
)
FIELDS = (
    *("key", "name", "title", "kind", "animal", "set", "copies", "action", "strengths", "points", "dawn"),
    *("change", "effects", "text", "rules", "known"),
)
SETS = {  # as people call them
    "base": "Base set",
    "zoo": "More Animals",
    "dawn": "Dawndojo",
    "dawn_extra": "Dawndojo, extra",
    "together": "Fight Together",
}
NEEDS_N = ("seen_earlier", "lost_battles")  # conditions that count to n


TABLES = (
    *("component", "card", "dawn", "change"),
    *("strength_sample", "strength_generator", "rooster_generator"),
)


def read(file: CardFile, tables: Records) -> Content:
    """Fills the tables from a card file and refuses what the game cannot hold."""
    t = tables[0]
    file.only(*TABLES)
    dawns = {d.text("key"): d for d in file.each("dawn")}
    changes = {c.text("key"): c for c in file.each("change")}
    file.exactly(len(dawns), st.DAWNS, "dawn rules", "the Roosters share out so many")
    file.exactly(len(changes), st.CHANGES, "changes", "the Roosters share out so many")
    entries = list(file.each("card"))
    kinds: dict[str, Entry] = {}
    animals: dict[str, int] = {}
    cards: list[Card | None] = [None] * st.KINDS
    for entry in entries:
        key = entry.text("key")
        entry.name = f"card {key}"
        entry.only(*FIELDS)
        if key in kinds:
            entry.refuse("key", "a key that no other card has")
        kinds[key] = entry
        animals[key] = entry.whole("animal", 0, st.ANIMALS - 1)
    for entry in entries:
        kind = entry.whole("kind", 0, st.KINDS - 1)
        if cards[kind] is not None:
            entry.refuse(
                "kind", f"a number that no other card has: all {st.KINDS} kinds are taken, change one instead"
            )
        cards[kind] = _card(entry, kind, t, kinds, animals, dawns, changes)
    missing = [i for i, card in enumerate(cards) if card is None]
    if missing:
        file.refuse(f"no card of kind {missing[0]}; expected {st.KINDS} kinds")
    for i, entry in enumerate(dawns.values()):
        entry.name = f"dawn {entry.text('key')}"
        _effects(entry, st.DAWN_SET + i, t)
    for i, entry in enumerate(changes.values()):
        entry.name = f"change {entry.text('key')}"
        _effects(entry, st.CHANGE_SET + i, t)
    _generator(file.one("strength_generator"), t, animals)
    moves.fill(t)
    names = tuple(card for card in cards if card is not None)
    return Content(tables, names, file.path, _words(names, dawns, changes), physical=0)


def _card(
    entry: Entry,
    kind: int,
    t: Records,
    entries: dict[str, Entry],
    animals: dict[str, int],
    dawns: dict[str, Entry],
    changes: dict[str, Entry],
) -> Card:
    key = entry.text("key")
    animal = animals[key]
    rooster = st.ROOSTER <= kind < st.ROOSTER + st.ROOSTERS
    if (animal == st.ROOSTER) != rooster:
        entry.refuse("animal", f"{st.ROOSTER} for the Roosters, kinds 16 to 31, and for no other kind")
    t["animal"][kind] = animal
    t["copies"][kind] = entry.whole("copies", 0, 9)
    group = entry.one_of("set", st.GROUP.words)
    t["group"][kind] = group
    room = (6, 5, 1, 1, 9)[group]
    if int(t["copies"][kind]) > room:
        entry.refuse("copies", f"at most {room}, or the sets outgrow the {st.CARDS} cards of a table")
    entry.some_of("strengths", tuple(animals), "a list of keys of cards")
    strengths = entry.data.get("strengths", [])
    mask = 0
    for strength in strengths:
        mask |= 1 << animals[strength]
    t["printed"][animal] = mask
    if entry.whole("points", -st.ANIMALS, 0) != -len(strengths):
        entry.refuse("points", f"minus the number of strengths, {-len(strengths)} (TTR-11.1)")
    _effects(entry, kind, t)
    facts: dict[str, object] = {
        "animal": animal,
        "set": st.GROUP.words[group],
        "strengths": tuple(strengths),
        "points": -len(strengths),
        "title": entry.text("title", ""),
        "short": _short(entry),
        "known": entry.flag("known"),
    }
    if rooster:
        at = kind - st.ROOSTER
        dawn, change = entry.text("dawn"), entry.text("change")
        t["rooster_dawn"][at] = st.DAWN_SET + entry.one_of("dawn", list(dawns))
        found = entry.one_of("change", ["", *changes])
        t["rooster_change"][at] = st.CHANGE_SET + found - 1 if found else st.NONE
        facts |= {"dawn": dawn, "change": change}
    title, copies = entry.text("title", ""), int(t["copies"][kind])
    return Card(
        key,
        title or entry.text("name"),
        entry.text("text"),
        facts,
        figures=_figures(
            [_short(entries[s]) for s in sorted(strengths, key=animals.__getitem__)], copies, False
        ),
        kind=SETS[st.GROUP.words[group]],
    )


def _short(entry: Entry) -> str:
    """What the animal is called in play: Tiger, of the Tossing Tiger."""
    return entry.text("name").split()[-1]


def _figures(against: Sequence[str], copies: int, points: bool) -> str:
    """The strengths of a card, how many there are, and its points where they count."""
    told = [f"Strong against {', '.join(against)}" if against else "No strengths"]
    told += [f"{copies} copies"] * (copies != 1)
    told += [f"{-len(against)} point{'s' * (len(against) != 1)}"] * points
    return " · ".join(told)


def faces(content: Content, options: Mapping[str, Any]) -> list[Card]:
    """The cards of a table with these options: its sets, its strengths, its Roosters."""
    s = blank_table(content, options)
    beasts = content.words["beast"]
    made = []
    for kind, card in enumerate(content.cards):
        group = int(content.tables["group"][0][kind])
        if not st.group_in_use(st.GROUP.words[group], options):
            continue
        mask = int(s.strong[int(content.tables["animal"][0][kind])])
        against = [beast for i, beast in enumerate(beasts) if mask >> i & 1]
        text = rooster_text(content, s, kind) if card.facts.get("dawn") else card.text
        figures = _figures(against, int(content.tables["copies"][0][kind]), bool(options["highscore"]))
        made.append(replace(card, text=text, figures=figures))
    return made


def blank_table(content: Content, options: Mapping[str, Any]) -> Any:
    """A record with the strengths and Roosters of these options, and nothing else."""
    states = records(st.STATE)
    states["opt"] = st.OPTIONS.encode(options)
    makers.strengths(content.tables[0], states[0])
    makers.roosters(content.tables[0], states[0])
    return fields(states[0])


def rooster_text(content: Content, s: Any, kind: int) -> str:
    """What a Rooster says at this table."""
    place = kind - st.ROOSTER
    dawn = content.words["dawn_text"][int(s.rooster_dawn[place]) - st.DAWN_SET]
    change = int(s.rooster_change[place])
    if change < 0:
        return said("Dawn: {dawn} No Rooster Change.", dawn=dawn).words
    text = content.words["change_text"][change - st.CHANGE_SET]
    return said("Dawn: {dawn} Rooster Change: {change}", dawn=dawn, change=text).words


def _effects(entry: Entry, place: int, t: Records) -> None:
    effects = entry.list_of("effects", st.EFFECTS)
    t["effects"][place] = len(effects)
    for i, data in enumerate(effects):
        effect = Entry(entry.file, entry.kind, entry.number, data)
        effect.name = f"{entry.name}, effect {i + 1}"
        effect.only(*KEYS)
        on = fx.ON.words[effect.one_of("on", fx.ON.words)]
        do = fx.DO.words[effect.one_of("do", fx.DO.words)]
        if (on, do) not in fx.FITS:
            fitting = ", ".join(o for o, d in fx.FITS if d == do)
            effect.refuse("on", f"a moment at which {do} makes sense: {fitting}")
        condition = fx.IF.words[effect.one_of("if", fx.IF.words, "always")]
        for needed in (*fx.FITS[on, do], *(("n",) if condition in NEEDS_N else ())):
            if needed not in data:
                effect.refuse(needed, f"a value: {do} needs one")
        t["fx_on"][place, i] = fx.ON.words.index(on)
        t["fx_do"][place, i] = fx.DO.words.index(do)
        t["fx_if"][place, i] = fx.IF.words.index(condition)
        t["fx_who"][place, i] = effect.one_of("who", fx.WHO.words, "me")
        t["fx_n"][place, i] = effect.whole("n", 0, 20, 0)
        t["fx_min"][place, i] = effect.whole("min", 1, 4, 1)
        t["fx_max"][place, i] = effect.whole("max", int(t["fx_min"][place, i]), 4, 4)
        t["fx_what"][place, i] = effect.one_of("what", fx.WHAT.words, "none")
        t["fx_to"][place, i] = effect.one_of("to", fx.TO.words, "none")
        t["fx_where"][place, i] = effect.one_of("where", fx.WHERE.words, "none")
        t["fx_value"][place, i] = effect.one_of("value", fx.VALUE.words, "nothing")
        t["fx_by"][place, i] = effect.one_of("by", fx.AMOUNT.words, "n")
        t["fx_may"][place, i] = effect.flag("may", False)
        t["fx_once"][place, i] = effect.flag("once", False)
        t["fx_cost"][place, i] = effect.one_of("cost", fx.COST.words, "free")
        t["fx_pick"][place, i] = effect.whole("pick", 1, 9, None) if "pick" in data else 0
        if do == "doom":
            t["doom"][place] = 1
        else:
            t["acts"][place] = 1
        if do == "disable":
            t["disables"][place] = 1
        if do == "copy":
            t["copier"][place] = 1


def _generator(entry: Entry, t: Records, animals: dict[str, int]) -> None:
    for i, name in enumerate(("base", "zoo")):
        t["low"][i] = entry.whole(f"{name}_low", 1, 40)
        t["high"][i] = entry.whole(f"{name}_high", 1, 40)
        _numbers(entry, f"{name}_weights", t["weight"][i], 5, 5)
        _numbers(entry, f"{name}_fallback", t["fallback"][i], 6, 8)
        mask = 0
        for key in entry.data.get(f"{name}_strengthless", []):
            if key not in animals:
                entry.refuse(f"{name}_strengthless", "a list of keys of cards")
            mask |= 1 << animals[key]
        t["strengthless"][i] = mask


def _numbers(entry: Entry, key: str, out: Records, least: int, most: int) -> None:
    entry.asks(key, Field("numbers"))
    values = entry.data.get(key)
    good = isinstance(values, list) and all(isinstance(v, int) and 0 <= v <= 100 for v in values)
    if not good or not isinstance(values, list) or not least <= len(values) <= most:
        entry.refuse(key, f"a list of {least} to {most} whole numbers")
    out[: len(values)] = values


def _words(
    cards: Sequence[Card], dawns: dict[str, Entry], changes: dict[str, Entry]
) -> dict[str, tuple[str, ...]]:
    animals, beasts = [""] * st.ANIMALS, [""] * st.ANIMALS
    for card in cards:
        animals[int(card.facts["animal"])] = card.code if not card.facts.get("dawn") else "rooster"
        beasts[int(card.facts["animal"])] = str(card.facts["short"])
    sided = tuple(f"{spot + 1} {side}" for spot in range(st.SPOTS) for side in "AD")
    return {
        "animal": tuple(animals),
        "target.name": tuple(animals),
        "target.guess": tuple(animals),
        "told.name": tuple(beasts),
        "told.guess": tuple(beasts),
        "beast": tuple(beasts),
        "short": ("", *(str(card.facts["short"]) for card in cards)),  # by the number of the card, from 1
        "war_why": WAR_WHY.words,
        "target.destroy": sided,
        "target.draw_from": sided,
        "target.copy": ("A", "D"),
        "side": ("the attacker's", "the defender's"),
        "pile": ("your hand", *(f"pile {spot + 1}" for spot in range(st.SPOTS))),
        "toss": ("-", "up", "down"),
        "winners": st.WON.words,
        "wish": WISH.words,
        "face": FACE.words,
        "dawn": tuple(dawns),
        "dawn_text": tuple(d.text("text") for d in dawns.values()),
        "dawn_within": tuple(_within(d) for d in dawns.values()),
        "change": tuple(changes),
        "change_text": tuple(c.text("text") for c in changes.values()),
        "change_within": tuple(_within(c) for c in changes.values()),
    }


def _within(entry: Entry) -> str:
    """A text behind a colon."""
    text = entry.text("text")
    return text[:1].lower() + text[1:]
