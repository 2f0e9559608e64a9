"""A network as data: what it was learned for, how it reads, its weights, and what it makes of positions.

The file is an ``npz`` of at most eight megabytes with weights of 16 bits and a header in JSON. Nothing but
NumPy is needed to play by one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from bestiary.core.cards import Content
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game

from .answers import Answers, answers
from .context import Context
from .reading import VECTOR, Floats, Reading, Whole
from .turning import turns

FILE = "network.npz"
MOST_BYTES = 8_000_000
FORMAT = 1
HERE = Path(__file__).parent
PLAYS = (  # what whoever plays by a network thinks by
    "agent", "answers", "context", "leading", "led", "mind", "network", "reading", "turning",
)  # fmt: skip


@dataclass(frozen=True)
class Network:
    """A policy and a value on one body: layers that each add to what the one before found."""

    header: Mapping[str, Any]
    reading: Reading
    weights: Mapping[
        str, Floats
    ]  # in.w, in.b, mid0.w, mid0.b, ..., policy.w, policy.b, value.w, value.b, names
    answers: Answers | None = None  # which of its answers a choice is, where that depends on what is seen

    @cached_property
    def middle(self) -> list[tuple[Floats, Floats]]:
        """The layers between the first and the two answers."""
        w = self.weights
        return [(w[f"mid{k}.w"], w[f"mid{k}.b"]) for k in range(layers_of(w) - 1)]

    def plays(self, seats: object, options: Mapping[str, Any] | None = None) -> bool:
        """Whether it is kept for tables of so many, with these options."""
        kept = self.only.items() if options is not None else ()
        return seats in (self.header.get("players") or [seats]) and all(
            (options or {}).get(n) in v for n, v in kept
        )

    @property
    def only(self) -> Mapping[str, list[Any]]:
        """Options for which it is kept, and their values: with others it is a game that it never saw."""
        return dict(self.header.get("only") or {})

    def turns(self, game: Game) -> Whole:
        """By number of seats, seat and choice: which of the network's answers that is."""
        return turns(game, bool(self.header.get("clockwise")))

    @cached_property
    def _tables(self) -> dict[bytes, Network]:
        return {}

    def at(self, game: Game, content: Content, options: Mapping[str, Any]) -> Network:
        """The network as it plays at one table with one set of cards: its weights know which."""
        context = Context.read(self.header, game)
        if not context.size:
            return self
        told = context.of(content.tables, options)
        key = told.tobytes()
        if key not in self._tables:
            plain, first = self.reading.plain.copy(), self.weights["in.w"].copy()
            rows = np.flatnonzero(plain >= game.observed)
            held = {"in.b": self.weights["in.b"] + told[plain[rows] - game.observed] @ first[rows]}
            first[rows], plain[rows] = 0.0, 0  # which now says nothing
            reading = replace(self.reading, plain=plain)
            header = {**self.header, "context": None}
            weights = {**self.weights, **held, "in.w": first}
            self._tables[key] = Network(header, reading, weights, self.answers)
        return self._tables[key]

    def inputs(self, seen: Floats) -> Floats:
        """Rows of observations as the first layer takes them."""
        dense, names = self.reading.split(seen)
        if not names.shape[1]:
            return dense
        vectors = self.weights["names"][names].reshape(len(seen), names.shape[1] * VECTOR)
        return np.concatenate([dense, vectors], axis=1)

    def look(self, seen: Floats) -> tuple[Floats, Floats]:
        """For rows of observations: a score for every action, and the value for the seat that is asked, from
        -1 to 1."""
        w, held = self.weights, self._held(seen)
        scores = held @ w["policy.w"] + w["policy.b"]
        if self.answers is not None:
            said = self._said(seen, np.arange(len(self.answers.base)))
            scores = np.take_along_axis(scores, said, axis=1)
        return scores, self._values(held)

    def _said(self, seen: Floats, choices: Whole) -> Whole:
        """Which of its answers some choices are, for every row of observations."""
        if self.answers is None:
            return np.broadcast_to(choices, (len(seen), len(choices)))
        return self.answers.of(self.reading, self.reading.split(seen)[1], choices)

    def _held(self, seen: Floats) -> Floats:
        w = self.weights
        held = self._first(seen) if len(seen) == 1 else self.inputs(seen) @ w["in.w"] + w["in.b"]
        held = np.maximum(held, 0)
        for weight, bias in self.middle:
            held = held + np.maximum(held @ weight + bias, 0)
        return np.asarray(held)

    def _values(self, held: Floats) -> Floats:
        w = self.weights
        return np.asarray(np.tanh(held @ w["value.w"] + w["value.b"])[:, 0])

    @cached_property
    def _nothing(self) -> tuple[Whole, Floats]:
        """The vectors of names that name nothing, and what the first layer finds where all do."""
        rows, w = self.reading.many_row + 1, self.weights
        if not len(rows):
            return rows, w["in.b"]
        return rows, w["in.b"] + w["names"][rows].reshape(-1) @ w["in.w"][self.reading.dense :]

    def _first(self, seen: Floats) -> Floats:
        """The first layer of one position. Most amounts are zero and most names name nothing, and one
        position does not pay for them."""
        w, size = self.weights, self.reading.dense
        dense, names = self.reading.split(seen)
        nothing, held = self._nothing
        there = np.flatnonzero(dense[0])
        held = held + dense[0, there] @ w["in.w"][there]
        named = np.flatnonzero(names[0] != nothing)
        if len(named):
            apart = w["names"][names[0, named]] - w["names"][nothing[named]]
            columns = w["in.w"][size:].reshape(len(nothing), VECTOR, -1)[named]
            held = held + apart.reshape(-1) @ columns.reshape(apart.size, -1)
        return np.asarray(held[None])

    def likely(self, seen: Floats, legal: Sequence[int] | Whole) -> tuple[NDArray[np.float64], float]:
        """How likely the network takes each legal action of one position, as the seat that is asked counts
        them, and what it expects."""
        w, held = self.weights, self._held(seen[None])
        said = self._said(seen[None], np.asarray(legal, np.int64))[0]
        own = (held[0] @ w["policy.w"][:, said] + w["policy.b"][said]).astype(np.float64)
        shares = np.exp(own - own.max())
        return shares / shares.sum(), float(self._values(held)[0])

    # ---- files -------------------------------------------------------------------------------

    def save(self, path: Path, kind: Any = np.float16, most: int = MOST_BYTES) -> None:
        """Writes it whole or not at all; a checkpoint has numbers of 32 bits."""
        path.parent.mkdir(parents=True, exist_ok=True)
        header = np.frombuffer(json.dumps(self.header, sort_keys=True).encode(), np.uint8)
        beside = path.with_name(f"{path.stem}.part.npz")
        arrays: dict[str, Any] = {"header": header, **self.reading.arrays()}
        arrays |= {name: w.astype(kind) for name, w in self.weights.items()}
        np.savez_compressed(beside, **arrays)
        size = beside.stat().st_size
        if size > most:
            beside.unlink()
            raise BestiaryError(
                f"{path.name} would have {size / 1e6:.1f} MB; {most // 1_000_000} are the most. "
                "Fewer neurons make it smaller."
            )
        beside.replace(path)

    @classmethod
    def load(cls, path: Path, game: Game) -> Network:
        """Reads a network of a game; one line says why another one is refused."""
        try:
            with np.load(path) as held:
                arrays = {name: held[name] for name in held.files}
            header = dict(json.loads(arrays.pop("header").tobytes()))
            reading = Reading.of(arrays)
            weights = {
                name: array.astype(np.float32)
                for name, array in arrays.items()
                if not name.startswith("reading_")
            }
        except FileNotFoundError:
            raise BestiaryError(f"{path}: there is no such network; bestiary train makes one.") from None
        except (OSError, ValueError, TypeError, KeyError, EOFError, BadZipFile):
            raise BestiaryError(f"{path} holds no network.") from None
        check(path, header, game)
        try:
            beside = Context.read(header, game).size
        except (ValueError, TypeError, AttributeError):
            raise BestiaryError(f"{path} holds no network.") from None
        only = header.get("only") or {}
        whole = isinstance(header.get("players", []), list) and reading.fits(game, beside)
        whole = (
            whole and isinstance(only, dict) and all(isinstance(one, list) and one for one in only.values())
        )
        said = answers(game, reading)
        if not (whole and fit(reading, weights, said.count)):
            raise BestiaryError(f"{path} holds no network.")
        return cls(header, reading, weights, None if said.plain else said)

    def warning(self, content: Content) -> str:
        """A word for whoever plays with other cards than those that were learned; else nothing."""
        if content.fingerprint in (self.header.get("cards"), *self.header.get("varied", ())):
            return ""
        return "The network was learned with other figures on the cards, and may play them less well."

    def untaught(self, game: Game, options: Mapping[str, Any]) -> str:
        """A word for whoever plays at a table of a kind that was not learned; else nothing."""
        taught = [game.settle(dict(table)) for table in self.header.get("tables") or ()]
        for name, value in options.items():
            if taught and name != "players" and all(table[name] != value for table in taught):
                said = f"{name} is {str(value).lower()}"
                return f"The network learned no table where {said}, and may play there less well."
        return ""

    def refuse(self, game: Game, seats: int, options: Mapping[str, Any]) -> None:
        """Refuses a table for which it is not kept."""
        title = game.title
        if not self.plays(seats):
            good = one_of(self.header["players"])
            raise BestiaryError(f"The network of {title} plays at tables of {good}, not of {seats}.")
        for name, values in self.only.items():
            if options.get(name) not in values:
                said = one_of(str(value).lower() for value in values)
                raise BestiaryError(
                    f"The network of {title} plays where {name} is {said}; it was taught no other."
                )


