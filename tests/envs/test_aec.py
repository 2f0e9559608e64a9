"""PettingZoo: its own suites, and ours, through the adapter."""

from __future__ import annotations

import copy
import pickle
import warnings
from itertools import islice
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'bestiary[envs]'")

from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_follows_its_space
from pettingzoo.test.state_test import test_state_space as state_has_a_space

from bestiary.core.errors import BadOption, IllegalAction
from bestiary.core.record import same
from bestiary.core.registry import load
from bestiary.envs import aec
from bestiary.testing.bench import settings_of

from .table import STEPS, games, modes, walk

KNOWN_WARNINGS = (  # dict observations and open bounds are meant
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "infinity",
)


@pytest.mark.parametrize(("slug", "options"), modes())
def test_pettingzoo_finds_nothing_wrong(slug: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec.env(slug, **options), num_cycles=STEPS)
    odd = [str(w.message) for w in caught if not any(known in str(w.message) for known in KNOWN_WARNINGS)]
    assert odd == []


@pytest.mark.parametrize("slug", games())
def test_equal_seeds_play_equal_games(slug: str) -> None:
    seed_test(lambda: aec.env(slug), num_cycles=STEPS)


@pytest.mark.parametrize("slug", games())
def test_every_render_mode_draws(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec.env(slug, render_mode=render_mode))
    assert "Seat" in capsys.readouterr().out or slug != "totem"


@pytest.mark.parametrize("slug", games())
@pytest.mark.filterwarnings("ignore:.*infinity")
def test_the_state_fits_its_space(slug: str) -> None:
    state_has_a_space(aec.env(slug))
    state_follows_its_space(aec.env(slug), num_cycles=20)


@pytest.mark.parametrize(("slug", "options"), modes())
def test_the_adapter_plays_the_same_game_as_the_engine(slug: str, options: dict[str, Any]) -> None:
    env = aec.env(slug, **options)
    env.reset(seed=11)
    table = env.unwrapped.table
    for n, (engine, states, actor, action) in enumerate(walk(slug, options, seed=11)):
        assert same(table.states, states)
        if action < 0:
            break
        assert env.agent_selection == f"player_{actor}"
        if n < STEPS:
            mask = env.observe(env.agent_selection)["action_mask"]
            assert np.flatnonzero(mask).tolist() == sorted(engine.legal(states))
            seen = env.observe(env.agent_selection)["observation"]
            assert seen.tobytes() == engine.observe(states, actor).tobytes()
        env.step(action)
    paid = {agent: env.rewards[agent] for agent in env.agents}
    assert list(paid.values()) == engine.returns(states)
    assert all(env.terminations.values())
    for agent in env.agent_iter():
        assert env.last()[1] == paid[agent]
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("slug", games())
def test_options_reach_the_table(slug: str) -> None:
    game = load(slug)
    for n, options in enumerate(settings_of(game, None, 40, seed=2)[::5]):
        env = aec.env(slug, **options)
        env.reset(seed=n)
        for _, states, _, action in islice(walk(slug, options, seed=n), 40):
            assert same(env.unwrapped.table.states, states)
            if action >= 0:
                env.step(action)


@pytest.mark.parametrize("slug", games())
def test_whoever_is_not_asked_may_choose_nothing(slug: str) -> None:
    env = aec.env(slug)
    env.reset(seed=2)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@pytest.mark.parametrize("slug", games())
def test_worlds_that_look_alike_are_observed_alike(slug: str) -> None:
    env = aec.raw_env(slug)
    env.reset(seed=5)
    differing = 0
    for n, (engine, states, _, action) in enumerate(islice(walk(slug, {}, seed=5), STEPS)):
        for seat, agent in enumerate(env.possible_agents if n % 5 == 0 else ()):
            other = aec.raw_env(slug)
            other.reset(seed=5)
            other.table.states[0] = engine.resampled(states, seat, seed=n)[0]
            other.table._turn()
            differing += not same(other.table.states["rng"], states["rng"])
            for name, numbers in env.observe(agent).items():
                assert numbers.tobytes() == other.observe(agent)[name].tobytes(), (n, seat, name)
            assert env.text(seat) == other.text(seat)
        if action >= 0:
            env.step(action)
    assert differing


@pytest.mark.parametrize("slug", games())
@pytest.mark.parametrize("way", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), lambda e: e.clone()])
def test_copies_in_the_middle_are_exact_and_independent(slug: str, way: Any) -> None:
    env = aec.env(slug)
    env.reset(seed=3)
    path = [action for *_, action in islice(walk(slug, {}, seed=3), 40) if action >= 0]
    for action in path[:15]:
        env.step(action)
    twin = way(env)
    frozen = env.unwrapped.table.states.tobytes()
    for action in path[15:]:
        twin.step(action)
    assert env.unwrapped.table.states.tobytes() == frozen
    for action in path[15:]:
        env.step(action)
    assert same(env.unwrapped.table.states, twin.unwrapped.table.states)
    assert env.agent_selection == twin.agent_selection
    env.reset()
    twin.reset()
    assert same(env.unwrapped.table.states, twin.unwrapped.table.states), "the next deal is a copy too"


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    env = aec.raw_env("totem")
    env.reset(seed=1)
    before = env.table.states.tobytes()
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction) as refused:
        env.step(illegal)
    assert refused.value.rule in load("totem").rulebook.rules
    for beyond in (-1, len(load("totem").actions)):
        with pytest.raises(IllegalAction, match="There are actions 0 to"):
            env.step(beyond)
    assert env.table.states.tobytes() == before


def test_an_illegal_action_ends_a_wrapped_episode_for_whoever_chose_it() -> None:
    env = aec.env("totem")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.rewards == {"player_0": 0, "player_1": 0, agent: -1.0}
    assert all(env.terminations.values())


def test_seeds_without_end_come_from_the_first() -> None:
    first, second = aec.env("totem"), aec.env("totem")
    seeds = []
    for env in (first, second):
        env.reset(seed=9)
        assert env.unwrapped.table.seed == 9
        env.reset()
        seeds.append(env.unwrapped.table.seed)
        env.reset()
        seeds.append(env.unwrapped.table.seed)
    assert seeds[:2] == seeds[2:] and seeds[0] != seeds[1]


def test_the_next_game_of_a_match_starts_from_what_is_carried() -> None:
    env = aec.env("totem", match_games=3)
    env.reset(seed=4)
    for agent in env.agent_iter():
        observation, _, over, *_ = env.last()
        if over:
            break
        env.step(int(env.action_space(agent).sample(observation["action_mask"])))
    assert env.carry()["more"][0] == 1
    env.reset(seed=5, options={"carried": env.carry()})
    assert env.unwrapped.table.states["game"][0] == 1


def test_what_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadOption):
        aec.env("totem", players=3)
    with pytest.raises(ValueError, match="render_mode is one of"):
        aec.env("totem", render_mode="oil")
