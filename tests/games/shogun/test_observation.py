"""The observation: every number is where the layout says, and says what the seat may know."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.shogun import state as st
from bestiary.games.shogun.moves import QUESTIONS
from bestiary.games.shogun.rules.observe import FRAMES, NAMED, OBSERVATION, PARTED, SETS, observe


def expected(record: Any, seat: int) -> dict[str, Any]:
    """All features, field by field, from a record that is hidden for this seat."""
    s = readable(record)
    found = {
        "asked": np.array([(int(s.actors) >> seat) & 1]),
        "options": np.array([int(record["opt"][name]) for name in st.OPTIONS.all]) / 64,
    }
    found["phase"] = np.arange(len(QUESTIONS)) == int(s.phase)
    frames = np.zeros((FRAMES, st.WIDTH))
    under_way = record["stack"][: int(s.sp)][::-1][:FRAMES]
    frames[: len(under_way)] = np.clip(under_way, -1, 512) / 512
    found["stack"] = frames.ravel()
    at = record["at"]
    found["at"] = np.concatenate([(at >= 0) & (at < st.HEROES), at >= st.HEROES])
    for feature in OBSERVATION:
        if feature.name in found:
            continue
        values = np.asarray(record[feature.name], np.int64).ravel()
        if feature.name in SETS:
            found[feature.name] = (values[:, None] >> np.arange(st.BITS) & 1).ravel()
        elif feature.name in PARTED:
            parts = [values % 2**20, values // 2**20 % 2**20, values // 2**40]
            found[feature.name] = np.stack(parts, axis=1).ravel() / 2**20
        elif feature.name in NAMED:
            found[feature.name] = (values + 1) / NAMED[feature.name]
        else:
            found[feature.name] = values / 64
    return found


def compare(seen: np.ndarray[Any, Any], wanted: dict[str, Any]) -> None:
    at = 0
    for feature in OBSERVATION:
        part = seen[at : at + feature.size]
        assert np.array_equal(part, wanted[feature.name].astype(np.float32)), feature.name
        at += feature.size
    assert at == seen.size


@pytest.mark.parametrize("players, chapter", [(1, 2), (2, 1), (4, 6)])
def test_every_feature_says_what_its_name_says(players: int, chapter: int) -> None:
    chance = random.Random(chapter)
    match = Match("shogun", {"players": players, "chapter": chapter, "mode": "chapter"}, seed=chapter)
    for _ in range(30):
        if match.over:
            break
        for seat in range(players):
            record = match.engine.hidden(match.state, seat)[0]
            compare(np.asarray(match.engine.observe(match.state, seat)), expected(record, seat))
        match.play(chance.choice(match.choices()))


def test_whatever_stands_in_a_field_is_seen_in_its_feature() -> None:
    match = Match("shogun", {"mode": "chapter"}, seed=1)
    record, out = match.state[0], np.zeros(OBSERVATION.size, np.float32)
    chance = np.random.default_rng(1)
    for name in record.dtype.names:
        if name not in ("opt", "rng"):
            record[name] = chance.integers(0, 100, record[name].shape)
    for name in (*SETS, *PARTED, "stack"):
        record[name] = chance.integers(0, 1 << 60, record[name].shape)
    record["stack"][0] = chance.integers(-5, 100, st.WIDTH)
    record["sp"], record["phase"] = 3, 5
    for n, name in enumerate(st.OPTIONS.all):
        record["opt"][name] = n
    record["actors"] = 0b10
    for seat, asked in ((0, 0.0), (1, 1.0)):
        observe(match.engine.tables[0], record, seat, out)
        compare(out, expected(record, seat))
        assert out[0] == asked
    observe(match.engine.tables[0], record, -1, out)
    assert out[0] == 0.0
