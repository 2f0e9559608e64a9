"""Games side by side on a GPU, as ``Rows``: two kernels that call the very rules that the CPU runs."""

# Numba's insides have no types.
# mypy: disable-error-code="no-untyped-call, attr-defined"

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import torch

from bestiary.core import jit
from bestiary.core.driver import KERNELS, Engine, bind
from bestiary.core.game import Game
from bestiary.core.record import records
from bestiary.core.registry import load
from bestiary.core.rng import mix
from bestiary.envs.table import LOOPS

if not hasattr(np, "row_stack"):  # NumPy 2.5 dropped it; numba-cuda 0.30 still asks for it
    np.row_stack = np.vstack

THREADS = 128  # a block


class DeviceRows:
    """Matches on the card; their observations, masks and actors are tensors there."""

    def __init__(self, game: Game, width: int, options: Sequence[dict[str, Any]], seed: int) -> None:
        from numba import cuda

        engine = Engine(game)
        self.width, self.payoff = width, game.payoff
        self.seats = max(int(o.get("players", game.players[0])) for o in options)
        self._begin, self._step = _kernels(game.slug)
        self._blocks = -(-width // THREADS)

        def there(array: Any) -> Any:
            return cuda.to_device(np.ascontiguousarray(np.asarray(array)))

        encoded = np.concatenate([np.asarray(game.options.encode(game.settle(o))) for o in options])
        self._fixed = (
            there(engine.tables),
            there(game.blank),
            there(encoded),
            there(records(game.carried)),
            there(engine.new_log(on=False)),
        )
        self._states, self._seeds = there(records(game.state, width)), there(np.zeros(width, np.uint64))
        self.observations = torch.zeros((width, game.observed), device="cuda")
        self.masks = torch.zeros((width, len(game.actions)), dtype=torch.int8, device="cuda")
        self.actors = torch.zeros(width, dtype=torch.int64, device="cuda")
        self.rewards = torch.zeros((width, max(game.players)), dtype=torch.float64, device="cuda")
        self.dones = torch.zeros(width, dtype=torch.int8, device="cuda")
        self._actions = torch.zeros(width, dtype=torch.int64, device="cuda")
        shared = (self._actions, self.observations, self.masks, self.actors, self.rewards, self.dones)
        self._shared = tuple(cuda.as_cuda_array(tensor) for tensor in shared)
        # Both libraries work in the device's default stream, so that neither has to wait by hand.
        self._run(self._begin, np.uint64(seed))

    def _run(self, kernel: Any, seed: Any) -> None:
        kernel[self._blocks, THREADS](*self._fixed, self._states, self._seeds, seed, *self._shared)

    def step(self, actions: Any) -> None:
        """Plays one action in every match, all of them legal; a match that ends begins anew."""
        self._actions.copy_(actions)
        self._run(self._step, np.uint64(0))


@cache
def _kernels(slug: str) -> tuple[Any, Any]:
    from numba import cuda

    game = load(slug)
    loops = bind(game, LOOPS, KERNELS)
    jit.on_device()
    start, observe, allowed, lowest = loops.start, loops.k_observe, loops.allowed, loops.lowest
    apply, returns = loops.apply, loops.returns
    state, most = game.state, game.limits.legal

    @cuda.jit  # type: ignore[untyped-decorator]
    def begin(
        tables: Any,
        blanks: Any,
        options: Any,
        carried: Any,
        logs: Any,
        states: Any,
        seeds: Any,
        seed: Any,
        actions: Any,
        seen: Any,
        masks: Any,
        actors: Any,
        rewards: Any,
        dones: Any,
    ) -> None:
        spare = cuda.local.array(1, state)
        choices = cuda.local.array(most, np.int16)
        i = np.int64(cuda.grid(1))
        if i < states.shape[0]:
            seeds[i] = mix(seed, i)
            start(tables[0], states, i, blanks, options[i % options.shape[0]], carried, seeds[i])
            actors[i] = lowest(states[i].actors)
            allowed(tables[0], states[i], choices, masks[i])
            observe(tables, states, i, np.int64(actors[i]), spare, seen[i])

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(
        tables: Any,
        blanks: Any,
        options: Any,
        carried: Any,
        logs: Any,
        states: Any,
        seeds: Any,
        seed: Any,
        actions: Any,
        seen: Any,
        masks: Any,
        actors: Any,
        rewards: Any,
        dones: Any,
    ) -> None:
        spare = cuda.local.array(1, state)
        choices = cuda.local.array(most, np.int16)
        i = np.int64(cuda.grid(1))
        if i < states.shape[0]:
            apply(tables[0], states[i], np.int64(actions[i]), logs[0])
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
            dones[i] = 0
            if states[i].over != 0:
                returns(tables[0], states[i], rewards[i])
                dones[i] = 1
                seeds[i] = mix(seeds[i], np.int64(1))
                start(tables[0], states, i, blanks, options[i % options.shape[0]], carried, seeds[i])
            actors[i] = lowest(states[i].actors)
            allowed(tables[0], states[i], choices, masks[i])
            observe(tables, states, i, np.int64(actors[i]), spare, seen[i])

    return begin, step
