"""Along random games, and reading along: whatever a test looks at could be said to a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from bestiary.core import words
from bestiary.core.driver import Engine
from bestiary.core.match import Match
from bestiary.core.record import Records, fields


def read(match: Match) -> list[str]:
    """The choices of a match, each of which has a sentence, and whose question has a prompt."""
    legal = match.legal()
    if legal:
        seat = match.asked[0]
        hidden, people = fields(match.engine.hidden(match.state, seat)[0]), match.people(seat)
        for action in legal:
            meaning = match.engine.meaning(match.state, action)
            assert words.sentence(match.game, match.content, hidden, meaning, people)
        assert match.game.prompt(match.content, hidden, people)
    return [match.notation(action) for action in legal]


def positions(engine: Engine, options: Mapping[str, Any], most: int) -> Iterator[Records]:
    """The positions of random games, up to so many decisions."""
    chance, seen = np.random.default_rng(7), 0
    for seed in range(20):
        states = engine.start(options, seed)
        while not engine.over(states):
            yield states
            seen += 1
            if seen == most:
                return
            engine.apply(states, int(chance.choice(engine.legal(states))))
