"""The Shogun's Chosen: what is in the box: decks, tokens, dice, boards, and the zones as maps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from bestiary.core.box import Box, Copies, Deck, Die, Map, Sheet, Token, components, deck_of
from bestiary.core.cards import Card, CardFile, Content

from . import state as st
from .view import MARKS
from .words.states import CONDITIONS, condition

SQUARE = 25.0  # millimetres
ROUND = 3.0  # by which a figure is smaller than its squares
SMALL = 16.0
COINS = ((1, 28), (5, 20), (25, 8))
EVENTS = ("Green event", "Red event", "Purple event")
BOARDS = ("character", "minion board", "board")
INITIATIVE = st.SHINIGAMI  # the Shinigami has no card: it acts in an encounter of its own


def box(content: Content) -> Box:
    """All of it."""
    many = components(content)
    return Box(
        decks=(
            deck_of(content, "Market", 0, st.WEAPON0, back="Market"),
            deck_of(content, "Blacksmith", st.WEAPON0, st.SPECIAL0, back="Blacksmith"),
            deck_of(content, "Special items", st.SPECIAL0, st.ORACLE0, back="Special"),
            deck_of(content, "Oracle", st.ORACLE0, st.EVENT0, back="Oracle"),
            *_events(content),
            *_ai(content),
            Deck("Initiative", tuple(_initiative(content)), "Initiative"),
            Deck("Kami", tuple(Copies(card) for card in _read(content, "Kami")), "Kami"),
            Deck("Skill tiles", tuple(_skills(content)), "Skill"),
        ),
        tokens=(*_figures(content), *_tokens(many)),
        dice=tuple(_dice(content)),
        sheets=tuple(Sheet(card) for card in (*_read(content, *BOARDS), *_chapters(content))),
        maps=tuple(_maps(content)),
        others=("Rings and cubes for what a miniature has on it: the tokens serve for them.",),
    )


def _read(content: Content, *kinds: str) -> Iterator[Card]:
    """What people read of such kinds, in the order of the kinds."""
    for kind in kinds:
        for face in getattr(content, "faces", ()):
            if face.card.kind == kind:
                yield face.card


def _events(content: Content) -> Iterator[Deck]:
    """Event cards by colour and act, for they are shuffled apart; each with its events in their order."""
    t = content.tables[0]
    told = content.words["event_told"]
    numbers = sorted(range(st.EVENT_CARDS), key=lambda k: (int(t["ev_colour"][k]), int(t["ev_tier"][k])))
    for (colour, tier), some in groupby(numbers, key=lambda k: (t["ev_colour"][k], t["ev_tier"][k])):
        name = EVENTS[colour] if colour == 2 else f"{EVENTS[colour]}, act {tier}"
        cards = []
        for k in some:
            text = "\n".join(told[e] for e in t["ev_event"][k, : t["ev_n"][k]])
            card = replace(content.cards[st.EVENT0 + k], text=text)
            cards.append(Copies(card, st.EVENT0 + k))
        yield Deck(name, tuple(cards), name)


def _ai(content: Content) -> Iterator[Deck]:
    t = content.tables[0]
    for owner, some in groupby(range(st.AI_CARDS), key=lambda k: int(t["ai_of"][k])):
        cards = [content.cards[st.AI0 + k] for k in some]
        name = cards[0].figures.split(" · ")[0].removeprefix("Card of ")
        first = next(k for k in range(st.AI_CARDS) if int(t["ai_of"][k]) == owner) + st.AI0
        yield Deck(name, tuple(Copies(card, first + n) for n, card in enumerate(cards)), name)


def _initiative(content: Content) -> Iterator[Copies]:
    for code, name in zip(content.words["figure"][:INITIATIVE], content.words["figure_told"], strict=False):
        called = name[:1].upper() + name[1:]
        yield Copies(Card(code, called, facts={"picture": code}, figures="Initiative"))


def _skills(content: Content) -> Iterator[Copies]:
    """A tile for each character and level, with a skill on either side."""
    known = {card.code: card for card in _read(content, "skill")}
    for hero in content.tables[0]["skill_of"]:
        for level in hero:
            one, other = (known[content.words["skill"][k]] for k in level)
            yield Copies(one, reverse=other)


def _dice(content: Content) -> Iterator[Die]:
    for e in CardFile(content.source).each("die"):
        faces = []
        for face in e.data["faces"]:
            hits = face.get("hits")
            said = [f"{hits} {'hit' if hits == 1 else 'hits'}"] if hits is not None else []
            said += [str(face[key]) for key in ("result", "mark", "value") if key in face]
            faces.append(", ".join(said))
        yield Die(e.text("name"), int(e.data["count"]), tuple(faces), e.text("text"))


def _figures(content: Content) -> Iterator[Token]:
    t = content.tables[0]
    for f, code in enumerate(content.words["figure"]):
        size = int(t["k_size"][t["kind"][f]]) if f < st.CREATURES else 1
        yield Token(code, 1, code, across=size * SQUARE - ROUND)


def _tokens(many: Any) -> Iterator[Token]:
    for name in (*CONDITIONS, "downed"):
        yield Token(name.title(), many[f"{name}_tokens"], name, name.title(), condition(name, False), SMALL)
    for name, text in (
        ("objective", "Lies where the chapter says."),
        ("resistance", "Lies beside a resistor: as many as it can still lose."),
        ("head", "Lies where an enemy fell, until somebody takes it."),
        ("action_point", "An action point that is left."),
        ("charge", "A use of an item that is left."),
        ("damage", "A point of damage on a miniature."),
        ("karma", "A point of karma."),
        ("armour", "Lies on a miniature whose armour is broken by 1."),
        ("malice", "Lies on the malice of the chapter, from 0 to 6."),
    ):
        said = name.replace("_", " ").capitalize()
        yield Token(said, many[f"{name}_tokens"], name, said, text, SMALL)
    for value, count in COINS:
        yield Token(f"Coin of {value}", count, "coin", _coins(value), across=SMALL)
    for n in range(many["spawn_tokens"]):
        yield Token(f"Spawn point {n + 1}", 1, "spawn", f"Spawn {n + 1}", across=SMALL)
    for n in range(many["interaction_tokens"]):
        yield Token(f"Interaction point {'ABCDEFGH'[n]}", 1, "point", f"Point {'ABCDEFGH'[n]}", across=SMALL)
    yield Token("Door", many["small_doors"] + many["large_doors"], "door", "Door", across=SQUARE, square=True)


def _coins(value: int) -> str:
    return "1 coin" if value == 1 else f"{value} coins"


def _chapters(content: Content) -> Iterator[Card]:
    """A page of the campaign for each chapter: its text, then what its zones have."""
    entries = [face for face in getattr(content, "faces", ()) if face.chapters]
    for card in _read(content, "chapter"):
        here = next(face.chapters for face in entries if face.card is card)
        kinds = ("interaction point", "door", "resistor", "special ground")
        rows = [
            f"{face.card.name} ({face.card.figures.replace(' · ', ', ').lower()}): {face.card.text}"
            for face in entries
            if face.chapters == here and face.card.kind in kinds
        ]
        yield replace(card, text="\n".join([card.text, *rows]))


def _maps(content: Content) -> Iterator[Map]:
    names = content.words["zone"]
    for c in range(st.CHAPTERS):
        for z in range(int(content.tables[0]["ch_zones"][c])):
            plane = _plane(content, c, z)
            rows = plane["rows"]
            title = f"Zone {names[c * st.ZONES_MAX + z]}: {content.words['chapter'][c]}"
            yield Map(title, len(rows[0]), len(rows), SQUARE, {"plane": plane})


def _plane(content: Content, c: int, z: int) -> dict[str, Any]:
    """A zone as views have it, with what is printed on its tile and nobody on it."""
    t = content.tables[0]
    own = {q for q in range(st.SQUARES) if t["zone_at"][c, q] == z}
    x0, x1 = min(q % st.COLS for q in own), max(q % st.COLS for q in own)
    y0, y1 = min(q // st.COLS for q in own), max(q // st.COLS for q in own)
    lines = [[y * st.COLS + x for x in range(x0, x1 + 1)] for y in range(y0, y1 + 1)]

    def placed(squares: Any, names: str) -> list[dict[str, Any]]:
        return [{"id": names[i], "square": _at(q)} for i, q in enumerate(squares) if int(q) in own]

    doors = [[q for q in pair if int(q) in own] for pair in t["door_sq"][c]]
    return {
        "rows": ["".join(MARKS[int(t["ground"][c, q])] if q in own else " " for q in line) for line in lines],
        "heights": [
            "".join(str(int(t["height"][c, q])) if q in own else " " for q in line) for line in lines
        ],
        "origin": [x0, y0],
        "figures": [],
        "heads": [],
        "points": placed(t["point_sq"][c], "ABCDEFGH"),
        "spawns": placed(t["spawn_sq"][c], "123456"),
        "doors": [
            {"id": f"D{i + 1}", "squares": [_at(q) for q in squares], "open": False}
            for i, squares in enumerate(doors)
            if squares
        ],
        "arrivals": [_at(q) for q in t["arrival"][c, z] if int(q) in own],
    }


def _at(q: Any) -> list[int]:
    return [int(q) % st.COLS, int(q) // st.COLS]
