"""Tossing Tiger through the suite that every game is run through."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.record import Records
from bestiary.games.tiger import GAME
from bestiary.games.tiger import state as st
from bestiary.testing import Report, check_game, sweep

# A war is often over within the action that lays and rolls its last dice: what was shown, looked through or
# taken is then back in a deck, where only the seats remember it.
FORGOTTEN = (
    "laid",
    "rolls",
    "tosses",
    "takes",
    "tops",
    "sees",
    "holds",
    "wins_battle",
    "discards",
    "disabled",
)

LOT = ("attacker", "defender", "mask", "paired", "pair")  # follow from the lot for the start player


def other_strengths(tables: Records) -> None:
    """The strengths of the base animals, dealt out otherwise."""
    tables["printed"][0, :8] = tables["printed"][0, :8][::-1].copy()


def more_builders(s: Any) -> bool:
    """Whether another fighter divides a deck after this one."""
    return bool(s.window < st.SEATS and not s.rebuilding and s.number > 2 and s.rule == st.NONE)


def checked(games: int, deep: int = 25) -> Report:
    """The contract, looked at in so many games."""
    return check_game(
        "tiger",
        games=games,
        deep=deep,
        edited=other_strengths,
        opening={"hand": "own", **dict.fromkeys(LOT, "all")},
        forgotten=FORGOTTEN,
        secret={"build": more_builders},
    )


def test_tiger_keeps_the_contract() -> None:
    assert checked(60, deep=10).skipped == []


@pytest.mark.sweep
def test_more_games_keep_the_contract() -> None:
    assert checked(400).games == 400


def test_a_sweep_of_random_decisions() -> None:
    assert sweep("tiger", 300_000).decisions >= 290_000


@pytest.mark.sweep
def test_five_million_random_decisions() -> None:
    assert sweep("tiger", 5_000_000, seed=2, width=4096).decisions >= 5_000_000


def cards(states: Records) -> np.ndarray[Any, Any]:
    """How many cards of every kind there are, wherever they lie."""
    row = states[0]
    total = row["deck"].astype(int) + row["discard"] + row["gone"] + row["war_pile"]
    total += row["hand"].sum(axis=0) + row["heap"].sum(axis=(0, 1))
    return total + np.bincount(row["loot"][row["loot"] >= 0], minlength=st.KINDS)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"zoo": True, "dawn": True, "roosters": "random", "extra_roosters": True},
        {"together": True, "zoo": True, "dawn": True, "start_cards": 9, "bird_hand": True},
        {"simulwars": True, "tactical_skip": True, "grab": "blind", "hold_back": "always"},
    ],
)
def test_no_card_is_lost_or_made(players: int, options: dict[str, Any]) -> None:
    engine, chance = Engine(GAME), np.random.default_rng(players)
    for seed in range(3):
        states = engine.start({**options, "players": players, "war_limit": 10}, seed)
        whole = cards(states)
        while not engine.over(states):
            engine.apply(states, int(chance.choice(engine.legal(states))))
            assert (cards(states) == whole).all()
            assert not states["tally"].any()
