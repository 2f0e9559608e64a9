"""Sets of cards that a network was not taught with."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bestiary import load
from bestiary.core.errors import BestiaryError
from bestiary.learn import known

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))  # behind: a benchmark is called leduc, too
import held_out

TOTEMIC = load("totemic")
PATHS, _ = held_out.VARIED["totemic"]


def test_the_own_cards_stand_first_and_every_set_is_another_one() -> None:
    own, *others = held_out.held_out(TOTEMIC, PATHS, 3)
    assert own.fingerprint == TOTEMIC.content().fingerprint and held_out.differs(TOTEMIC, own) == 0
    assert len({one.fingerprint for one in others}) == 3
    assert all(held_out.differs(TOTEMIC, one) > 3 for one in others)


def test_what_was_taught_is_not_held_out(monkeypatch: pytest.MonkeyPatch) -> None:
    network = known(TOTEMIC)
    assert network is not None
    taught = held_out.held_out(TOTEMIC, PATHS, 1)[1].fingerprint
    monkeypatch.setattr(
        held_out, "known", lambda game: replace(network, header={**network.header, "varied": [taught]})
    )
    with pytest.raises(BestiaryError, match="was taught"):
        held_out.held_out(TOTEMIC, PATHS, 1)
    monkeypatch.setattr(held_out, "known", lambda game: None)
    with pytest.raises(BestiaryError, match="has no network"):
        held_out.held_out(TOTEMIC, PATHS, 1)
