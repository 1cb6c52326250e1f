"""Constraints as JSON objects, such as {"type": "thermometer", "cells": [0, 10, 20]}.

The type is the name of a rule. The other keys are the fields of the constraint's class. Fields with
a default may be omitted. A new class of constraints works without changes in this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, cast, get_args

from pandoku.errors import PuzzleError
from pandoku.formats.json.values import (
    BadValueError,
    bad,
    boolean,
    elements,
    no_more,
    string,
    whole,
    wholes,
)
from pandoku.model import MAX_NUMBER, Cage, Constraint
from pandoku.registry import field_types, nearest

if TYPE_CHECKING:
    from pandoku.constraints import Rule

_TOO_LONG: int = 10**MAX_NUMBER
_CELLS = {"$ref": "#/$defs/line"}
_READERS: dict[object, Callable[[object, str], object]] = {
    int: whole,
    bool: boolean,
    str: string,
    tuple[int, ...]: wholes,
}
_SCHEMAS: dict[object, dict[str, Any]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    tuple[int, ...]: {"type": "array", "items": {"type": "integer"}},
    type(None): {"type": "null"},
}


def constraints_of(value: object, path: str) -> list[Constraint]:
    """Return the constraints of a list of objects.

    Raises:
        BadValueError: A value has the wrong type, a key is missing or unknown, or the type of a
            constraint is unknown.
        PuzzleError: The class of a constraint rejects a value.
    """
    return [_constraint(element, where) for where, element in elements(value, path)]


def constraint_object(constraint: Constraint) -> dict[str, object]:
    """Return a constraint as a JSON object, without fields whose value is the default."""
    kind = type(constraint)
    values = ((field, getattr(constraint, field.name)) for field in _fields(kind))
    kept = {field.name: value for field, value in values if value != field.default}
    return {"type": _rule_of(kind).name, **kept}


def why_no_constraint(constraint: Constraint) -> str | None:
    """Return the reason that JSON cannot store a constraint, or None."""
    kind = type(constraint)
    try:
        rule = _rule_of(kind)
    except PuzzleError:
        return f"it cannot store {kind.NAME!r}, a rule that is in no file of pandoku.constraints"
    for field in _fields(kind):
        value = getattr(constraint, field.name)
        if field.name in kind.CELL_FIELDS and not value:
            return f"it cannot store {rule.name} without {field.name}"
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(each, int) and abs(each) >= _TOO_LONG for each in numbers):
            return f"it stores only numbers of at most {MAX_NUMBER} digits"
    return None


def constraint_schema() -> dict[str, Any]:
    """Return the JSON Schema of a constraint of any kind."""
    from pandoku.constraints import RULES

    return {"oneOf": [_schema_of(rule) for rule in RULES.values()]}


# -------------------------------------------------------------------- kinds and their fields


def _rule_of(kind: type[Constraint]) -> Rule:
    """Return the rule of a class of constraints, or raise PuzzleError if it is not registered."""
    from pandoku.constraints import RULES  # slow to import, and most puzzles have no constraints

    for rule in RULES.values():
        if rule.make is kind:
            return rule
    raise PuzzleError(f"expected a class of pandoku.constraints, found {kind.__name__}")


def _fields(kind: type[Constraint]) -> tuple[Field[Any], ...]:
    return fields(cast(Any, kind))


@cache
def _types(rule: Rule) -> dict[str, tuple[object, ...]]:
    """Return the allowed types of each field. Cells are integers."""
    kind = rule.make
    hints = field_types(kind)
    types: dict[str, tuple[object, ...]] = {}
    for field in _fields(kind):
        hint = tuple[int, ...] if field.name in kind.CELL_FIELDS else hints[field.name]
        types[field.name] = (hint,) if hint in _READERS else get_args(hint)
    return types


def _schema_of(rule: Rule) -> dict[str, Any]:
    properties: dict[str, Any] = {"type": {"const": rule.name}}
    required = ["type"]
    for field in _fields(rule.make):
        if field.name in rule.make.CELL_FIELDS:
            properties[field.name] = _CELLS
        else:
            allowed = [_SCHEMAS[each] for each in _types(rule)[field.name]]
            properties[field.name] = allowed[0] if len(allowed) == 1 else {"anyOf": allowed}
        if field.default is MISSING:
            required.append(field.name)
        else:
            properties[field.name] = properties[field.name] | {"default": field.default}
    return {
        "title": rule.name,
        "description": rule.text,
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": properties,
    }


# -------------------------------------------------------------------- objects to constraints


def _constraint(value: object, path: str) -> Constraint:
    from pandoku.constraints import RULES  # slow to import, and most puzzles have no constraints

    if not isinstance(value, dict):
        bad(path, "an object with a type", value)
    rest = dict(value)
    if "type" not in rest:
        raise BadValueError(f"{path}: expected the key 'type', found no such key")
    name = string(rest.pop("type"), f"{path}.type")
    if name not in RULES and name == Cage.NAME:
        raise BadValueError(f"{path}.type: cages belong under the key cages")
    if name not in RULES:
        near = nearest(name[:40], [*RULES, *RULES.by_every_name])
        missing = RULES.missing(name, dict.fromkeys(RULES[each].name for each in near))
        raise BadValueError(f"{path}.type: {missing}")
    rule = RULES[name]
    no_more(rest, [field.name for field in _fields(rule.make)], {}, path)
    values = dict(_values(rule, rest, path))
    try:
        return rule.make(**values)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error.reason}") from None


def _values(rule: Rule, rest: dict[str, object], path: str) -> Iterator[tuple[str, object]]:
    """Yield the fields of an object with their checked values."""
    for field in _fields(rule.make):
        if field.name in rest:
            where, value = f"{path}.{field.name}", rest[field.name]
            if field.name in rule.make.CELL_FIELDS and value == []:
                raise BadValueError(f"{where}: expected a list of at least one cell, found none")
            types = _types(rule)[field.name]
            if value is not None or type(None) not in types:
                read = next(_READERS[each] for each in types if each is not type(None))
                value = read(value, where)
            yield field.name, value
        elif field.default is MISSING:
            raise BadValueError(f"{path}: expected the key {field.name!r}, found no such key")
