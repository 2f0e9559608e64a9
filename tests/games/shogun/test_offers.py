"""Exactly what no rule forbids is offered: the list of choices and the reasons of refusals agree."""

from __future__ import annotations

import numpy as np

from bestiary.core.driver import Engine
from bestiary.core.match import Match
from bestiary.games.shogun import state as st
from bestiary.games.shogun.moves import A

from .table import Table
from .test_campaign import interlude

WALKS = range(A.GO, A.GO + st.SQUARES)  # each is a search for a way, and has tests of its own


def agree(engine: Engine, states: np.ndarray) -> None:
    every = [action for action in range(len(engine.game.actions)) if action not in WALKS]
    offered = [action for action in sorted(engine.legal(states)) if action not in WALKS]
    assert offered == [action for action in every if engine.why(states, action) == 0]


def test_in_an_exchange() -> None:
    table = Table("AT.")
    table.s.boss[0], table.s.heads[2], table.s.coins[0] = 3, 2, 7
    match: Match = table.activate("akira").play("partner tomoe").match
    agree(match.engine, match.state)
    table.play("give_boss_heads akira 1", "give_heads tomoe 2", "give_coins akira 5")
    agree(match.engine, match.state)


def test_in_an_interlude() -> None:
    match = interlude(heads=3, boss=2, coins=150, karma=4).match
    agree(match.engine, match.state)


def test_among_heads_dice_and_foes() -> None:
    table = Table("A.k.\n.T..\n....", {"k": "kachi"}, level=3)
    table.learn("akira", "stab", 2)
    table.learn("akira", "battle_cry", 3)
    table.s.supply[0, 4] = 1
    table.s.floor[table.q(0, 1)] = table.s.floor_boss[table.q(1, 0)] = 1
    table.t["point_sq"][table.c, :2] = table.q(0, 1), table.q(3, 2)
    table.s.point[:2] = 1
    match = table.activate("akira").match
    assert [c for c in table.choices if c.startswith("point")] == ["point A"]
    agree(match.engine, match.state)
    table.play("move")
    agree(match.engine, match.state)
