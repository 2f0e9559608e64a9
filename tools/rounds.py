"""Runs the rule tests of a game against many changes, for the mutation check (mutants.py).

The tests are collected once; every change is tried in a process forked from there, in which the code of one
rule is replaced. Which test executes which statements is found out before the first change, by rules that
write down each one, and kept in pytest's cache for every file of tests until that file, or anything that it
can call, is another. A test that does not execute the statement cannot notice the change, so only the others
run: those first that have noticed most for their time.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Protocol

import numpy as np
import pytest

SUITE = "test_conformance.py"  # checks the contract, not the rules, and takes longer
FROZEN = "frozen"  # the mark of tests that compare digests of results
OTHERS = ("terminal", "xdist", "schemathesis", "hypothesispytest")  # plugins that no rule test needs
QUIET = ("-s", *(word for name in OTHERS for word in ("-p", f"no:{name}")), "-o", "addopts=")
PATIENCE = 2  # seconds of the processor that every test may take
BROKEN = 70  # how a process ends that failed by itself
SLOWER = 10  # one that takes so many times as long has noticed the change: it loops
TOUCH = "_touch"  # what a rule calls before each statement, while this is written down


def read_quickly(names: frozenset[str]) -> None:
    """Fields of records as attributes, ten times as fast as NumPy's own: rules do little else."""
    get, put, other = np.void.__getitem__, np.void.__setitem__, np.record.__getattribute__
    write = np.record.__setattr__

    def read_field(self: Any, name: str) -> Any:
        if name not in names:
            return other(self, name)
        try:
            value = get(self, name)
        except ValueError:  # a field of other records
            return other(self, name)
        return value.view((np.record, value.dtype)) if isinstance(value, np.void) else value

    def write_field(self: Any, name: str, value: Any) -> None:
        (put if name in names else write)(self, name, value)

    record: Any = np.record
    record.__getattribute__, record.__setattr__ = read_field, write_field


def field_names(kind: np.dtype[Any]) -> set[str]:
    """The names of all fields of a record, and of the records in it."""
    found = set(kind.names or ())
    for name in kind.names or ():
        found |= field_names(kind[name].base)
    return found


class TooSlow(BaseException):
    """A test took longer than the slowest that is to run."""


def too_slow(*_: object) -> None:
    raise TooSlow


