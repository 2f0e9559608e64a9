"""The modules of a kernel and of its rules as one, in which only the kernel is seen from outside.

Numba hands every rule to the compiler as a module of its own, with names that others could replace. So the
compiler may not look into a rule that it calls: arguments that nobody reads, results that are always the same
and checks for them all stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

NODE = re.compile(r"^!(\d+) = (.*)$")  # a note, such as how likely a branch is
LIST = re.compile(r"^!([a-zA-Z][\w.]*) = !\{ ?(.*?) ?\}$")  # notes about the whole module, by name
USED = re.compile(r"(?<!\S)!(\d+)\b")
NAME = re.compile(r'@("[^"]*"|[\w.$]+)')
SHARED = ("linkonce_odr", "weak_odr")  # what may be replaced elsewhere


class Merged:
    """What has been read of modules: each thing once, notes numbered anew."""

    def __init__(self) -> None:
        self.head: dict[str, None] = {}
        self.variables: dict[str, str] = {}
        self.declared: dict[str, str] = {}
        self.defined: dict[str, str] = {}
        self.notes: dict[str, int] = {}
        self.lists: dict[str, dict[int, None]] = {}

    def add(self, text: str) -> None:
        """Reads one more."""
        lines = text.splitlines()
        self.own = {int(found[1]): found[2] for found in map(NODE.match, lines) if found}
        waiting = iter(lines)
        for line in waiting:
            if line.startswith("target "):
                self.head[line] = None
            elif line.startswith("@"):
                self.variables.setdefault(NAME.findall(line)[0], line)
            elif line.startswith("declare "):
                self.declared.setdefault(NAME.findall(line)[0], line)
            elif line.startswith("define "):
                body = [line]
                while body[-1] != "}":
                    body.append(next(waiting))
                self.defined.setdefault(NAME.findall(line)[0], self.noted("\n".join(body)))
            elif found := LIST.match(line):
                numbers = [self.number(int(one)) for one in re.findall(r"!(\d+)", found[2])]
                self.lists.setdefault(found[1], {}).update(dict.fromkeys(numbers))

    def number(self, one: int) -> int:
        """The new number of a note."""
        body = self.noted(self.own[one])
        return self.notes.setdefault(body, len(self.notes))

    def noted(self, text: str) -> str:
        """A text with the new numbers of the notes that it names."""
        return USED.sub(lambda found: f"!{self.number(int(found[1]))}", text)

    def text(self) -> str:
        """All of it as one module."""
        parts = [*self.head, *self.variables.values()]
        parts += [line for name, line in self.declared.items() if name not in self.defined]
        parts += map(hidden, self.defined.values())
        parts += [f"!{name} = !{{ {', '.join(f'!{n}' for n in held)} }}" for name, held in self.lists.items()]
        parts += [f"!{n} = {body}" for body, n in self.notes.items()]
        return "\n".join(parts) + "\n"


def merged(modules: Iterable[str]) -> str:
    """One module of several."""
    whole = Merged()
    for text in modules:
        whole.add(text)
    return whole.text()


def hidden(body: str) -> str:
    """A function that nobody outside calls."""
    for kind in SHARED:
        body = body.replace(f"define {kind} ", "define internal ", 1)
    return body
