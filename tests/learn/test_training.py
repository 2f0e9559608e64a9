"""``bestiary train``: what it needs and refuses; where PyTorch is there, that it learns and goes on."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from leduc import GAME

from bestiary.core.registry import register, unregister
from bestiary.learn import Network

from .test_context import dearer

THERE = importlib.util.find_spec("torch") is not None
needs_torch = pytest.mark.skipif(not THERE, reason="PyTorch weighs gigabytes and is not asked for")
SHORT = (
    *("--width", "16", "--steps", "8", "--hidden", "16", "--layers", "2", "--every", "2", "--batch", "32"),
    *("--games", "32"),
)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    register(GAME)
    yield
    unregister("leduc")


@pytest.mark.skipif(THERE, reason="PyTorch is there")
def test_without_pytorch_a_line_says_what_to_install(bestiary: Any) -> None:
    code, _, line = bestiary("train", "leduc", "--updates", "1")
    assert code == 2 and "bestiary train needs more packages (torch is missing): pip install" in line
    assert "[learn]" in line


def test_a_game_that_is_not_there_is_refused_first(bestiary: Any) -> None:
    code, _, line = bestiary("train", "chess")
    assert code == 2 and "chess" in line


@needs_torch
def test_the_same_seed_learns_the_same_and_a_checkpoint_goes_on(bestiary: Any, tmp_path: Path) -> None:
    first, again, more = tmp_path / "a.npz", tmp_path / "b.npz", tmp_path / "c.npz"
    for path in (first, again):
        code, said, _ = bestiary("train", "leduc", "--updates", "4", "--out", path, *SHORT)
        assert code == 0 and f"bestiary train leduc --resume {tmp_path}" in said
    a, b = Network.load(first, GAME), Network.load(again, GAME)
    assert all((a.weights[name] == b.weights[name]).all() for name in a.weights)
    assert a.header["figures"]["updates"] == 4 and a.header["players"] == [2]
    start = tmp_path / "a.checkpoint.npz"
    assert bestiary("train", "leduc", "--updates", "2", "--resume", start, "--out", more, *SHORT)[0] == 0
    assert Network.load(more, GAME).header["figures"]["updates"] == 6


@needs_torch
def test_a_best_response_beats_what_it_was_learned_against(bestiary: Any, tmp_path: Path) -> None:
    weak, strong = tmp_path / "weak.npz", tmp_path / "strong.npz"
    assert bestiary("train", "leduc", "--updates", "1", "--out", weak, *SHORT)[0] == 0
    words = ("--width", "128", "--steps", "16", "--hidden", "32", "--batch", "512", "--rate", "0.003")
    answered = bestiary("train", "leduc", "--updates", "60", "--against", weak, "--out", strong, *words)
    assert answered[0] == 0
    assert Network.load(strong, GAME).header["figures"]["curve"][-1]["score"] > 0.51


@needs_torch
def test_pytorch_and_numpy_read_and_think_alike() -> None:
    import torch

    from bestiary import load
    from bestiary.learn import beginning
    from bestiary.learn.brain import Brain, Reader
    from bestiary.learn.reading import reading

    game = load("totemic")
    read = reading(game)
    weights = beginning.weights(read, len(game.actions), 32, 3, seed=1)
    seen = np.random.default_rng(1).integers(0, 13, (6, game.observed)).astype(np.float32) / 12
    dense, names = read.split(seen)
    theirs, named = Reader(read, "cpu").split(torch.from_numpy(seen))
    assert (theirs.numpy() == dense).all() and (named.numpy() == names).all()
    scores, values = Brain(weights, "cpu", read).look(theirs, named)
    own, expected = Network({}, read, weights).look(seen)
    assert scores.detach().numpy() == pytest.approx(own, abs=1e-4)
    assert values[:, 0].detach().numpy() == pytest.approx(expected, abs=1e-4)


@needs_torch
def test_amounts_are_scaled_while_it_learns_and_what_is_kept_reads_them_as_they_are(tmp_path: Path) -> None:
    from bestiary.learn.training import Plan, Training

    def thinks(training: Training, seen: Any) -> Any:
        scores, _ = training.brain.look(*training.reader.split(seen))
        return scores.detach().numpy()

    plan = Plan(width=16, steps=8, hidden=16, layers=2, updates=1, games=32)
    first = Training(GAME, plan)
    read = first.rows.observations[:, first.reader.reading.plain].numpy()
    assert not np.allclose(first.scale, 1) and (read * first.scale).std(axis=0).max() < 4
    seen = first.rows.observations.clone()
    kept = first.network(first.brain)
    assert kept.look(seen.numpy())[0] == pytest.approx(thinks(first, seen), abs=1e-4)
    kept.save(tmp_path / "net.npz", np.float32)
    again = Training(GAME, plan, resume=tmp_path / "net.npz")
    assert thinks(again, seen) == pytest.approx(thinks(first, seen), abs=1e-4)


@needs_torch
def test_who_tells_figures_apart_goes_on_with_those_it_was_told(tmp_path: Path) -> None:
    from bestiary.learn.training import Plan, Training

    plan = Plan(width=16, steps=8, hidden=16, layers=2, updates=1, games=32)
    first = Training(GAME, plan, cards=[GAME.content(), dearer()])
    first.network(first.brain).save(tmp_path / "net.npz", np.float32)
    assert first.context.figures == (("stake", 1, 4.0, 2.0),)
    for cards in ([dearer(), GAME.content()], [GAME.content()]):
        again = Training(GAME, plan, resume=tmp_path / "net.npz", cards=cards)
        assert again.context == first.context
        told, before = (
            one.brain.weights["in.w"][dict(one.reader.reading.inputs_by_place())[GAME.observed]].detach()
            for one in (again, first)
        )
        assert np.allclose(told, before, atol=1e-6)


@needs_torch
def test_who_goes_on_is_kept_for_the_tables_for_which_it_was(tmp_path: Path) -> None:
    from bestiary.learn.training import Plan, Training

    plan = Plan(width=16, steps=8, hidden=16, layers=2, updates=1, games=32)
    first = Training(GAME, plan).network()
    for only, kept in (
        ({"players": [2]}, {"players": [2]}),
        ({"players": [7]}, {}),
    ):  # none of these is learned
        replace(first, header={**first.header, "only": only}).save(tmp_path / "net.npz")
        assert Training(GAME, plan, resume=tmp_path / "net.npz").network().only == kept


@needs_torch
def test_who_goes_on_may_be_told_no_more_than_before(tmp_path: Path) -> None:
    from bestiary.core.errors import BestiaryError
    from bestiary.learn.training import Plan, Training

    plan = Plan(width=16, steps=8, hidden=16, layers=2, updates=1, games=32)
    Training(GAME, plan).network().save(tmp_path / "net.npz", np.float32)
    told = Training(GAME, plan, resume=tmp_path / "net.npz", cards=[GAME.content(), dearer()])
    assert told.context.figures == (("stake", 1, 4.0, 2.0),)
    again = Training(
        GAME, replace(plan, as_before=True), resume=tmp_path / "net.npz", cards=[GAME.content(), dearer()]
    )
    assert again.context.size == 0
    with pytest.raises(BestiaryError, match="--told-as-before goes with --resume"):
        Training(GAME, replace(plan, as_before=True))


@needs_torch
def test_vectors_of_names_are_learned_and_that_of_nothing_is_not() -> None:
    import torch

    from bestiary.learn.brain import Vectors

    table = torch.randn(6, 4, requires_grad=True)
    names, nothing = torch.tensor([[1, 3], [2, 5], [1, 4]], dtype=torch.int32), torch.tensor([1, 4])
    weight = torch.randn(3, 2, 4)
    (Vectors.apply(table, names, nothing) * weight).sum().backward()
    assert table.grad is not None
    expected = torch.zeros(6, 4)
    expected[2], expected[3], expected[5] = weight[1, 0], weight[0, 1], weight[1, 1]
    assert torch.allclose(table.grad, expected)


TABLES = {  # a game, its tables, whether it has an evaluation
    "totemic": ("players=1,2", True),
    "shogun": ("players=1,4", True),
    "tiger": ("players=2,5", False),
    "klaw": ("players=2,4", True),
}


@needs_torch
@pytest.mark.parametrize("slug", TABLES)
def test_tables_of_one_of_teams_and_of_many_are_learned(slug: str, bestiary: Any, tmp_path: Path) -> None:
    from bestiary import load

    tables, judged = TABLES[slug]
    words = ["--updates", "2", "--option", tables, *SHORT, "--out", tmp_path / "net.npz"]
    shaped = ["--shape", "0.3"] if judged else []
    shaped += ["--follow", "1"] if slug == "shogun" else []
    code, said, line = bestiary("train", slug, *words, *shaped)
    assert code == 0, line
    assert ("paid" in said) == (slug in {"totemic", "shogun"})
    header = Network.load(tmp_path / "net.npz", load(slug)).header
    assert header["players"] == [int(n) for n in tables.split("=")[1].split(",")]
    if not judged:
        code, _, line = bestiary("train", slug, *words, "--shape", "0.3")
        assert code == 2 and "has no evaluation of its own" in line
        code, _, line = bestiary("train", slug, *words, "--follow", "1")
        assert code == 2 and "suggests nothing by itself" in line


@needs_torch
def test_a_team_has_no_rival_to_learn_against(bestiary: Any) -> None:
    code, _, line = bestiary("train", "shogun", "--updates", "1", "--league", "0.5", *SHORT)
    assert code == 2 and "nobody plays against anybody" in line
