"""The declared messages for others: JSON Schema for OpenAPI, and the page's types in TypeScript.

python -m bestiary.server.web.export web/src/lib/messages.ts
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

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


def _interface(name: str, schema: dict[str, Any], whole: bool) -> list[str]:
    lines = [f"/** {schema['description']} */"] if schema.get("description") else []
    lines.append(f"export interface {name} {{")
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
    from .routes import REQUESTS

    text = typescript(kind.model_json_schema() for kind in REQUESTS)
    target = Path(path)
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
