"""OpenSpiel: its own simulation test, and what an information state must and must not tell."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python or platform")

import pyspiel

from bestiary.core.record import same
from bestiary.core.registry import load
from bestiary.envs import spiel

from .table import STEPS, games, walk

LONG = ("klaw", "shogun", "tiger")


def dealt(name: str, seed: int = 11) -> Any:
    """A state after the chance nodes that choose the seed."""
    state = pyspiel.load_game(name).new_initial_state()
    for byte in seed.to_bytes(spiel.BYTES, "big"):
        assert state.is_chance_node()
        state.apply_action(byte)
    return state


def spiel_modes() -> list[Any]:
    """Every game, every number of players, every preset."""
    found = []
    for slug in ("totem", "totemic", *LONG):
        game = load(slug)
        names = [f"bestiary_{slug}(players={n})" for n in game.players]
        names += [f"bestiary_{slug}_{preset}" for preset in game.presets]
        found += [pytest.param(name, marks=pytest.mark.xdist_group(slug)) for name in names]
    return found


@pytest.mark.parametrize("name", spiel_modes())
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", games())
def test_the_adapter_plays_the_same_game_as_the_engine(slug: str) -> None:
    state = dealt(f"bestiary_{slug}", seed=11)
    for n, (engine, states, actor, action) in enumerate(walk(slug, {}, seed=11)):
        assert same(state.dealt.states, states)
        if action < 0:
            break
        assert state.current_player() == actor
        if n < STEPS:
            assert state.legal_actions() == sorted(engine.legal(states))
            assert np.array_equal(state.observation_tensor(actor), engine.observe(states, actor))
        state.apply_action(action)
    assert state.is_terminal() and state.returns() == engine.returns(states)


@pytest.mark.parametrize("slug", games())
def test_information_states_tell_what_the_seat_saw_and_nothing_else(slug: str) -> None:
    """Against the engine: equal strings for equal records and events, different ones for different."""
    state = dealt(f"bestiary_{slug}", seed=3)
    told = 0
    for n, (engine, states, actor, action) in enumerate(islice(walk(slug, {}, seed=3), 60)):
        if action < 0:
            break
        for seat in range(state.num_players()) if n % 3 == 0 else ():
            found: dict[str, tuple[bytes, str, int]] = {}
            for choice in engine.legal(states)[:12]:
                other = state.clone()
                other.apply_action(choice)
                after, log = engine.copy(states), engine.new_log()
                engine.apply(after, choice, log=log)
                own = choice if seat == actor else -1
                saw = (
                    engine.hidden(after, seat).tobytes(),
                    repr(engine.happenings(log, seat)),
                    own,
                )
                string = other.information_state_string(seat)
                assert found.setdefault(string, saw) == saw
                told += 1
            assert len(set(found.values())) == len(found), "one thing seen, two strings"
        state.apply_action(action)
    assert told > 10


def test_a_card_laid_face_down_is_told_to_its_owner_alone() -> None:
    state = dealt("bestiary_totem")
    owner, enemy = state.current_player(), 1 - state.current_player()
    strings: dict[int, set[str]] = {owner: set(), enemy: set()}
    for action in state.legal_actions():
        after = state.child(action)
        for seat, known in strings.items():
            known.add(after.information_state_string(seat))
    assert len(strings[owner]) == len(state.legal_actions())
    assert len(strings[enemy]) == 1


@pytest.mark.parametrize("slug", games())
def test_a_seat_forgets_nothing(slug: str) -> None:
    state = dealt(f"bestiary_{slug}")
    pick = random.Random(4)
    before = [state.information_state_string(seat) for seat in range(state.num_players())]
    own: list[list[int]] = [[] for _ in before]
    for _ in range(80):
        if state.is_terminal():
            break
        action = pick.choice(state.legal_actions())
        own[state.current_player()].append(action)
        state.apply_action(action)
        now = [state.information_state_string(seat) for seat in range(state.num_players())]
        assert all(later.startswith(earlier) for earlier, later in zip(before, now, strict=True))
        before = now
    for seat, string in enumerate(before):
        played = [int(x[1:]) for line in string.splitlines() for x in line.split("; ") if x.startswith(">")]
        assert played == own[seat]


@pytest.mark.parametrize("slug", games())
def test_resampling_keeps_the_information_state_and_deals_the_rest_again(slug: str) -> None:
    state = dealt(f"bestiary_{slug}")
    pick = random.Random(5)
    for _ in range(10):
        state.apply_action(pick.choice(state.legal_actions()))
    seat = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = [state.resample_from_infostate(seat, sampler) for _ in range(4)]
    assert len({world.dealt.states.tobytes() for world in worlds}) == 4
    for world in worlds:
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.observation_string(seat) == state.observation_string(seat)
        assert world.legal_actions() == state.legal_actions()
        assert same(world.dealt.hidden(seat), state.dealt.hidden(seat))


def test_the_search_of_openspiel_plays_on_it() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = dealt("bestiary_totem")
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1), uct_c=1.0, max_simulations=8)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("slug", games())
def test_copies_and_written_states_are_exact(slug: str) -> None:
    state = dealt(f"bestiary_{slug}")
    pick = random.Random(6)
    for _ in range(12):
        state.apply_action(pick.choice(state.legal_actions()))
    game = state.get_game()
    twins = [state.clone(), game.deserialize_state(state.serialize())]
    frozen = state.dealt.states.tobytes()
    for _ in range(12):
        if state.is_terminal():
            break
        action = pick.choice(state.legal_actions())
        for twin in twins:
            twin.apply_action(action)
        assert state.dealt.states.tobytes() == frozen
        state.apply_action(action)
        frozen = state.dealt.states.tobytes()
        for twin in twins:
            assert same(twin.dealt.states, state.dealt.states)
            assert twin.history() == state.history()
            for seat in range(state.num_players()):
                assert twin.information_state_string(seat) == state.information_state_string(seat)
