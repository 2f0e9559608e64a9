"""What every check works on: a bench with a game, positions of random games, and clear failures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from typing import Any, NoReturn

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.driver import Engine
from bestiary.core.errors import BadOption, UnknownName
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.registry import load, register, unregister

Settings = Mapping[str, Any]
Secret = Mapping[str, Callable[[Any], bool]]
Edit = Content | Callable[[Records], object]

DEEP_GAMES = 25  # games in which every position is looked at by every check
SPECTATOR = -1
ROOM_TO_SPILL = 64  # choices past the declared limit that a check can still count


class Broken(AssertionError):
    """A game that breaks the contract: which check, where, and what differed."""

    def __init__(
        self,
        check: str,
        game: str,
        what: str,
        options: Settings | None = None,
        seed: int | None = None,
        decision: int | None = None,
        phase: str = "",
        seat: int | None = None,
    ) -> None:
        self.check = check
        self.game = game
        self.what = what
        self.options = dict(options or {})
        self.seed = seed
        self.decision = decision
        self.seat = seat
        where = []
        if seed is not None:
            where.append(f"seed {seed}")
        if options:
            where.append(" ".join(f"{k}={v}" for k, v in options.items()))
        if decision is not None:
            where.append(f"decision {decision}" + (f" ({phase})" if phase else ""))
        if seat is not None:
            where.append("spectator" if seat < 0 else f"seat {seat}")
        super().__init__(f"{game} fails '{check}' at {', '.join(where) or 'any seed'}: {what}")


@dataclass
class Bench:
    """A game under test, and what the caller gave to test it with."""

    game: Game
    engine: Engine
    seed: int
    games: int
    settings: list[Settings]
    edited: Edit | None = None
    secret: Secret = field(default_factory=dict)
    forgotten: tuple[str, ...] = ()
    opening: Mapping[str, str] = field(default_factory=dict)
    deep: int = DEEP_GAMES
    running: str = ""  # the check in progress
    counts: dict[str, int] = field(default_factory=dict)
    _encoded: dict[str, bytes] = field(default_factory=dict)

    def fail(self, what: str, **where: Any) -> NoReturn:
        """Fails the check in progress."""
        raise Broken(self.running, self.game.name, what, **where)

    def options(self, g: int) -> Settings:
        """The options of the g-th game."""
        return self.settings[g % len(self.settings)]

    def encoded(self, options: Settings) -> bytes:
        """A table's options as the record has them."""
        key = repr(options)
        if key not in self._encoded:
            self._encoded[key] = self.game.options.encode(self.game.settle(options))[0].tobytes()
        return self._encoded[key]

    def count(self, what: str, n: int = 1) -> None:
        """Counts what was looked at, for the report."""
        self.counts[what] = self.counts.get(what, 0) + n

    def few(self, most: int) -> range:
        """A small number of games, for the dear checks; fewer where less is to be looked at closely."""
        return range(min(ceil(most * min(1, self.deep / DEEP_GAMES)), self.games))


@dataclass
class Position:
    """A position of a random game, with the action that will be played in it."""

    bench: Bench
    states: Records
    options: Settings
    seed: int
    decision: int
    chance: random.Random  # choices of the checks; never a stream of the game
    choices: list[int] = field(default_factory=list)
    action: int = -1

    @property
    def engine(self) -> Engine:
        return self.bench.engine

    @property
    def game(self) -> Game:
        return self.bench.game

    @property
    def over(self) -> bool:
        return bool(self.states[0]["over"])

    @property
    def seats(self) -> range:
        return range(int(self.states[0]["seats"]))

    @property
    def eyes(self) -> list[int]:
        """Every seat, and the spectator."""
        return [*self.seats, SPECTATOR]

    @property
    def asked(self) -> list[int]:
        return self.engine.actors(self.states)

    @property
    def phase(self) -> str:
        return phase_name(self.game, self.states)

    def fail(self, what: str, seat: int | None = None) -> NoReturn:
        """Fails the check in progress, at this position."""
        self.bench.fail(
            what,
            options=self.options,
            seed=self.seed,
            decision=self.decision,
            phase=self.phase,
            seat=seat,
        )


def phase_name(game: Game, states: Records) -> str:
    """The name of the phase of a state, or its number where it has none."""
    number = int(states[0]["phase"])
    return game.questions.name(number) if 0 <= number < len(game.questions) else f"phase {number}"


def legal_of(engine: Engine, states: Records) -> list[int]:
    """The legal actions, in a buffer with room for more than the game declares."""
    out = np.full(engine.game.limits.legal + ROOM_TO_SPILL, -1, np.int64)
    n = int(engine.kernels.k_legal(engine.tables, states, 0, out))
    return [int(a) for a in out[:n]]


def walk(bench: Bench, options: Settings, seed: int) -> Iterator[Position]:
    """A random game, position by position; the last one is the end."""
    engine = bench.engine
    chance = random.Random(seed)
    states = engine.start(options, seed)
    log = engine.new_log()
    decision = 0
    while True:
        at = Position(bench, states, options, seed, decision, chance)
        if not at.over:
            at.choices = legal_of(engine, states)
            at.action = chance.choice(at.choices) if at.choices else -1
        yield at
        if at.over:
            return
        if at.action < 0:
            at.fail("there is no legal action, and the game is not over")
        if decision >= bench.game.limits.decisions:
            at.fail(f"the game goes on past its bound of {bench.game.limits.decisions} decisions")
        engine.apply(states, at.action, log=log)
        decision += 1


def settings_of(
    game: Game, given: Settings | Sequence[Settings] | None, games: int, seed: int
) -> list[Settings]:
    """The options of every game: those given, or every value of every option, then mixtures."""
    if isinstance(given, Mapping):
        return [given]
    if given is not None:
        return list(given)
    every: list[Settings] = [{}]
    for option in game.options.all.values():
        every += [{option.name: v} for v in option.values if v != option.default]
    chance = random.Random(seed)
    while len(every) < games:
        every.append({o.name: chance.choice(o.values) for o in game.options.all.values()})
    return [s for s in every if _allowed(game, s)]


def _allowed(game: Game, settings: Settings) -> bool:
    try:
        game.settle(settings)
    except BadOption:
        return False
    return True


@contextmanager
def known(game: Game) -> Iterator[None]:
    """Registers a game meanwhile, where nobody has: copies and saves find it by its name."""
    try:
        found = load(game.slug) is game
    except UnknownName:
        found = False
    if found:
        yield
        return
    register(game)
    try:
        yield
    finally:
        unregister(game.slug)


def differences(a: Any, b: Any, most: int = 3) -> str:
    """The fields in which two records differ, in words."""
    found: list[str] = []
    _compare(a, b, "", found)
    more = f" and {len(found) - most} more" if len(found) > most else ""
    return "; ".join(found[:most]) + more if found else "nothing"


def _compare(a: Any, b: Any, at: str, found: list[str]) -> None:
    for name in a.dtype.names or ():
        one, other = a[name], b[name]
        where = f"{at}{name}"
        if one.dtype.names:
            _compare(one, other, f"{where}.", found)
            continue
        left, right = np.asarray(one), np.asarray(other)
        for index in np.argwhere(left != right) if left.ndim else ([()] if left != right else []):
            place = tuple(int(i) for i in index)
            shown = f"[{', '.join(map(str, place))}]" if place else ""
            found.append(f"{where}{shown} is {left[place]} against {right[place]}")
