"""Checks of choices: what is legal, why the rest is not, and how each is called."""

from __future__ import annotations

import numpy as np

from bestiary.core import words
from bestiary.core.record import fields, same

from .bench import Position, differences


def legal_moves(at: Position) -> None:
    """Never empty before the end, none after it; unique; within the limits."""
    limit = at.game.limits.legal
    if at.over:
        after = np.full(limit, -1, np.int64)
        n = int(at.engine.kernels.k_legal(at.engine.tables, at.states, 0, after))
        if n:
            at.fail(f"{n} actions are legal after the end")
        return
    if not at.choices:
        at.fail("there is no legal action, and the game is not over")
    if len(at.choices) > limit:
        at.fail(f"{len(at.choices)} legal actions; the game declares at most {limit}")
    if len(set(at.choices)) < len(at.choices):
        twice = sorted({a for a in at.choices if at.choices.count(a) > 1})
        at.fail(f"legal lists an action twice: {', '.join(_name(at, a) for a in twice)}")
    size = len(at.game.actions)
    for action in at.choices:
        if not 0 <= action < size:
            at.fail(f"legal lists {action}; the game has actions 0 to {size - 1}")


def reasons(at: Position) -> None:
    """``why`` is 0 exactly for the legal actions, over all actions; else it cites a rule."""
    why = at.engine.why_all(at.states)
    allowed = set(np.flatnonzero(why == 0).tolist())
    for action in sorted(set(at.choices) - allowed):
        rule = at.game.rulebook.cited(int(why[action])).id
        at.fail(f"why forbids the legal {_name(at, action)} by {rule}")
    for action in sorted(allowed - set(at.choices)):
        at.fail(f"why allows {_name(at, action)}, which legal does not list")
    top = len(at.game.rulebook.rules)
    for action in np.flatnonzero((why < 0) | (why > top)).tolist():
        at.fail(f"why cites rule number {why[action]} for {_name(at, action)}; there are {top}")
    if at.choices:
        action = at.chance.randrange(len(why))
        if at.engine.why(at.states, action) != why[action]:
            at.fail(f"why answers differently when asked again about {_name(at, action)}")


def suggestions(at: Position) -> None:
    """What a game suggests, if it does, is legal, hangs on nothing hidden, and leaves the record alone."""
    if at.over or not hasattr(at.game.rules, "suggest"):
        return
    seed = at.chance.getrandbits(63)
    copied = at.engine.copy(at.states)
    choices = np.full(at.game.limits.legal, -1, np.int64)
    rng = np.array([seed], np.uint64)
    action = int(at.engine.kernels.k_suggest(at.engine.tables, copied, 0, rng, choices))
    if action not in at.choices:
        at.fail(f"suggest takes {_name(at, action) if action >= 0 else 'a place'} that is not legal")
    if not same(copied, at.states):
        at.fail(f"suggest changes the record: {differences(copied[0], at.states[0])}")
    for seat in at.asked:
        if at.engine.suggest(at.engine.hidden(at.states, seat), seed) != action:
            at.fail("suggest answers otherwise where it sees no more than the seat may know", seat)
    at.bench.count("suggestions")


def notations(at: Position) -> None:
    """All legal actions have different names in notation, and each name can be said."""
    if not at.choices:
        return
    called: dict[str, int] = {}
    seen = fields(at.engine.hidden(at.states, at.asked[0])[0])
    for action, meaning in zip(at.choices, at.engine.meanings(at.states, at.choices), strict=True):
        verb = at.game.actions.name(action)
        if meaning.verb != verb:
            at.fail(f"action {action} is a '{verb}', but its meaning is a '{meaning.verb}'")
        name = words.notation(at.engine.content, meaning)
        if "??" in name:
            at.fail(f"'{name}' names a card that nobody knows")
        if name != " ".join(name.split()):
            at.fail(f"'{name}' has spaces that a person would not type")
        other = called.setdefault(name.lower(), action)
        if other != action:
            at.fail(f"actions {other} and {action} are both called '{name}'")
        said = words.sentence(at.game, at.engine.content, seen, meaning)
        if not said.strip():
            at.fail(f"'{name}' has no sentence")


def _name(at: Position, action: int) -> str:
    if not 0 <= action < len(at.game.actions):
        return f"action {action}"
    args = at.game.actions.args(action)
    return f"action {action} = {at.game.actions.name(action)}{args}"
