"""Undo: what a seat may take back, judged by what it knows alone."""

from __future__ import annotations

from .driver import Engine
from .record import Records, same

IMAGINED = 32  # worlds that an undo is judged in


def may_undo(engine: Engine, before: Records, after: Records, action: int, seat: int) -> bool:
    """Whether a seat may take an action back: it learned nothing by it, and told the others nothing."""
    mine = engine.hidden(before, seat)
    if learned(engine, mine, engine.hidden(after, seat), action, seat):
        return False
    return (engine.game.team and together(engine, after)) or not told(engine, mine, seat)


def together(engine: Engine, states: Records) -> bool:
    """Whether all know the same: where they play as one, it does not matter then who saw a choice."""
    first, *others = (engine.hidden(states, seat) for seat in range(states[0]["seats"]))
    return all(same(first, other) for other in others)


def learned(engine: Engine, before: Records, after: Records, action: int, seat: int) -> bool:
    """Whether chance, or something hidden, could have made the seat see another outcome."""
    for world in range(IMAGINED):
        imagined = engine.resampled(before, seat, world)
        engine.apply(imagined, action)
        if not same(engine.hidden(imagined, seat), after):
            return True
    return False


def told(engine: Engine, before: Records, seat: int) -> bool:
    """Whether another seat could tell, from what it saw, which choice was made."""
    imagined = engine.resampled(before, seat, 0)
    choices = engine.legal(imagined)
    for other in range(before[0]["seats"]):
        if other == seat:
            continue
        views = set()
        for choice in choices:
            tried = engine.copy(imagined)
            log = engine.new_log()
            engine.apply(tried, choice, log=log)
            heard = repr(engine.happenings(log, other))
            views.add((engine.hidden(tried, other).tobytes(), heard))
            if len(views) > 1:
                return True
    return False
