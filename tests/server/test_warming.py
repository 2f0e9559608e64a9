"""Machines are loaded before anybody asks for one."""

from __future__ import annotations

import pytest

from bestiary.core.registry import load
from bestiary.learn.network import known
from bestiary.server.catalog import Catalog


@pytest.mark.xdist_group("shogun")
def test_a_network_that_does_not_play_the_usual_table_keeps_no_game_from_being_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = known(load("shogun"))
    assert network is not None and network.plays(2)
    monkeypatch.setitem(network.header, "players", [1])  # type: ignore[arg-type]
    catalog = Catalog()
    catalog.warm_machines("shogun")
    offered = {facts.slug: facts.levels for facts in catalog.list()}
    assert "grandmaster" in offered["klaw"] and "grandmaster" not in offered["shogun"]
