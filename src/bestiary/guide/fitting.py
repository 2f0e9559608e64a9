"""What a script asks of a position: filters over views and choices, in the words that these have already.

A filter is what TOML has: a value that must be equal; ``">=10"`` and the like, for numbers; a list, one of
which must fit; or a table, all of whose keys must fit. On a list of things a key is a place (``"0"``),
``any``, ``none`` or ``count``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
COMPARISON = re.compile(r"^(>=|<=|!=|>|<)\s*(-?\d+(?:\.\d+)?)$")


def fits(thing: Any, wanted: Any) -> bool:
    """Whether a thing is as a filter wants it.

    >>> hand = [{"name": "Fox", "power": 6}, {"name": "Bear", "power": 12}]
    >>> fits(hand, {"any": {"power": ">=10"}}), fits(hand, {"0": {"name": ["Wolf", "Crow"]}})
    (True, False)
    """
    if isinstance(wanted, Mapping):
        if isinstance(thing, Mapping):
            return all(key in thing and fits(thing[key], value) for key, value in wanted.items())
        if isinstance(thing, Sequence) and not isinstance(thing, str):
            return all(_among(thing, key, value) for key, value in wanted.items())
        return False
    if isinstance(wanted, list):
        return any(fits(thing, one) for one in wanted)
    compared = COMPARISON.match(wanted) if isinstance(wanted, str) else None
    if compared is not None:
        known = isinstance(thing, int | float) and not isinstance(thing, bool)
        return known and COMPARED[compared[1]](thing, float(compared[2]))
    if wanted == "":
        return thing is None or thing == ""
    return type(thing) is type(wanted) and bool(thing == wanted)


def _among(things: Sequence[Any], key: str, wanted: Any) -> bool:
    if key == "any":
        return any(fits(thing, wanted) for thing in things)
    if key == "none":
        return not any(fits(thing, wanted) for thing in things)
    if key == "count":
        return fits(len(things), wanted)
    return key.isdigit() and int(key) < len(things) and fits(things[int(key)], wanted)


def along(thing: Any, path: str) -> Any:
    """What a path such as ``seats.0.row`` leads to; None where it leads nowhere."""
    for word in path.split("."):
        if isinstance(thing, Mapping):
            thing = thing.get(word)
        elif isinstance(thing, Sequence) and word.isdigit() and int(word) < len(thing):
            thing = thing[int(word)]
        else:
            return None
    return thing


MOST, LEAST, OF = "most", "least", "of"


def chosen(moves: Iterable[dict[str, Any]], wanted: Mapping[str, Any], view: Any) -> list[dict[str, Any]]:
    """The moves that a pattern means: those that fit, and of these the ones with most or least of something.

    ``target`` may be a filter over what is there: ``{of = "seats.1.row", revealed = true}``.
    """
    found = [move for move in moves if _fits_move(move, wanted, view)]
    for key, best in ((MOST, max), (LEAST, min)):
        for path in _listed(wanted.get(key)):
            values = [along(move, path) for move in found]
            known = [v for v in values if isinstance(v, int | float)]
            if known:
                found = [move for move, v in zip(found, values, strict=True) if v == best(known)]
    return found


def _listed(paths: Any) -> list[str]:
    return [] if paths is None else [paths] if isinstance(paths, str) else list(paths)


def _fits_move(move: Mapping[str, Any], wanted: Mapping[str, Any], view: Any) -> bool:
    for key, value in wanted.items():
        if key in (MOST, LEAST):
            continue
        if key == "target" and isinstance(value, Mapping):
            if move["target"] is None:
                return False
            there = along(view, f"{value[OF]}.{move['target']}")
            if not fits(there, {k: v for k, v in value.items() if k != OF}):
                return False
        elif not fits(move[key], value):
            return False
    return True
