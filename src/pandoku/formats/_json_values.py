"""Decoded JSON values, each checked with its path: "cages[3].target: expected ..., found ...".

Every function here raises BadValueError when the value is of another type.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

__all__ = [
    "BadValueError",
    "bad",
    "elements",
    "flag",
    "lists",
    "optional",
    "text",
    "whole",
    "wholes",
]

_T = TypeVar("_T")


class BadValueError(ValueError):
    """A value that JSON allows and the format does not."""


def bad(path: str, expected: str, found: object) -> NoReturn:
    """Raise the error of a value that is not what was expected."""
    shown = json.dumps(found)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    raise BadValueError(f"{path}: expected {expected}, found {shown}")


def optional(
    rest: dict[str, Any], key: str, read: Callable[[object, str], _T], within: str = ""
) -> _T | None:
    """Take a key out of *rest* and read it; None when it is absent or null."""
    value = rest.pop(key, None)
    return None if value is None else read(value, f"{within}.{key}" if within else key)


def whole(value: object, path: str) -> int:
    """Return a whole number (no true, no 1.0)."""
    if type(value) is not int:
        bad(path, "a whole number", value)
    return value


def flag(value: object, path: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        bad(path, "true or false", value)
    return value


def text(value: object, path: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        bad(path, "a text", value)
    return value


def elements(value: object, path: str) -> list[tuple[str, object]]:
    """Return the elements of a list, each after its path."""
    if not isinstance(value, list):
        bad(path, "a list", value)
    return [(f"{path}[{index}]", element) for index, element in enumerate(value)]


def wholes(value: object, path: str) -> tuple[int, ...]:
    """Return a list of whole numbers."""
    if isinstance(value, list) and set(map(type, value)) <= {int}:
        return tuple(value)
    return tuple(whole(element, where) for where, element in elements(value, path))


def lists(value: object, path: str) -> tuple[tuple[int, ...], ...]:
    """Return a list of lists of whole numbers."""
    return tuple(wholes(element, where) for where, element in elements(value, path))
