"""Machines are loaded before anybody asks for one."""

from __future__ import annotations

import pytest

from bestiary.server.catalog import Catalog


@pytest.mark.xdist_group("shogun")
def test_a_network_that_does_not_play_the_usual_table_keeps_no_game_from_being_ready() -> None:
    catalog = Catalog()
    catalog.warm_machines("shogun")
    offered = {facts.slug: facts.levels for facts in catalog.list()}
    assert "grandmaster" in offered["klaw"] and "grandmaster" not in offered["shogun"]
