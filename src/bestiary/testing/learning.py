"""The check of what a seat has learned: only worlds that agree with all that it has seen may be dealt.

Two equal records after ``hide`` do not tell whether ``resample`` minds what the seat saw earlier: that an
enemy could not follow suit, or that a card which it had seen went into that hand. For a game of few cards
the worlds are collected without ``resample``, by rejection: openings of other seeds that look the same to
the seat; from each of them every choice of the others, with other luck; kept is what looks the same to the
seat again, decision after decision. A card that ``resample`` puts where it lies in none of them is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bestiary.core import jit
from bestiary.core.record import UNKNOWN, Records
from bestiary.core.rng import mix

from .bench import Bench, Position, Settings, legal_of, walk
from .keeping import physical

MOST_CARDS = 12  # with more of them no two openings look the same to a seat
GAMES = 4
WORLDS, SURE = 300, 2000  # worlds that are followed; where one seems to be wrong, so many more
FEWEST = 12  # worlds that tell anything
SEEDS = 200  # openings that are tried for each world
LUCK = 12  # other luck that each choice is tried with
DEALT = 60  # worlds of ``resample`` in each position

Slot = tuple[str, tuple[int, ...]]
Lies = tuple[Slot, int]  # a slot, and the card in it


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
            for at, lies in zip(story, Worlds(bench, options, seat, WORLDS).along(story), strict=False):
                stray = _dealt(at, seat) - lies
                if stray:  # a rare world may have been missed: look again, harder
                    harder = [*Worlds(bench, options, seat, SURE).along(story[: at.decision + 1])]
                    stray = stray - harder[at.decision] if len(harder) > at.decision else set()
                if stray:
                    (field, index), card = min(stray)
                    code = bench.engine.content.cards[card].code
                    place = f"{field}[{', '.join(map(str, index))}]"
                    at.fail(f"resample deals {code} to {place}, which what was seen before rules out", seat)
                bench.count("positions compared with worlds collected by rejection")


def _copied(at: Position) -> Position:
    """A position that stays as it is when the game goes on."""
    return Position(at.bench, at.states.copy(), at.options, at.seed, at.decision, at.chance, [], at.action)


def _dealt(at: Position, seat: int) -> set[Lies]:
    """What ``resample`` puts where, in slots that the seat cannot see."""
    slots = _unknown(at, seat)
    found: set[Lies] = set()
    for n in range(DEALT):
        found |= _lies(at.engine.resampled(at.states, seat, at.seed * 1_000_003 + n), slots)
    return found


def _unknown(at: Position, seat: int) -> list[Slot]:
    hidden = at.engine.hidden(at.states, seat)[0]
    return [
        (zone.field, tuple(int(i) for i in index))
        for zone in at.game.zones
        if not zone.flags
        for index in np.argwhere(np.asarray(hidden[zone.field]) == UNKNOWN)
    ]


def _lies(world: Records, slots: list[Slot]) -> set[Lies]:
    return {((field, index), int(world[0][field][index])) for field, index in slots}


@dataclass
class Worlds:
    """Worlds that look to a seat as a game did, from its opening on."""

    bench: Bench
    options: Settings
    seat: int
    most: int

    def along(self, story: list[Position]) -> Iterator[set[Lies]]:
        """What lies where in them, position by position, as long as there are enough of them."""
        chance = random.Random(story[0].seed)
        worlds = self._openings(story[0], chance)
        for before, at in zip([None, *story], story, strict=False):
            if before is not None:
                worlds = self._after(worlds, before, at, chance)
            if len(worlds) < FEWEST:
                return
            slots = _unknown(at, self.seat)
            yield set().union(*(_lies(world, slots) for world in worlds))

    def _openings(self, at: Position, chance: random.Random) -> list[Records]:
        view, kept = self._view(at.states), {}
        accepted = 0
        for n in range(SEEDS * self.most):
            world = self.bench.engine.start(self.options, chance.getrandbits(64))
            if self._view(world) == view:
                accepted += 1
                kept[_bytes(world)] = world
            few = n == SEEDS * FEWEST and accepted < FEWEST
            if few or len(kept) == self.most or accepted > FEWEST * max(len(kept), FEWEST):
                break
        return list(kept.values())

    def _after(
        self, worlds: list[Records], before: Position, at: Position, chance: random.Random
    ) -> list[Records]:
        """Every world after every choice that the others had in it, or the one of the seat."""
        engine, view, kept = self.bench.engine, self._view(at.states), {}
        own = self.seat in before.asked
        for world in worlds:
            for action in [before.action] if own else legal_of(engine, world):
                for _ in range(LUCK):
                    made = engine.copy(world)
                    _reseed(made, chance.getrandbits(64))
                    engine.apply(made, action)
                    if self._view(made) == view:
                        kept[_bytes(made)] = made
                        break
        found = list(kept.values())
        return found if len(found) <= self.most else chance.sample(found, self.most)

    def _view(self, states: Records) -> bytes:
        return self.bench.engine.hidden(states, self.seat).tobytes()


def _reseed(states: Records, seed: int) -> None:
    streams = states["rng"][0]
    for stream in range(len(streams)):
        streams[stream] = mix(np.uint64(seed), stream)


def _bytes(states: Records) -> bytes:
    quiet = states.copy()
    quiet["rng"] = 0
    return quiet.tobytes()
