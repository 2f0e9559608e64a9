"""Gymnasium: its own checker, and one learner among agents."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'bestiary[envs]'")

import gymnasium
from gymnasium.utils.env_checker import check_env

from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.record import same
from bestiary.core.registry import load
from bestiary.envs import SeatEnv

from .table import games, modes, walk

IGNORED = "ignore:.*(infinity|not within the observation space|render fps|human).*"


def learner(slug: str, options: dict[str, Any]) -> SeatEnv:
    """The learner alone or for the team where that can be, else in seat 0 against random players."""
    alone = options.get("players") == 1 or load(slug).team
    return SeatEnv(slug, seat=None if alone else 0, **options)


@pytest.mark.parametrize(("slug", "options"), modes())
@pytest.mark.filterwarnings(IGNORED)
def test_gymnasium_finds_nothing_wrong(slug: str, options: dict[str, Any]) -> None:
    check_env(learner(slug, options), skip_render_check=True)


@pytest.mark.parametrize("slug", games())
def test_games_are_registered_by_name_and_version(slug: str) -> None:
    name = f"bestiary/{load(slug).name}"
    assert name in gymnasium.registry
    env = gymnasium.make(name, seat=0, render_mode="rgb_array")
    _, info = env.reset(seed=1)
    assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
    assert env.render().shape[2] == 3


@pytest.mark.parametrize("slug", games())
def test_a_whole_game_in_one_seat(slug: str) -> None:
    env = SeatEnv(slug, seat=1 if max(load(slug).players) > 1 else 0, players=2, opponents="random")
    seen, info = env.reset(seed=2)
    rng = np.random.default_rng(0)
    over, reward, steps = False, 0.0, 0
    while not over:
        assert env.table.actor == 1
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(env.table.legal())
        assert seen.tobytes() == env.table.engine.observe(env.table.states, 1).tobytes()
        assert reward == 0.0
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, cut, info = env.step(action)
        assert not cut
        steps += 1
    assert env.table.over and reward == env.table.returns()[1]
    assert steps < env.table.count, "the other seat played too"
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_the_learner_plays_all_seats_of_a_team_as_the_engine_does() -> None:
    options = {"players": 2}
    env = SeatEnv("shogun", **options)
    env.reset(seed=6)
    seats = set()
    for n, (_, states, actor, action) in enumerate(walk("shogun", options, seed=6)):
        assert same(env.table.states, states)
        if action < 0 or n == 400:
            break
        seats.add(env._seen()[1]["seat"])
        assert env._seen()[1]["seat"] == actor
        env.step(action)
    assert seats == {0, 1}


def test_a_solo_game_needs_no_seat() -> None:
    env = SeatEnv("totemic", players=1)
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()


def test_agents_play_the_same_for_the_same_seed() -> None:
    ends = []
    for _ in range(2):
        env = SeatEnv("totem", seat=0, opponents={1: "greedy"})
        _, info = env.reset(seed=8)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        ends.append((env.table.states.tobytes(), reward))
    assert ends[0] == ends[1]


def test_agents_see_only_what_their_seat_may_know() -> None:
    env = SeatEnv("totem", seat=0)
    shown = []

    class Watcher:
        def choose(self, seen: Any, seat: int, seed: int) -> int:
            shown.append((seen.copy(), env.table.hidden(seat)))
            return int(env.table.legal()[0])

    env.opponents = {1: Watcher()}  # type: ignore[dict-item]
    env.reset(seed=1)
    for _ in range(6):
        env.step(env.table.legal()[0])
    assert shown and all(same(seen, hidden) and not seen["rng"].any() for seen, hidden in shown)


def test_an_illegal_action_ends_the_episode_or_raises() -> None:
    env = SeatEnv("totem", seat=0)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert info["illegal"] in load("totem").rulebook.rules
    strict = SeatEnv("totem", seat=0, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(illegal)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), lambda e: e.clone()])
def test_copies_are_exact_and_independent(way: Any) -> None:
    env = SeatEnv("totem", seat=1, opponents="random")
    env.reset(seed=5)
    for _ in range(5):
        env.step(env.table.legal()[0])
    twin = way(env)
    frozen = env.table.states.tobytes()
    for _ in range(3):
        twin.step(twin.table.legal()[0])
    assert env.table.states.tobytes() == frozen
    for _ in range(3):
        env.step(env.table.legal()[0])
    assert same(env.table.states, twin.table.states)


def test_a_seat_is_needed_where_seats_play_against_each_other() -> None:
    with pytest.raises(BestiaryError, match="give a seat"):
        SeatEnv("totem")
    with pytest.raises(BestiaryError, match="There is no seat 2"):
        SeatEnv("totem", seat=2)
    with pytest.raises(BestiaryError, match="There is no agent"):
        SeatEnv("totem", seat=0, opponents="oracle")
