"""The declared messages for others: JSON Schema for OpenAPI, and the page's types in TypeScript.

python -m bestiary.server.web.export web/src/lib/messages.ts

The types of each game's views lie beside them, ``views/SLUG.ts``: what its room declares in ``shown.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from ...core.game import Game
from ...core.registry import load, names
from . import messages
from .messages import HEARD, PROTOCOL, SAID, Card, Hello
from .replies import REPLIES

REF = "#/components/schemas/{name}"
OPEN = {Card.__name__}  # further facts differ from game to game


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type, by reference to the components."""
    (found,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return found


def components() -> dict[str, Any]:
    """The schemas of everything that is declared."""
    _, found = msgspec.json.schema_components([SAID, HEARD, Hello, *REPLIES], ref_template=REF)
    for name in OPEN:
        found[name]["additionalProperties"] = True
    return dict(sorted(found.items()))


def typescript(requests: Iterable[dict[str, Any]] = ()) -> str:
    """The same as TypeScript. What the server says is always whole; what it hears may leave defaults out."""
    heard = {kind.__name__ for kind in HEARD.__args__} | {Hello.__name__}  # type: ignore[attr-defined]
    found = components()
    lines = ["// Made by `npm run types` from src/bestiary/server/web; changes belong there.", ""]
    lines += [f"export const PROTOCOL = {PROTOCOL};", ""]
    for name, schema in found.items():
        lines += _interface(name, schema, whole=name not in heard)
    for schema in requests:
        for name, inner in {**schema.get("$defs", {}), schema["title"]: schema}.items():
            lines += _interface(name, inner, whole=False)
    for union, kinds in (("Said", SAID), ("Heard", HEARD)):
        names = " | ".join(kind.__name__ for kind in kinds.__args__)  # type: ignore[union-attr]
        lines += [f"export type {union} = {names};", ""]
    lines.append(f"export type Value = {_type(schema_of(messages.Value))};")
    return "\n".join(lines) + "\n"


def view_types(game: Game) -> tuple[Any, ...]:
    """What a game declares of its views: the view, and cards that are not in it; perhaps nothing."""
    try:
        shown = import_module(f"{game.view.__module__.rpartition('.')[0]}.shown")
    except ModuleNotFoundError:
        return ()
    return (shown.View, *getattr(shown, "CARDS", ()))


def view_typescript(game: Game) -> str:
    """The same as TypeScript. A card has what every card has, and more."""
    _, found = msgspec.json.schema_components(view_types(game), ref_template=REF)
    lines = [f"// Made by `npm run types` from the room of {game.title}; changes belong there.", ""]
    lines += ['import type { Card } from "../messages";', ""]
    usual = Card.__struct_fields__
    for name, schema in sorted(found.items()):
        card = set(usual) <= set(schema["properties"])
        if card:
            schema["properties"] = {k: v for k, v in schema["properties"].items() if k not in usual}
        lines += _interface(name, schema, whole=False, above=" extends Card" if card else "")
    return "\n".join(lines)


def _interface(name: str, schema: dict[str, Any], whole: bool, above: str = "") -> list[str]:
    lines = [f"/** {schema['description']} */"] if schema.get("description") else []
    lines.append(f"export interface {name}{above} {{")
    required = set(schema.get("required", ()))
    for field, inner in schema.get("properties", {}).items():
        lines.append(f"  {field}{'' if whole or field in required else '?'}: {_type(inner)};")
    if name in OPEN:
        lines.append("  [fact: string]: unknown;")
    return [*lines, "}", ""]


def _type(schema: dict[str, Any]) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " | ".join(_literal(value) for value in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({"type": one}) for one in kind)
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        inner = _type(schema["additionalProperties"]) if schema.get("additionalProperties") else "any"
        return f"Record<string, {inner}>"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return plain.get(str(kind), "null" if kind == "null" else "any")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def main(path: str) -> None:
    """Writes the page's types, where they have changed: a build does not begin again for nothing."""
    from .guides import GuideWish
    from .routes import REQUESTS
    from .workbench import WISHES

    target = Path(path)
    _write(target, typescript(kind.model_json_schema() for kind in (*REQUESTS, GuideWish, *WISHES)))
    (target.parent / "views").mkdir(exist_ok=True)
    for slug in names():
        game = load(slug)
        if view_types(game):
            _write(target.parent / "views" / f"{slug}.ts", view_typescript(game))


def _write(target: Path, text: str) -> None:
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
