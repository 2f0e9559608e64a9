"""What a game says: every template of its questions, verbs, events and cards, for whoever translates it.

Templates stand where they are used: in declarations, and as text in the functions that ask and say. These are
read here, together with the functions of the room that they call and the constants that they name.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from . import words
from .cards import DOT, Card
from .counting import counts_of
from .errors import BadOption, IllegalAction
from .game import Game
from .near import versus
from .said import EVERYWHERE

# whatever is handed to these is said
SAYING = {"said", "many", "either", "both", "row", "Listed", "word", "append"}
LETTER = re.compile(r"[^\W\d_]")
INTERNAL = re.compile(r"^\w+[_.]\w+$")  # an id, which people never read


def phrases(game: Game, more: Mapping[str, Iterable[str]] | None = None) -> dict[str, list[str]]:
    """Every template, by what says it: ``question/place``, ``verb/attack``, ``card``; each of them once.

    With ``more``, what is said besides, by those who show the game.
    """
    room = game.rules.__name__.rpartition(".")[0]
    found = {"everywhere": [*EVERYWHERE, *_everywhere()]}
    for question in game.questions.all:
        found[f"question/{question.name}"] = [*_spoken(question.ask, room), question.help]
    for verb in game.actions.verbs:
        found[f"verb/{verb.name}"] = [*_spoken(verb.say, room), verb.help]
    for event in game.events.kinds:
        found[f"event/{event.name}"] = _spoken(event.say, room)
    found["ending"] = _spoken(game.ended, room) if game.ended else []
    found["view"] = [text for text in _spoken(game.view, room) if text != game.slug]
    content = game.content()
    found["card"] = [text for c in _cards(game) for text in (c.name, c.kind, *c.figures.split(DOT), c.text)]
    shadowed = {name.replace("told.", "target.") for name in content.words if name.startswith("told.")}
    shadowed |= {name.removesuffix("_told") for name in content.words if name.endswith("_told")}
    for name, listed in content.words.items():
        found[f"word/{name}"] = [] if name in shadowed else list(listed)
    found["game"] = [game.title, game.tagline]
    found["option"] = [option.text for option in game.options.all.values()]
    found["preset"] = [preset.about for preset in game.presets.values()]
    found["count"] = [text for counted in counts_of(game) for text in (counted.own, counted.other)]
    rules = game.rulebook.rules.values()
    found["section"] = [rule.section for rule in rules]
    found["rule"] = [text for rule in rules for text in (rule.text, rule.why)]
    return {group: new for group, new in _once({**found, **(more or {})}) if new}


def said_in(*places: Path) -> list[str]:
    """Every template that the modules of these folders or files say by themselves, outside the games."""
    files = [f for place in places for f in ([place] if place.is_file() else sorted(place.rglob("*.py")))]
    reader = _Handed()
    for file in files:
        reader.visit(ast.parse(file.read_text(encoding="utf-8")))
    return reader.texts


def _once(found: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, list[str]]]:
    known: set[str] = set()
    for group, templates in found.items():
        new = [t for t in dict.fromkeys(templates) if t not in known and (_for_people(t) or t in EVERYWHERE)]
        known.update(new)
        yield group, new


def _for_people(template: str) -> bool:
    return LETTER.search(template) is not None and not INTERNAL.search(template)


def _cards(game: Game) -> Iterator[Card]:
    """Every card, and all else that can be read up at a table, whichever option is another one."""
    content = game.content()
    yield from content.cards
    every = [{option.name: value} for option in game.options.all.values() for value in option.values]
    for given in ({}, *every):
        try:
            options = game.settle(given)
        except BadOption:  # it needs another one
            continue
        yield from game.readable(content, options)


def _everywhere() -> Iterator[str]:
    """What is said of every game."""
    for say in (words.endings, words.told, words.spoken, IllegalAction.__init__, versus):
        yield from _spoken(say, say.__module__)


def _spoken(say: Any, room: str) -> list[str]:
    """All that a declaration can say: its text, or that of its function and of what this one names."""
    if not callable(say):
        return list(_texts(say))
    return [text for reader in _read(say, room) for text in reader.texts]


def glued(game: Game) -> list[str]:
    """What is put together from pieces with words in them, which no other language can put together."""
    room = game.rules.__name__.rpartition(".")[0]
    says: list[Any] = [*(q.ask for q in game.questions.all), *(v.say for v in game.actions.verbs)]
    says += [*(e.say for e in game.events.kinds), game.ended]
    return sorted({piece for say in says for reader in _read(say, room) for piece in reader.glued})


def _read(say: Any, room: str) -> Iterator[_Reader]:
    """A function, and every function of the room that it comes to."""
    waiting, seen = [say], set()
    while waiting:
        function = waiting.pop(0)
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        reader = _Reader()
        reader.visit(ast.parse(textwrap.dedent(inspect.getsource(function))))
        for cell in function.__closure__ or ():  # what a function made for one declaration was given
            reader.texts += _texts(cell.cell_contents)
            waiting.append(cell.cell_contents)
        for path in dict.fromkeys(reader.names):
            named = _named(function.__globals__, path)
            named = getattr(named, "__wrapped__", named)  # what it remembers it has said itself
            if isinstance(named, FunctionType) and _inside(named, room):
                waiting.append(named)
            elif len(path) == 1:
                reader.texts += _texts(named)
        yield reader


def _inside(function: FunctionType, room: str) -> bool:
    """Whether a function is of this room, and no rule."""
    module = f"{function.__module__}."
    return module.startswith(f"{room}.") and ".rules." not in module


def _named(scope: Mapping[str, Any], path: Sequence[str]) -> Any:
    """What a name means, or a name behind the name of a module."""
    held = scope.get(path[0])
    for part in path[1:]:
        held = getattr(held, part, None) if isinstance(held, ModuleType) else None
    return held


def _texts(held: Any) -> Iterator[str]:
    """The text in a constant: alone, in a row, or by a key."""
    if isinstance(held, str):
        yield held
    elif type(held) in (tuple, list):
        for one in held:
            yield from _texts(one)
    elif isinstance(held, dict):
        for one in held.values():
            yield from _texts(one)


class _Reader(ast.NodeVisitor):
    """The text of a function that is for people, and the names that it uses."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.glued: list[str] = []
        self.names: list[tuple[str, ...]] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
        for statement in body:
            self.visit(statement)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.texts.append(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        self.names.append((node.id,))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            self.names.append((node.value.id, node.attr))
        self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)  # what stands in brackets is a key
        if not isinstance(node.slice, ast.Constant):
            _Names(self).visit(node.slice)

    def visit_Compare(self, node: ast.Compare) -> None:
        _Names(self).visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        for value in node.values:
            self.visit(value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        if any(isinstance(one, ast.Constant) and LETTER.search(str(one.value)) for one in node.values):
            self.glued.append(ast.unparse(node))
        _Names(self).visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        sides = (node.left, node.right)
        if any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in sides):
            self.glued.append(ast.unparse(node))
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        self.visit(node.func)
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        says = name in SAYING
        given = [*(node.args[1:] if name == "get" else node.args), *(k.value for k in node.keywords)]
        for one in given:
            if says or name == "get" or isinstance(one, ast.Call):
                self.visit(one)
            else:
                _Names(self).visit(one)


class _Handed(ast.NodeVisitor):
    """The text that is handed to whatever says it, marks it or refuses with it."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        given: list[ast.expr] = []
        if name in ("said", "saying", "many"):
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
        elif name in ("word", "phrase", "Refused", "missing", "too_much"):
            given = node.args[:1]
        for one in given:
            self.texts += _constants(one)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A template that is too long for its call has a name of its own just above it."""
        if isinstance(node.value, ast.Constant) and " " in str(node.value.value):
            if all(isinstance(target, ast.Name) and target.id.islower() for target in node.targets):
                self.texts.append(str(node.value.value))
        self.generic_visit(node)


def _constants(node: ast.expr) -> Iterator[str]:
    """A text, or either of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


class _Names(ast.NodeVisitor):
    """The names alone, where text is a key and not for people."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader

    def visit_Name(self, node: ast.Name) -> None:
        self.reader.visit_Name(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.reader.visit_Call(node)
