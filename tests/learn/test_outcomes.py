"""Many games of a network side by side, of which only who wins and what lots brought is noted."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch weighs gigabytes and is not asked for")

from bestiary.core.registry import load
from bestiary.learn.network import Network, at_home
from bestiary.learn.outcomes import Outcomes, outcomes

SHOGUN = load("shogun")
TABLES = [{"mode": "chapter", "players": 1, "chapter": chapter} for chapter in (1, 3)]


def played(games: int, seed: int, wave: int = 64, lots: tuple[str, ...] = ()) -> Outcomes:
    network = Network.load(at_home(SHOGUN), SHOGUN)
    return outcomes(SHOGUN, network, TABLES, games, seed, "cpu", lots=lots, wave=wave)


def test_the_same_seed_has_the_same_games() -> None:
    one, two, other = played(12, 3), played(12, 3), played(12, 4)
    assert one.won.shape == (12, 2) and 0 < one.won.mean() < 1
    assert (one.payoffs == two.payoffs).all() and (one.payoffs != other.payoffs).any()


def test_games_in_several_waves_are_other_games_and_as_many() -> None:
    found = played(6, 3, wave=4, lots=("side",))
    assert found.won.shape == (6, 2)
    assert sorted(set(found.lots[:, 0].tolist())) == list(range(6)), "every game has its lots"


def test_of_what_is_there_a_lot_draws_one() -> None:
    found = played(4, 5, lots=("side",))
    drawn = {}
    for game, table, seat, step, action, took in found.lots.tolist():
        drawn.setdefault((game, table, seat, step), []).append((action, took))
    assert drawn
    for offer in drawn.values():
        assert len(offer) == 2 and sum(took for _, took in offer) == 1
    assert len(np.unique(found.lots[:, 5])) == 2
