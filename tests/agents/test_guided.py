"""Games that suggest actions: a search begins with them, leans on them, and plays on by them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bestiary import Match, load
from bestiary.agents import make_agent
from bestiary.agents.policy import Trials, plant, policy
from bestiary.agents.simple import SEARCH, TRIALS
from bestiary.agents.tree import TreeSearch
from bestiary.core.driver import Engine, bind
from bestiary.core.game import Game

from ..games.shogun.table import begin
from ..lab.coin import GAME as COIN
from ..testing.tiny import GAME as TINY

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it


def opening(game: Game, seed: int) -> tuple[Engine, Any, int]:
    """What the first seat sees, and the action that the game suggests to it."""
    engine = Engine(game)
    seen = engine.hidden(engine.start(seed=seed), 0)
    usual = engine.suggest(seen, seed)
    assert usual is not None
    return engine, seen, usual


def test_a_game_without_suggestions_has_none() -> None:
    match = Match("totem", seed=1)
    assert match.engine.suggest(match.state, 1) is None
    assert bind(load("totem"), SEARCH).GUIDED is False
    assert bind(TINY, SEARCH).GUIDED is True


@pytest.mark.parametrize("seed", range(6))
def test_the_suggested_action_is_tried_first(seed: int) -> None:
    _, seen, usual = opening(TINY, seed)
    tried = [o.action for o in make_agent("mcts:1", TINY).opinions(seen, 0, seed) if o.visits]
    assert tried == [usual]


def test_trust_decides_how_much_a_search_leans_on_it() -> None:
    _, seen, usual = opening(TINY, 2)
    looks = []
    for trust in (0.0, 0.5, 0.9):
        agent = make_agent("mcts:40", TINY)
        assert isinstance(agent, TreeSearch)
        agent.hints = replace(agent.hints, trust=trust, explore=20.0)
        looks += [o.visits for o in agent.opinions(seen, 0, 3) if o.action == usual]
    assert looks == sorted(looks) and looks[0] + 8 < looks[2]


def test_a_search_departs_from_a_suggestion_where_something_came_to_more() -> None:
    """Two choices below a node, the first of them suggested."""
    tree, kernels = plant(TINY, 3, 1), bind(TINY, SEARCH)
    visits, offered, worth, children = tree.visits, tree.offered, tree.worth, tree.children
    tree.slots[:2] = 0, 1
    how = policy(TINY, hints=replace(TINY.hints, explore=1.0, trust=0.5))

    def pick(full: bool = False) -> int:
        return int(kernels.promising(tree, 0, 1, 2, 0, full, how[0]))

    assert pick() == 0 and pick(full=True) == -1
    children[0], visits[:2], offered[1], worth[:2, 1] = 1, 1, 1, 0.2
    assert pick() == 0
    visits[:2], offered[1], worth[:2, 1] = 40, 40, 8.0
    assert pick() == 1  # in time everything is tried
    children[1], visits[:], offered[2], worth[2, 1] = 2, (60, 40, 20), 60, 16.0
    assert pick() == 1  # 0.8 against 0.2
    worth[2, 1] = 4.0
    assert pick() == 0  # 0.2 against 0.2


def test_the_look_ahead_leans_on_it_too() -> None:
    for seed in range(6):
        _, seen, usual = opening(TINY, seed)
        sure = replace(TINY, hints=replace(TINY.hints, trust=2.0))
        assert make_agent("greedy", sure).choose(seen, 0, seed) == usual
        found = make_agent("greedy", replace(TINY, hints=replace(TINY.hints, trust=0.0)))
        values = [o.value for o in found.opinions(seen, 0, seed)]
        assert values == sorted(values, reverse=True)


def test_what_is_suggested_is_not_laid_aside() -> None:
    """The two best of five are tried again, and the suggested one with them."""
    for usual, left in ((-1, [1, 2]), (4, [1, 2, 4]), (1, [1, 2])):
        assert laid_aside([0.0, 3.0, 2.0, 1.5, 1.0], usual, ties=1) == left


def test_ties_are_broken_at_random() -> None:
    found = [tuple(laid_aside([1.0] * 4, -1, ties)) for ties in range(60)]
    assert all(len(left) == 2 for left in found) and len(set(found)) == 6
    # heads or tails is all the same
    engine, agent = Engine(COIN), make_agent("greedy", COIN)
    seen = engine.hidden(engine.start(seed=1), 0)
    calls = [agent.choose(seen, 0, n) for n in range(60)]
    assert 15 < sum(calls) < 45


def laid_aside(values: list[float], usual: int, ties: int) -> list[int]:
    """Which two are left."""
    made = Trials(np.arange(len(values)), np.array(values), np.ones(len(values), np.int64))
    bind(TINY, TRIALS, SEARCH).lay_aside(made, len(values), 2, usual, np.uint64(ties))
    return [int(i) for i in np.flatnonzero(made.tries > 0)]


def test_playouts_follow_the_suggestions() -> None:
    match = begin(1, chapter=4, players=2, difficulty="gentle")
    seat = match.asked[0]
    agent = make_agent("mcts:60", match.game)
    best = agent.opinions(match.engine.hidden(match.state, seat), seat, 1)[0]
    assert best.value > 0.2  # at random the team wins next to never
