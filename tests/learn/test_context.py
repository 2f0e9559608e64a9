"""What a network is told beside the observation: tables and figures, added to its weights once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from leduc import GAME

from bestiary import load
from bestiary.core.errors import BestiaryError
from bestiary.learn import Network, beginning
from bestiary.learn.context import Context, told_apart
from bestiary.learn.network import FORMAT, layout_of
from bestiary.learn.reading import reading, wider
from bestiary.learn.varied import contents


def dearer() -> Any:
    """Leduc with another stake."""
    usual = GAME.content()
    tables = usual.tables.copy()
    tables["stake"][0, 1] += 2
    return replace(usual, tables=tables)


def made(context: Context, seed: int = 1) -> Network:
    read = reading(GAME, None, context.size)
    header = {"format": FORMAT, "game": GAME.name, "layout": layout_of(GAME), "players": [2]}
    weights = beginning.weights(read, len(GAME.actions), 8, 2, seed)
    return Network({**header, "context": context.header()}, read, weights)


def test_options_and_figures_that_vary_are_told_apart_and_no_others() -> None:
    game = load("totemic")
    context = told_apart(
        game, [{"players": 1}, {"players": 2}, {"players": 1, "rivals": 6}], [game.content()]
    )
    assert context.settings == (("players", 2), ("players", 1), ("rivals", 3), ("rivals", 6))
    assert context.figures == ()
    told = context.of(game.content().tables, game.settle({"players": 1}))
    assert told.tolist() == [0, 1, 1, 0]
    assert told_apart(game, [{}], [game.content()]).size == 0


def test_a_figure_is_told_by_how_far_it_is_from_the_usual_one() -> None:
    context = told_apart(GAME, [{}], [GAME.content(), dearer()])
    assert context.figures == (("stake", 1, 4.0, 2.0),)
    assert context.of(GAME.content().tables, {}).tolist() == [0]
    assert context.of(dearer().tables, {}).tolist() == [1]
    far = dearer()
    far.tables["stake"][0, 1] = 100
    assert context.of(far.tables, {}).tolist() == [2]  # and no further


def test_who_tells_more_apart_covers_who_tells_less() -> None:
    wide = told_apart(GAME, [{}], [GAME.content(), dearer()])
    assert wide.covers(wide) and wide.covers(Context())
    assert wide.covers(Context(figures=(("stake", 1, 6.0, 1.0),)))  # the same figure around another one
    assert not Context().covers(wide)
    assert not wide.covers(Context(figures=(("stake", 0, 2.0, 1.0),)))
    assert not wide.covers(Context(settings=(("players", 2),)))


def test_at_a_table_it_answers_as_if_it_were_told_every_time() -> None:
    context = told_apart(GAME, [{}], [GAME.content(), dearer()])
    network = made(context)
    seen = np.random.default_rng(1).random((3, GAME.observed)).astype(np.float32)
    for content in (GAME.content(), dearer()):
        told = np.concatenate([seen, np.tile(context.of(content.tables, {}), (3, 1))], axis=1)
        scores, values = network.at(GAME, content, {}).look(seen)
        assert scores == pytest.approx(network.look(told)[0], abs=1e-5)
        assert values == pytest.approx(network.look(told)[1], abs=1e-5)
    assert network.at(GAME, dearer(), {}) is network.at(GAME, dearer(), {})
    usual, other = (network.at(GAME, c, {}).look(seen)[0] for c in (GAME.content(), dearer()))
    assert not np.allclose(usual, other)


def test_what_a_file_says_of_it_is_checked(tmp_path: Path) -> None:
    context = told_apart(GAME, [{}], [GAME.content(), dearer()])
    network = made(context)
    network.save(tmp_path / "net.npz")
    assert Context.read(Network.load(tmp_path / "net.npz", GAME).header, GAME) == context
    for figures in ([["stake", 99, 4.0, 2.0]], [["rule", 0, 1.0, 1.0]], [["stake", 1, 4.0, 0.0]], []):
        wrong = {**network.header, "context": {"settings": [], "figures": figures}}
        replace(network, header=wrong).save(tmp_path / "net.npz")
        with pytest.raises(BestiaryError, match="holds no network"):
            Network.load(tmp_path / "net.npz", GAME)


def test_what_has_learned_one_table_goes_on_with_several() -> None:
    network = made(Context())
    after = wider(GAME, network.reading, np.zeros(GAME.observed, np.bool_), 3)
    weights = beginning.with_inputs(network.weights, network.reading, after, GAME.observed)
    seen = np.random.default_rng(1).random((2, GAME.observed)).astype(np.float32)
    told = np.concatenate([seen, np.ones((2, 3), np.float32)], axis=1)
    assert Network(network.header, after, weights).look(told)[0] == pytest.approx(
        network.look(seen)[0], abs=1e-5
    )


def test_what_varies_at_a_further_table_is_read_from_then_on() -> None:
    game, luck = load("klaw"), np.random.default_rng(2)
    varied = luck.random(game.observed) < 0.5  # at the tables so far
    before = reading(game, varied)
    weights = beginning.weights(before, len(game.actions), hidden=8, layers=2, seed=3)
    after = wider(game, before, luck.random(game.observed) < 0.5)
    now, then = ({place for place, _ in read.inputs_by_place()} for read in (after, before))
    assert then < now and len(after.many) > len(before.many)
    seen = luck.random((4, game.observed)).astype(np.float32)
    grown = beginning.with_inputs(weights, before, after, game.observed, seed=4)
    assert Network({}, after, grown).look(seen)[0] == pytest.approx(
        Network({}, before, weights).look(seen)[0], abs=1e-5
    )
    new = [inputs for place, inputs in after.inputs_by_place() if place not in then]
    assert new and not any(grown["in.w"][inputs].any() for inputs in new)


def test_a_file_that_reads_numbers_as_what_they_are_not_is_refused_in_a_line() -> None:
    game = load("klaw")
    read = reading(game)
    for wrong in (
        replace(read, plain=np.append(read.plain, read.few[0])),
        replace(read, few_of=read.few_of + 1),
        replace(read, many=read.many[::-1].copy()),
    ):
        with pytest.raises(BestiaryError, match="as something else than they are"):
            wider(game, wrong, np.zeros(game.observed, np.bool_))


def test_sets_to_learn_from_stay_within_what_the_loader_takes() -> None:
    game = load("totemic")
    found = contents(game, ["spirit.*.power"], 3, seed=1)
    assert found[0].fingerprint == game.content().fingerprint
    assert len({content.fingerprint for content in found}) == 4
    again = contents(game, ["spirit.*.power"], 3, seed=1)
    assert [c.fingerprint for c in found] == [c.fingerprint for c in again]
    context = told_apart(game, [{}], found)
    assert context.figures and {field for field, *_ in context.figures} == {"power"}
    with pytest.raises(BestiaryError, match="no number of ours"):
        contents(game, ["spirit.*.name"], 1, seed=1)


def test_side_by_side_with_several_sets_every_match_is_that_of_its_set() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch weighs gigabytes and is not asked for")
    from bestiary.envs import VectorEnv
    from bestiary.learn.rows import rows

    both = [GAME.content(), dearer()]
    context = told_apart(GAME, [{}], both)
    made = rows(GAME, 6, [{}], 5, "cpu", 1, both, context)
    apart = [VectorEnv(GAME, 3, first=3 * k, content=content) for k, content in enumerate(both)]
    for env in apart:
        env.reset(seed=5)
    for turn in range(12):
        seen = np.concatenate([env.observations for env in apart])
        assert (made.observations[:, :-1].numpy() == seen).all()
        assert made.observations[:, -1].tolist() == [0.0] * 3 + [1.0] * 3
        chosen = np.concatenate([env.sample(seed=turn) for env in apart])
        made.step(torch.from_numpy(chosen))
        for env, own in zip(apart, np.split(chosen, 2), strict=True):
            env.step(own)
        assert (made.rewards.numpy() == np.concatenate([env._rewards for env in apart])).all()
