"""Sets of cards to learn from: the game's own, and others whose figures lie around them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bestiary.core.cards import Content
from bestiary.core.changes import Change, Changes, opened
from bestiary.core.errors import BestiaryError, CardError
from bestiary.core.game import Game
from bestiary.core.paths import Place, places

REACH = 0.25  # how far from its usual value a figure goes, and at least 1
TRIES = 50  # for one set: what the loader refuses is drawn again


def contents(game: Game, vary: Sequence[str], count: int, seed: int) -> list[Content]:
    """The game's own cards and ``count`` sets in which about half of the numbers of ours that the paths name
    are others, within what the loader takes; the same for the same seed."""
    made = [game.content()]
    numbers = [
        place
        for path in (vary if count else ())
        for place in places(opened(game), path)
        if isinstance(place.value, int) and not isinstance(place.value, bool) and place.ours
    ]
    if count and not numbers:
        raise BestiaryError(f"{', '.join(vary)}: there is no number of ours that could be varied.")
    luck = random.Random(seed)
    for _ in range(count):
        made.append(_drawn(game, numbers, luck))
    return made


def _drawn(game: Game, numbers: Sequence[Place], luck: random.Random) -> Content:
    usual = game.content().fingerprint
    share = 0.5
    for _ in range(TRIES):
        changes = []
        for place in numbers:
            now: int = place.value
            reach = max(1, round(abs(now) * REACH))
            least, most = place.bounds or (now - reach, now + reach)
            value = luck.randint(max(least, now - reach), min(most, now + reach))
            if luck.random() < share and value != now:
                changes.append(Change(place.path, value))
        try:
            found = Changes(game, changes, None).content
        except CardError:
            share *= 0.8  # what does not go together is found less often among fewer changes
            continue
        if found.fingerprint != usual:
            return found
    raise BestiaryError(f"{game.title}: no other figures were found for these paths that go together.")
