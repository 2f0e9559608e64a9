"""The check of what a seat has learned: only worlds that agree with all that it has seen may be dealt.

Two equal records after ``hide`` do not tell whether ``resample`` minds what the seat saw earlier: that an
enemy could not follow suit, or that a card which it had seen went into that hand. For a game of few cards
the worlds are collected without ``resample``, by rejection: openings of other seeds that look the same to
the seat; from each of them every choice of the others, with other luck; kept is what looks the same to the
seat again, decision after decision. A card that ``resample`` puts where it lies in none of them is wrong.
The order of the cards in a hand or a heap is not looked at: it says nothing in most games.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bestiary.core import jit
from bestiary.core.driver import KERNELS, bind
from bestiary.core.record import UNKNOWN, Records, records
from bestiary.core.scratch import Start

from .bench import Bench, Position, Settings, walk
from .bundle import Eyes
from .keeping import physical

LOOPS = Path(__file__).with_name("learning_kernels.py")
MOST_CARDS = 12  # with more of them hardly two openings look the same to a seat
GAMES = 6
WORLDS, SURE = 3_000, 30_000  # worlds that are followed; where one seems to be wrong, so many more
FEWEST = 40  # worlds that tell anything
SEEDS = 500  # openings that are tried for each world
DEALT = 60  # worlds of ``resample`` in each position

Slot = tuple[str, tuple[int, ...]]
Lies = tuple[Slot, int]  # a row of slots, and a card in it


def too_large(bench: Bench) -> str:
    """Why worlds cannot be collected, or nothing."""
    cards = physical(bench.engine.content)
    if jit.INTERPRETED:
        return "interpreted it would take minutes"
    if not any(not zone.flags for zone in bench.game.zones):
        return "the game declares no zones of cards"
    return f"{cards} cards are too many to collect worlds; at most {MOST_CARDS}" if cards > MOST_CARDS else ""


def learning(bench: Bench) -> None:
    """Whatever is dealt agrees with the whole sequence of a seat's views."""
    if too_large(bench):
        return
    for g in bench.few(GAMES):
        options, seed = bench.options(g), bench.seed + g
        story = [_copied(at) for at in walk(bench, options, seed)]
        for seat in story[0].seats:
            for at, lies in zip(story, worlds(bench, options, seat, story, WORLDS), strict=False):
                stray = _dealt(at, seat) - lies
                if stray:  # a rare world may have been missed: look again, harder
                    harder = [*worlds(bench, options, seat, story[: at.decision + 1], SURE)]
                    stray = stray - harder[at.decision] if len(harder) > at.decision else set()
                if stray:
                    (field, index), card = min(stray)
                    code = bench.engine.content.cards[card].code
                    place = field + "".join(f"[{i}]" for i in index)
                    at.fail(f"resample deals {code} to {place}, which what was seen before rules out", seat)
                bench.count("positions compared with worlds collected by rejection")


def worlds(
    bench: Bench, options: Settings, seat: int, story: list[Position], most: int
) -> Iterator[set[Lies]]:
    """What lies where in worlds that look to a seat as a game did, position by position, as long as there
    are enough of them."""
    engine, game = bench.engine, bench.game
    loops = bind(game, LOOPS, KERNELS)
    origin = Start(game.blank, game.options.encode(game.settle(options)), records(game.carried))
    scratch, seen, seed = engine.scratch(), engine.new_states(), np.uint64(story[0].seed)
    raw = np.asarray(seen).view(np.uint8)
    found, previous = records(game.state, 0), None
    for at in story:
        view = np.frombuffer(engine.hidden(at.states, seat).tobytes(), np.uint8).copy()
        eyes, room = Eyes(seat, view, seen, raw), records(game.state, 2 * most)
        if previous is None:
            room = room[:most]
            n = loops.k_openings(engine.tables, origin, eyes, seed, SEEDS * most, room, scratch)
        else:
            own = previous.action if seat in previous.asked else loops.ANY
            n = loops.k_after(engine.tables, found, own, eyes, seed, room, scratch)
        if n < FEWEST:
            return
        found, previous = _some(room[:n], most, at.decision), at
        yield _lies(at, found, _unknown(at, seat))


def _some(room: Records, most: int, seed: int) -> Records:
    """At most so many of them, in any order."""
    order = np.random.default_rng(seed).permutation(len(room))[:most]
    return np.ascontiguousarray(room[order])


def _copied(at: Position) -> Position:
    """A position that stays as it is when the game goes on."""
    return Position(at.bench, at.states.copy(), at.options, at.seed, at.decision, at.chance, [], at.action)


def _dealt(at: Position, seat: int) -> set[Lies]:
    """What ``resample`` puts where, in slots that the seat cannot see."""
    dealt = [at.engine.resampled(at.states, seat, at.seed * 1_000_003 + n) for n in range(DEALT)]
    return _lies(at, np.concatenate(dealt), _unknown(at, seat))


def _unknown(at: Position, seat: int) -> list[Slot]:
    hidden = at.engine.hidden(at.states, seat)[0]
    return [
        (zone.field, tuple(int(i) for i in index))
        for zone in at.game.zones
        if not zone.flags
        for index in np.argwhere(np.asarray(hidden[zone.field]) == UNKNOWN)
    ]


def _lies(at: Position, states: Records, slots: list[Slot]) -> set[Lies]:
    """Which cards lie in which rows of slots."""
    return {
        ((field, _row(at, field, index)), card)
        for field, index in slots
        for card in np.unique(np.moveaxis(states[field], 0, -1)[index]).tolist()
    }


def _row(at: Position, field: str, index: tuple[int, ...]) -> tuple[int, ...]:
    """The hand or heap that a slot belongs to; a zone that is no longer than there are seats has one slot
    for each seat."""
    one_each = len(index) == 1 and at.game.state[field].shape[0] <= max(at.game.players)
    return index if one_each else index[:-1]
