"""Plays scripts through, and finds the deal that one fits."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..core.game import Game
from .script import guide_of
from .walk import Guidance, Walk, begun

MOST = 4000  # entries of a match after which a script has surely gone astray
TRIES = 4  # other ways through a script that are tried, where several moves lead on


@dataclass
class Played:
    """A script played through with one deal."""

    walk: Walk
    stops: list[tuple[int, Guidance]]  # entries before each move that was asked for, and what was said
    problem: str = ""  # why it does not fit, or nothing

    @property
    def reached(self) -> int:
        """How many moves were made."""
        return sum(said.state == "asking" for _, said in self.stops)


def play(game: Game, seed: int | None = None, pick: Callable[[tuple[int, ...]], int] | None = None) -> Played:
    """Makes every move that the script asks for; ``pick`` chooses where several lead on."""
    match, walk = begun(game, seed=seed, own=True)
    stops: list[tuple[int, Guidance]] = []
    choose = pick or (lambda moves: moves[0])
    while len(match.history) < MOST:
        if match.game_over:
            return Played(walk, stops, "the game is over before the script is")
        said = walk.now()
        if walk.place.lost:
            return Played(walk, stops, walk.place.lost)
        legal = match.legal()
        if said.state == "asking":
            stops.append((len(match.history), said))
            walk.play(choose(said.moves or tuple(legal)))
            if walk.place.step >= len(walk.guide.steps):
                return Played(walk, stops)
        elif said.state == "done":
            stops.append((len(match.history), said))
            return Played(walk, stops)
        elif len(legal) == 1:
            walk.play(legal[0])
        else:
            walk.play(walk.reply(match.asked[0]))
    return Played(walk, stops, f"the script has not ended after {MOST} entries")


def fitting(game: Game, seed: int, tries: int) -> str:
    """Why a script does not play through with a deal, whichever of its moves are made; or nothing."""
    first = play(game, seed)
    if first.problem:
        return first.problem
    if all(len(said.moves) == 1 for _, said in first.stops if said.state == "asking"):
        return ""  # there is only one way through
    for n in range(tries):
        chance = random.Random(n)
        other = play(game, seed, chance.choice)
        if other.problem:
            return other.problem
    return ""


def tried(game: Game, tries: int = TRIES) -> str:
    """Why the script does not play through with its own deal, or nothing."""
    guide = guide_of(game)
    return fitting(game, guide.seed, tries) if guide is not None else ""


@dataclass
class Found:
    """What a search for a deal has found, and where the others failed."""

    seed: int | None
    tried: int
    failed: Counter[str]


def find(game: Game, first: int, most: int, tries: int = TRIES) -> Found:
    """The first deal, from a number on, with which the script plays through."""
    failed: Counter[str] = Counter()
    for n in range(most):
        problem = fitting(game, first + n, tries)
        if not problem:
            return Found(first + n, n + 1, failed)
        failed[problem] += 1
    return Found(None, most, failed)


def keep(path: Path, seed: int) -> None:
    """Writes the deal into the script, and leaves everything else of the file as it is."""
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^seed = \d+", f"seed = {seed}", text, count=1), encoding="utf-8")
