"""Which entries of a rulebook have a test, read from the syntax trees of the tests.

A test proves an entry when it carries ``@pytest.mark.rule("TOT-3.2")``, itself, through its class,
or through ``pytestmark`` of its module; worked examples likewise with ``example``. A marker whose
name is computed (``pytest.mark.example(name)`` in a loop over the rulebook) cannot be read so; it
counts for every example. A test that is skipped or expected to fail proves nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BestiaryError

if TYPE_CHECKING:
    from ..core.game import Game

KINDS = ("rule", "example")
NOTHING_PROVEN = ("skip", "skipif", "xfail")
EVERY = "*"


@dataclass(frozen=True)
class Cited:
    """A marker on a test: its kind, the entry, and where it stands."""

    kind: str
    id: str
    path: Path
    line: int
    test: str


@dataclass(frozen=True)
class Report:
    """What the tests of a game prove."""

    game: str
    rules: int
    untested: tuple[str, ...]
    unplayed: tuple[str, ...]  # worked examples without a test
    unknown: tuple[Cited, ...]  # markers that name nothing in the rulebook
    tests: dict[str, list[str]] = field(default_factory=dict, repr=False)

    @property
    def tested(self) -> int:
        """How many rules have a test."""
        return self.rules - len(self.untested)

    def as_json(self) -> dict[str, Any]:
        """The shape that ``bestiary rules GAME --coverage --json`` prints."""
        return {
            "game": self.game,
            "rules": self.rules,
            "tested": self.tested,
            "untested": list(self.untested),
        }

    def sentence(self) -> str:
        """The same for people."""
        lines = [f"{self.game}: {self.tested} of {self.rules} rules have a test."]
        if self.untested:
            lines.append(f"Untested: {', '.join(self.untested)}.")
        if self.unplayed:
            lines.append(f"Examples that no test plays: {', '.join(self.unplayed)}.")
        lines += [f"{c.path.name}:{c.line} cites {c.id}, which does not exist." for c in self.unknown]
        return "\n".join(lines)


def measure(game: Game, paths: Sequence[Path] | None = None) -> Report:
    """Compares the markers of the tests with the rulebook of a game."""
    cited = [c for path in test_files(game, paths) for c in markers(path)]
    rules = game.rulebook.rules
    examples = [str(e["id"]) for e in game.rulebook.examples if "id" in e]
    known = {"rule": set(rules), "example": {*examples, EVERY}}
    proven = {kind: {c.id for c in cited if c.kind == kind} for kind in KINDS}
    tests: dict[str, list[str]] = {}
    for c in cited:
        tests.setdefault(c.id, []).append(f"{c.path.name}::{c.test}")
    played = set(examples) if EVERY in proven["example"] else proven["example"]
    return Report(
        game.slug,
        len(rules),
        tuple(id for id in rules if id not in proven["rule"]),
        tuple(id for id in examples if id not in played),
        tuple(c for c in cited if c.id not in known[c.kind]),
        tests,
    )


def test_files(game: Game, paths: Sequence[Path] | None = None) -> list[Path]:
    """The test files of a game: those under the paths given, else of the checkout it lies in:
    ``tests`` in its own room, ``tests/games/SLUG``, or all tests of its project."""
    if paths is None:
        above = game.room.parents
        folders = [game.room / "tests", *(up / "tests" / "games" / game.slug for up in above)]
        folders += [up / "tests" for up in above if (up / "pyproject.toml").exists()]
        paths = [folder for folder in folders if folder.is_dir()][:1]
        if not paths:
            raise BestiaryError(
                f"The tests of {game.slug} are not here: they come with the sources, not with the package."
            )
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise BestiaryError(f"{path}: there is no such file or folder.")
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return files


def markers(path: Path) -> list[Cited]:
    """The markers of all tests of a file."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    except (OSError, SyntaxError, UnicodeDecodeError) as problem:
        raise BestiaryError(f"{path} cannot be read: {problem}.") from None
    return list(_within(tree.body, path, [], _lists(tree.body)))


def _lists(body: Iterable[ast.stmt]) -> dict[str, ast.AST]:
    """What the names of a module stand for: lists of parameters, and what makes them, carry
    markers too."""
    named: dict[str, ast.AST] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("test"):
            named[node.name] = node
        elif isinstance(node, ast.Assign):
            named |= {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
    return named


def _within(
    body: Sequence[ast.stmt], path: Path, inherited: list[ast.AST], names: dict[str, ast.AST]
) -> Iterator[Cited]:
    shared = inherited + [
        node.value
        for node in body
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
    ]
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _within(node.body, path, [*shared, *node.decorator_list], names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = [*shared, *node.decorator_list]
            used = {n.id for d in own for n in ast.walk(d) if isinstance(n, ast.Name)}
            yield from _on_test(node.name, path, own + [v for name, v in names.items() if name in used])


def _on_test(test: str, path: Path, decorators: list[ast.AST]) -> Iterator[Cited]:
    if any(_mark(d) in NOTHING_PROVEN for d in decorators):
        return
    for decorator in decorators:
        for node in ast.walk(decorator):
            kind = _mark(node)
            if not isinstance(node, ast.Call) or kind not in KINDS:
                continue
            for argument in node.args:
                if isinstance(argument, ast.Constant):
                    yield Cited(kind, str(argument.value), path, node.lineno, test)
                elif kind == "example":
                    yield Cited(kind, EVERY, path, node.lineno, test)


def _mark(node: ast.AST) -> str:
    """The name of a marker, ``rule`` for ``pytest.mark.rule(...)``; nothing for anything else."""
    called = node.func if isinstance(node, ast.Call) else node
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Attribute):
        if called.value.attr == "mark":
            return called.attr
    return ""
