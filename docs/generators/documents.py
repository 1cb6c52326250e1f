"""The pages about JSON documents, with every object of a schema as a table of its keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files as package_files
from typing import Any

from docs.generators.markup import cell, table
from pandoku.formats.json import format as json_format
from pandoku.formats.json.record import record_schema

__all__ = ["files"]

_Schema = dict[str, Any]
_LIMITS = (
    ("minimum", "at least {}"),
    ("maximum", "at most {}"),
    ("minItems", "at least {} items"),
    ("maxItems", "at most {} items"),
    ("pattern", "pattern {}"),
)


def files() -> Iterator[tuple[str, str]]:
    """Yield a page for each schema, and the schema itself."""
    name = "pandoku.schema.json"
    yield "reference/puzzle-json.md", "\n".join(_page(json_format.schema(), name))
    yield f"reference/{name}", json.dumps(json_format.schema(), indent=2) + "\n"
    name = "record.schema.json"
    yield "reference/record-json.md", "\n".join(_page(record_schema(), name))
    yield f"reference/{name}", json.dumps(record_schema(), indent=2) + "\n"
    name = "path.schema.json"
    text = (package_files("pandoku.logic") / name).read_text(encoding="utf-8")
    yield "reference/path-json.md", "\n".join(_page(json.loads(text), name))
    yield f"reference/{name}", text


def _page(schema: _Schema, name: str) -> Iterator[str]:
    yield f"# {schema['title']}\n\n{_about(schema)}\n"
    yield f"The tables below are made from the [JSON schema]({name}).\n"
    yield from _object(schema)
    for key, part in schema.get("$defs", {}).items():
        yield f"## {key}\n\n{_about(part)}\n"
        yield from _object(part) if "properties" in part else iter((f"{_type_of(part)}\n",))


def _object(schema: _Schema) -> Iterator[str]:
    required = schema.get("required", ())
    rows = [
        (
            f"`{key}`" + (" (required)" if key in required else ""),
            _type_of(part),
            _about(part),
        )
        for key, part in schema["properties"].items()
    ]
    for pattern, part in schema.get("patternProperties", {}).items():
        rows.append((f"any that matches `{pattern}`", "anything", _about(part)))
    yield table(("Key", "Value", "Meaning"), rows)
    if schema.get("additionalProperties") is False:
        yield "There are no other keys.\n"


def _about(schema: _Schema) -> str:
    return cell(schema.get("description", "")).replace("&#96;", "`")


def _type_of(schema: _Schema) -> str:
    """Return the type of a schema in words, with links to the named parts."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name})"
    if "anyOf" in schema:
        return ", or ".join(map(_type_of, schema["anyOf"]))
    if "enum" in schema:
        return "one of " + ", ".join(_value(value) for value in schema["enum"])
    if "const" in schema:
        return f"always {_value(schema['const'])}"
    return _plain_type(schema)


def _plain_type(schema: _Schema) -> str:
    kinds = schema.get("type", "any value")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    words = " or ".join("list" if kind == "array" else kind for kind in kinds)
    if "prefixItems" in schema:
        words += f" of ({', '.join(map(_type_of, schema['prefixItems']))})"
    elif "items" in schema:
        words += f" of {_type_of(schema['items'])}"
    elif "properties" in schema:
        words += f" with {', '.join(f'`{key}`' for key in schema['properties'])}"
    limits = [how.format(cell(str(schema[key]))) for key, how in _LIMITS if key in schema]
    if "prefixItems" in schema or not limits:
        return words
    return f"{words} ({', '.join(limits)})"


def _value(value: object) -> str:
    return f"`{json.dumps(value)}`"
