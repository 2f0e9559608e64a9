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
from bestiary.core.jit import rule
from bestiary.core.rng import below, draw, mix, seed_streams, within
from bestiary.envs.device.pairs import Pairs

if TYPE_CHECKING:
    from bestiary.core.contract import apply, evaluate, hide, legal, observe, returns, setup, suggest

HELD = 640  # bytes of the largest state that blocks hold in memory of their own; more leaves too few
WORD = 8  # bytes; records are copied by words, which the compiler would do by bytes
LANES, LANES_BITS = 32, 5  # threads of a warp
WARPS = 4  # of a block
BANKS = LANES + 1  # a column more than a square has, so that 32 threads read 32 banks of memory
SQUARE = LANES * BANKS
# of ``stop``: the match whose action is refused, whether one is, the action; the length of a list too long
FIRST, REFUSED, TRIED, MANY = 0, 1, 2, 3


@rule
def bring(raw: Any, room: Any, first: Any, lane: Any, lanes: Any, words: Any, stride: Any) -> None:
    """Brings states of so many matches into a block's own memory; its 32 threads do it together."""
    for k in range(min(lanes, raw.shape[0] - first)):
        at = lane
        while at < words:
            room[k * stride + at] = raw[first + k, at]
            at += LANES


@rule
def send(raw: Any, row: Any, room: Any, k: Any, lane: Any, words: Any, stride: Any) -> None:
    """Sends a state from there to its row; all threads together."""
    at = lane
    while at < words:
        raw[row, at] = room[k * stride + at]
        at += LANES


