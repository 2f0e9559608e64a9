"""Information-set tree search on Leduc: ours, and the two of OpenSpiel, with random playouts each."""

from __future__ import annotations

from typing import Any

from bestiary.agents.tree import TreeSearch
from bestiary.core.driver import Engine

from . import Work
from .ours import LEDUC

ITERATIONS = 1000  # a search
UCT = 2.0  # of OpenSpiel's bots, whose payoffs are chips
DEALS = 24  # positions that the searches take in turn: the opening question of as many deals


def ours() -> Work:
    """Our search."""
    engine = Engine(LEDUC)
    agent = TreeSearch(LEDUC, iterations=ITERATIONS)
    seen = [engine.hidden(engine.start(seed=seed), 0) for seed in range(DEALS)]

    def work(searches: int) -> int:
        for n in range(searches):
            agent.opinions(seen[n % DEALS], 0, n)
        return searches * ITERATIONS

    return work


def spiel_cpp() -> Work:
    """OpenSpiel's bot in C++, on its own Leduc."""
    return _searches(spiel_bot(ITERATIONS, 1))


def spiel_python() -> Work:
    """OpenSpiel's bot in Python, on the same."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    bot = ismcts.ISMCTSBot(
        pyspiel.load_game("leduc_poker"),
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        UCT,
        ITERATIONS,
        random_state=np.random.RandomState(2),
    )
    return _searches(bot)


def spiel_bot(iterations: int, seed: int) -> Any:
    """The bot in C++; it plays the action that it visited most, as ours does."""
    import pyspiel

    return pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed + 1),
        UCT,
        iterations,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )


def _searches(bot: Any) -> Work:
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    states = []
    for first in range(6):
        for second in range(6):
            if second != first and len(states) < DEALS:
                state = game.new_initial_state()
                state.apply_action(first)
                state.apply_action(second)
                states.append(state)

    def work(searches: int) -> int:
        for n in range(searches):
            bot.step(states[n % DEALS])
        return searches * ITERATIONS

    return work
