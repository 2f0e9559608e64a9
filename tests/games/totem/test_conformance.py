"""Totem through the suite that every game is run through."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.record import EMPTY, Records
from bestiary.core.registry import load
from bestiary.games.totem import state as st
from bestiary.games.totem.moves import Q
from bestiary.testing import check_dealing, check_game, sweep


def stronger(tables: Records) -> None:
    """Other powers on the cards."""
    tables["power"][0] = tables["power"][0][::-1].copy()


def test_totem_keeps_the_contract() -> None:
    report = check_game("totem", games=120, edited=stronger, opening={"hand": "own", "first": "all"})
    assert report.skipped == [
        "learning: 52 cards are too many to collect worlds; at most 12",
        "secret choices: no secret phases were named",
    ]


def test_a_sweep_of_random_decisions() -> None:
    assert sweep("totem", 300_000).decisions >= 290_000


@pytest.mark.sweep
def test_ten_million_random_decisions() -> None:
    assert sweep("totem", 10_000_000, seed=2, width=4096).decisions >= 10_000_000


def small_table(hand: list[int], shown: list[int]) -> Records:
    """Seat 0 sees its own card 0; seat 1 holds ``hand`` and has one card face down; two in the deck.

    Both players know the cards in ``shown``; everything else is on the pile.
    """
    states = Engine(load("totem")).start(seed=5)
    s: Any = states[0]
    for zone in ("deck", "hand", "row"):
        s[zone] = EMPTY
    s["discard"] = 1
    s["face"] = st.HIDDEN
    s["hand"][0, 0] = 0
    s["hand"][1, : len(hand)] = hand
    s["hand_n"] = [1, len(hand)]
    s["row"][1, 2] = 1
    s["deck"][:2] = [2, 3]
    s["deck_n"] = 2
    placed = [0, 1, 2, 3, *hand]
    s["discard"][placed] = 0
    s["discard_n"] = st.CARDS - len(placed)
    s["shown"][shown] = 2
    s["phase"] = Q.ACTION
    return states


def test_all_hidden_cards_are_dealt_again_everywhere_equally_often() -> None:
    print(check_dealing(load("totem"), small_table([4, 5], []), seat=0))


def test_a_card_known_to_be_in_a_hand_stays_there_in_any_slot() -> None:
    states = small_table([4, 5, 6], [5])
    print(check_dealing(load("totem"), states, 0, consistent=lambda s: 5 in s["hand"][1]))


def test_the_owner_imagines_only_the_deck_and_the_enemy() -> None:
    states = small_table([4, 5], [4])
    print(check_dealing(load("totem"), states, 1))
    assert np.asarray(states[0]["hand"][1, 0]) == 4


def test_a_spectator_knows_only_what_both_know() -> None:
    states = small_table([4], [4])
    print(check_dealing(load("totem"), states, -1, consistent=lambda s: s["hand"][1, 0] == 4))
