"""The observation: every number is where the layout says, and says what the seat may know."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.shogun import state as st
from bestiary.games.shogun.rules.observe import OBSERVATION, WIDE


def expected(match: Match, seat: int) -> dict[str, Any]:
    """All features, field by field, from the record as this seat may know it."""
    record = match.engine.hidden(match.state, seat)[0]
    s = readable(record)
    found = {
        "asked": np.array([(int(s.actors) >> seat) & 1]),
        "options": np.array([int(record["opt"][name]) for name in st.OPTIONS.all]) / 64,
    }
    for feature in OBSERVATION:
        if feature.name in found:
            continue
        values = np.asarray(record[feature.name], np.int64).ravel()
        if feature.name in WIDE:
            values = np.stack([values % 2**20, values // 2**20 % 2**20, values // 2**40], axis=1).ravel()
        found[feature.name] = values / (2**20 if feature.name in WIDE else 64)
    return found


@pytest.mark.parametrize("players, chapter", [(1, 2), (2, 1), (4, 6)])
def test_every_feature_says_what_its_name_says(players: int, chapter: int) -> None:
    chance = random.Random(chapter)
    match = Match("shogun", {"players": players, "chapter": chapter, "mode": "chapter"}, seed=chapter)
    for _ in range(120):
        if match.over:
            break
        for seat in range(players):
            seen = np.asarray(match.engine.observe(match.state, seat))
            wanted, at = expected(match, seat), 0
            for feature in OBSERVATION:
                part = seen[at : at + feature.size]
                assert np.array_equal(part, wanted[feature.name].astype(np.float32)), feature.name
                at += feature.size
            assert at == seen.size
        match.play(chance.choice(match.choices()))
