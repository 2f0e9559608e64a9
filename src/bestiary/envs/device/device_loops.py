"""The kernels of the environments on a GPU, a thread for every match.

Executed once per game with its rules bound, like ``envs.loops``, whose results these have. What one step
does is several kernels, one after the other: each is small enough to be built soon and kept in the
instruction cache, and a rule is built into one of them only.
"""

# CUDA's own functions have no types.
# mypy: disable-error-code="attr-defined"

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from bestiary.core.asking import lowest
from bestiary.core.rng import below, draw, mix, seed_streams, within

if TYPE_CHECKING:
    from bestiary.core.contract import apply, hide, legal, observe, returns, setup

WORD = 8  # bytes; records are copied by words, which the compiler would do by bytes
LANES = 32  # threads of a warp
SQUARE = (LANES, LANES + 1)  # a column more, so that 32 threads read 32 banks of memory
FIRST, REFUSED, TRIED = 0, 1, 2  # of ``stop``: the match whose action is refused, whether one is, the action


def kernels(state: np.dtype[Any], most: int, choices_stream: int) -> dict[str, Callable[..., None]]:
    """The kernels for states of one kind and lists of at most so many actions."""
    words = state.itemsize // WORD

    def deal(
        tables: Any, blanks: Any, options: Any, carried: Any, states: Any, raw: Any, seeds: Any, games: Any,
        lengths: Any, ended: Any, count: Any, tally: Any, seats: Any, seed: Any, first: Any, everyone: Any,
    ) -> None:  # fmt: skip
        """Sets up the next game of the matches whose game has ended, or the first game of all."""
        k = cuda.grid(1)
        if everyone != 0:
            if k >= states.shape[0]:
                return
            i = np.int64(k)
            games[i] = 0
            lengths[i] = 0
        else:
            if k >= count[0]:
                return
            i = np.int64(ended[k])
        seeds[i] = mix(mix(seed, first + i), games[i])
        for w in range(words):
            raw[i, w] = blanks[w]
        s = states[i]
        s.opt = options[i]
        seed_streams(s.rng, seeds[i])
        setup(tables[0], s, carried[0])
        cuda.atomic.add(tally, s.phase, 1)
        if everyone != 0:
            cuda.atomic.max(seats, 0, np.int64(s.seats))

    def check(actions: Any, choices: Any, counts: Any, stop: Any) -> None:
        """Notes the first match whose action is not legal, unless one was refused before."""
        i = cuda.grid(1)
        if i < actions.shape[0] and stop[REFUSED] == 0:
            action = actions[i]
            found = False
            for k in range(counts[i]):
                if np.int64(choices[i, k]) == action:
                    found = True
            if not found:
                cuda.atomic.min(stop, FIRST, np.int64(i))

    def advance(
        tables: Any, states: Any, order: Any, actions: Any, logs: Any, lengths: Any, games: Any, dones: Any,
        rewards: Any, ended: Any, count: Any, tally: Any, stop: Any,
    ) -> None:  # fmt: skip
        """One decision in every match, unless one is refused; lists those whose game ends, and pays them."""
        k = cuda.grid(1)
        if k >= states.shape[0]:
            return
        i = np.int64(order[k])
        if stop[FIRST] < states.shape[0]:
            if stop[FIRST] == i and stop[REFUSED] == 0:
                stop[REFUSED] = 1
                stop[TRIED] = actions[i]
            return
        s = states[i]
        if dones[i]:
            lengths[i] = 0
        apply(tables[0], s, actions[i], logs[0])
        lengths[i] += 1
        over = s.over != 0
        dones[i] = over
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        if over:
            returns(tables[0], s, rewards[i])
            games[i] += 1
            ended[cuda.atomic.add(count, 0, 1)] = i
        else:
            cuda.atomic.add(tally, s.phase, 1)

    def sort(states: Any, tally: Any, filled: Any, order: Any, stop: Any) -> None:
        """Puts the matches in the order of their questions, so that neighbours do the same."""
        i = np.int64(cuda.grid(1))
        if i >= states.shape[0] or stop[FIRST] < states.shape[0]:
            return
        phase = np.int64(states[i].phase)
        at = cuda.atomic.add(filled, phase, 1)
        for earlier in range(phase):
            at += tally[earlier]
        order[at] = i

    def ask(
        tables: Any, states: Any, order: Any, actors: Any, choices: Any, counts: Any, count: Any, tally: Any,
        filled: Any, stop: Any,
    ) -> None:  # fmt: skip
        """Who is asked in every match, and the list of what may be answered."""
        k = cuda.grid(1)
        if k >= states.shape[0] or stop[FIRST] < states.shape[0]:
            return
        i = np.int64(order[k])
        if k == 0:  # those whose game had ended are set up, and all are sorted
            count[0] = 0
            for phase in range(tally.shape[0]):
                tally[phase] = 0
                filled[phase] = 0
        s = states[i]
        actors[i] = lowest(s.actors)
        counts[i] = legal(tables[0], s, choices[i])

    def mask(choices: Any, counts: Any, masks: Any, stop: Any) -> None:
        """The same as masks: 32 threads write a row, each its own part of it."""
        at = cuda.grid(1)
        i = at // LANES
        lane = at % LANES
        if i >= masks.shape[0] or stop[FIRST] < masks.shape[0]:
            return
        for action in range(lane, masks.shape[1], LANES):
            masks[i, action] = 0
        for k in range(counts[i]):
            if choices[i, k] % LANES == lane:
                masks[i, choices[i, k]] = 1

    def see(tables: Any, raw: Any, order: Any, actors: Any, seen: Any, stop: Any) -> None:
        """What whoever is asked in a match sees, from a copy that holds nothing else.

        The numbers of 32 matches lie side by side, since 32 threads write them at once.
        """
        k = cuda.grid(1)
        if k >= raw.shape[0] or stop[FIRST] < raw.shape[0]:
            return
        i = np.int64(order[k])
        copied = cuda.local.array(words, np.uint64)
        for w in range(words):
            copied[w] = raw[i, w]
        s = copied.view(state)[0]
        for stream in range(s.rng.shape[0]):
            s.rng[stream] = np.uint64(0)
        hide(tables[0], s, actors[i])
        observe(tables[0], s, actors[i], seen[k // LANES, :, k % LANES])

    def turn(seen: Any, order: Any, observations: Any, stop: Any) -> None:
        """Writes what is seen in rows, by way of squares of 32 matches and 32 numbers."""
        square = cuda.shared.array(SQUARE, np.float32)
        across = (observations.shape[1] + LANES - 1) // LANES
        group = cuda.blockIdx.x // across
        column = cuda.blockIdx.x % across * LANES
        lane = cuda.threadIdx.x % LANES
        if stop[FIRST] < observations.shape[0]:
            return
        for row in range(cuda.threadIdx.x // LANES, LANES, cuda.blockDim.x // LANES):
            if column + row < observations.shape[1]:
                square[row, lane] = seen[group, column + row, lane]
        cuda.syncthreads()
        if column + lane < observations.shape[1]:
            for row in range(cuda.threadIdx.x // LANES, LANES, cuda.blockDim.x // LANES):
                if group * LANES + row < observations.shape[0]:
                    observations[order[group * LANES + row], column + lane] = square[lane, row]

    def streams(rngs: Any, seed: Any, first: Any) -> None:
        """A stream of choices for every match."""
        i = np.int64(cuda.grid(1))
        if i < rngs.shape[0]:
            rngs[i] = mix(seed, first + i)

    def choose(choices: Any, counts: Any, rngs: Any, actions: Any) -> None:
        """A random legal action for every match, from its own stream."""
        i = np.int64(cuda.grid(1))
        if i < actions.shape[0]:
            actions[i] = choices[i, below(rngs, i, np.int64(counts[i]))]

    def play(
        tables: Any, blanks: Any, options: Any, carried: Any, logs: Any, scores: Any, lengths: Any,
        seed: Any, limit: Any,
    ) -> None:  # fmt: skip
        """Whole random games, those of ``k_batch`` in ``core.kernels``, in a state of the thread's own."""
        own = cuda.local.array(words, np.uint64)
        rng = cuda.local.array(1, np.uint64)
        listed = cuda.local.array(most, np.int16)
        s = own.view(state)[0]
        t = tables[0]
        game = np.int64(cuda.grid(1))
        while game < lengths.shape[0]:
            word = mix(seed, game)
            rng[0] = mix(word, np.int64(choices_stream))
            for w in range(words):
                own[w] = blanks[w]
            s.opt = options[0]
            seed_streams(s.rng, word)
            setup(t, s, carried[0])
            n = 0
            word = draw(rng, 0)
            while s.over == 0 and n < limit:
                action = listed[within(rng, 0, word, legal(t, s, listed))]
                word = draw(rng, 0)
                apply(t, s, action, logs[0])
                n += 1
            lengths[game] = n if s.over != 0 else -1
            returns(t, s, scores[game])
            game += cuda.gridsize(1)

    def roll(
        tables: Any, states: Any, order: Any, live: Any, number: Any, rngs: Any, drawn: Any, steps: Any,
        logs: Any, scores: Any, lengths: Any, ended: Any, count: Any, tally: Any, limit: Any, turn: Any,
    ) -> None:  # fmt: skip
        """One random decision of every whole game under way; lists those that end, and pays them."""
        k = cuda.grid(1)
        if k >= live[0]:
            return
        i = np.int64(order[k])
        t = tables[0]
        s = states[i]
        if s.over == 0 and steps[i] < limit:
            listed = cuda.local.array(most, np.int16)
            action = listed[within(rngs, i, drawn[i], legal(t, s, listed))]
            drawn[i] = draw(rngs, i)
            apply(t, s, action, logs[0])
            steps[i] += 1
        if s.over != 0 or steps[i] >= limit:
            lengths[number[i]] = steps[i] if s.over != 0 else -1
            returns(t, s, scores[number[i]])
            ended[cuda.atomic.add(count, 0, 1)] = i
        else:
            cuda.atomic.add(tally, (1 - turn, np.int64(s.phase)), 1)

    def follow(
        tables: Any, blanks: Any, options: Any, carried: Any, states: Any, raw: Any, number: Any, rngs: Any,
        drawn: Any, steps: Any, ended: Any, count: Any, tally: Any, filled: Any, begun: Any, lengths: Any,
        seed: Any, turn: Any, everyone: Any,
    ) -> None:  # fmt: skip
        """Sets up the next games in the place of those that have ended, while there are any."""
        k = np.int64(cuda.grid(1))
        if k == 0:
            for phase in range(tally.shape[1]):
                tally[turn, phase] = 0
                filled[turn, phase] = 0
        i = k
        if everyone == 0:
            if k >= count[0]:
                return
            i = np.int64(ended[k])
        if i >= states.shape[0]:
            return
        game = np.int64(cuda.atomic.add(begun, 0, 1))
        number[i] = game
        if game >= lengths.shape[0]:
            number[i] = -1
            return
        own = mix(seed, game)
        rngs[i] = mix(own, np.int64(choices_stream))
        for w in range(words):
            raw[i, w] = blanks[w]
        s = states[i]
        s.opt = options[0]
        seed_streams(s.rng, own)
        setup(tables[0], s, carried[0])
        drawn[i] = draw(rngs, i)
        steps[i] = 0
        cuda.atomic.add(tally, (1 - turn, np.int64(s.phase)), 1)

    def queue(
        states: Any, number: Any, tally: Any, filled: Any, order: Any, live: Any, count: Any, turn: Any
    ) -> None:
        """Puts the games under way in the order of their questions."""
        i = np.int64(cuda.grid(1))
        if i == 0:
            count[0] = 0
            live[0] = 0
            for each in range(tally.shape[1]):
                live[0] += tally[1 - turn, each]
        if i >= states.shape[0] or number[i] < 0:
            return
        phase = np.int64(states[i].phase)
        at = cuda.atomic.add(filled, (1 - turn, phase), 1)
        for earlier in range(phase):
            at += tally[1 - turn, earlier]
        order[at] = i

    def gather(fields: Any, places: Any, wanted: Any, out: Any) -> None:
        """Fields of one kind, of every state, as numbers."""
        at = np.int64(cuda.grid(1))
        i = at // places.shape[0]
        k = at % places.shape[0]
        if i < out.shape[0]:
            out[i, wanted[k]] = fields[i, places[k]]

    made = (
        deal,
        check,
        advance,
        sort,
        ask,
        mask,
        see,
        turn,
        streams,
        choose,
        play,
        roll,
        follow,
        queue,
        gather,
    )
    return {kernel.__name__: kernel for kernel in made}
