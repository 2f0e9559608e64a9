"""Changes a game's rules in small ways and counts the changes that its rule tests notice.

    make mutants GAME=totem SAMPLE=60
    python tools/mutants.py totem --sample 60 --seed 1

A comparison, a number, a sign, a dropped statement, a swapped seat: one change at a time, in a copy of
the sources, with the tests run interpreted. Libraries for this patch functions or trace them line by
line, which compiled rules do not offer. One round is traced first (``touched.py``): against a change run
the tests that execute its line, the quickest first, and only if none of them notices it all the others.
A change that cannot alter any game is equivalent: it is named in tests/games/GAME/equivalent.toml, with
the reason, and set aside.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeGuard

ROOT = Path(__file__).resolve().parent.parent
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SIGNS: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
SEATS = {"p", "q", "seat", "owner", "who", "enemy", "other", "rival", "attacker", "defender", "target_seat"}
SLOWER = 6  # a change that makes the tests so many times slower has been noticed: it loops
TRACED = 2  # how much slower, at least, a traced round is
ROUND = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "touched")
RULES = "rules"  # the folder of a room that is changed
SUITE = "test_conformance.py"  # checks the contract, not the rules, and takes longer


Key: TypeAlias = tuple[str, str, str, str, str]  # file, rule, line, old, new


@dataclass(frozen=True)
class Mutant:
    """One change: a stretch of a file and what stands there instead."""

    file: Path
    rule: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.place}:{self.line} {self.rule}: {old}  ->  {new}"

    @property
    def place(self) -> str:
        """The file, from the folder of the rules on."""
        parts = self.file.relative_to(ROOT).parts
        return "/".join(parts[parts.index(RULES) + 1 :])

    @property
    def key(self) -> Key:
        """What names a change even after lines have moved."""
        line = self.file.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        return self.place, self.rule, line, " ".join(self.old.split()), " ".join(self.new.split())


def is_report(node: ast.AST) -> TypeGuard[ast.Call]:
    """A call of ``emit``: the numbers that fill its unused words mean nothing."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "emit"


