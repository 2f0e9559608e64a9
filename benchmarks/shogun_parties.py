"""Teaches the network of The Shogun's Chosen all parties, and finds the health that evens them out.

    python benchmarks/shogun_parties.py --device cuda --seconds 390 --out build/parties
    python benchmarks/shogun_parties.py --device cuda --seconds 500 --find 58 --out build/parties

Where nearly nothing is won nothing is learned. So some of the matches have what standard and grim tables add
only in part: none of it, a third, two thirds at first, later more; a share always has all of it. The network
is told the level and sees the numbers. With ``--find`` all parties play all chapters from time to time, and
each gets more or less health where it wins less or more than so many of a hundred; what was found is for
``teams`` of the campaign. The folder holds the network, a checkpoint and ``teams.json``.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from shogun_by_net import played

from bestiary.core.cards import Content
from bestiary.core.registry import load
from bestiary.learn.brain import Likely
from bestiary.learn.network import at_home
from bestiary.learn.rows import rows
from bestiary.learn.selfplay import Method
from bestiary.learn.training import Plan, Training

GAME = load("shogun")
SAMURAI = ("akira", "hikaru", "tomoe", "jinen")
LEVELS = tuple(map(str, GAME.options.all["difficulty"].values))
CHAPTERS = tuple(GAME.options.all["chapter"].values)
ADDED = ("df_health", "df_hits")
# By when of the whole: how much of what a level adds the matches have, in equal shares.
WAY = (
    (0.3, (1.0, 0.66, 0.33, 0.0)),
    (0.6, (1.0, 1.0, 0.75, 0.4)),
    (1.0, (1.0, 1.0, 1.0, 0.75)),
)


LOTS = {"side": 0.5, "raise": 0.15}  # skills and attributes that a lot takes, so that all are tried
EVERY = 0.11  # of the time, between two looks at all parties
AGAIN = 3  # looks at the end, of twice as many games, at which a number moves by a step at most
SLOPE = 0.3  # log odds of a step of health
MOST = 4  # steps at once
FAR = 20  # the most that a campaign may say
PARTIES = tuple(map(str, GAME.options.all["party"].values[1:]))  # by their mask


def eased(share: float, teams: Any) -> Content:
    """The campaign, with so much of what standard and grim tables add, and with this health of teams."""
    content = GAME.content()
    tables = content.tables.copy()
    tables["df_team"][0][1:] = teams
    for field in ADDED:
        for level in range(1, len(LEVELS)):
            tables[field][0][level] = np.round(share * tables[field][0][level])
    return replace(content, tables=tables)


def everyone() -> list[dict[str, Any]]:
    """Every party in every chapter of a standard table, by its mask."""
    return [
        {"mode": "chapter", "chapter": chapter, "players": party.count("+") + 1, "party": party}
        for party in PARTIES
        for chapter in CHAPTERS
    ]


def looked(training: Training, teams: Any, games: int, seed: int) -> Any:
    """How often each party wins each chapter: by mask and chapter."""
    tables = everyone()
    plan = training.plan
    given = GAME, len(tables) * games, tables, seed, plan.device, plan.threads
    held = rows(*given, [eased(1.0, teams)], training.context)
    won, over = played(held, (training.reader, Likely(training.mean)), seed)
    shape = games, len(PARTIES), len(CHAPTERS)
    return won.reshape(shape).sum(axis=0) / np.maximum(1, over.reshape(shape).sum(axis=0))


def moved(teams: Any, wins: Any, aim: float, most: int) -> Any:
    """The health of teams with which each is expected to win what is aimed at."""
    made = teams.copy()
    odds = np.log(np.clip(wins, 0.01, 0.99) / (1 - np.clip(wins, 0.01, 0.99)))
    steps = np.clip(np.round((math.log(aim / (1 - aim)) - odds) / SLOPE), -most, most)
    made[:, 1:] = np.clip(teams[:, 1:] + steps.T, -FAR, FAR)
    return made


def parties(size: int) -> list[str]:
    """All of so many samurai, the one that a table has by itself first."""
    return ["+".join(names) for names in combinations(SAMURAI, size)]


def lessons(often: Sequence[int]) -> list[dict[str, Any]]:
    """The tables: every party at standard, those that tables have by themselves at all levels; each size so
    often."""
    teams: list[dict[str, Any]] = []
    for size in [n for n, times in enumerate(often, 1) for _ in range(times)]:
        levels = ["standard", "standard", "gentle", "grim"]
        teams += [{"players": size, "difficulty": level} for level in levels]
        for party in parties(size)[1:]:
            twice = 2 if size == 2 else 1
            teams += [{"players": size, "party": party, "difficulty": "standard"}] * twice
    return [{"mode": "chapter", "chapter": chapter, **team} for team in teams for chapter in CHAPTERS]


class Lesson:
    """Training, and the health of teams that is found along the way."""

    def __init__(self, training: Training, given: argparse.Namespace) -> None:
        self.training, self.given = training, given
        self.teams = GAME.content().tables["df_team"][0][1].copy()
        self.looks: list[dict[str, Any]] = []
        self.began = time.monotonic()

    @property
    def done(self) -> float:
        return (time.monotonic() - self.began) / float(self.given.seconds)

    def learn(self, end: float) -> None:
        """Goes the way until then."""
        training = self.training
        shares = next(shares for last, shares in WAY if self.done < last or last == 1.0)
        training.deal([eased(share, self.teams) for share in shares])
        found: dict[str, float] = {}
        while self.done < end:
            found = training._update(min(1.0, self.done))
            training.course.updates += 1
            training.course.decisions += training.plan.width * training.plan.steps
        if found:
            print(
                f"  {time.monotonic() - self.began:.0f} s, update {training.course.updates}, "
                f"entropy {found['entropy']:.2f}, foreseen {found['explained']:.0%}",
                flush=True,
            )

    def look(self, games: int, most: int, move: bool = True) -> None:
        """Plays all parties; the teams get what they lack."""
        wins = looked(self.training, self.teams, games, 1 + len(self.looks))
        self.looks.append({"games": games, "teams": self.teams.tolist(), "wins": wins.round(3).tolist()})
        inside = ((wins >= 0.45) & (wins <= 0.75)).sum()
        print(
            f"{time.monotonic() - self.began:.0f} s: {inside} of {wins.size} parties and chapters within "
            f"45 to 75%, {wins.mean():.0%} of all, from {wins.min():.0%} to {wins.max():.0%}",
            flush=True,
        )
        if move:
            self.teams = moved(self.teams, wins, self.given.find / 100, most)

    def run(self) -> None:
        given = self.given
        if not given.find:
            for end, _ in WAY:
                self.learn(end)
        else:
            while self.done < 1 - (AGAIN + 1) * EVERY / 2:
                self.look(given.games, MOST)
                self.learn(self.done + EVERY)
            for _ in range(AGAIN):
                self.look(2 * given.games, 1)
                self.write()
                self.learn(self.done + EVERY / 4)
            self.look(4 * given.games, 1, move=False)
        self.training.course.seconds += time.monotonic() - self.began

    def write(self) -> None:
        training, out = self.training, self.given.out
        training.contents = [GAME.content()]
        training.best = training.mean.copy()
        training.save(out / "shogun.npz", out / "shogun.checkpoint.npz")
        (out / "teams.json").write_text(json.dumps({"teams": self.teams.tolist(), "looks": self.looks}))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("--device", default="cuda")
    reader.add_argument("--seconds", type=float, default=390.0)
    reader.add_argument("--find", type=float, default=0.0, metavar="PERCENT", help="that a party shall win")
    reader.add_argument("--games", type=int, default=96, help="of every party and chapter in a look")
    reader.add_argument("--out", type=Path, required=True)
    reader.add_argument("--resume", type=Path, default=at_home(GAME))
    reader.add_argument("--width", type=int, default=16_384)
    reader.add_argument("--rate", type=float, default=3e-4)
    reader.add_argument(
        "--often", type=int, nargs=4, default=[1, 1, 1, 1], help="one, two, three and four samurai are played"
    )
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        tables=tuple(lessons(given.often)),
        device=given.device,
        as_before=True,
        width=given.width,
        steps=32,
        hidden=256,
        seconds=given.seconds,
        seed=given.seed,
        games=1024,
        lots=LOTS,
        method=Method(rate=given.rate, entropy=0.02, shape=0.2, batch=min(32_768, 8 * given.width)),
    )
    said = f"benchmarks/shogun_parties.py --seconds {given.seconds:g}"
    training = Training(GAME, plan, given.resume, None, said, [GAME.content()])
    lesson = Lesson(training, given)
    lesson.run()
    lesson.write()
    course = training.course
    print(f"{course.updates} updates, {course.decisions / 1e6:.0f} million decisions in all", flush=True)


if __name__ == "__main__":
    main()
