"""Whole numbers (never True or False), truth values and lists, of any type; numpy's too."""

from __future__ import annotations

from operator import index
from typing import Any

__all__ = ["MAX_NUMBER", "as_whole", "parts_of", "truth", "whole_number"]

MAX_NUMBER = 60  # digits of a number in a text: far above any target, far below the limit of int()


def as_whole(value: Any) -> int | None:
    """Return a whole number as an int, or None if *value* is anything else, such as True or 2.0.

    >>> as_whole(3), as_whole(True), as_whole("3")
    (3, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:  # numpy's bools and arrays of rows have the method, and refuse
        return None


def truth(name: str, value: Any) -> bool:
    """Return an option that is on or off as a bool.

    Args:
        name: The option, for the message: "masks".
        value: Anything.

    Raises:
        TypeError: It is not True or False; numpy's truth values count as these.

    >>> truth("masks", True)
    True
    """
    if isinstance(value, bool):
        return value
    if type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise TypeError(f"expected {name} as True or False, found {value!r:.60}")


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """Return what a list of any kind holds, or None if *value* holds nothing.

    >>> parts_of([3, "x"]), parts_of(5)
    ((3, 'x'), None)
    """
    try:  # an array of no dimension is Iterable, too
        return tuple(value)
    except TypeError:
        return None


def whole_number(name: str, value: Any, least: int = 1, most: int | None = None) -> int:
    """Return an option as an int.

    Args:
        name: What it is called, for the message: "limit".
        value: Anything.
        least: The least value allowed.
        most: The greatest value allowed; None means no bound.

    Raises:
        TypeError: It is not a whole number.
        ValueError: It is out of range.

    >>> whole_number("level", 9, 0, 5)
    Traceback (most recent call last):
        ...
    ValueError: expected level 0..5, found 9
    """
    number = as_whole(value)
    if number is None:
        raise TypeError(f"expected {name} as a whole number, found {value!r}")
    if most is not None and not least <= number <= most:
        raise ValueError(f"expected {name} {least}..{most}, found {number}")
    if number < least:
        raise ValueError(f"expected {name} of at least {least}, found {number}")
    return number
