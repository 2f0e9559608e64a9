"""Choices as a seat counts them: where a game is observed from a seat clockwise, its network names seats so.

Seat 2 is the left neighbour of seat 1 and somebody else to seat 3. Who has what a network sees from its own
place; if its answers named seats by number, it would have to learn every choice once for every seat.
"""

from __future__ import annotations

import numpy as np

from bestiary.core.game import Game

from .reading import Whole

SEAT = "seat"  # the argument of a choice that is turned


def turns(game: Game, clockwise: bool = True) -> Whole:
    """By number of seats, seat and choice: the same choice as that seat counts. Of another game, as it is."""
    most = game.players[-1]
    ids = np.arange(len(game.actions))
    made = np.broadcast_to(ids, (most + 1, most, len(ids))).copy()
    if not (clockwise and game.clockwise):
        return made
    first = 0
    for verb in game.actions.verbs:
        every = verb.tuples()
        place = {args: first + i for i, args in enumerate(every)}
        if SEAT in verb.params:
            at = verb.params.index(SEAT)
            for args in every:
                for seats in range(1, most + 1):
                    for me in range(seats if args[at] < seats else 0):
                        seen = (args[at] - me) % seats
                        made[seats, me, place[args]] = place[(*args[:at], seen, *args[at + 1 :])]
        first += len(every)
    return made


def back(turned: Whole) -> Whole:
    """The other way round: the choice that a seat counts so."""
    return np.argsort(turned, axis=-1, kind="stable")
