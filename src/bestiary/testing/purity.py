"""A check over the syntax tree of the rules, so that the same functions run on a GPU.

Inside a compiled rule there is no allocation, no exception with a value, no string, no dict, list,
set or comprehension, and no array of the module: that would be frozen into the compiled code.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core.game import Game
from bestiary.core.sources import CORE

ALLOCATING = {
    *("array", "asarray", "empty", "zeros", "ones", "full", "arange", "linspace", "eye", "copy"),
    *("empty_like", "zeros_like", "ones_like", "full_like", "concatenate", "stack", "where", "nonzero"),
    *("flatnonzero", "argsort", "sort", "unique", "repeat", "tile", "ravel", "flatten", "astype", "tolist"),
}
COMPILING = {"rule"}  # the decorator
BUILDING = {"list", "dict", "set", "frozenset", "sorted", "str", "repr", "print", "format", "bytes", "map"}
BUILDING |= {"filter", "zip", "enumerate", "reversed", "any", "all", "sum", "tuple", "open", "getattr"}
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.Dict: "a dict",
    ast.Set: "a set",
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a string",
    ast.Lambda: "a function inside a rule",
    ast.FunctionDef: "a function inside a rule",
    ast.ClassDef: "a class",
    ast.Try: "a try",
    ast.With: "a with",
    ast.Yield: "a yield",
    ast.YieldFrom: "a yield",
    ast.Await: "an await",
    ast.Global: "a global variable",
    ast.Nonlocal: "an outer variable",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.Starred: "a starred expression",
    ast.Assert: "an assertion",
}


def impurities(folder: Path) -> list[str]:
    """Everything in the rules of a folder that a GPU could not run: file, line, rule and what."""
    found: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        found += impurities_of(path.read_text(encoding="utf-8"), path, _module(path))
    return found


def impurities_of_game(game: Game) -> list[str]:
    """The same for the room of a game, and for the core that its rules call."""
    return impurities(game.room) + impurities(CORE)


def impurities_of(source: str, path: Path, names: dict[str, Any] | None = None) -> list[str]:
    """The same for one source; ``names`` are those of the module, where it is imported.

    >>> impurities_of("@rule\\ndef f(s):\\n    return np.zeros(3)", Path("rules.py"))
    ['rules.py:3: f: an allocation (zeros)']
    """
    found = []
    for function in rules_in(ast.parse(source)):
        body = function.body
        if _is_text(body[0]):
            body = body[1:]
        for line, what in sorted(set(_walk(function.name, body, names or {}))):
            found.append(f"{path.name}:{line}: {function.name}: {what}")
    return found


def rules_in(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions that are compiled: decorated by ``rule``, or given to it by name."""
    given = {
        call.args[0].id
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _called(call) in COMPILING and call.args
        if isinstance(call.args[0], ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            plain = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
            marked = any(isinstance(d, ast.Name) and d.id in COMPILING for d in plain)
            if marked or node.name in given:
                yield node


def _walk(name: str, body: list[ast.stmt], names: dict[str, Any]) -> Iterator[tuple[int, str]]:
    for statement in body:
        for node in ast.walk(statement):
            line = getattr(node, "lineno", statement.lineno)
            what = FORBIDDEN.get(type(node))
            if what:
                yield line, what
            elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                yield line, "a string"
            elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                yield line, "an exception with a value"
            elif isinstance(node, ast.Call):
                yield from _call(name, node)
            elif isinstance(node, ast.Attribute) and node.attr == "random":
                yield line, "a generator outside the record (random)"
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                held = names.get(node.id)
                if isinstance(held, np.ndarray | list | dict | set | str):
                    kind = type(held).__name__
                    yield line, f"{node.id} of the module, a {kind}, would be frozen into the code"


def _call(name: str, node: ast.Call) -> Iterator[tuple[int, str]]:
    called = _called(node)
    if isinstance(node.func, ast.Attribute) and called in ALLOCATING:
        yield node.lineno, f"an allocation ({called})"
    elif isinstance(node.func, ast.Name):
        if called in BUILDING:
            yield node.lineno, f"a call that a GPU has not ({called})"
        elif called == name:
            yield node.lineno, "recursion"


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _module(path: Path) -> dict[str, Any]:
    """The names of the module that a file was imported as, or none."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and Path(file) == path:
            return vars(module)
    return {}
