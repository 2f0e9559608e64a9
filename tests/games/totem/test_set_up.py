"""Chapter 2."""

from __future__ import annotations

import pytest

from bestiary import Match


@pytest.mark.rule("TOT-2.4", "TOT-2.8")
def test_seven_cards_each_and_thirty_eight_in_the_deck() -> None:
    match = Match("totem", seed=1)
    assert [len(s["hand"]) for s in match.view(0)["seats"]] == [7, 7]
    assert match.view(0)["deck"] == 38
