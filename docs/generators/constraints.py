"""The page about the kinds of constraints: rule, fields, picture, text and JSON of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from inspect import cleandoc
from typing import Any, cast

from docs.generators.markup import cell, fenced, figure, table
from pandoku.constraints import RULES, Rule, constraint_text
from pandoku.draw import draw, svg
from pandoku.formats import dumps
from pandoku.model import Constraint

__all__ = ["files"]

_PAGE = """# Constraints

pandoku has {count} kinds of constraints in addition to houses and cages.
[Use constraints](../how-to/constraints.md) shows how to write them, and
[Constraints as text](constraint-text.md) defines the lines of text below.
Each picture shows a puzzle that has exactly one solution because of the rule.
"""
_FIELD = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


def files() -> Iterator[tuple[str, str]]:
    """Yield the page, and the picture of each kind."""
    rows = ((f"[`{name}`](#{name})", cell(rule.text)) for name, rule in RULES.items())
    parts = [_PAGE.format(count=len(RULES)), table(("Constraint", "Rule"), rows)]
    yield "reference/constraints.md", "\n".join((*parts, *map(_section, RULES.values())))
    for name, rule in RULES.items():
        yield f"reference/constraints/{name}.svg", svg(draw(rule.example), caption=False)


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
    parts.append(fenced(constraint_text(_first(rule), rule.example.order)))
    parts.append(fenced(json.dumps(_in_json(rule)), "json"))
    alternative = f"A 6x6 Sudoku. {rule.text}"
    parts.append(figure(f"constraints/{rule.name}.svg", alternative, kind="constraint"))
    return "\n".join(parts)


def _call(rule: Rule) -> str:
    """Return the call that makes a constraint, such as "Thermometer(cells, slow=False)"."""
    shown = (
        field.name if field.default is MISSING else f"{field.name}={field.default!r}"
        for field in _fields(rule)
    )
    return f"{rule.make.__name__}({', '.join(shown)})"


def _fields(rule: Rule) -> tuple[Field[Any], ...]:
    return fields(cast(Any, rule.make))


def _first(rule: Rule) -> Constraint:
    """Return the first constraint of the kind in the example of a rule."""
    return next(each for each in rule.example.further if type(each) is rule.make)


def _in_json(rule: Rule) -> dict[str, Any]:
    """Return the first constraint of the kind in JSON."""
    found: list[dict[str, Any]] = json.loads(dumps(rule.example))["constraints"]
    return next(each for each in found if each["type"] == rule.name)
