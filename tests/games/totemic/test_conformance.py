"""Totemic through the suite that every game is run through."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.record import Records
from bestiary.games.totemic import state as st
from bestiary.testing import check_game, sweep

OPEN = {"box": "all", "spirit": "all", "first": "all", "hierarchy": "all"}
GONE = ("discards", "reveals", "sweeps")  # thrown away, and at once shuffled into a new deck
GONE_SOLO = (*GONE, "draws", "turns")  # a confrontation ends, and all is shuffled for the next
PAIRS = [(own, other) for own in st.SPIRIT_NAMES for other in st.SPIRIT_NAMES if own != other]
SOLO: list[dict[str, Any]] = [
    {"players": 1, "deal_spirits": True, "rivals": number} for number in ("choose", 1, 2, 3, 4, 5, 6)
]


def stronger(tables: Records) -> None:
    """Other strengths on the cards."""
    tables["strength"][0, : st.ASPECTS] = tables["strength"][0, : st.ASPECTS][::-1].copy()


def still_secret(s: Any) -> bool:
    """Whether the other player has yet to select."""
    return bool(s.seats == st.SIDES and s.chosen == 0)


def test_totemic_keeps_the_contract() -> None:
    secret = {"select": still_secret}
    report = check_game(
        "totemic", games=120, edited=stronger, secret=secret, opening=OPEN, forgotten=GONE_SOLO
    )
    assert report.skipped == ["learning: 44 cards are too many to collect worlds; at most 12"]


def test_every_pair_of_spirits_keeps_the_contract() -> None:
    options = [{"spirit_0": own, "spirit_1": other} for own, other in PAIRS]
    few = {"legal moves", "reasons", "conservation", "unused slots", "hiding", "own choices", "telling"}
    check_game("totemic", games=len(PAIRS), options=options, opening=OPEN, forgotten=GONE, only=few)


def test_the_solo_game_keeps_the_contract() -> None:
    report = check_game("totemic", games=42, options=SOLO, edited=stronger, opening=OPEN, forgotten=GONE_SOLO)
    assert report.skipped == [
        "learning: 44 cards are too many to collect worlds; at most 12",
        "secret choices: no secret phases were named",
    ]


def test_a_sweep_of_random_decisions() -> None:
    assert sweep("totemic", 200_000).decisions >= 200_000


@pytest.mark.sweep
def test_five_million_random_decisions() -> None:
    assert sweep("totemic", 5_000_000, seed=2, width=4096).decisions >= 5_000_000
