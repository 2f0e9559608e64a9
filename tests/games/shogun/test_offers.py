"""Exactly what no rule forbids is offered: the list of choices and the reasons of refusals agree."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.match import Match
from bestiary.games.shogun import state as st
from bestiary.games.shogun.moves import A

from .table import Table, check_scratch
from .test_campaign import interlude

FOES = {"k": "kachi", "m": "kappa", "y": "onryo", "R": "R"}
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


def field(chance: random.Random) -> str:
    """A small map with three characters, enemies, a villager and all sorts of ground."""
    squares = [chance.choice("......~*#") for _ in range(35)]
    places = chance.sample(range(35), 8)
    for place, mark in zip(places, "ATHkmyRk", strict=True):
        squares[place] = mark
    return "\n".join("".join(squares[7 * y : 7 * y + 7]) for y in range(5))


@pytest.mark.parametrize("seed", range(8))
def test_wherever_an_activation_leads(seed: int) -> None:
    chance = random.Random(seed)
    table = Table(field(chance), FOES, level=3)
    hero, s = chance.choice(["akira", "tomoe", "hikaru"]), table.s
    h = table.id(hero)
    for slot in range(3):
        skill = int(table.t["skill_of"][h, slot, chance.randrange(2)])
        table.learn(hero, table.content.words["skill"][skill], chance.choice([0, 3, 6]))
    table.items(hero, "rice_ball", "bandages")
    s.supply[h, chance.randrange(1, 7)] = 1
    s.exhausted[h], s.affinity[h], s.attr[h], s.hp[h] = chance.randrange(2), 4, 2, 4
    s.floor[[table.q(3, 2), int(s.sq[h])]] = 1
    s.bonus = chance.randrange(3)
    match, met = table.activate(hero).match, set()
    for _ in range(30):
        if table.asks == "nothing":
            break
        if table.asks not in met:
            met.add(table.asks)
            agree(match.engine, match.state)
        match.play(chance.choice([a for a in match.legal() if a not in WALKS]))
        check_scratch(s)
    assert "act.main" in met
