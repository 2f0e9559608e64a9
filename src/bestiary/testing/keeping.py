"""Checks of the record: every card in one place, nothing stale, the header sound."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestiary.core.cards import Content
from bestiary.core.game import Game
from bestiary.core.record import EMPTY, UNKNOWN, Records

from .bench import Position


def places(game: Game, states: Records, cards: int) -> NDArray[np.int64]:
    """How often every card lies somewhere, by state and card."""
    n = len(states)
    found = np.zeros((n, cards), np.int64)
    rows = np.arange(n)
    for zone in game.zones:
        field = np.asarray(states[zone.field]).reshape(n, -1)
        if zone.flags:
            width = min(cards, field.shape[1])
            found[:, :width] += field[:, :width] != 0
            continue
        held = (field >= 0) & (field < cards)
        spots = (rows[:, None] * cards + field)[held]
        found += np.bincount(spots, minlength=n * cards).reshape(n, cards)
    return found


def physical(content: Content) -> int:
    """How many cards there are in the box."""
    return len(content.cards) if content.physical is None else content.physical


def conservation(at: Position) -> None:
    """Every physical card lies in exactly one place."""
    content = at.engine.content
    found = places(at.game, at.states, physical(content))[0]
    for card in np.flatnonzero(found != 1).tolist():
        code = content.cards[card].code
        at.fail(f"card {card} ({code}) lies in {found[card]} places: {_where(at, card)}")
    for zone in at.game.zones:
        held = np.asarray(at.states[zone.field][0])
        if zone.flags:
            continue
        if (held == UNKNOWN).any():
            at.fail(f"{zone.field} holds an UNKNOWN card in the true state")
        if ((held < EMPTY) | (held >= len(content.cards))).any():
            at.fail(f"{zone.field} holds a number that is no card: {held.tolist()}")


def _where(at: Position, card: int) -> str:
    found = []
    for zone in at.game.zones:
        held = np.asarray(at.states[zone.field][0])
        if zone.flags:
            found += [zone.field] if held.reshape(-1)[card] else []
            continue
        for index in np.argwhere(held == card):
            found.append(f"{zone.field}[{', '.join(str(int(i)) for i in index)}]")
    return ", ".join(found) or "nowhere"


def unused_slots(at: Position) -> None:
    """Where a zone has a counter, ``deck`` and ``deck_n``, the slots past it are EMPTY."""
    state: Any = at.states[0]
    for zone in at.game.zones:
        counter = f"{zone.field}_n"
        if counter not in (at.game.state.names or ()):
            continue
        held, count = np.asarray(state[zone.field]), np.asarray(state[counter])
        if zone.flags:
            if count.ndim == 0 and int((held != 0).sum()) != int(count):
                at.fail(f"{zone.field} holds {int((held != 0).sum())} cards, {counter} says {int(count)}")
            continue
        if count.shape != held.shape[:-1]:
            continue
        used = np.arange(held.shape[-1]) < count[..., None]
        if (held[~used] != EMPTY).any():
            at.fail(f"{zone.field} holds stale cards past {counter} = {count.tolist()}: {held.tolist()}")
        if (held[used] == EMPTY).any():
            at.fail(f"{zone.field} has a gap before {counter} = {count.tolist()}: {held.tolist()}")


def header(at: Position) -> None:
    """Seats, actors, phase and end say something possible; filling bytes stay zero."""
    state: Any = at.states[0]
    seats, actors = int(state["seats"]), int(state["actors"])
    if seats not in at.game.players:
        at.fail(f"there are {seats} seats; the game is for {at.game.players}")
    if int(state["over"]) not in (0, 1):
        at.fail(f"over is {int(state['over'])}; expected 0 or 1")
    if at.over and actors:
        at.fail(f"the game is over, and the seats of the mask {actors} are still asked")
    if not at.over and not 0 < actors < 1 << seats:
        at.fail(f"the mask of the seats that are asked is {actors}, with {seats} seats")
    if not 0 <= int(state["phase"]) < len(at.game.questions):
        at.fail(f"the phase is {int(state['phase'])}; there are {len(at.game.questions)}")
    if np.asarray(state["opt"]).tobytes() != at.bench.encoded(at.options):
        at.fail("the options in the record are not those of the table")
    for name in at.game.state.names or ():
        if name.startswith("gap") and np.asarray(state[name]).any():
            at.fail(f"the filling bytes {name} are not zero")
