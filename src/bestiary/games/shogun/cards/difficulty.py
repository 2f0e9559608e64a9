"""The Shogun's Chosen: what a level of difficulty changes, from the campaign to the tables."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import CardFile, Entry, Field

from .. import state as st
from .compiler import entries

BOUNDS = {"health": (-9, 30), "hits": (-3, 3), "party": (-3, 3)}
LEVERS = tuple(BOUNDS)
YOUNGER = tuple(f"df_{lever}" for lever in LEVERS)  # than campaigns that are kept


def read_difficulty(file: CardFile, t: Any) -> None:
    """Fills the levels; in a campaign from before there were any, all are as it is written."""
    if "difficulty" not in file.data:
        return
    ids = [e.text("id") for e in file.each("chapter")]
    for level, e in enumerate(entries(file, "difficulty", st.DIFFICULTIES)):
        name = st.DIFFICULTY[level]
        if e.text("id") != name:
            e.refuse("id", f"{name}: the levels in the order {', '.join(st.DIFFICULTY)}")
        e.only("id", "beyond", *LEVERS, "but")
        _levers(e, t, level, range(st.CHAPTERS))
        for data in e.list_of("but", st.CHAPTERS):
            part = Entry(e.file, e.kind, e.number, data)
            part.name = f"{e.name}, but"
            part.only("chapter", *LEVERS)
            _levers(part, t, level, [part.one_of("chapter", ids)])
        if "beyond" in e.data:  # a level that comes before it, whose numbers are there
            before = e.one_of("beyond", st.DIFFICULTY[:level])
            for (lever, (least, most)), field in zip(BOUNDS.items(), YOUNGER, strict=True):
                t[field][level] += t[field][before]
                if t[field][level].min() < least or t[field][level].max() > most:
                    e.refuse(
                        "beyond", f"a level that together with this one has {lever} from {least} to {most}"
                    )


def _levers(e: Entry, t: Any, level: int, chapters: Any) -> None:
    for lever, field in zip(LEVERS, YOUNGER, strict=True):
        if lever in e.data:
            for c in chapters:
                t[field][level, c] = _numbers(e, lever)


def _numbers(e: Entry, lever: str) -> int | list[int]:
    """One number for all, or four, for one to four samurai."""
    least, most = BOUNDS[lever]
    value = e.data[lever]
    if not isinstance(value, list):
        return e.whole(lever, least, most)
    e.asks(lever, Field("numbers"))
    good = all(isinstance(n, int) and not isinstance(n, bool) and least <= n <= most for n in value)
    if len(value) != st.HEROES or not good:
        e.refuse(lever, f"a number from {least} to {most}, or four, for one to four samurai")
    return value
