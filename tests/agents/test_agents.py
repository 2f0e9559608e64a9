"""Agents: they choose from what their seat may know, the same for the same seed."""

from __future__ import annotations

import random

import pytest

from bestiary import BestiaryError, Match, load
from bestiary.agents import make_agent

NAMES = ("random", "greedy", "bulk", "mcts:60")


def played(seed: int, decisions: int) -> Match:
    match = Match("totem", seed=seed)
    chance = random.Random(seed)
    while len(match.history) < decisions and not match.over:
        match.play(chance.choice(match.legal()))
    return match


@pytest.mark.parametrize("name", NAMES)
def test_the_choice_is_the_same_in_every_world_that_looks_the_same(name: str) -> None:
    agent = make_agent(name, load("totem"))
    for seed in range(25):
        match = played(seed, 4 + seed)
        if match.over:
            continue
        seat = match.asked[0]
        truth = agent.choose(match.engine.hidden(match.state, seat), seat, seed)
        other = match.engine.resampled(match.state, seat, seed + 1)
        assert agent.choose(match.engine.hidden(other, seat), seat, seed) == truth
        assert truth in match.legal()


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_leaves_what_it_is_shown_as_it_is(name: str) -> None:
    match = played(3, 9)
    seat = match.asked[0]
    seen = match.engine.hidden(match.state, seat)
    before = seen.tobytes()
    make_agent(name, match.game).choose(seen, seat, 5)
    assert seen.tobytes() == before


def test_several_trees_give_the_same_move_on_any_number_of_cores() -> None:
    match = played(8, 12)
    seat = match.asked[0]
    seen = match.engine.hidden(match.state, seat)
    opinions = [make_agent("mcts:400*4", match.game, cores=n).opinions(seen, seat, 2) for n in (1, 2, 3)]
    assert opinions[0] == opinions[1] == opinions[2]
    assert sum(o.visits for o in opinions[0]) == 400
    assert make_agent("mcts:400", match.game).opinions(seen, seat, 2) != opinions[0]


def test_levels_have_the_budget_that_the_game_names() -> None:
    match = played(8, 12)
    seat = match.asked[0]
    seen = match.engine.hidden(match.state, seat)
    for level in ("novice", "adept"):
        agent = make_agent(level, match.game)
        agent.choose(seen, seat, 1)
        assert agent.name == level
        assert agent.searched == getattr(match.game.hints, level)  # type: ignore[attr-defined]


def test_a_stronger_agent_beats_a_weaker_one() -> None:
    game = load("totem")
    strong, weak = make_agent("mcts:150", game), make_agent("random", game)
    won = 0.0
    for seed in range(8):
        for mine in (0, 1):
            match = Match(game, seed=seed)
            while not match.over:
                seat = match.asked[0]
                agent = strong if seat == mine else weak
                match.play(agent.choose(match.engine.hidden(match.state, seat), seat, len(match.history)))
            won += match.returns()[mine] > 0
    assert won >= 11  # of 16; a coin does that once in ten, and a search that plays badly never


def test_a_search_by_time_keeps_to_it_and_says_how_much_it_did() -> None:
    match = played(1, 10)
    seat = match.asked[0]
    agent = make_agent("mcts:0.05s", match.game)
    agent.choose(match.engine.hidden(match.state, seat), seat, 1)
    assert agent.searched > 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "name", ["champion", "mcts", "mcts:0", "mcts:x", "mcts:-3", "mcts:9*0", "random:5", ""]
)
def test_an_unknown_agent_is_refused_with_the_good_ones(name: str) -> None:
    with pytest.raises(BestiaryError, match="There is: random, greedy"):
        make_agent(name, load("totem"))
