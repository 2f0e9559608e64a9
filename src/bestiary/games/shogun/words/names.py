"""The Shogun's Chosen: how people call figures, squares, skills, dice, and what is being resolved."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.said import Said, many, said

from .. import state as st
from ..state import FRAME


def slots() -> Any:
    """The slots of what is under way; the rules import the moves, so they are looked up late."""
    from ..rules import frames

    return frames


def phase(s: Any) -> str:
    """The name of the question."""
    from ..moves import QUESTIONS

    return QUESTIONS.name(int(s.phase))


def top(s: Any) -> Any:
    """The frame that asks."""
    return s.stack[max(0, int(s.sp) - 1)]


def asked(s: Any) -> int:
    """The character whose frame asks."""
    h = int(top(s)[slots().FIRST])
    return h if 0 <= h < st.HEROES else 0


def hero(h: int) -> str:
    """A character by name."""
    return st.NAMES[h].title() if 0 <= h < st.HEROES else "The team"


def points(n: int) -> Said:
    """So many action points."""
    return many(n, "{n} action point", "{n} action points")


def dice(white: int, black: int) -> Said:
    """Attack dice in words.

    >>> dice(2, 1).words, dice(0, 1).words
    ('2 white and 1 black dice', '1 black die')
    """
    if white > 0 and black > 0:
        return said("{white} white and {black} black dice", white=white, black=black)
    if white > 0:
        return many(white, "{n} white die", "{n} white dice")
    return many(black, "{n} black die", "{n} black dice") if black > 0 else said("no dice")


def arms(content: Content, card: int) -> str:
    """The dice and the range of a weapon, or whatever a card can do, without what it costs."""
    return content.words["arms"][card]


def square(q: int) -> str:
    """A square as the map numbers it."""
    return f"{q % st.COLS},{q // st.COLS}"


def told(content: Content, s: Any, key: str, mark: str) -> tuple[str, str]:
    """The name and text of a point, door or resistor of the chapter at hand."""
    for zone in getattr(content, "story", {"chapters": []})["chapters"][int(s.chapter)]["zones"]:
        if mark in zone[key]:
            name, text = zone[key][mark]
            return str(name), str(text)
    return mark, ""


def figure(content: Content, s: Any, f: int) -> Said | str:
    """A figure by the name that people use."""
    if st.RES0 <= f < st.FIGURES - 1:
        mark = "RSTUVW"[f - st.RES0]
        return said("the {name} ({mark})", name=told(content, s, "resistors", mark)[0], mark=mark)
    return content.words["figure_told"][f] if 0 <= f < st.FIGURES else "nobody"


def standing(content: Content, s: Any, f: int) -> Said:
    """A figure with what it can still take."""
    name = figure(content, s, f)
    if f >= st.RES0:
        tokens = many(int(s.res_tokens[f - st.RES0]), "{n} token", "{n} tokens")
        return said("{who}, {tokens} left", who=name, tokens=tokens)
    figures = {"who": name, "hp": int(s.hp[f]), "most": int(s.max_hp[f]), "armour": int(s.arm[f])}
    if f < st.HEROES:
        return said("{who}, {hp} of {most} health, armour {armour}", **figures)
    return said(
        "{who}, {hp} of {most} health, defence {defence}, armour {armour}",
        defence=int(content.tables["b_nd"][0][content.tables["kind"][0][f], s.plus[f]]),
        **figures,
    )


def away(content: Content, s: Any, f: int, g: int) -> int:
    """The range between two creatures, from the nearest of their squares."""
    t = content.tables[0]

    def base(k: int) -> list[tuple[int, int]]:
        q, size = int(s.sq[k]), int(t["k_size"][t["kind"][k]])
        return [(q % st.COLS + i, q // st.COLS + j) for i in range(size) for j in range(size)]

    return min(int(t["range"][abs(y - v), abs(x - u)]) for x, y in base(f) for u, v in base(g))


def skill(content: Content, k: int) -> tuple[str, str]:
    """The name and text of a skill of a character or a Kami."""
    if k < 0:
        return "a skill", ""
    name = content.words["skill"][k]
    title, text = getattr(content, "story", {"skills": {}})["skills"].get(name, (name, ""))
    return str(title), str(text)


def listed(content: Content, s: Any, number: int) -> tuple[Said | str, str]:
    """What has these effects, a skill, a card, an event, a place: its name and text."""
    t, c = content.tables[0], int(s.chapter)
    story = getattr(content, "story", {"chapters": []})

    def at(field: Any) -> int:
        where = np.flatnonzero(np.ravel(field) == number)
        return int(where[0]) if len(where) else -1

    if (k := at(t["sk_list"])) >= 0:
        return skill(content, k)
    if (k := at(t["kami_list"])) >= 0:
        return skill(content, st.SKILLS + k)
    for field, first, copies in (
        ("it_list", 0, st.ITEM_COPIES),
        ("w_list", st.WEAPON0, st.SMITH_COPIES),
        ("ar_list", st.ARMOUR0, st.SMITH_COPIES),
    ):
        if (k := at(t[field])) >= 0:
            card = content.cards[first + k * copies]
            return card.name, card.text
    if (k := at(t["ev_list"])) >= 0:
        name = content.words["event"][k]
        return name, str(story["events"][name])
    if (k := at(t["bs_list"])) >= 0:
        return content.words["board_title"][k], content.words["board_text"][k]
    for field, key, marks in (
        ("point_list", "points", "ABCDEFGH"),
        ("res_list", "resistors", "RSTUVW&"),
    ):
        if (k := at(t[field][c])) >= 0:
            return told(content, s, key, marks[k])
    if (k := at(t["door_list"][c])) >= 0:
        return told(content, s, "doors", f"D{k + 1}")
    if (k := at(t["z_special"][c])) >= 0:
        name, text = story["chapters"][c]["zones"][k]["special"]
        return str(name), str(text)
    if (k := at(t["ch_malice"][c])) >= 0:
        return said("Malice {n}", n=k), str(story["chapters"][c]["malice"].get(k, ""))
    return "", ""


def source(content: Content, s: Any) -> Said | str:
    """What is being resolved, with its text: the opening of a question about it."""
    f = slots()
    for k in range(int(s.sp) - 1, -1, -1):
        if int(s.stack[k, f.KIND]) == FRAME.LIST:
            name, text = listed(content, s, int(s.stack[k, f.LIST.EFFECTS]))
            if name:
                return said("{name}: {text} " if text else "{name}. ", name=name, text=text)
    return ""


def effect(content: Content, s: Any) -> tuple[int, int]:
    """The effect that asks: what it does, and how much."""
    t, i = content.tables[0], int(top(s)[slots().EFFECT.EFFECT])
    return int(t["fx_do"][i]), int(t["fx_n"][i])
