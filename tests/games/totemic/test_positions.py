"""A few positions of random games through the checks of the suite: few enough to run interpreted."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.testing import OF_POSITIONS, check_game

from .test_conformance import GONE_SOLO


@pytest.mark.parametrize(
    "options", [{}, {"deal_spirits": True}, {"players": 1, "deal_spirits": True, "rivals": 2}]
)
def test_some_positions_keep_the_contract(options: dict[str, Any]) -> None:
    check_game("totemic", 1, options, only=OF_POSITIONS, forgotten=GONE_SOLO, share=0.3)
