"""VectorEnv on a GPU, as far as it can be told without one: kernels run by Python play the CPU's matches."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.core import jit
from bestiary.core.driver import KERNELS, Engine, compiled
from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.registry import load
from bestiary.core.rng import mix
from bestiary.envs import VectorEnv
from bestiary.envs.device import dlpack, draft, together
from bestiary.envs.device import env as device_env
from bestiary.envs.device import games as device_games
from bestiary.envs.device import gpu as device_gpu
from bestiary.envs.device.build import Code
from bestiary.envs.device.dlpack import capsule

from ..testing.tiny import GAME
from . import pretended

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="there is no kernel without the compiler")


def same_now(mine: Any, theirs: Any) -> None:
    for one, other in zip(mine.now(), theirs.now(), strict=True):
        assert np.array_equal(one.numpy(), other)
        assert one.numpy().dtype == other.dtype
    for name in ("states", "seeds", "games", "lengths"):
        assert getattr(mine, name).numpy().tobytes() == getattr(theirs, name).tobytes(), name


@pytest.mark.xdist_group("totem")
def test_the_matches_are_those_of_the_cpu_step_by_step(gpu: pretended.Gpu) -> None:
    options: list[dict[str, object]] = [{"restock": "one"}, {}, {"match_games": 3}]
    mine: Any = VectorEnv("totem", 4, options, first=2, device="cuda")
    theirs = VectorEnv("totem", 4, options, first=2)
    mine.reset(seed=9)
    theirs.reset(seed=9)
    same_now(mine, theirs)
    for turn in range(90):
        chosen = theirs.sample(seed=turn)
        assert np.array_equal(mine.sample(seed=turn).numpy(), chosen)
        mine.step(mine.actions if turn % 2 else chosen)
        theirs.step(chosen)
        same_now(mine, theirs)
        assert np.array_equal(mine.judged().numpy(), theirs.judged())
    assert theirs.games.sum() > 0
    assert np.array_equal(mine.state().numpy(), theirs.state())


@pytest.mark.xdist_group("tiny")
def test_what_the_game_suggests_is_the_same_there(gpu: pretended.Gpu) -> None:
    mine: Any = VectorEnv(GAME, 2, first=1, device="cuda")
    theirs = VectorEnv(GAME, 2, first=1)
    usual = 0
    for turn in range(6):
        said = theirs.suggested(seed=turn)
        assert np.array_equal(mine.suggested(seed=turn).numpy(), said)
        seeds = [int(mix(np.uint64(turn), 1 + i)) for i in range(2)]
        assert [theirs.engine.suggest(theirs.states, seeds[i], i) for i in range(2)] == said.tolist()
        usual += int((said != theirs.sample(seed=turn)).sum())
        mine.step(said)
        theirs.step(said)
    assert usual > 0
    with pytest.raises(BestiaryError, match="suggests nothing by itself"):
        VectorEnv("totem", 2).suggested()


@pytest.mark.xdist_group("tiny")
@pytest.mark.parametrize("largest", [0, 1 << 20])
def test_a_game_from_outside_is_at_home_there_too(
    gpu: pretended.Gpu, monkeypatch: pytest.MonkeyPatch, largest: int
) -> None:
    """Whether or not its states are small enough for blocks to hold them."""
    monkeypatch.setattr(compiled(GAME, device_env.LOOPS, KERNELS), "HELD", largest)
    options = [{"players": n} for n in GAME.players]
    mine: Any = VectorEnv(GAME, 5, options, device="cuda")
    theirs = VectorEnv(GAME, 5, options)
    for turn in range(40):
        same_now(mine, theirs)
        mine.step(mine.sample(seed=turn))
        theirs.step(theirs.sample(seed=turn))
    assert theirs.games.sum() > 0
    with pytest.raises(BestiaryError, match="has no evaluation of its own"):
        mine.judged()
    only = VectorEnv(GAME, 3, options[:1], device="cuda")
    assert only.rewards.shape == VectorEnv(GAME, 3, options[:1]).rewards.shape


@pytest.mark.xdist_group("totem")
def test_whole_random_games_are_those_of_the_engine(gpu: pretended.Gpu, monkeypatch: Any) -> None:
    monkeypatch.setattr(device_games, "gpu", lambda: gpu)
    monkeypatch.setattr(device_games, "kernels", device_env.kernels)
    engine = Engine(load("totem"))
    theirs = engine.batch(6, 3, {"restock": "one"}, cores=1)
    made = device_games.RandomGames(engine, 6, {"restock": "one"})
    for seed in (5, 3):
        made.play(seed)
    assert np.array_equal(made.found().scores, theirs.scores)
    assert np.array_equal(made.found().lengths, theirs.lengths)


@pytest.mark.xdist_group("totem")
def test_what_is_built_without_a_gpu_is_what_one_asks_for(gpu: pretended.Gpu, monkeypatch: Any) -> None:
    game, ahead, asked = load("totem"), set(), set()

    def built(kernel: Any, kinds: Any, capability: tuple[int, int], folder: Any, wide: Any) -> Code:
        ahead.add((kernel.__name__, str(kinds)))
        assert capability == (9, 0) and folder.name.startswith("totem-")
        return Code(kernel.__name__, b"")

    def on(self: Any, name: str, *arguments: Any) -> Any:
        asked.add(
            (name, str([None if isinstance(one, int) else (one.dtype, len(one.shape)) for one in arguments]))
        )
        return plainly(self, name, *arguments)

    plainly = pretended.Kernels.on
    monkeypatch.setattr(pretended.Kernels, "on", on)
    monkeypatch.setattr(device_games, "gpu", lambda: gpu)
    monkeypatch.setattr(device_games, "kernels", device_env.kernels)
    env: Any = VectorEnv(game, 3, device="cuda")
    env.sample()
    env.state()
    env.judged()
    VectorEnv(game, 3, device="cuda", compact=True)
    device_games.RandomGames(Engine(game), 2)
    monkeypatch.setattr(device_env, "built", built)
    monkeypatch.setattr(device_env, "kernels", draft.kernels)
    draft.build(game, (9, 0))
    assert ahead == asked and len(asked) > len(device_env.STEP)
    ahead.clear()
    for part in draft.PARTS:
        before = set(ahead)
        draft.build(game, (9, 0), part)
        assert {name for name, _ in ahead - before} <= set(part)
    assert ahead == asked  # side by side nothing is built twice, and nothing forgotten


def test_kernels_that_are_not_there_are_built_side_by_side_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game, begun = load("totem"), []

    def run(given: list[str], **_: Any) -> None:
        names = given[-1].split(",")
        begun.append(names)
        for name in names:
            (tmp_path / f"{name}-sm90-0.cubin").touch()

    monkeypatch.setattr(together.subprocess, "run", run)
    monkeypatch.setattr(together.os, "sched_getaffinity", lambda _: range(4), raising=False)
    (tmp_path / "see-sm90-0.cubin").touch()
    together.build_ahead(game, (9, 0), tmp_path, together.STEP)
    assert sorted(begun) == sorted([["advance"], ["ask"], [*together.SMALL]])
    assert "Totem: builds its code" in capfd.readouterr().err
    together.build_ahead(game, (9, 0), tmp_path, together.STEP)
    assert len(begun) == 3 and not capfd.readouterr().err
    together.build_ahead(game, (9, 0), tmp_path, together.STEP_COMPACT)
    assert len(begun) == 3  # one alone is built by whoever needs it


def test_another_process_finds_a_game_by_its_name_or_where_it_stands() -> None:
    assert together.where(load("totem")) == "totem"
    assert draft.found("totem") is load("totem")
    assert draft.found(together.where(GAME)) is GAME


@pytest.mark.parametrize(("width", "size"), [(1, 1), (32, 32), (45, 70), (64, 33)])
def test_what_is_seen_side_by_side_is_turned_into_rows(width: int, size: int) -> None:
    rows = np.arange(width * size, dtype=np.float32).reshape(width, size) + 1
    groups = -(-width // 32)
    padded = np.zeros((groups * 32, size), np.float32)
    padded[:width] = rows
    seen = padded.reshape(groups, 32, size).transpose(0, 2, 1).reshape(-1)
    out = np.zeros(width * size, np.float32)
    pretended.blocks("turn", groups * -(-size // 32), seen, out, width, size, np.array([width, 0, 0, 0]))
    assert np.array_equal(out.reshape(width, size), rows)


@pytest.mark.xdist_group("totem")
def test_one_bad_action_is_refused_and_nothing_is_played(gpu: pretended.Gpu) -> None:
    env: Any = VectorEnv("totem", 3, device="cuda")
    before = env.states.numpy().tobytes(), env.observations.numpy().tobytes()
    actions = env.sample(seed=1).numpy()
    good = actions.copy()
    actions[1] = int(np.flatnonzero(env.masks.numpy()[1] == 0)[0])
    actions[2] = -1
    with pytest.raises(IllegalAction, match="in match 1") as refused:
        env.step(actions)
    assert refused.value.rule in load("totem").rulebook.rules
    for bad in (-1, 134, 2**40):
        actions[1] = bad
        with pytest.raises(IllegalAction, match="There are actions 0 to 133"):
            env.step(actions)
    for wrong in (np.zeros(2, np.int64), np.zeros(3), np.zeros((3, 1), np.int64)):
        with pytest.raises(BestiaryError, match="3 whole numbers"):
            env.step(wrong)
    assert (env.states.numpy().tobytes(), env.observations.numpy().tobytes()) == before
    env.step(good)
    assert env.lengths.numpy().tolist() == [1, 1, 1]


@pytest.mark.xdist_group("totem")
def test_who_does_not_wait_hears_of_the_first_refusal_later(gpu: pretended.Gpu) -> None:
    env: Any = VectorEnv("totem", 3, device="cuda")
    actions = env.sample(seed=1).numpy()
    env.step(actions, wait=False)
    before = env.states.numpy().tobytes()
    env.step(np.full(3, 500), wait=False)
    env.step(np.array([*env.sample(seed=2).numpy()[:2], -7]), wait=False)
    assert env.states.numpy().tobytes() == before
    with pytest.raises(IllegalAction, match="action 500 in match 0"):
        env.wait()
    env.step(env.sample(seed=2))
    assert env.lengths.numpy().tolist() == [2, 2, 2]


@pytest.mark.xdist_group("totem")
@pytest.mark.parametrize("way", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), lambda e: e.clone()])
def test_copies_are_exact_and_independent(gpu: pretended.Gpu, way: Any) -> None:
    env: Any = VectorEnv("totem", 2, device="cuda")
    env.reset(seed=2)
    for turn in range(5):
        env.step(env.sample(seed=turn))
    twin = way(env)
    frozen = env.states.numpy().tobytes()
    for turn in range(50):
        twin.step(twin.sample(seed=turn))
    assert env.states.numpy().tobytes() == frozen
    for turn in range(50):
        env.step(env.sample(seed=turn))
    assert env.games.numpy().sum() > 0  # the next deals are the same too
    assert env.states.numpy().tobytes() == twin.states.numpy().tobytes()
    for one, other in zip(env.now(), twin.now(), strict=True):
        assert np.array_equal(one.numpy(), other.numpy())


@pytest.mark.xdist_group("totem")
def test_arrays_are_handed_over_without_a_copy(gpu: pretended.Gpu) -> None:
    env: Any = VectorEnv("totem", 2, device="cuda")
    told = env.observations.__cuda_array_interface__
    assert told["data"] == (env.observations.address, False) and told["shape"] == (2, 322)
    assert env.masks.__dlpack_device__() == (2, 0)
    with pytest.raises(BufferError, match="DLPack"):
        env.states.__dlpack__()


class OnTheCpu:
    """An array as another library would take it, but on the CPU, where NumPy is such a library."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0

    def __dlpack__(self, **how: Any) -> Any:
        shape, dtype = self.array.shape, self.array.dtype
        steps = tuple(step // dtype.itemsize for step in self.array.strides)
        return capsule(self, self.array.ctypes.data, shape, steps, dtype, (1, 0))


@pytest.mark.parametrize("kind", ["f4", "f8", "i1", "i8", "u8", "?"])
def test_dlpack_shares_memory_and_gives_it_back(kind: str) -> None:
    whole = np.arange(12).reshape(3, 4).astype(kind)
    lent = len(dlpack._lent)
    other = np.from_dlpack(OnTheCpu(whole[:, :3]))
    assert other.dtype == whole.dtype and np.array_equal(other, whole[:, :3])
    assert np.shares_memory(other, whole)
    assert len(dlpack._lent) == lent + 1
    del other
    OnTheCpu(whole).__dlpack__()  # which nobody takes
    assert len(dlpack._lent) == lent


def test_without_the_extra_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    device_gpu.driver.cache_clear()
    device_gpu.gpu.cache_clear()
    with pytest.raises(BestiaryError, match=r'device="cuda".* needs more packages.*\[gpu\]') as missing:
        VectorEnv("totem", 2, device="cuda")
    assert "\n" not in str(missing.value)


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_gpu, "driver", lambda: Blind())
    device_gpu.gpu.cache_clear()
    with pytest.raises(BestiaryError, match=r'device="cuda" needs a GPU.*no CUDA-capable device') as missing:
        VectorEnv("totem", 2, device="cuda")
    assert "\n" not in str(missing.value)


class Blind:
    """A driver that finds no GPU."""

    def cuInit(self, flags: int) -> tuple[int]:
        return (100,)

    def cuGetErrorString(self, number: int) -> tuple[int, bytes]:
        return 0, b"no CUDA-capable device is detected"


def test_a_device_is_one_of_two() -> None:
    with pytest.raises(BestiaryError, match="'cpu' or 'cuda', not 'tpu'"):
        VectorEnv("totem", 2, device="tpu")