class Finder:
    """Finds every change that can be made in a file of rules."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.source = file.read_text(encoding="utf-8")
        lines = self.source.splitlines(keepends=True)
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line.encode()))
        self.bytes = self.source.encode()
        self.rule = ""

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.span(node)
        return self.bytes[start:end].decode()

    def change(self, node: ast.expr | ast.stmt, new: str) -> Mutant:
        start, end = self.span(node)
        return Mutant(self.file, self.rule, node.lineno, start, end, self.text(node), new)

    def all(self) -> Iterator[Mutant]:
        """All changes, in the order of the file."""
        for top in ast.parse(self.source).body:
            if not isinstance(top, ast.FunctionDef) or not top.decorator_list:
                continue
            self.rule = top.name
            body = ast.Module(body=top.body, type_ignores=[])
            fillers = {id(arg) for call in ast.walk(body) if is_report(call) for arg in call.args}
            for node in ast.walk(body):
                if not isinstance(node, ast.Constant) or id(node) not in fillers:
                    yield from self.changes(node)

    def changes(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            sign = COMPARISONS.get(type(node.ops[0]))
            if sign:
                left, right = self.text(node.left), self.text(node.comparators[0])
                yield self.change(node, f"{left} {SWAPS[sign]} {right}")
        elif isinstance(node, ast.BoolOp):
            word = " or " if isinstance(node.op, ast.And) else " and "
            yield self.change(node, f"({word.join(f'({self.text(v)})' for v in node.values)})")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self.change(node, self.text(node.operand))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield self.change(node, str(node.value + 1))
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield self.change(node, str(not node.value))
        elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
            left, right = self.text(node.left), self.text(node.right)
            if left == "1" and isinstance(node.op, ast.Sub):  # the other seat of two
                yield self.change(node, f"({right})")
            else:
                yield self.change(node, f"({left} {SIGNS[type(node.op)]} {right})")
        elif isinstance(node, (ast.Assign, ast.AugAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if not isinstance(target, ast.Name):  # a name that is never set is no change of a rule
                yield self.change(node, "pass")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield self.change(node, "pass")
        elif isinstance(node, ast.Call):
            for arg in node.args:
                if isinstance(arg, ast.Name) and arg.id in SEATS:
                    yield self.change(arg, f"(1 - {arg.id})")


def equivalents(tests: Path) -> dict[Key, str]:
    """The changes that cannot alter any game, with the reason."""
    listed = tests / "equivalent.toml"
    if not listed.exists():
        return {}
    data = tomllib.loads(listed.read_text(encoding="utf-8"))
    return {
        (e["file"], e["rule"], e["line"], e["old"], e["new"]): e["why"] for e in data.get("equivalent", [])
    }


@dataclass
class Test:
    """What a traced round saw of one test."""

    name: str
    seconds: float
    lines: frozenset[str]


class Round:
    """Runs the rule tests of a game against a copy of the sources."""

    def __init__(self, game: str, scratch: Path) -> None:
        self.game = game
        self.scratch = scratch
        self.tests = ROOT / "tests" / "games" / game
        self.limit = 1200.0
        self.known: list[Test] = []

    def trace(self) -> bool:
        """Runs all tests without a change, to learn which of them executes what; whether they pass."""
        told = self.scratch / "touched.json"
        rules = self.scratch / "world0" / "bestiary" / "games" / self.game / RULES
        if self.pytest(None, "world0", {"TOUCHED_RECORD": str(told), "TOUCHED_RULES": str(rules)}):
            return False
        heard = json.loads(told.read_text(encoding="utf-8"))
        self.known = sorted(
            (Test(name, got["seconds"], frozenset(got["lines"])) for name, got in heard.items()),
            key=lambda test: test.seconds,
        )
        return True

    def run(self, mutant: Mutant, number: int) -> str:
        """``noticed`` or ``missed``."""
        line = f"{mutant.place}:{mutant.line}"
        first = [test for test in self.known if line in test.lines]
        rest = [test for test in self.known if line not in test.lines]
        for stage, tests in enumerate((first, rest)):
            if not tests:
                continue
            world = f"world{number}-{stage}"
            order = self.scratch / f"{world}.json"
            order.write_text(json.dumps([test.name for test in tests]), encoding="utf-8")
            if self.pytest(mutant, world, {"TOUCHED_ORDER": str(order)}):
                return "noticed"
        return "missed"

    def pytest(self, mutant: Mutant | None, world: str, more: dict[str, str]) -> bool:
        """Whether the tests fail, or never end, in a copy of the sources."""
        copied = self.scratch / world
        shutil.copytree(ROOT / "src" / "bestiary", copied / "bestiary")
        try:
            if mutant is not None:
                path = copied / mutant.file.relative_to(ROOT / "src")
                text = mutant.file.read_bytes()
                path.write_bytes(text[: mutant.start] + mutant.new.encode() + text[mutant.end :])
            found = [str(copied), str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
            env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(found)}
            env |= {"PYTHONDONTWRITEBYTECODE": "1"} | more
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *ROUND, f"--ignore={self.tests / SUITE}", str(self.tests)],
                cwd=ROOT,
                env=env,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=self.limit,
            )
        except subprocess.TimeoutExpired:
            return True
        finally:
            shutil.rmtree(copied, ignore_errors=True)
        if mutant is None and done.returncode:
            sys.stdout.buffer.write(done.stdout[-3000:])
        if done.returncode not in (0, 1, 2):
            raise RuntimeError(done.stdout.decode()[-2000:])
        return done.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description="How many small changes of the rules do the tests notice?")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, help="the same changes again; drawn by default, and printed")
    parser.add_argument("--least", type=float, default=0, help="fail below this percentage")
    parser.add_argument("--list", action="store_true", help="only print the changes that would be tried")
    given = parser.parse_args()
    room = ROOT / "src" / "bestiary" / "games" / given.game
    files = sorted((room / RULES).rglob("*.py"))
    if not files:
        known = ", ".join(sorted(p.parent.name for p in room.parent.glob("*/rulebook.toml")))
        print(f"There is no game '{given.game}' with rules to change. There is: {known}.", file=sys.stderr)
        return 2
    every = [mutant for file in files for mutant in Finder(file).all()]
    aside = equivalents(ROOT / "tests" / "games" / given.game)
    seed = random.SystemRandom().randrange(1 << 32) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    chosen = random.Random(seed).sample(every, min(given.sample, len(every)))
    if given.list:
        print("\n".join(map(str, chosen)))
        return 0
    return report(given.game, every, chosen, aside, given.least)


def report(
    game: str,
    every: list[Mutant],
    chosen: list[Mutant],
    aside: dict[Key, str],
    least: float,
) -> int:
    """Tries the chosen changes and prints what was noticed."""
    with tempfile.TemporaryDirectory(prefix="bestiary-mutants-") as folder:
        rounds = Round(game, Path(folder))
        began = time.monotonic()
        if not rounds.trace():
            print("The tests fail without any change; mend them first.", file=sys.stderr)
            return 2
        base = time.monotonic() - began
        rounds.limit = 20 + SLOWER * base / TRACED
        tried = [m for m in chosen if m.key not in aside]
        print(
            f"{game}: {len(every)} possible changes, {len(chosen)} drawn; a traced round takes {base:.0f} s"
        )
        missed = []
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            numbered = zip(tried, range(1, len(tried) + 1), strict=True)
            results = pool.map(lambda pair: rounds.run(*pair), numbered)
            for n, (mutant, result) in enumerate(zip(tried, results, strict=True), 1):
                print(f"{n:>4}/{len(tried)} {result:<8} {mutant}", flush=True)
                if result == "missed":
                    missed.append(mutant)
    for mutant in chosen:
        if mutant.key in aside:
            print(f"set aside as equivalent: {mutant} ({aside[mutant.key]})")
    for mutant in missed:
        print(f"NOT NOTICED: {mutant}")
    share = 100 * (len(tried) - len(missed)) / len(tried) if tried else 100.0
    print(
        f"{len(tried) - len(missed)} of {len(tried)} changes noticed ({share:.0f}%), "
        f"{len(chosen) - len(tried)} equivalent ones set aside"
    )
    return 1 if share < least else 0


if __name__ == "__main__":
    raise SystemExit(main())
