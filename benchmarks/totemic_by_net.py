"""Finds numbers of Totemic's animals under a player that learns while they change.

    python benchmarks/totemic_by_net.py --device cuda --seconds 480 --out build/totemic
    python benchmarks/totemic_by_net.py --device cuda --seconds 300 --out build/totemic2 --go-on build/totemic

The network is told the figures of the cards and learns with sets around the present ones, so that it can
judge numbers that nobody has played yet. Then all 66 matchups are played with it, animal by animal a number
is tried that brings them nearer together, powers follow, and it learns on with what was found. The folder
holds the network, a checkpoint, and ``found.json``: the numbers, every trial, and the last matchups.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.changes import Change, Changes, opened
from bestiary.core.paths import places
from bestiary.core.registry import load
from bestiary.learn.brain import Likely
from bestiary.learn.meeting import alone
from bestiary.learn.network import at_home
from bestiary.learn.rows import rows
from bestiary.learn.selfplay import Method
from bestiary.learn.training import Plan, Training

GAME = load("totemic")
SPIRITS = (
    "badger", "bat", "crow", "mouse", "porcupine", "stag", "turtle", "wolf", "fox", "owl", "snake", "catfish",
)  # fmt: skip
FREE = tuple(name for name in SPIRITS if name != "turtle")  # the Turtle's 30 is public
PAIRS = tuple(combinations(range(len(SPIRITS)), 2))
AROUND = 3  # how far from the present power a set that is learned may be
# What an animal can do, as far as it is ours and a number: the values that may be tried.
ABILITIES: dict[str, tuple[str, Sequence[int]]] = {
    "cards.badger.effects.0.n": ("badger", (1, 2)),
    "cards.sett.effects.0.n": ("badger", (2, 3, 4)),
    "cards.bat.effects.0.n": ("bat", (2, 3, 4)),
    "cards.crow.effects.0.n": ("crow", (1, 2, 3)),
    "cards.mouse.effects.0.n": ("mouse", (0, 1, 2, 3)),
    "cards.porcupine.effects.0.n": ("porcupine", (1, 2, 3)),
    "cards.slow_gait.strength": ("porcupine", (5, 6, 7)),
    "cards.stag.effects.0.n": ("stag", (1, 2)),
    "cards.shell.effects.0.n": ("turtle", (2, 3, 4)),
    "cards.fox.effects.0.cost": ("fox", (1, 2, 3)),
    "cards.owl.effects.0.n": ("owl", (2, 3)),
    "cards.catfish.effects.0.max": ("catfish", (1, 2, 3, 4)),
    "cards.drag_under.effects.0.n": ("catfish", (1, 2)),
    "cards.drag_under.effects.1.max": ("catfish", (1, 2, 3)),
    "cards.wolf.effects.0.n": ("wolf", (1, 2)),
    "cards.snake.effects.0.n": ("snake", (1, 2)),
}
# The same of their cards: tried without being told apart, since a network learns on with what is kept.
FEW: dict[str, tuple[str, Sequence[int]]] = {
    "cards.gnaw.effects.0.n": ("mouse", (1, 2, 3)),
    "cards.gnaw.effects.1.n": ("mouse", (1, 2, 3)),
    "cards.scurry.effects.0.n": ("mouse", (2, 3)),
    "cards.long_season.strength": ("turtle", (4, 5, 6, 7)),
    "cards.shell.strength": ("turtle", (2, 3, 4)),
    "cards.crown_of_antlers.strength": ("stag", (4, 5, 6)),
    "cards.clash.strength": ("stag", (1, 2, 3)),
    "cards.stubborn_bite.effects.0.n": ("badger", (1, 2, 3)),
    "cards.stubborn_bite.strength": ("badger", (4, 5, 6)),
    "cards.blood_draught.effects.0.n": ("bat", (1, 2, 3)),
    "cards.blood_draught.effects.1.n": ("bat", (1, 2)),
    "cards.echo.strength": ("bat", (4, 5, 6)),
    "cards.raised_quills.effects.1.n": ("porcupine", (1, 2, 3)),
    "cards.raised_quills.strength": ("porcupine", (3, 4, 5)),
    "cards.pack_hunt.effects.0.n": ("wolf", (1, 2, 3)),
    "cards.kinship.effects.1.n": ("wolf", (1, 2, 3)),
    "cards.trinkets.effects.0.n": ("crow", (1, 2)),
    "cards.omen.strength": ("crow", (3, 4, 5)),
    "cards.false_trail.strength": ("fox", (4, 5, 6)),
    "cards.old_wisdom.effects.1.n": ("owl", (1, 2, 3)),
    "cards.silent_wings.effects.0.n": ("owl", (1, 2, 3)),
    "cards.shed_skin.effects.1.n": ("snake", (2, 3)),
    "cards.venom.strength": ("snake", (1, 2, 3)),
    "cards.murk.strength": ("catfish", (3, 4, 5)),
    "cards.venom.effects.0.n": ("snake", (1, 2)),
    "cards.shed_skin.effects.0.n": ("snake", (1, 2)),
    "cards.shed_skin.strength": ("snake", (4, 5, 6)),
    "cards.sett.strength": ("badger", (1, 2, 3)),
    "cards.blood_draught.strength": ("bat", (1, 2, 3)),
    "cards.echo.effects.1.n": ("bat", (1, 2)),
    "cards.silent_wings.strength": ("owl", (3, 4, 5)),
    "cards.old_wisdom.strength": ("owl", (2, 3, 4)),
    "cards.pack_hunt.strength": ("wolf", (2, 3, 4)),
    "cards.kinship.strength": ("wolf", (4, 5, 6)),
    "cards.scurry.strength": ("mouse", (3, 4, 5)),
    "cards.gnaw.strength": ("mouse", (1, 2)),
    "cards.drag_under.strength": ("catfish", (1, 2, 3)),
    "cards.sleight.strength": ("fox", (2, 3, 4)),
    "cards.trinkets.strength": ("crow", (2, 3, 4)),
}
FURY = "cards.fury.strength"  # everybody's: learned with, not tried
BASIC = {FURY: (6, 7)}
VALUES = {path: values for path, (_, values) in ABILITIES.items()} | BASIC
TRIED = ABILITIES | FEW
CHANGED = 0.08  # what a changed number has to gain, in squares of log odds over the eleven matchups
MOST = 4  # steps of a power at once
PROPOSALS = 6000  # of powers that are thought of before one set of them is played
SLOPE = 0.1  # log odds of a step of power, until it is measured
TABLES: tuple[dict[str, Any], ...] = (
    {"deal_spirits": True},
    {"deal_spirits": True},
    {"deal_spirits": True},
    {"players": 1, "rivals": 3},
    {"players": 1, "rivals": 3, "deal_spirits": True},
    {"players": 1, "rivals": 6, "deal_spirits": True},
)
Numbers = dict[str, int]
Pair = tuple[int, int]


def power_of(name: str) -> str:
    return f"cards.{name}.power"


def usual() -> Numbers:
    """The numbers of the card file."""
    tables = np.asarray(GAME.content().tables).reshape(-1)[0]
    found = {power_of(name): int(tables["power"][k]) for k, name in enumerate(SPIRITS)}
    for path in (*VALUES, *FEW):
        (place,) = places(opened(GAME), path)
        found[path] = int(place.value)
    return found


def cards(numbers: Mapping[str, int], first: Mapping[str, int]) -> Content:
    """The game with these numbers."""
    changes = [Change(path, value) for path, value in numbers.items() if value != first[path]]
    return Changes(GAME, changes, None).content if changes else GAME.content()


def around(numbers: Numbers, luck: random.Random) -> Numbers:
    """Numbers near these: what a learner may meet."""
    made = dict(numbers)
    for name in FREE:
        made[power_of(name)] += luck.randint(-AROUND, AROUND)
    for path, values in VALUES.items():
        if luck.random() < 0.5:
            made[path] = luck.choice(list(values))
    return made


def farthest(numbers: Numbers) -> list[Numbers]:
    """Sets that hold the least and the most of everything: by these, figures are told apart."""
    made = []
    for pick, step in ((min, -2 * AROUND), (max, 2 * AROUND)):
        one = {path: pick(values) for path, values in VALUES.items()}
        made.append(numbers | one | {power_of(n): numbers[power_of(n)] + step for n in FREE})
    return made


# ---- matchups ---------------------------------------------------------------------------------------


@dataclass
class Found:
    """All matchups with one set of numbers."""

    numbers: Numbers
    shares: Any  # of the first of every pair

    @property
    def odds(self) -> Any:
        return np.log(self.shares / (1 - self.shares))

    @property
    def strengths(self) -> Any:
        """How strong every animal is, in log odds: the mean against the others."""
        total = np.zeros(len(SPIRITS))
        for (a, b), odd in zip(PAIRS, self.odds, strict=True):
            total[a] += odd
            total[b] -= odd
        return total / len(SPIRITS)

    @property
    def uneven(self) -> float:
        """The mean square of the log odds of all matchups."""
        return float((self.odds**2).mean())

    @property
    def rough(self) -> float:
        """The same with the worst ones before all: the mean fourth power."""
        return float((self.odds**4).mean())

    @property
    def left(self) -> float:
        """The same once powers have made all animals equally strong."""
        strong = self.strengths
        rest = [odd - strong[a] + strong[b] for (a, b), odd in zip(PAIRS, self.odds, strict=True)]
        return float((np.array(rest) ** 2).mean())

    def told(self) -> str:
        inside = int(((self.shares > 0.4) & (self.shares < 0.6)).sum())
        worst = sorted(zip(self.shares, PAIRS, strict=True), key=lambda one: -abs(one[0] - 0.5))[:4]
        named = ", ".join(f"{SPIRITS[a]}-{SPIRITS[b]} {s:.0%}" for s, (a, b) in worst)
        left = f"uneven {self.uneven:.4f}, beyond powers {self.left:.4f}"
        return f"{inside} of 66 within 40 to 60%, {left}; {named}"


def matchups(
    training: Training, numbers: Numbers, first: Numbers, games: int, seed: int, pairs: Sequence[Pair] = PAIRS
) -> Any:
    """Plays these matchups in both seats, so many games of each; the share of the first ones."""
    tables = [{"spirit_0": SPIRITS[x], "spirit_1": SPIRITS[y]} for a, b in pairs for x, y in ((a, b), (b, a))]
    width = len(tables) * max(1, games // 2)
    plan = training.plan
    dealt = [cards(numbers, first)]
    held = rows(GAME, width, tables, seed, plan.device, plan.threads, dealt, training.context)
    paid = alone(held, (training.reader, Likely(training.mean)), seed, training.luck).cpu().numpy()
    sides = paid.reshape(-1, len(pairs), 2).mean(axis=0)  # what the first seat was paid, by table
    return np.clip((sides[:, 0] + 1 - sides[:, 1]) / 2, 0.01, 0.99)


# ---- the run ----------------------------------------------------------------------------------------


@dataclass
class Search:
    """Training, and numbers that are tried with what it has learned."""

    given: argparse.Namespace
    training: Training
    first: Numbers
    now: Numbers
    until: float
    luck: random.Random
    slope: float = SLOPE
    trials: list[dict[str, Any]] = field(default_factory=list)

    def learn(self, seconds: float, sets: int = 7, every: float = 30.0) -> None:
        """Learns with the present numbers and others around them, which change from time to time."""
        training, end = self.training, time.monotonic() + seconds
        whole = self.given.seconds
        while (left := end - time.monotonic()) > 1:
            chosen = [self.now, *(around(self.now, self.luck) for _ in range(sets))]
            training.deal([cards(one, self.first) for one in chosen])
            turn = time.monotonic() + min(every, left)
            while time.monotonic() < turn:
                done = min(1.0, max(0.0, 1 - (self.until - time.monotonic()) / whole))
                found = training._update(self.given.begun + (1 - self.given.begun) * done)
                training.course.updates += 1
                training.course.decisions += training.plan.width * training.plan.steps
            print(
                f"  {self.until - time.monotonic():.0f} s left, update {training.course.updates}, "
                f"entropy {found['entropy']:.2f}, foreseen {found['explained']:.0%}",
                flush=True,
            )

    def play(self, numbers: Numbers, games: int, why: str) -> Found:
        shares = matchups(self.training, numbers, self.first, games, self.luck.randrange(1 << 30))
        found = Found(dict(numbers), shares)
        self.keep(why, numbers, games, shares)
        print(f"{why}: {found.told()} ({self.until - time.monotonic():.0f} s left)", flush=True)
        return found

    def keep(self, why: str, numbers: Numbers, games: int, shares: Any) -> None:
        told = {k: v for k, v in numbers.items() if v != self.first[k]}
        played = [round(float(s), 4) for s in shares]
        self.trials.append({"why": why, "changed": told, "games": games, "shares": played})

    def settled(self, found: Found, games: int, rounds: int) -> Found:
        """Lets powers follow, all twelve different, so that the worst matchups come nearer to even; finds
        out how much a step is, and keeps the best of what was played."""
        best = found
        for _ in range(rounds):
            made = self.thought(found)
            if made == found.numbers:
                break
            before, found = found, self.play(made, games, "powers")
            moved = np.array([made[power_of(n)] - before.numbers[power_of(n)] for n in SPIRITS], float)
            moved -= moved.mean()
            if (moved**2).sum() > 8:  # steps of which something can be told
                gained = found.strengths - before.strengths
                measured = float((moved * gained).sum() / (moved**2).sum())
                self.slope = float(np.clip(0.5 * self.slope + 0.5 * measured, 0.05, 0.2))
                print(f"  a step of power is {measured:.3f}, from now on {self.slope:.3f}", flush=True)
            if found.rough < best.rough:
                best = found
        return best

    def thought(self, found: Found) -> Numbers:
        """Powers that differ from each other, from which the roughest matchups are expected to be least."""
        first = np.array([found.numbers[power_of(name)] for name in SPIRITS])
        ours, theirs = np.array(PAIRS).T

        def rough(powers: Any) -> float:
            moved = self.slope * (powers - first)
            same = len(SPIRITS) - len(set(powers.tolist()))
            return float(((found.odds + moved[ours] - moved[theirs]) ** 4).sum()) + same

        best, least = first, rough(first)
        for start in range(4):
            now, held = (first.copy() if start == 0 else best.copy()), np.inf
            for left in range(PROPOSALS, 0, -1):
                next_ = now.copy()
                at = self.luck.choice([SPIRITS.index(name) for name in FREE])
                if self.luck.random() < 0.3:  # two change places
                    other = self.luck.choice([SPIRITS.index(name) for name in FREE])
                    next_[at], next_[other] = now[other], now[at]
                else:
                    next_[at] = now[at] + self.luck.choice((-2, -1, 1, 2))
                if np.abs(next_ - first).max() > MOST:
                    continue
                come = rough(next_)
                if come < held + 0.002 * left / PROPOSALS * self.luck.random():
                    now, held = next_, come
                    if come < least:
                        best, least = next_, come
        return found.numbers | {power_of(n): int(p) for n, p in zip(SPIRITS, best, strict=True)}

    def mend(self, found: Found, games: int, until: float) -> Found:
        """Tries other abilities, one at a time, and keeps of every animal the one that brings its matchups
        together most, beyond what its power can do."""
        strong = found.strengths
        best: dict[str, tuple[float, str, int]] = {}
        options = [
            (path, value)
            for path, (_, values) in TRIED.items()
            for value in values
            if 0 < abs(value - found.numbers[path]) <= 2
        ]
        self.luck.shuffle(options)
        now = {name: self.apart(name, found, strong, found.shares) for name in SPIRITS}
        for path, value in options:
            if time.monotonic() > until:
                print("  no time for the rest", flush=True)
                break
            name = TRIED[path][0]
            made = found.numbers | {path: value}
            own = [pair for pair in PAIRS if SPIRITS.index(name) in pair]
            shares = matchups(self.training, made, self.first, games, self.luck.randrange(1 << 30), own)
            self.keep(f"{path} = {value}", made, games, shares)
            left = self.apart(name, found, strong, shares, own)
            gain = now[name] - left - CHANGED
            print(f"  {path} = {value}: {now[name]:.2f} to {left:.2f}", flush=True)
            if gain > max(0.0, best.get(name, (0.0,))[0]):
                best[name] = gain, path, value
        changed = {path: value for _, path, value in best.values()}
        print(f"kept: {changed}", flush=True)
        return (
            self.settled(self.play(found.numbers | changed, games, "mended"), games, 3) if changed else found
        )

    def effects(self, base: Found, games: int, until: float) -> dict[tuple[str, int], Any]:
        """Tries every ability by itself: what it does to the log odds of its animal's matchups. What differs
        from matchup to matchup is half chance, and counts half."""
        options = [
            (path, v) for path, (_, values) in TRIED.items() for v in values if v != base.numbers[path]
        ]
        self.luck.shuffle(options)
        made: dict[tuple[str, int], Any] = {}
        for path, value in options:
            if time.monotonic() > until:
                print(f"  {len(made)} of {len(options)} tried", flush=True)
                break
            own = [k for k, pair in enumerate(PAIRS) if SPIRITS.index(TRIED[path][0]) in pair]
            numbers, seed = base.numbers | {path: value}, self.luck.randrange(1 << 30)
            shares = matchups(self.training, numbers, self.first, games, seed, [PAIRS[k] for k in own])
            self.keep(f"{path} = {value}", numbers, games, shares)
            signs = np.array([1 if SPIRITS[PAIRS[k][0]] == TRIED[path][0] else -1 for k in own])
            gained = signs * (np.log(shares / (1 - shares)) - base.odds[own])
            made[path, value] = np.zeros(len(PAIRS))
            made[path, value][own] = signs * (gained.mean() + 0.5 * (gained - gained.mean()))
        return made

    def together(self, base: Found, made: Mapping[tuple[str, int], Any], seconds: float) -> Numbers:
        """The powers and abilities from which the worst matchups are expected to be least, with as few
        changes as are worth it."""
        ours, theirs = np.array(PAIRS).T
        first = np.array([base.numbers[power_of(name)] for name in SPIRITS])
        paths = sorted({path for path, _ in made})

        def cost(chosen: Mapping[str, int], powers: Any) -> float:
            moved = self.slope * (powers - first)
            odds = base.odds + moved[ours] - moved[theirs]
            for path, value in chosen.items():
                odds = odds + made[path, value]
            many = len(chosen) + int((powers != first).sum())
            same = len(SPIRITS) - len(set(powers.tolist()))
            return float(((np.abs(odds) / 0.28) ** 8).sum()) + 0.35 * many + 20 * same

        best: tuple[float, dict[str, int], Any] = (cost({}, first), {}, first)
        end = time.monotonic() + seconds
        for start in range(3):
            held, now, powers = best[0], dict(best[1]), best[2].copy()
            begun, last = time.monotonic(), end - (2 - start) * seconds / 3
            while (left := (last - time.monotonic()) / max(0.1, last - begun)) > 0:
                tried, next_ = dict(now), powers.copy()
                draw = self.luck.random()
                if draw < 0.5:
                    path = self.luck.choice(paths)
                    values = [v for p, v in made if p == path]
                    if tried.pop(path, None) is None or self.luck.random() < 0.5:
                        tried[path] = self.luck.choice(values)
                else:
                    at, other = (self.luck.choice([SPIRITS.index(name) for name in FREE]) for _ in range(2))
                    if draw < 0.75:
                        next_[at] += self.luck.choice((-2, -1, 1, 2))
                    else:
                        next_[at], next_[other] = powers[other], powers[at]
                    if np.abs(next_ - first).max() > MOST:
                        continue
                come = cost(tried, next_)
                if come < held or self.luck.random() < math.exp((held - come) / max(1e-3, 0.6 * left)):
                    now, powers, held = tried, next_, come
                    if held < best[0]:
                        best = held, dict(now), powers.copy()
        found = base.numbers | best[1] | {power_of(n): int(v) for n, v in zip(SPIRITS, best[2], strict=True)}
        print(
            f"together: {best[0]:.2f} with { {k: v for k, v in found.items() if v != base.numbers[k]} }",
            flush=True,
        )
        return found

    def joint(self, games: int, until: float) -> None:
        """All abilities and powers at once, by what each does alone; the best of what was learned is kept."""
        base, best = self.play(self.now, 3 * games, "base"), math.inf
        made = self.effects(base, games, until)
        while (left := self.until - time.monotonic()) > 45:
            self.now = self.together(base, made, 12.0)
            self.play(self.now, games, "together")
            self.learn(min(25.0, max(8.0, left - 60)), sets=3)
            found = self.play(self.now, 3 * games, "learned on")
            if found.rough < best:
                best = found.rough
                self.write(found)
            chosen = {path: value for path, value in found.numbers.items() if value != base.numbers[path]}
            kept = {
                path: {v: e - made[path, value] for (p, v), e in made.items() if p == path and v != value}
                | {base.numbers[path]: -made[path, value]}
                for path, value in chosen.items()
                if (path, value) in made
            }
            made = {k: e for k, e in made.items() if k[0] not in kept} | {
                (path, v): e for path, values in kept.items() for v, e in values.items()
            }
            base = found

    def apart(
        self, name: str, found: Found, strong: Any, shares: Any, pairs: Sequence[Pair] = PAIRS
    ) -> float:
        """How far the matchups of an animal are from each other, in squares of log odds without strengths."""
        own = SPIRITS.index(name)
        rest = []
        for (a, b), share in zip(pairs, shares, strict=True):
            if own in (a, b):
                odd = float(np.log(share / (1 - share))) * (1 if a == own else -1)
                rest.append(odd + strong[b if a == own else a])
        return float(((np.array(rest) - np.mean(rest)) ** 2).sum())

    def write(self, last: Found) -> None:
        out = self.given.out
        self.training.best = self.training.mean.copy()
        self.training.save(out / "totemic.npz", out / "totemic.checkpoint.npz")
        told = {
            "numbers": self.now,
            "changed": {k: [self.first[k], v] for k, v in self.now.items() if v != self.first[k]},
            "slope": self.slope,
            "last": {
                f"{SPIRITS[a]} {SPIRITS[b]}": float(s) for (a, b), s in zip(PAIRS, last.shares, strict=True)
            },
            "strengths": dict(zip(SPIRITS, map(float, last.strengths), strict=True)),
            "trials": self.trials,
        }
        (out / "found.json").write_text(json.dumps(told, indent=1))
        print(f"changed: {told['changed']}", flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("--device", default="cuda")
    reader.add_argument("--seconds", type=float, default=480.0, help="of all of it")
    reader.add_argument("--out", type=Path, required=True)
    reader.add_argument("--go-on", type=Path, help="the folder of an earlier run, with its numbers")
    reader.add_argument(
        "--mend", type=float, nargs="*", default=[0.6, 0.82], help="until when abilities are tried"
    )
    reader.add_argument("--learn", type=float, default=0.36, help="the share of the time before all of it")
    reader.add_argument(
        "--joint", type=float, help="the share of the time by which every number is tried alone"
    )
    reader.add_argument("--fixed", action="store_true", help="no number changes; it only learns on")
    reader.add_argument("--width", type=int, default=32_768)
    reader.add_argument("--games", type=int, default=400, help="of a matchup in a trial")
    reader.add_argument("--begun", type=float, default=0.3, help="how far the method has cooled down already")
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args()
    began = time.monotonic()
    until = began + given.seconds
    given.out.mkdir(parents=True, exist_ok=True)
    first = usual()
    now, start = dict(first), at_home(GAME)
    if given.go_on:
        told = json.loads((given.go_on / "found.json").read_text())
        now, start = first | told["numbers"], given.go_on / "totemic.checkpoint.npz"
    plan = Plan(
        tables=TABLES,
        device=given.device,
        width=given.width,
        steps=64,
        seconds=given.seconds,
        seed=given.seed,
        games=4096 if given.device == "cuda" else 64,
        method=Method(shape=0.0, entropy_end=0.01, batch=65_536 if given.device == "cuda" else 2_048),
    )
    ends = [cards(one, first) for one in (first, *farthest(first))]
    training = Training(
        GAME, plan, start, None, f"benchmarks/totemic_by_net.py --seconds {given.seconds:g}", ends
    )
    search = Search(given, training, first, now, until, random.Random(given.seed))
    search.slope = told["slope"] if given.go_on else SLOPE
    games, whole = given.games, given.seconds
    if given.joint:
        search.joint(games, began + given.joint * whole)
        return
    found = search.play(now, games, "at first")
    if given.fixed:
        while until - time.monotonic() > 15:
            search.learn(min(30.0, until - time.monotonic() - 12), sets=3)
            search.write(search.play(now, 2 * games, "learned on"))
        return
    if given.learn:
        search.learn(given.learn * whole)
        found = search.play(now, games, "learned")
    found = search.settled(found, games, 4)
    for share in given.mend:
        found = search.mend(found, games, began + share * whole)
        search.now = found.numbers
        search.write(found)
        search.learn(0.08 * whole)
        found = search.play(search.now, games, "learned")
    while (left := until - time.monotonic()) > 20:
        search.now = search.settled(found, games, 2).numbers
        search.learn(min(30.0, left - 12), sets=3)
        found = search.play(search.now, 2 * games, "learned on")
        search.write(found)


if __name__ == "__main__":
    main()