class Change(Protocol):
    """A change of the rules."""

    @property
    def file(self) -> Path: ...
    @property
    def rule(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def around(self) -> range: ...
    @property
    def source(self) -> bytes: ...


@dataclass
class Touched:
    """What a test executed, and how long it took."""

    item: pytest.Item
    seconds: float
    lines: frozenset[str]
    tried: int = 0
    noticed: int = 0

    @property
    def price(self) -> float:
        """The seconds that a change noticed by it may be expected to cost."""
        return self.seconds * (self.tried + 2) / (self.noticed + 1)


@cache
def in_use() -> dict[str, list[FunctionType]]:
    """All functions that are in use, by file; looked for once, before the first process is forked."""
    found: dict[str, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            found.setdefault(one.__code__.co_filename, []).append(one)
    return found


def functions(file: Path) -> list[FunctionType]:
    """All functions of a file of rules, wherever they are in use."""
    return in_use().get(str(file), [])


def codes(made: CodeType) -> dict[str, CodeType]:
    """The functions of a module, by name."""
    return {c.co_name: c for c in made.co_consts if isinstance(c, CodeType)}


def put(change: Change) -> None:
    """Replaces the code of the rule that is changed, for the rest of this process."""
    made = codes(compile(change.source, str(change.file), "exec"))[change.rule]
    old = [one for one in functions(change.file) if one.__code__.co_qualname == change.rule]
    if not old:
        raise LookupError(f"{change.rule} of {change.file} is nowhere in use")
    for one in old:
        one.__code__ = made


@cache
def touching(file: Path, place: str) -> dict[str, CodeType]:
    """The rules of a file, each of whose statements first says its line."""
    tree = ast.parse(file.read_bytes())
    blocks = [
        block
        for top in tree.body
        if isinstance(top, ast.FunctionDef)
        for node in ast.walk(top)
        for block in (getattr(node, "body", None), getattr(node, "orelse", None))
        if isinstance(block, list)
    ]
    for block in blocks:
        block[:] = [
            one
            for statement in block
            for one in (*ast.parse(f"{TOUCH}('{place}:{statement.lineno}')").body, statement)
        ]
    return codes(compile(ast.fix_missing_locations(tree), str(file), "exec"))


class Rounds:
    """The tests of a game, run against one change after the other."""

    def __init__(
        self,
        root: Path,
        game: str,
        jobs: int,
        changes: Sequence[Change],
        slowest: float = inf,
        without: Sequence[str] = (),
        most: float = inf,
    ) -> None:
        self.root = root
        self.jobs = jobs
        self.slowest = slowest
        self.most = most
        self.without = (SUITE, *without)
        self.changes = changes
        self.rules = root / "src" / "bestiary" / "games" / game / "rules"
        self.tests = root / "tests" / "games" / game
        self.noticed: dict[int, str] = {}  # by number of the change: the test
        self.sound = False
        self.failed = False
        self.slow = False  # the last failure was one of time
        self.seen: set[str] = set()  # the statements that were executed
        self.shared: dict[str, tuple[float, set[str]]] = {}  # of setting up a fixture for many

    def run(self) -> bool:
        """Tries all changes; whether the tests pass without any."""
        sys.path[:0] = [str(self.root / "src")]
        sys.dont_write_bytecode = True
        os.chdir(self.root)
        left_out = [f"--ignore={self.tests / name}" for name in self.without]
        found = pytest.main([*QUIET, *left_out, str(self.tests)], plugins=[self])
        if found == pytest.ExitCode.INTERNAL_ERROR:
            raise RuntimeError("pytest could not run the tests")
        return self.sound

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            print(report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = True
            print(report.longreprtext)

    def pytest_exception_interact(self, call: pytest.CallInfo[Any]) -> None:
        self.slow = call.excinfo is not None and call.excinfo.errisinstance(TooSlow)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        items = [item for item in session.items if item.get_closest_marker(FROZEN) is None]
        for path in self.rules.rglob("*.py"):  # some are imported by the test that needs them
            module = path.relative_to(self.root / "src").with_suffix("")
            importlib.import_module(".".join(part for part in module.parts if part != "__init__"))
        game = importlib.import_module(f"bestiary.games.{self.tests.name}").GAME
        kinds = (game.state, game.content().tables.dtype)
        read_quickly(frozenset(name for kind in kinds for name in field_names(kind)))
        in_use()
        gc.freeze()  # what is forked from here leaves it where it is
        with tempfile.TemporaryDirectory(prefix="bestiary-mutants-") as folder:
            known = self.touched(items, Path(folder))
            if known is not None:
                known = [test for test in known if test.seconds <= self.slowest]
                self.sound = True
                cache: Any = session.config.cache
                place = f"mutants/{self.tests.name}-noticed"
                counts = cache.get(place, {})
                for test in known:
                    test.tried, test.noticed = counts.get(test.item.nodeid, (0, 0))
                for counts in self.try_all(known, Path(folder)):
                    cache.set(place, counts)
        return True

    def try_all(self, known: list[Touched], folder: Path) -> Iterator[dict[str, tuple[int, int]]]:
        """Tries the changes; after each one, how often every test ran and noticed one."""
        by_name = {test.item.nodeid: test for test in known}
        said = [folder / f"{n}.txt" for n in range(len(self.changes))]

        def trial(change: Change, to: Path) -> Callable[[], None]:
            lines = {f"{change.place}:{line}" for line in change.around}

            def work() -> None:
                put(change)
                tests = sorted((t for t in known if lines & t.lines), key=lambda t: t.price)
                for test, after in zip(tests, [*tests[1:], None], strict=False):
                    if time.process_time() > self.most:  # of this process: it began with the change
                        os._exit(0)
                    with to.open("a", encoding="utf-8") as file:
                        print(test.item.nodeid, file=file)
                    signal.setitimer(
                        signal.ITIMER_PROF, PATIENCE + SLOWER * test.seconds
                    )  # ends this process
                    try:
                        failed = self.fails(test.item, after.item if after else None)
                    except BaseException:  # what was changed has brought pytest itself down
                        failed = True
                    if failed:
                        os._exit(1)

            return work

        work = [trial(change, to) for change, to in zip(self.changes, said, strict=True)]
        for n, status in self.forked(work):
            ran = said[n].read_text(encoding="utf-8").splitlines() if said[n].exists() else []
            for name in ran:
                by_name[name].tried += 1
            result = f"missed   {self.changes[n]}"
            if status:
                by_name[ran[-1]].noticed += 1
                self.noticed[n] = ran[-1].removeprefix(f"{self.tests.relative_to(self.root).as_posix()}/")
                endless = ", which did not end" if os.WIFSIGNALED(status) else ""
                result = f"noticed  {self.changes[n]}  by {self.noticed[n]}{endless}"
            print(f"{n + 1:>4}/{len(work)} {result}", flush=True)
            yield {name: (test.tried, test.noticed) for name, test in by_name.items()}

    def forked(self, work: Sequence[Callable[[], None]]) -> Iterator[tuple[int, int]]:
        """Does every piece of work in a process of its own; its number and how the process ended."""
        busy: dict[int, int] = {}
        waiting = list(enumerate(work))[::-1]
        while waiting or busy:
            while waiting and len(busy) < self.jobs:
                n, task = waiting.pop()
                sys.stdout.flush()
                pid = os.fork()
                if pid == 0:
                    with open(os.devnull, "w") as nowhere:
                        os.dup2(nowhere.fileno(), 1)
                        os.dup2(nowhere.fileno(), 2)
                    try:
                        task()
                    except BaseException:
                        os._exit(BROKEN)
                    os._exit(0)
                busy[pid] = n
            pid, status = os.wait()
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == BROKEN:
                raise RuntimeError("a change could not be tried")
            if pid in busy:
                yield busy.pop(pid), status

    def fails(self, item: pytest.Item, after: pytest.Item | None) -> bool:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        return self.failed

    # which test executes what

    def touched(self, items: list[pytest.Item], folder: Path) -> list[Touched] | None:
        """What each test executes without a change; nothing if one of them fails."""
        cache: Any = items[0].config.cache
        by_file: dict[Path, list[pytest.Item]] = {}
        for item in items:
            by_file.setdefault(item.path, []).append(item)
        base = self.digest()
        files = self.tests.glob("test_*.py")  # those that are left out now are not forgotten
        keys = {p: f"{base}-{hashlib.sha256(p.read_bytes()).hexdigest()[:16]}" for p in files}
        place = f"mutants/{self.tests.name}"
        kept = {key: told for key, told in cache.get(place, {}).items() if key in keys.values()}
        new = [path for path in by_file if not self.enough(kept.get(keys[path]))]
        told = [folder / f"{n}.json" for n in range(len(new))]
        work = [self.traced(by_file[path], to) for path, to in zip(new, told, strict=True)]
        began = time.monotonic()
        if new:
            self.watched()  # once, for all that are forked
        for n, status in self.forked(work):
            if status:
                print(told[n].read_text(encoding="utf-8") if told[n].exists() else f"{new[n]} broke off")
                return None
            kept[keys[new[n]]] = json.loads(told[n].read_text(encoding="utf-8"))
            cache.set(place, kept)
        print(f"{len(items)} tests, {len(new)} files traced in {time.monotonic() - began:.0f} s", flush=True)
        heard = {name: got for one in kept.values() for name, got in one.items()}
        quick = [item for item in items if heard[item.nodeid]["lines"] is not None]
        for item in items:
            if item not in quick:
                print(f"left out, as it takes more than {self.slowest:g} s: {item.nodeid}", flush=True)
        return [
            Touched(item, heard[item.nodeid]["seconds"], frozenset(heard[item.nodeid]["lines"]))
            for item in quick
        ]

    def enough(self, told: dict[str, Any] | None) -> bool:
        """Whether a file's tests are known, up to the slowest that is to run."""
        return told is not None and all(
            got["lines"] is not None or got["seconds"] >= self.slowest for got in told.values()
        )

    def digest(self) -> str:
        """Of all that a test can call: the sources, and what the tests share."""
        around = self.tests.parents
        shared = [*self.tests.rglob("*.py"), *around[0].glob("*.py"), *around[1].glob("*.py")]
        shared = [p for p in shared if not p.name.startswith("test_")]
        made = hashlib.sha256(sys.version.encode())
        core = self.root / "src" / "bestiary" / "core"
        room = [p for p in self.rules.parent.rglob("*.*") if p.suffix in (".py", ".toml")]
        for path in sorted([*core.rglob("*.py"), *room, *shared]):
            made.update(path.read_bytes())
        return made.hexdigest()[:16]

    def watched(self) -> dict[Path, dict[str, CodeType]]:
        """Of each file, the rules whose statements say their lines."""
        return {p: touching(p, p.relative_to(self.rules).as_posix()) for p in self.rules.rglob("*.py")}

    def watch(self) -> None:
        """From now on every statement of a rule that is executed is written down."""
        for file, made in self.watched().items():
            for one in functions(file):
                if one.__code__.co_qualname in made:
                    one.__code__ = made[one.__code__.co_qualname]
                    one.__globals__[TOUCH] = self.seen.add

    def traced(self, items: list[pytest.Item], to: Path) -> Callable[[], None]:
        def work() -> None:
            signal.signal(signal.SIGPROF, too_slow)
            self.watch()
            told: dict[str, Any] = {}
            for item, after in zip(items, [*items[1:], None], strict=True):
                self.seen.clear()
                began = time.process_time()
                signal.setitimer(signal.ITIMER_PROF, 0 if self.slowest == inf else self.slowest)
                failed = self.fails(item, after)
                signal.setitimer(signal.ITIMER_PROF, 0)
                if failed and self.slow:
                    told[item.nodeid] = {"seconds": self.slowest, "lines": None}
                    self.failed = self.slow = False
                    continue
                if failed:
                    to.write_text(f"{item.nodeid} fails", encoding="utf-8")
                    os._exit(1)
                told[item.nodeid] = {"seconds": time.process_time() - began, "lines": set(self.seen)}
            for item in items:  # a fixture for many is set up in one of them, and noticed by all
                got = told[item.nodeid]
                if got["lines"] is None:
                    continue
                used = [self.shared[n] for n in getattr(item, "fixturenames", ()) if n in self.shared]
                got["seconds"] += sum(seconds for seconds, _ in used)
                got["lines"] = sorted(got["lines"].union(*(lines for _, lines in used)))
            to.write_text(json.dumps(told), encoding="utf-8")

        return work

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        before = set(self.seen)
        self.seen.clear()
        began = time.process_time()
        yield
        if fixturedef.scope != "function":
            seconds, lines = self.shared.get(fixturedef.argname, (0.0, set()))
            self.shared[fixturedef.argname] = seconds + time.process_time() - began, lines | self.seen
        self.seen.update(before)
