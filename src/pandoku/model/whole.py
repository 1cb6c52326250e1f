"""Conversion of whole numbers, truth values and lists of any type, including numpy's."""

from __future__ import annotations

from operator import index
from typing import Any

__all__ = ["MAX_NUMBER", "as_whole", "number_word", "parts_of", "truth", "whole_number"]

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

MAX_NUMBER = 60  # decimal digits: enough for every target, but fewer than int() allows


def as_whole(value: Any) -> int | None:
    """Return a whole number as an int. Return None for any other value, such as True or 2.0.

    >>> as_whole(3), as_whole(True), as_whole("3")
    (3, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:  # numpy's bools and arrays have `__index__`, but it raises an error
        return None


def truth(name: str, value: Any) -> bool:
    """Return a yes-or-no option as a bool.

    Args:
        name: Name of the option, for the message: "masks".
        value: The value to check.

    Raises:
        TypeError: The value is not a bool of Python or numpy.

    >>> truth("masks", True)
    True
    """
    if isinstance(value, bool):
        return value
    if type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise TypeError(f"expected {name} as True or False, found {value!r:.60}")


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """Return the items of any iterable, or None if *value* is not iterable.

    >>> parts_of([3, "x"]), parts_of(5)
    ((3, 'x'), None)
    """
    try:  # an array without dimensions has `__iter__`, but cannot be iterated
        return tuple(value)
    except TypeError:
        return None


def whole_number(name: str, value: Any, least: int = 1, most: int | None = None) -> int:
    """Return an option as an int.

    Args:
        name: Name of the option, for the message: "limit".
        value: The value to check.
        least: Minimum allowed value.
        most: Maximum allowed value; None means no maximum.

    Raises:
        TypeError: The value is not a whole number.
        ValueError: The value is out of range.

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


def number_word(n: int) -> str:
    """Return a number as a word up to "ten", and in digits from 11 on.

    >>> number_word(6), number_word(12)
    ('six', '12')
    """
    return _WORDS[n] if n < len(_WORDS) else str(n)
