"""Agents from outside: by an entry point of the group ``bestiary.agents``, by ``register``, by their place.

``mine`` is what a package announces as ``mine``; ``module:factory`` is what that module holds; either takes
a word of its own after a colon, such as ``mine:weights.npz``. A factory is called with a game, its cards and
that word, and makes an agent.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bestiary.core.errors import BestiaryError

if TYPE_CHECKING:
    from .base import Agent

GROUP = "bestiary.agents"
PLACE = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<factory>[A-Za-z_]\w*)(?::(?P<word>.+))?")
NAME = re.compile(r"[A-Za-z_][\w.-]*")

Factory = Callable[..., "Agent"]  # game, cards, and a word where one was given

_added: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Makes an agent known in this process by a name, wherever agents are named.

    >>> from bestiary.agents.simple import Random
    >>> register("dice", Random)
    >>> "dice" in outside()
    True
    >>> unregister("dice")
    """
    from .base import RESERVED

    if not NAME.fullmatch(name) or name.lower() in RESERVED:
        raise BestiaryError(f"An agent cannot be called '{name}'; a word such as 'mine' is good.")
    _added[name] = factory


def unregister(name: str) -> None:
    """Takes back what ``register`` did."""
    _added.pop(name, None)


def outside() -> list[str]:
    """The names of the agents that packages and ``register`` bring."""
    return sorted({*_announced(), *_added})


def is_outside(name: str) -> bool:
    """Whether an agent from outside is meant; nothing is imported."""
    head = name.partition(":")[0]
    return head in _added or head in _announced() or is_place(name)


def is_place(name: str) -> bool:
    """Whether this is the place of a factory, ``module:factory``: code that only its owner may name."""
    from .base import RESERVED

    head = name.partition(":")[0]
    known = head.lower() in RESERVED or head in _added or head in _announced()
    return not known and PLACE.fullmatch(name) is not None


def factory_of(name: str) -> tuple[Factory, tuple[str, ...]]:
    """What makes the agent of this name, and the word that it is given."""
    head, _, word = name.partition(":")
    if head in _added:
        return _added[head], (word,) if word else ()
    if head in _announced():
        try:
            made: Factory = _announced()[head].load()
        except Exception as problem:
            raise BestiaryError(f"The agent {head} cannot be loaded: {problem}") from None
        return made, (word,) if word else ()
    found = PLACE.fullmatch(name)
    assert found is not None, "asked for what is_outside denies"
    return _at(found["module"], found["factory"]), (found["word"],) if found["word"] else ()


def _at(module: str, factory: str) -> Factory:
    """What a module holds; one in the current folder is found too."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        held: Any = importlib.import_module(module)
    except Exception as problem:  # whatever a module of somebody else does when it is imported
        raise BestiaryError(f"The agent {module}:{factory} cannot be loaded: {problem}") from None
    made = getattr(held, factory, None)
    if not callable(made):
        raise BestiaryError(f"The module {module} has no {factory} that makes an agent.")
    return made  # type: ignore[no-any-return]


@cache
def _announced() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def sources(names: Iterable[str], own: Mapping[str, Any] | None = None) -> list[Path]:
    """The files of those agents that come from outside: other code there is another agent."""
    given = own or {}
    makers = [given[n] if n in given else factory_of(n)[0] for n in names if n in given or is_outside(n)]
    found = set()
    for maker in makers:
        with suppress(TypeError, OSError):  # what was typed into a session has no file
            written = inspect.isclass(maker) or inspect.isroutine(maker)
            found.add(Path(inspect.getsourcefile(maker if written else type(maker)) or ""))
    return sorted(path for path in found if path.is_file())