def one_of(words: Iterable[Any]) -> str:
    """Good values, for a sentence.

    >>> one_of([2, 3, 4])
    '2, 3 or 4'
    """
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last


def layers_of(weights: Mapping[str, Any]) -> int:
    """How many layers come before the answers."""
    return 1 + sum(name.startswith("mid") and name.endswith(".w") for name in weights)


def fit(reading: Reading, weights: Mapping[str, Floats], actions: int) -> bool:
    """Whether all layers are there, hold numbers and lead to the next one: compiled code trusts them."""
    wide = weights["in.b"].size if "in.b" in weights else 0
    wanted: dict[str, tuple[int, ...]] = {"in.w": (reading.inputs, wide), "in.b": (wide,)}
    for k in range(layers_of(weights) - 1):
        wanted |= {f"mid{k}.w": (wide, wide), f"mid{k}.b": (wide,)}
    heads = weights["value.b"].size if "value.b" in weights else 0
    wanted |= {"policy.w": (wide, actions), "policy.b": (actions,)}
    wanted |= {"value.w": (wide, max(1, heads)), "value.b": (max(1, heads),)}
    if reading.many.size:
        wanted["names"] = (reading.rows, VECTOR)
    found = {name: weights[name].shape for name in wanted if name in weights}
    return found == wanted and all(np.isfinite(one).all() for one in weights.values())


