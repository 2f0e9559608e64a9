"""A few positions of random games through the checks of the suite: few enough to run interpreted."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.testing import OF_POSITIONS, check_game


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "forgotten": True}])
def test_some_positions_keep_the_contract(options: dict[str, Any]) -> None:
    check_game("klaw", 1, options, only=OF_POSITIONS, share=0.015)
