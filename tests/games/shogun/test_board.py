"""View and board: everything that is known is shown, and nothing of zones to come."""

from __future__ import annotations

import json

import pytest
from rich.console import Console

from .table import Table, begin


@pytest.mark.rule("SHG-4.3")
def test_unrevealed_zones_are_not_shown() -> None:
    match = begin(2, chapter=1, players=2)
    shown = match.view(0)
    assert len(shown["plane"]["rows"]) == 8 and len(shown["plane"]["rows"][0]) == 10
    assert [zone["id"] for zone in shown["story"]["zones"]] == ["1.1"]
    text = json.dumps(shown)
    assert "Granary" not in text and "Shrine maiden" not in text and "Innkeeper" in text


def test_all_seats_and_spectators_see_the_same() -> None:
    match = begin(2, chapter=2, players=3)
    views = [match.view(seat) for seat in (-1, 0, 1, 2)]
    for view in views:
        view.pop("seat")
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize("chapter", range(1, 8))
def test_the_board_of_every_chapter_can_be_drawn(chapter: int) -> None:
    match = begin(3, chapter=chapter, players=4)
    console = Console(width=150, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(match.game.board(match.view(0)))
    text = console.export_text()
    assert "akira" in text and "Enemies and wanderers" in text


def test_an_enemy_tells_what_it_did_and_why() -> None:
    table = Table("k....\n.....\n.H.T.\n.....", {"k": "kachi"})
    table.s.hp[1], table.s.hp[2] = 7, 5
    table.dice(6)
    told = table.activate("kachi").told()
    assert "Kachi-red rolls 6." in told and "Kachi-red follows the line slice." in told
    assert "Kachi-red takes tomoe by least health." in told and "Kachi-red moves to 2,1." in told
    assert "Kachi-red strikes tomoe with slice_them." in told
