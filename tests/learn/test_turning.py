"""Choices as a seat counts them: what names a seat is turned, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bestiary import Match, load
from bestiary.learn import Network, beginning
from bestiary.learn.agent import Net
from bestiary.learn.answers import answers
from bestiary.learn.network import FORMAT, layout_of
from bestiary.learn.reading import reading
from bestiary.learn.turning import back, turns

KLAW = load("klaw")


def target(seat: int, slot: int) -> int:
    return int(KLAW.actions.first.TARGET) + 4 * seat + slot


def test_a_choice_that_names_a_seat_is_counted_from_the_one_that_chooses() -> None:
    table = turns(KLAW)
    for seats in (2, 3, 4):
        for me in range(seats):
            for k in range(seats):
                assert table[seats, me, target((me + k) % seats, 2)] == target(k, 2)
            moved = np.flatnonzero(table[seats, me] != np.arange(len(KLAW.actions)))
            verbs = {KLAW.actions.verb(int(a)).name for a in moved}
            assert verbs == ({"target", "player"} if me else set())


def test_every_choice_has_one_name_and_the_way_back_is_the_same() -> None:
    table = turns(KLAW)
    ids = np.arange(len(KLAW.actions))
    for row in table.reshape(-1, len(ids)):
        assert sorted(row) == ids.tolist()
    undone = back(table)
    assert (np.take_along_axis(undone, table, axis=-1) == ids).all()


@pytest.mark.parametrize("game", ["totem", "totemic", "shogun"])
def test_where_a_game_is_not_observed_clockwise_nothing_is_turned(game: str) -> None:
    made = load(game)
    assert (turns(made) == np.arange(len(made.actions))).all()


def net(clockwise: bool, place: Any) -> Net:
    """A network that likes every choice as much as its number says."""
    read = reading(KLAW, np.zeros(KLAW.observed, np.bool_))
    said = answers(KLAW, read)
    weights = beginning.weights(read, said.count, 8, 1, 1)
    weights["policy.w"][:] = 0
    weights["policy.b"][said.base] = np.linspace(0, 3, len(KLAW.actions))
    header = {"format": FORMAT, "game": KLAW.name, "layout": layout_of(KLAW), "clockwise": clockwise}
    Network({**header, "players": [2, 3, 4]}, read, weights).save(place)
    return Net(KLAW, path=place)


def test_a_network_answers_as_it_has_learned_to_count(tmp_path: Any) -> None:
    match = Match(KLAW, {"players": 3}, seed=5)
    seen, legal = match.state, [target(p, 0) for p in range(3)]
    own, plain = net(True, tmp_path / "a.npz"), net(False, tmp_path / "b.npz")
    for me in range(3):
        shares, _ = own.likely(seen, me, legal)
        counted, _ = plain.likely(seen, me, [target((p - me) % 3, 0) for p in range(3)])
        assert np.allclose(shares, counted)
        assert np.argmax(shares) == (me - 1) % 3  # the right neighbour has the highest number


def test_a_network_of_a_game_observed_otherwise_is_of_another_layout() -> None:
    assert layout_of(KLAW) != layout_of(replace(KLAW, clockwise=False))


def test_a_learner_meets_choices_as_its_seat_counts_them() -> None:
    torch = pytest.importorskip("torch")
    from bestiary.learn.rows import Turned, rows

    made = rows(KLAW, 24, [{"players": 2}, {"players": 4}], 3, "cpu")
    assert isinstance(made, Turned)
    table = turns(KLAW)
    for _ in range(200):
        plain, actors = made.held.masks.clone(), made.actors.clone()
        masks = made.masks
        for i in range(24):
            legal = np.flatnonzero(plain[i].numpy())
            there = table[int(made.counts[i]), int(actors[i])][legal]
            assert sorted(there) == np.flatnonzero(masks[i].numpy()).tolist()
        made.step(torch.multinomial(masks.float(), 1)[:, 0])
