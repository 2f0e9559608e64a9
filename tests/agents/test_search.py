"""The tree search: observers, the likely continuation, and no look at what is hidden."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from bestiary import Match, load
from bestiary.agents import make_agent
from bestiary.agents.tree import TreeSearch
from bestiary.core.jit import INTERPRETED
from bestiary.core.registry import names

from ..games.totemic.table import duel

POSITIONS = 1_000
FEWER = 60  # where every playout goes to the end of a long game
QUICK = {"shogun": "mcts:2"}  # for the same reason
AGENTS = [(slug, agent) for slug in names() for agent in ("greedy", QUICK.get(slug, "mcts:12"))]


@pytest.mark.skipif(INTERPRETED, reason="a thousand searches: for the compiled rules")
@pytest.mark.parametrize(("slug", "agent"), AGENTS)
def test_a_thousand_choices_are_the_same_in_a_world_that_looks_the_same(slug: str, agent: str) -> None:
    look_alike(slug, agent, FEWER if (slug, agent) == ("shogun", "greedy") else POSITIONS)


@pytest.mark.sweep
@pytest.mark.skipif(INTERPRETED, reason="a thousand searches: for the compiled rules")
@pytest.mark.parametrize("agent", ["greedy", "mcts:12"])
def test_a_thousand_choices_of_long_games_are_the_same_too(agent: str) -> None:
    look_alike("shogun", agent, POSITIONS)


def look_alike(slug: str, agent: str, positions: int) -> None:
    """The agent chooses alike in the true state and in another that its seat cannot tell from it."""
    game = load(slug)
    machine = make_agent(agent, game)
    chance = random.Random(slug)
    seen = 0
    seed = 0
    while seen < positions:
        seed += 1
        match = Match(game, {"players": chance.choice(game.players)}, seed=seed)
        engine, states = match.engine, match.state.copy()
        while not engine.over(states) and seen < positions:
            legal = engine.legal(states)
            if len(legal) > 1 and chance.random() < 0.25:
                seat = engine.actors(states)[0]
                other = engine.resampled(states, seat, seen)
                choice = machine.choose(engine.hidden(states, seat), seat, seen)
                assert choice == machine.choose(engine.hidden(other, seat), seat, seen)
                assert choice in legal
                seen += 1
            engine.apply(states, chance.choice(legal))


def secret_choice() -> Match:
    """A challenge of Totemic: the first player selects two cards that the other does not see."""
    return duel("fury memory menace", "hunger agility vigor").play("challenge", "accept").match


def search(match: Match, **hints: object) -> TreeSearch:
    agent = make_agent("mcts:300", match.game)
    assert isinstance(agent, TreeSearch)
    agent.hints = replace(agent.hints, **hints)  # type: ignore[arg-type]
    return agent


def test_a_secret_choice_is_one_edge_in_the_tree_of_the_other_seat() -> None:
    match = secret_choice()
    seat = match.asked[0]
    agent = search(match, multi_observer=True)
    seen = match.engine.hidden(match.state, seat)
    (tree,) = agent._search(seen, seat, 1)
    scratch = agent.engine.scratch()
    legal = match.legal()
    own = {int(n) for n in agent._edges(seen, seat, tree, scratch)[: len(legal)]}
    other = {agent._follow(seen, action, 1 - seat, 1 - seat, tree, scratch) for action in legal}
    assert len(own) == len(legal) > 2 and 0 not in own
    assert len(other) == 1 and tree.visits[other.pop()] == 300
    assert tree.visits[seat] == tree.visits[1 - seat] == 300


def test_with_one_observer_values_are_kept_for_every_seat() -> None:
    match = secret_choice()
    seat = match.asked[0]
    (tree,) = search(match, multi_observer=False)._search(match.engine.hidden(match.state, seat), seat, 1)
    assert tree.worth.shape[1] == 2
    assert np.allclose(tree.worth.sum(axis=1), tree.visits)  # one wins, the other loses


@pytest.mark.parametrize("multi", [False, True])
def test_the_likely_continuation_begins_with_the_choice(multi: bool) -> None:
    match = secret_choice()
    seat = match.asked[0]
    agent = search(match, multi_observer=multi)
    seen = match.engine.hidden(match.state, seat)
    line = agent.expected(seen, seat, seed=4, length=3)
    assert line[0] == (seat, match.notation(agent.choose(seen, seat, 4)))
    assert line[1] == (1 - seat, "select")  # what the other selects, this seat does not learn


def test_the_continuation_is_that_of_the_opinions_and_not_of_another_search() -> None:
    match = secret_choice()
    seat = match.asked[0]
    agent = search(match, multi_observer=True)
    seen = match.engine.hidden(match.state, seat)
    found = agent.opinions(seen, seat, 4)
    agent.iterations = 1  # a search now would find next to nothing
    assert agent.expected(seen, seat, 4)[0] == (seat, match.notation(found[0].action))
    assert len(agent.expected(seen, seat, 4)) > 1
    assert len(agent.expected(seen, seat, 5)) == 1  # another question is searched


def test_a_search_with_a_full_tree_goes_on() -> None:
    match = secret_choice()
    seat = match.asked[0]
    for multi in (False, True):
        agent = search(match, multi_observer=multi)
        agent.room = 20
        found = agent.opinions(match.engine.hidden(match.state, seat), seat, 1)
        assert sum(o.visits for o in found) <= 300 == agent.searched
        assert found[0].visits > 0
