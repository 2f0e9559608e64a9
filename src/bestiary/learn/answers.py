"""What a network answers: a choice of a slot is named by what lies there, not by where it lies.

"Play the third card of the hand" means another thing every time. A network whose answers were slots would
have to learn every card once for every place that it may have in a hand; so its answers are things, wherever
a game says that a stretch of its observation holds what choices name (``Feature.holds``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bestiary.core.game import Code, Feature, Game

from .reading import BEYOND, Reading, Whole

NOTHING = 1  # the name of nothing, among those of a slot


@dataclass(frozen=True)
class Answers:
    """By choice: the answer that it is, or the first of those of its slot, and which name of many tells the
    rest; -1 where there is none."""

    base: Whole
    name: Whole
    count: int  # answers in all

    def of(self, reading: Reading, names: Whole, choices: Whole) -> Whole:
        """Which answers some choices are where these names are seen, row by row."""
        said = np.tile(self.base[choices], (len(names), 1))
        slots = np.flatnonzero(self.name[choices] >= 0)
        own = self.name[choices[slots]]
        said[:, slots] += names[:, own] - reading.many_row[own]
        return said

    @property
    def plain(self) -> bool:
        """Whether every choice is an answer by itself."""
        return self.count == len(self.base)


def answers(game: Game, reading: Reading) -> Answers:
    """The answers of a network that reads a game so."""
    # a file that counts more things than the game has would name answers that are not there
    places = {
        (int(at), int(of)): k for k, (at, of) in enumerate(zip(reading.many, reading.many_of, strict=True))
    }
    holding = held(game)
    base: list[int] = []
    name: list[int] = []
    first = 0
    for verb in game.actions.verbs:
        param = next((p for p in verb.params if p in holding), None)
        if param is None:
            base += range(first, first + len(verb.tuples()))
            name += [-1] * len(verb.tuples())
            first += len(verb.tuples())
            continue
        start, code = holding[param]
        at = verb.params.index(param)
        others = sorted({args[:at] + args[at + 1 :] for args in verb.tuples()})
        for args in verb.tuples():
            own = first + others.index(args[:at] + args[at + 1 :]) * (code.of + BEYOND)
            seen = places.get((start + code.at[0] + args[at] * code.every, code.of), -1)
            base.append(own if seen >= 0 else own + NOTHING)
            name.append(seen)
        first += len(others) * (code.of + BEYOND)
    return Answers(np.array(base, np.int64), np.array(name, np.int64), first)


def held(game: Game) -> dict[str, tuple[int, Code]]:
    """By argument of choices: where its slots begin in the observation, and how they are read."""
    found: dict[str, tuple[int, Code]] = {}
    start = 0
    feature: Feature
    for feature in game.observation:
        if feature.holds:
            found[feature.holds] = start, feature.codes[0]
        start += feature.size
    return found
