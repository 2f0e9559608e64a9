"""Teaches the network of The Shogun's Chosen all parties, with levels that come near by and by.

    python benchmarks/shogun_parties.py --device cuda --seconds 390 --out build/parties

Where nearly nothing is won nothing is learned. So some of the matches have what standard and grim tables add
only in part: none of it, a third, two thirds at first, later more; a share always has all of it. The network
is told the level and sees the numbers. The folder holds the network and a checkpoint.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.registry import load
from bestiary.learn.network import at_home
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


def eased(share: float) -> Content:
    """The campaign, with so much of what standard and grim tables add."""
    content = GAME.content()
    if share == 1.0:
        return content
    tables = content.tables.copy()
    for field in ADDED:
        for level in range(1, len(LEVELS)):
            tables[field][0][level] = np.round(share * tables[field][0][level])
    return replace(content, tables=tables)


def parties(size: int) -> list[str]:
    """All of so many samurai, the one that a table has by itself first."""
    return ["+".join(names) for names in combinations(SAMURAI, size)]


def lessons() -> list[dict[str, Any]]:
    """The tables: every party at standard, those that tables have by themselves at all levels."""
    teams: list[dict[str, Any]] = []
    for size in range(1, len(SAMURAI) + 1):
        levels = ["standard", "standard", "gentle", "grim"]
        teams += [{"players": size, "difficulty": level} for level in levels]
        for party in parties(size)[1:]:
            twice = 2 if size == 2 else 1
            teams += [{"players": size, "party": party, "difficulty": "standard"}] * twice
    return [{"mode": "chapter", "chapter": chapter, **team} for team in teams for chapter in CHAPTERS]


def learn(training: Training, seconds: float, way: Sequence[tuple[float, Sequence[float]]]) -> None:
    """Goes the way, and says from time to time how it is."""
    began, told = time.monotonic(), 0.0
    for end, shares in way:
        training.deal([eased(share) for share in shares])
        while (done := (time.monotonic() - began) / seconds) < end:
            found = training._update(done)
            training.course.updates += 1
            training.course.decisions += training.plan.width * training.plan.steps
            if time.monotonic() - told > 20:
                told = time.monotonic()
                print(
                    f"  {told - began:.0f} s, update {training.course.updates}, "
                    f"entropy {found['entropy']:.2f}, foreseen {found['explained']:.0%}",
                    flush=True,
                )
    training.course.seconds += time.monotonic() - began


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("--device", default="cuda")
    reader.add_argument("--seconds", type=float, default=390.0)
    reader.add_argument("--out", type=Path, required=True)
    reader.add_argument("--resume", type=Path, default=at_home(GAME))
    reader.add_argument("--width", type=int, default=16_384)
    reader.add_argument("--rate", type=float, default=3e-4)
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        tables=tuple(lessons()),
        device=given.device,
        as_before=True,
        width=given.width,
        steps=32,
        hidden=256,
        seconds=given.seconds,
        seed=given.seed,
        games=1024,
        method=Method(rate=given.rate, entropy=0.02, shape=0.2, batch=min(32_768, 8 * given.width)),
    )
    said = f"benchmarks/shogun_parties.py --seconds {given.seconds:g}"
    training = Training(GAME, plan, given.resume, None, said, [GAME.content()])
    learn(training, given.seconds, WAY)
    training.contents = [GAME.content()]
    training.best = training.mean.copy()
    training.save(given.out / "shogun.npz", given.out / "shogun.checkpoint.npz")
    course = training.course
    print(f"{course.updates} updates, {course.decisions / 1e6:.0f} million decisions in all", flush=True)


if __name__ == "__main__":
    main()
