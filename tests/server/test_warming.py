"""Machines are loaded before anybody asks for one."""

from __future__ import annotations

import pytest

from bestiary.core.registry import load
from bestiary.learn.network import known
from bestiary.server.catalog import Catalog


@pytest.mark.xdist_group("shogun")
def test_a_network_that_does_not_play_the_usual_table_keeps_no_game_from_being_ready() -> None:
    game = load("shogun")
    network = known(game)
    assert network is not None and network.plays(2) and not network.plays(2, game.settle({}))
    catalog = Catalog()
    catalog.warm_machines("shogun")
    offered = {facts.slug: facts for facts in catalog.list()}
    assert "grandmaster" in offered["klaw"].levels and offered["klaw"].taught == {"mode": ["champion"]}
    assert "grandmaster" in offered["shogun"].levels and offered["shogun"].taught == {"mode": ["chapter"]}
