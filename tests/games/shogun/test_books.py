"""Who only hears what is told knows where everybody stands, their health, armour, conditions and purses."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.events import Happening
from bestiary.core.record import readable
from bestiary.games.shogun import state as st

from .test_random_games import TABLES, games


class Books:
    """What is known from the position before, and from what is told since."""

    def __init__(self, s: Any) -> None:
        figures = [f for f in range(st.CREATURES) if s.sq[f] >= 0]
        self.square = {f: int(s.sq[f]) for f in figures}
        self.health = {f: int(s.hp[f]) for f in figures}
        self.armour = {f: int(s.arm[f]) for f in figures}
        self.conditions = {f: s.cond[f].tolist() for f in figures}
        self.malice, self.rounds = int(s.malice), int(s.rounds)
        self.heads = (s.heads + s.boss).tolist()
        self.active = int(s.active)
        self.came: set[int] = set()

    def hear(self, one: Happening) -> None:
        told = one.words
        f, n = told.get("figure", -1), told.get("number", 0)
        if one.kind in ("moves", "shoved", "appears"):
            self.square[f] = told["square"]
            if one.kind == "appears":
                self.came.add(f)
        elif one.kind in ("damage", "wound"):
            assert f in self.came or told["left"] == max(0, self.health[f] - n), one
            self.health[f] = told["left"]
        elif one.kind == "heals":
            assert n > 0
            self.health[f] = self.health.get(f, 0) + n
        elif one.kind == "endures":
            self.health[f] = n
        elif one.kind == "falls":
            self.square.pop(f, None)
        elif one.kind == "armour":
            self.armour[f] = n
        elif one.kind == "condition":
            assert n > 0
            self.conditions.setdefault(f, [0] * 4)[told["condition"]] = n
        elif one.kind == "cured":
            self.conditions[f][told["condition"]] = 0
        elif one.kind == "turn":
            self.active = f
        elif one.kind == "head":
            self.heads[f] += 1
        elif one.kind == "malice":
            assert n == self.malice + 1, one
            self.malice = n
        elif one.kind == "round":
            assert n == self.rounds + 1, one
            self.rounds = n


def check(heard: Books, s: Any) -> None:
    """The books are right."""
    now = Books(s)
    assert (heard.malice, heard.rounds) == (now.malice, now.rounds)
    assert heard.square == now.square
    assert sum(now.heads) <= sum(heard.heads), "a head came untold"
    assert now.active in (heard.active, st.NOBODY)
    for f in now.square:
        if f not in heard.came:
            assert heard.health[f] == now.health[f], f
            assert f < st.HEROES or heard.armour[f] == now.armour[f], f  # those change what they wear
            assert all(a <= b for a, b in zip(now.conditions[f], heard.conditions[f], strict=True)), f


@pytest.mark.parametrize("name", TABLES)
def test_what_is_told_is_what_happens(name: str) -> None:
    before = None
    for engine, states, log in games(name):
        if before and 0 < before.rounds <= states[0]["rounds"]:  # the placing before a phase is not told
            for one in engine.happenings(log, None):
                before.hear(one)
            check(before, readable(states[0]))
        before = Books(readable(states[0]))
