"""The modules of a kernel and of the rules that it calls as one, in which only the kernel is seen from outside.

Numba hands every rule to the compiler as a module of its own, with names that others could replace. So the compiler
may not look into a rule that it calls: arguments that are not needed, results that are always the same and checks for
them all stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

NODE = re.compile(r"^!(\d+) = (.*)$")
LIST = re.compile(r"^!([\w.]+) = !\{ ?(.*?) ?\}$")
USED = re.compile(r"(?<!\S)!(\d+)\b")
NAME = re.compile(r'@("[^"]*"|[\w.$]+)')
SHARED = ("linkonce_odr", "weak_odr")  # what may be replaced elsewhere


def merged(modules: Iterable[str]) -> str:
    """One module of several: what is defined in two of them is taken once, notes are numbered anew."""
    head: list[str] = []
    globals_: dict[str, str] = {}
    declared: dict[str, str] = {}
    defined: dict[str, str] = {}
    nodes: dict[str, int] = {}
    lists: dict[str, dict[int, None]] = {}
    for text in modules:
        lines = text.splitlines()
        own = {int(found[1]): found[2] for found in map(NODE.match, lines) if found}
        numbers: dict[int, int] = {}

        def number(one: int, own: dict[int, str] = own, numbers: dict[int, int] = numbers) -> int:
            if one not in numbers:
                body = USED.sub(lambda m: f"!{number(int(m[1]))}", own[one])
                numbers[one] = nodes.setdefault(body, len(nodes))
            return numbers[one]

        def again(line: str) -> str:
            return USED.sub(lambda m: f"!{number(int(m[1]))}", line) if "!" in line else line

        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            if line.startswith("target "):
                head += [] if line in head else [line]
            elif line.startswith("@"):
                globals_.setdefault(NAME.findall(line)[0], line)
            elif line.startswith("declare "):
                declared.setdefault(NAME.findall(line)[0], line)
            elif line.startswith("define "):
                body = [line]
                while body[-1] != "}":
                    body.append(lines[at])
                    at += 1
                defined.setdefault(NAME.findall(line)[0], "\n".join(map(again, body)))
            elif (found := LIST.match(line)) and not found[1].isdigit():
                named = lists.setdefault(found[1], {})
                named.update({number(int(m)): None for m in re.findall(r"!(\d+)", found[2])})
    parts = [*head, *globals_.values()]
    parts += [line for name, line in declared.items() if name not in defined]
    parts += [hidden(body) for body in defined.values()]
    parts += [f"!{name} = !{{ {', '.join(f'!{n}' for n in held)} }}" for name, held in lists.items()]
    parts += [f"!{n} = {body}" for body, n in nodes.items()]
    return "\n".join(parts) + "\n"


def hidden(body: str) -> str:
    """A function that nobody outside calls."""
    for kind in SHARED:
        body = body.replace(f"define {kind} ", "define internal ", 1)
    return body
