"""Changes a game's rules in small ways and counts the changes that its rule tests notice.

    make mutants GAME=totem SAMPLE=60
    python tools/mutants.py totem --sample 60 --seed 1

A comparison, a number, a sign, a dropped statement, a swapped seat: one change at a time, in memory, with
the tests run interpreted. Libraries for this trace or patch what compiled rules do not offer. ``rounds.py``
learns which test executes which line, and runs those against a change.
Digests of results notice everything and state nothing: tests marked ``frozen`` are left out.
A change that cannot alter any game is equivalent: it is named in tests/games/GAME/equivalent.toml, with
the reason, and set aside.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TypeAlias, TypeGuard

os.environ["NUMBA_DISABLE_JIT"] = "1"  # read when the rules are imported

from rounds import Rounds

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
RULES = "rules"  # the folder of a room that is changed


Key: TypeAlias = tuple[str, str, str, str, str]  # file, rule, line, old, new


@dataclass(frozen=True)
class Mutant:
    """One change: a stretch of a file and what stands there instead."""

    file: Path
    rule: str
    line: int
    around: range  # the lines of the statement that it is in
    start: int
    end: int
    words: str  # of the line
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
        return self.place, self.rule, self.words, " ".join(self.old.split()), " ".join(self.new.split())

    @property
    def source(self) -> bytes:
        """The file as it reads with the change."""
        text = self.file.read_bytes()
        return text[: self.start] + self.new.encode() + text[self.end :]


def is_report(node: ast.AST) -> TypeGuard[ast.Call]:
    """A call of ``emit``: the numbers that fill its unused words mean nothing."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "emit"


def statements(node: ast.AST, lines: range = range(0)) -> Iterator[tuple[int, range]]:
    """Each node with the lines of the statement that it is in; of a block, those of its head."""
    for child in ast.iter_child_nodes(node):
        own = lines
        if isinstance(child, ast.stmt):
            assert child.end_lineno is not None
            inner = getattr(child, "body", None)
            own = range(child.lineno, inner[0].lineno if inner else child.end_lineno + 1)
        yield id(child), own
        yield from statements(child, own)


class Finder:
    """Finds every change that can be made in a file of rules."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.source = file.read_text(encoding="utf-8")
        self.lines = self.source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.encode()))
        self.bytes = self.source.encode()
        self.rule = ""
        self.around = range(0)

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
        words = self.lines[node.lineno - 1].strip()
        return Mutant(self.file, self.rule, node.lineno, self.around, start, end, words, self.text(node), new)

    def all(self) -> Iterator[Mutant]:
        """All changes, in the order of the file."""
        for top in ast.parse(self.source).body:
            if not isinstance(top, ast.FunctionDef) or not top.decorator_list:
                continue
            self.rule = top.name
            body = ast.Module(body=top.body, type_ignores=[])
            fillers = {id(arg) for call in ast.walk(body) if is_report(call) for arg in call.args}
            home = dict(statements(body))
            for node in ast.walk(body):
                if not isinstance(node, ast.Constant) or id(node) not in fillers:
                    self.around = home.get(id(node), range(0))
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


def main() -> int:
    parser = argparse.ArgumentParser(description="How many small changes of the rules do the tests notice?")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, help="the same changes again; drawn by default, and printed")
    parser.add_argument("--after", type=int, default=0, metavar="N", help="leave out the first N drawn")
    parser.add_argument("--only", default="", metavar="TEXT", help="of changes whose line here has this text")
    parser.add_argument("--slowest", type=float, default=inf, help="seconds of the slowest test that runs")
    parser.add_argument("--most", type=float, default=inf, help="seconds after which a change is missed")
    parser.add_argument(
        "--without", nargs="*", default=[], metavar="FILE", help="files of tests to leave out"
    )
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--least", type=float, default=0, help="fail below this percentage")
    parser.add_argument("--list", action="store_true", help="only print the changes that would be tried")
    given = parser.parse_args()
    room = ROOT / "src" / "bestiary" / "games" / given.game
    files = sorted((room / RULES).rglob("*.py"))
    if not files:
        known = ", ".join(sorted(p.parent.name for p in room.parent.glob("*/rulebook.toml")))
        print(f"There is no game '{given.game}' with rules to change. There is: {known}.", file=sys.stderr)
        return 2
    every = [m for file in files for m in Finder(file).all()]
    aside = equivalents(ROOT / "tests" / "games" / given.game)
    gone = sorted(aside.keys() - {m.key for m in every})
    if gone:
        print(f"equivalent.toml argues about a change that cannot be made: {gone[0]}", file=sys.stderr)
        return 2
    every = [m for m in every if given.only in str(m)]
    seed = random.SystemRandom().randrange(1 << 32) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    chosen = random.Random(seed).sample(every, min(given.sample, len(every)))[given.after :]
    if given.list:
        print("\n".join(map(str, chosen)))
        return 0
    print(f"{given.game}: {len(every)} possible changes, {len(chosen)} drawn", flush=True)
    tried = [m for m in chosen if m.key not in aside]
    rounds = Rounds(ROOT, given.game, given.jobs, tried, given.slowest, given.without, given.most)
    if not rounds.run():
        print("The tests fail without any change; mend them first.", file=sys.stderr)
        return 2
    for mutant in chosen:
        if mutant.key in aside:
            print(f"set aside as equivalent: {mutant} ({aside[mutant.key]})")
    missed = [mutant for n, mutant in enumerate(tried) if n not in rounds.noticed]
    for mutant in missed:
        print(f"NOT NOTICED: {mutant}")
    share = 100 * (len(tried) - len(missed)) / len(tried) if tried else 100.0
    print(
        f"{len(tried) - len(missed)} of {len(tried)} changes noticed ({share:.0f}%), "
        f"{len(chosen) - len(tried)} equivalent ones set aside"
    )
    return 1 if share < given.least else 0


if __name__ == "__main__":
    raise SystemExit(main())
