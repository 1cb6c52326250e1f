"""The types of all requests and answers in TypeScript, from the Structs of the endpoints.

`./run python -m tests.web.make_answers` writes web/src/api/answers.ts; a test compares.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Any

from msgspec import inspect
from msgspec.structs import fields

from pandoku.web.openapi import struct_names
from tests.data import ROOT

TARGET = ROOT / "web" / "src" / "api" / "answers.ts"
# Structs whose types are written by hand: their names on the page, and the modules that have them.
OWN = {
    "PuzzleDocument": ("PuzzleDocument", "../model/puzzle"),
    "PictureDocument": ("Picture", "../model/picture"),
    "SmallPicture": ("SmallPicture", "../model/picture"),
}
_PART_OF_OWN = {
    "HouseDocument",
    "CageDocument",
    "KeyDocument",
    "FogDocument",
    "FoggedDocument",
    "ToldRule",
}
_WIDTH = 100
_HEAD = """\
// What the endpoints take and answer. Made by tests/web/make_answers.py from the Structs of
// pandoku.calls: edit those, not this file.

"""


def text() -> str:
    """Return the whole file."""
    names = {each: name for each, name in struct_names().items() if name not in _PART_OF_OWN}
    shown = [(each, name) for each, name in names.items() if name not in OWN and fields(each)]
    imports = "".join(f'import type {{ {name} }} from "{home}";\n' for name, home in OWN.values())
    return _HEAD + imports + "".join(_interface(names, *each) for each in shown)


def _interface(names: dict[type, str], struct: type, name: str) -> str:
    lines = [f"\n/** {(struct.__doc__ or '').splitlines()[0]} */", f"export interface {name} {{"]
    for field in inspect.type_info(struct).fields:  # type: ignore[attr-defined]
        extra = getattr(field.type, "extra_json_schema", None) or {}
        lines += _comment(extra.get("description", ""))
        # What a client may leave out; an answer has all its keys.
        mark = "" if field.required or not name.endswith("Request") else "?"
        mark = "?" if name == "PositionDocument" and not field.required else mark
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type, names)};")
    return "\n".join([*lines, "}", ""])


def _comment(words: str) -> list[str]:
    if not words:
        return []
    words = words.replace("*/", "* /")
    if len(words) + 9 <= _WIDTH:
        return [f"  /** {words} */"]
    return ["  /**", *(f"   * {line}" for line in wrap(words, _WIDTH - 5)), "   */"]


_PLAIN = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def _type(of: Any, names: dict[type, str]) -> str:
    if type(of) in _PLAIN:
        return _PLAIN[type(of)]
    if isinstance(of, inspect.Metadata):
        return _type(of.type, names)
    if isinstance(of, inspect.LiteralType):
        return " | ".join(f'"{value}"' for value in of.values)
    if isinstance(of, inspect.StructType):
        return OWN.get(names[of.cls], (names[of.cls],))[0]
    if isinstance(of, inspect.UnionType):
        return " | ".join(dict.fromkeys(_type(each, names) for each in of.types))
    if isinstance(of, inspect.DictType):
        return f"Record<string, {_type(of.value_type, names)}>"
    if isinstance(of, inspect.TupleType):
        return f"[{', '.join(_type(each, names) for each in of.item_types)}]"
    assert isinstance(of, inspect.ListType), of
    inner = _type(of.item_type, names)
    return f"({inner})[]" if re.search(r" \| ", inner) else f"{inner}[]"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