def layout_of(game: Game) -> str:
    """A digest of what is observed and what can be done: networks fit one and no other."""
    said: list[Any] = [
        [f.name, f.size, [[c.of, *c.at, c.every] for c in f.codes], *([f.holds] if f.holds else [])]
        for f in game.observation
    ]
    if game.clockwise:
        said.append("clockwise")
    return hashlib.sha256(json.dumps([said, len(game.actions)]).encode()).hexdigest()[:12]


def check(path: Path, header: Mapping[str, Any], game: Game) -> None:
    """Refuses what was not learned for this very game."""
    again = f"bestiary train {game.slug} makes another."
    if header.get("format") != FORMAT:
        raise BestiaryError(
            f"{path.name} is a network of format {header.get('format')}, not {FORMAT}: {again}"
        )
    if header.get("game") != game.name:
        raise BestiaryError(f"{path.name} was learned for {header.get('game')}, not for {game.name}: {again}")
    if header.get("layout") != layout_of(game):
        raise BestiaryError(f"{path.name} was learned when {game.name} was observed otherwise: {again}")


def at_home(game: Game) -> Path:
    """Where a game keeps its network."""
    return game.room / FILE


def digest(game: Game, agents: Iterable[str]) -> dict[str, str]:
    """Which network plays, where one of these agents plays by one: for whoever keeps results."""
    from bestiary.agents.base import is_learned

    path = at_home(game)
    if not any(map(is_learned, agents)) or not path.is_file():
        return {}
    return {"network": hashlib.sha256(path.read_bytes()).hexdigest()[:12]}


def playing(agents: Iterable[str]) -> list[Path]:
    """The files by which those of these agents think that have learned; other code is another player."""
    from bestiary.agents.base import is_learned

    return [HERE / f"{name}.py" for name in PLAYS] if any(map(is_learned, agents)) else []


def known(game: Game) -> Network | None:
    """The network of a game, read once; nothing where it has none, or one for other rules."""
    path = at_home(game)
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return None
    held: tuple[int, Network | None] | None = game.__dict__.get("_network")
    if held is None or held[0] != stamp:
        try:
            found: Network | None = Network.load(path, game)
        except BestiaryError:
            found = None
        held = game.__dict__["_network"] = stamp, found
    return held[1]