def kernels(state: np.dtype[Any], most: int, choices_stream: int) -> dict[str, Callable[..., None]]:
    """The kernels for states of one kind and lists of at most so many actions."""
    words = state.itemsize // WORD
    stride = words | 1  # an odd number, so that neighbours use different banks of memory
    held = state.itemsize <= HELD

    def deal(
        tables: Any, blanks: Any, options: Any, carried: Any, raw: Any, seeds: Any, games: Any,
        lengths: Any, ended: Any, count: Any, seats: Any, seed: Any, first: Any, everyone: Any, lanes: Any,
    ) -> None:  # fmt: skip
        """Sets up the next game of the matches whose game has ended, or the first game of all."""
        room = cuda.shared.array(0, np.uint64)
        lane = np.int64(cuda.threadIdx.x)
        begin = np.int64(cuda.blockIdx.x) * lanes
        many = min(lanes, (raw.shape[0] if everyone != 0 else count[0]) - begin)
        if many <= 0:
            return
        if lane < many:
            i = begin + lane
            if everyone != 0:
                games[i] = 0
                lengths[i] = 0
            else:
                i = np.int64(ended[i])
            seeds[i] = mix(mix(seed, first + i), games[i])
            own = room[lane * stride : lane * stride + words]
            for w in range(words):
                own[w] = blanks[w]
            s = own.view(state)[0]
            s.opt = options[i]
            seed_streams(s.rng, seeds[i])
            setup(tables[0], s, carried[0])
            if everyone != 0:
                cuda.atomic.max(seats, 0, np.int64(s.seats))
        cuda.syncwarp()
        for k in range(many):
            row = begin + k if everyone != 0 else np.int64(ended[begin + k])
            send(raw, row, room, k, lane, words, stride)

    def check(actions: Any, choices: Any, counts: Any, stop: Any) -> None:
        """Notes the first match whose action is not legal, unless one was refused before."""
        i = cuda.grid(1)
        if i < actions.shape[0] and stop[REFUSED] == 0:
            action = actions[i]
            for k in range(counts[i]):
                if np.int64(choices[i, k]) == action:
                    return
            cuda.atomic.min(stop, FIRST, np.int64(i))

    def advance(
        tables: Any, states: Any, raw: Any, actions: Any, logs: Any, lengths: Any, games: Any, dones: Any,
        rewards: Any, ended: Any, count: Any, stop: Any, lanes: Any,
    ) -> None:  # fmt: skip
        """One decision in every match, unless one is refused; lists those whose game ends, and pays them."""
        room = cuda.shared.array(0, np.uint64)
        lane = np.int64(cuda.threadIdx.x)
        first = np.int64(cuda.blockIdx.x) * lanes
        i = first + lane
        if stop[FIRST] < raw.shape[0]:
            if lane < lanes and stop[FIRST] == i and stop[REFUSED] == 0:
                stop[REFUSED] = 1
                stop[TRIED] = actions[i]
            return
        if held:
            bring(raw, room, first, lane, lanes, words, stride)
            cuda.syncwarp()
        if lane < lanes and i < raw.shape[0]:
            s = room[lane * stride : lane * stride + words].view(state)[0] if held else states[i]
            if dones[i]:
                lengths[i] = 0
            apply(tables[0], s, np.int32(actions[i]), logs[0])
            lengths[i] += 1
            over = s.over != 0
            dones[i] = over
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
            if over:
                returns(tables[0], s, rewards[i])
                games[i] += 1
                ended[cuda.atomic.add(count, 0, 1)] = i
        if held:
            cuda.syncwarp()
            for k in range(min(lanes, raw.shape[0] - first)):
                send(raw, first + k, room, k, lane, words, stride)

    def ask(
        tables: Any, states: Any, raw: Any, actors: Any, choices: Any, counts: Any, masks: Any, count: Any,
        stop: Any, lanes: Any,
    ) -> None:  # fmt: skip
        """Who is asked in every match, and the list of what may be answered, as a mask too."""
        room = cuda.shared.array(0, np.uint64)
        lane = np.int64(cuda.threadIdx.x)
        first = np.int64(cuda.blockIdx.x) * lanes
        i = first + lane
        if stop[FIRST] < raw.shape[0]:
            return
        if i == 0:
            count[0] = 0  # those whose game had ended are set up
        if held:
            bring(raw, room, first, lane, lanes, words, stride)
            cuda.syncwarp()
        if lane >= lanes or i >= raw.shape[0]:
            return
        s = room[lane * stride : lane * stride + words].view(state)[0] if held else states[i]
        listed = choices[i]
        mask = masks[i]
        for k in range(counts[i]):
            mask[listed[k]] = 0
        actors[i] = lowest(s.actors)
        counts[i] = legal(tables[0], s, listed)
        for k in range(counts[i]):
            mask[listed[k]] = 1

    def see(tables: Any, raw: Any, actors: Any, seen: Any, stop: Any, lanes: Any) -> None:
        """What whoever is asked in a match sees, from a copy that holds nothing else.

        The numbers of 32 matches lie side by side, since 32 threads write them at once.
        """
        room = cuda.shared.array(0, np.uint64)
        lane = np.int64(cuda.threadIdx.x)
        first = np.int64(cuda.blockIdx.x) * lanes
        i = first + lane
        if stop[FIRST] < raw.shape[0]:
            return
        copied = cuda.local.array(1 if held else words, np.uint64)
        if held:
            bring(raw, room, first, lane, lanes, words, stride)
            cuda.syncwarp()
        if lane >= lanes or i >= raw.shape[0]:
            return
        if not held:
            for w in range(words):
                copied[w] = raw[i, w]
        s = (room[lane * stride : lane * stride + words] if held else copied).view(state)[0]
        for stream in range(s.rng.shape[0]):
            s.rng[stream] = np.uint64(0)
        seat = np.int32(actors[i])
        hide(tables[0], s, seat)
        observe(tables[0], s, seat, seen[i // LANES, :, i % LANES])

    def note(
        tables: Any, raw: Any, actors: Any, places: Any, values: Any, counts: Any, size: Any, stop: Any,
        lanes: Any,
    ) -> None:  # fmt: skip
        """The same as lists of what is not 0, which threads write to their rows; behind them all is 0."""
        room = cuda.shared.array(0, np.uint64)
        lane = np.int64(cuda.threadIdx.x)
        first = np.int64(cuda.blockIdx.x) * lanes
        i = first + lane
        if stop[FIRST] < raw.shape[0]:
            return
        copied = cuda.local.array(1 if held else words, np.uint64)
        count = cuda.local.array(1, np.uint32)  # without a sign: a place that cannot be negative
        if held:
            bring(raw, room, first, lane, lanes, words, stride)
            cuda.syncwarp()
        if lane >= lanes or i >= raw.shape[0]:
            return
        if not held:
            for w in range(words):
                copied[w] = raw[i, w]
        s = (room[lane * stride : lane * stride + words] if held else copied).view(state)[0]
        for stream in range(s.rng.shape[0]):
            s.rng[stream] = np.uint64(0)
        seat = np.int32(actors[i])
        hide(tables[0], s, seat)
        count[0] = 0
        observe(tables[0], s, seat, Pairs(places[i], values[i], count, (size,)))
        written = np.int32(count[0])
        if written > places.shape[1]:
            cuda.atomic.max(stop, MANY, np.int64(written))
            written = np.int32(places.shape[1])
        for k in range(written, counts[i]):
            places[i, k] = 0
            values[i, k] = 0.0
        counts[i] = written

    def turn(seen: Any, observations: Any, width: Any, size: Any, stop: Any) -> None:
        """Writes what is seen in rows, by way of squares of 32 matches and 32 numbers.

        Both are one long array here, and places in them are counted up, which takes a tenth of the steps.
        """
        square = cuda.shared.array(SQUARE, np.float32)
        if stop[FIRST] < width:
            return
        across = (size + LANES - 1) // LANES
        group = np.int64(cuda.blockIdx.x) // across
        column = (np.int64(cuda.blockIdx.x) - group * across) * LANES
        lane = np.int64(cuda.threadIdx.x) & (LANES - 1)
        first = np.int64(cuda.threadIdx.x) >> LANES_BITS
        row, end = first, min(LANES, size - column)
        at, place = np.uint64((group * size + column + row) * LANES + lane), np.uint64(row * BANKS + lane)
        while row < end:
            square[place] = seen[at]
            at += np.uint64(WARPS * LANES)
            place += np.uint64(WARPS * BANKS)
            row += WARPS
        cuda.syncthreads()
        if column + lane < size:
            row, end = first, min(LANES, width - group * LANES)
            at, place = np.uint64((group * LANES + row) * size + column + lane), np.uint64(lane * BANKS + row)
            step = np.uint64(WARPS * size)
            while row < end:
                observations[at] = square[place]
                at += step
                place += np.uint64(WARPS)
                row += WARPS

    def streams(rngs: Any, seed: Any, first: Any) -> None:
        """A stream of choices for every match."""
        i = np.int64(cuda.grid(1))
        if i < rngs.shape[0]:
            rngs[i] = mix(seed, first + i)

    def choose(choices: Any, counts: Any, rngs: Any, actions: Any) -> None:
        """A random legal action for every match, from its own stream."""
        i = np.int64(cuda.grid(1))
        if i < actions.shape[0]:
            actions[i] = choices[i, below(rngs, i, counts[i])]

    def play(
        tables: Any, blanks: Any, options: Any, carried: Any, logs: Any, scores: Any, lengths: Any,
        following: Any, seed: Any, limit: Any, pace: Any,
    ) -> None:  # fmt: skip
        """Whole random games, those of ``k_batch`` in ``core.kernels``, in a state of the thread's own.

        A thread whose game has ended takes the next one that nobody has. It does so with its neighbours, once
        in so many decisions as ``pace`` says: else all 32 would wait for the longest of their games, or for
        each other while one sets up a game.
        """
        own = cuda.local.array(words, np.uint64)
        rng = cuda.local.array(1, np.uint64)
        listed = cuda.local.array(most, np.int16)
        s = own.view(state)[0]
        t = tables[0]
        n = 0
        word = np.uint64(0)
        game = np.int64(cuda.atomic.add(following, 0, 1))
        fresh = True
        while game < lengths.shape[0]:
            if fresh:
                word = mix(seed, game)
                rng[0] = mix(word, choices_stream)
                for w in range(words):
                    own[w] = blanks[w]
                s.opt = options[0]
                seed_streams(s.rng, word)
                setup(t, s, carried[0])
                n = 0
                word = draw(rng, 0)
            for _ in range(pace):
                if s.over == 0 and n < limit:
                    action = listed[within(rng, 0, word, legal(t, s, listed))]
                    word = draw(rng, 0)
                    apply(t, s, action, logs[0])
                    n += 1
            fresh = s.over != 0 or n >= limit
            if fresh:
                lengths[game] = n if s.over != 0 else -1
                returns(t, s, scores[game])
                game = np.int64(cuda.atomic.add(following, 0, 1))

    def judge(tables: Any, states: Any, out: Any) -> None:
        """What the game's own evaluation expects every seat to be paid, in every match."""
        i = np.int64(cuda.grid(1))
        if i < states.shape[0]:
            for seat in range(out.shape[1]):
                out[i, seat] = 0.0
            evaluate(tables[0], states[i], out[i])

    def advise(tables: Any, states: Any, choices: Any, counts: Any, rngs: Any, out: Any) -> None:
        """What the game suggests in every match."""
        i = np.int64(cuda.grid(1))
        if i < states.shape[0]:
            listed = choices[i]
            out[i] = listed[suggest(tables[0], states[i], rngs[i : i + 1], listed, counts[i])]

    def gather(fields: Any, places: Any, wanted: Any, out: Any) -> None:
        """Fields of one kind, of every state, as numbers."""
        at = np.int64(cuda.grid(1))
        i = at // places.shape[0]
        k = at % places.shape[0]
        if i < out.shape[0]:
            out[i, wanted[k]] = fields[i, places[k]]

    made = (deal, check, advance, ask, see, note, turn, streams, choose, play, judge, advise, gather)
    return {kernel.__name__: kernel for kernel in made}
