"""The page of the kinds of constraints: the rule, the fields, and an example of each in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from inspect import cleandoc
from typing import Any, cast

from docs.generators.markup import cell, fenced, table
from pandoku.constraints import RULES, Rule
from pandoku.formats import dumps

__all__ = ["files"]

_PAGE = """# Constraints

pandoku knows {count} kinds of constraints besides houses and cages.
[Use constraints](../how-to/constraints.md) shows how to write them.
"""
_FIELD = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


def files() -> Iterator[tuple[str, str]]:
    """Yield the page."""
    rows = ((f"[`{name}`](#{name})", cell(rule.text)) for name, rule in RULES.items())
    parts = [_PAGE.format(count=len(RULES)), table(("Constraint", "Rule"), rows)]
    yield "reference/constraints.md", "\n".join((*parts, *map(_section, RULES.values())))


def _section(rule: Rule) -> str:
    parts = [f"## {rule.name}\n\n{cell(rule.text)}\n"]
    if rule.aliases:
        parts.append(f"Other names: {cell(', '.join(rule.aliases))}.\n")
    text, _, described = cleandoc(rule.make.__doc__ or "").partition("\nAttributes:\n")
    parts.append(f"`{_call(rule)}`: {cell(text)}\n")
    meanings = dict(_FIELD.findall(described))
    rows = [(f"`{name}`", cell(meanings[name])) for name in (f.name for f in _fields(rule))]
    if rows:
        parts.append(table(("Field", "Meaning"), rows))
    parts.append(fenced(json.dumps(_example(rule)), "json"))
    return "\n".join(parts)


def _call(rule: Rule) -> str:
    """Return how to make one: "Thermometer(cells, slow=False)"."""
    shown = (
        field.name if field.default is MISSING else f"{field.name}={field.default!r}"
        for field in _fields(rule)
    )
    return f"{rule.make.__name__}({', '.join(shown)})"


def _fields(rule: Rule) -> tuple[Field[Any], ...]:
    return fields(cast(Any, rule.make))


def _example(rule: Rule) -> dict[str, Any]:
    """Return the first of the kind in the example of a rule."""
    found: list[dict[str, Any]] = json.loads(dumps(rule.example))["constraints"]
    return next(each for each in found if each["type"] == rule.name)
