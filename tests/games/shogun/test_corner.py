"""Where on the map something happens makes no difference: the corner is a place like any other."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import TERRAIN

from .table import Table

ASIDE = (2, 3)  # columns and rows from the corner
DECISIONS = 60
MAPS = [
    ("Ak.\n...", {"k": "kachi"}),
    ("k.A\n~..\n..T", {"k": "kachi"}),
    ("R.k\n.A.\n...", {"k": "akaname"}),
    ("s..\n..A\nT..", {"s": "onryo"}),
    ("*A.\nk.T", {"k": "kappa"}),
    ("Tk.\n.A.\n~..", {"k": "kachi"}),
    ("A..\n.k.\n..T", {"k": "jikininki"}),
    ("O...\n....\n..A.\nT...", {"O": "blood_oni"}),
    ("k.T\n.A.\n..k", {"k": "shikome"}),
]


def placed(rows: str, figures: dict[str, str], aside: tuple[int, int]) -> Table:
    """The map so far from the corner, with nothing around it, and the round about to go on."""
    x, y = aside
    wide = "\n".join(["#" * (x + 1)] * y + ["#" * x + row for row in rows.splitlines()])
    table = Table(wide, figures, players=1)
    outside = [table.q(i, j) for j in range(st.ROWS) for i in range(st.COLS) if i < x or j < y]
    table.t["zone_at"][table.c, outside] = -1
    table.t["ground"][table.c, outside] = table.s.ground[outside] = TERRAIN.OUTSIDE
    table.s.floor[table.q(x, y)] = 1
    table.s.hp[st.HEROES : st.CREATURES] = np.minimum(table.s.hp[st.HEROES : st.CREATURES], 2)
    return table.rounds()


def picked(table: Table, legal: list[int], chance: random.Random) -> int:
    """One of the answers; an attack, or the end of an activation, is more likely than another step."""
    verbs = [table.match.game.actions.name(action) for action in legal]
    wanted = [k for k, verb in enumerate(verbs) if verb in ("fast", "strong", "end")]
    return chance.choice(wanted if wanted and chance.random() < 0.7 else range(len(legal)))


@pytest.mark.parametrize(("rows", "figures"), MAPS)
def test_the_corner_is_a_place_like_any_other(rows: str, figures: dict[str, str]) -> None:
    tables = [placed(rows, figures, aside) for aside in ((0, 0), ASIDE)]
    away, chance = tables[1].q(*ASIDE), random.Random(3)
    for _ in range(DECISIONS):
        first, second = (table.match.legal() for table in tables)
        if not first and not second:
            break
        assert len(first) == len(second)
        k = picked(tables[0], first, chance)
        for table, legal in zip(tables, (first, second), strict=True):
            table.match.engine.apply(table.match.state, legal[k])
        here, there = (table.s for table in tables)
        for name in ("phase", "actors", "hp", "ap", "mp", "cond", "heads", "queue", "res_tokens", "rng"):
            assert (np.asarray(here[name]) == np.asarray(there[name])).all(), name
        for name in ("sq", "res_sq"):
            moved = np.asarray(here[name])
            assert (np.where(moved >= 0, moved + away, moved) == np.asarray(there[name])).all(), name
        assert (np.roll(here.floor, away) == there.floor).all()
