"""What a game itself makes of many matches, and would do in them: apart, since few who step them ask for it.

Executed once per game with its rules bound, like ``core.kernels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bestiary.core.jit import rule

if TYPE_CHECKING:
    from bestiary.core.contract import evaluate, legal, suggest


@rule
def k_judge(tables: Any, states: Any, out: Any) -> None:
    """Writes a guess of every seat's payoff, for every match."""
    for i in range(states.shape[0]):
        for seat in range(out.shape[1]):
            out[i, seat] = 0.0
        evaluate(tables[0], states[i], out[i])


@rule
def k_advise(tables: Any, states: Any, choices: Any, rngs: Any, out: Any) -> None:
    """Writes what the game suggests in every match."""
    for i in range(states.shape[0]):
        count = legal(tables[0], states[i], choices)
        out[i] = choices[suggest(tables[0], states[i], rngs[i : i + 1], choices, count)]
