"""The Shogun's Chosen: what a level of difficulty changes, from the campaign to the tables."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import CardFile, Entry, Field

from .. import state as st
from .compiler import entries

BOUNDS = {"health": (-9, 30), "hits": (-3, 3), "party": (-3, 3)}
TEAM = 20  # the most that is added for one
LEVERS = tuple(BOUNDS)
FIELDS = tuple(f"df_{lever}" for lever in LEVERS)
YOUNGER = (*FIELDS, "df_team")  # than campaigns that are kept


def read_difficulty(file: CardFile, t: Any) -> None:
    """Fills the levels; in a campaign from before there were any, all are as it is written."""
    if "difficulty" not in file.data:
        return
    ids = [e.text("id") for e in file.each("chapter")]
    for level, e in enumerate(entries(file, "difficulty", st.DIFFICULTIES)):
        name = st.DIFFICULTY[level]
        if e.text("id") != name:
            e.refuse("id", f"{name}: the levels in the order {', '.join(st.DIFFICULTY)}")
        e.only("id", "beyond", *LEVERS, "but", "teams")
        _levers(e, t, level, range(st.CHAPTERS))
        for data in e.list_of("but", st.CHAPTERS):
            part = _part(e, data, "but")
            part.only("chapter", *LEVERS)
            _levers(part, t, level, [part.one_of("chapter", ids)])
        _teams(e, t, level)
        if "beyond" in e.data:  # a level that comes before it, whose numbers are there
            before = e.one_of("beyond", st.DIFFICULTY[:level])
            t["df_team"][level] += t["df_team"][before]
            for (lever, (least, most)), field in zip(BOUNDS.items(), FIELDS, strict=True):
                t[field][level] += t[field][before]
                if t[field][level].min() < least or t[field][level].max() > most:
                    e.refuse(
                        "beyond", f"a level that together with this one has {lever} from {least} to {most}"
                    )


def _levers(e: Entry, t: Any, level: int, chapters: Any) -> None:
    for lever, field in zip(LEVERS, FIELDS, strict=True):
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
    if not _whole(value, st.HEROES, least, most):
        e.refuse(lever, f"a number from {least} to {most}, or four, for one to four samurai")
    return value


def _teams(e: Entry, t: Any, level: int) -> None:
    """What is added to the health of those who go out together, chapter by chapter."""
    for data in e.list_of("teams", len(st.GROUPS)):
        part = _part(e, data, "teams")
        part.only("who", "health")
        who = part.one_of("who", st.PARTIES[1:])
        part.asks("health", Field("numbers"))
        numbers = data.get("health")
        if not _whole(numbers, st.CHAPTERS, -TEAM, TEAM):
            part.refuse("health", f"{st.CHAPTERS} numbers from -{TEAM} to {TEAM}, one for each chapter")
        t["df_team"][level, :, 1 + who] = numbers


def _part(e: Entry, data: Any, key: str) -> Entry:
    part = Entry(e.file, e.kind, e.number, data)
    part.name = f"{e.name}, {key}"
    return part


def _whole(value: Any, count: int, least: int, most: int) -> bool:
    """Whether it is a list of so many whole numbers within bounds."""
    return (
        isinstance(value, list)
        and len(value) == count
        and all(isinstance(n, int) and not isinstance(n, bool) and least <= n <= most for n in value)
    )
