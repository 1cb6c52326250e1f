"""The characters that a source uses for digits: usually 1-9, but also 0-8, 0-F or A-P."""

from __future__ import annotations

import re

from pandoku.errors import PuzzleError
from pandoku.model.geometry import MAX_ORDER

__all__ = ["DIGITS", "VALUES", "span_of", "symbols_from"]

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the usual characters: digit d is DIGITS[d-1]
VALUES = "0" + DIGITS  # characters in the order of their values: "A" is 10
_NUMBERS = re.compile(r"(\d{1,2})-(\d{1,2})")
_PART = re.compile(r"([0-9A-Z])(?:-([0-9A-Z]))?")


def symbols_from(text: object, order: int | None = None) -> str:
    """Return the characters for the digits 1..n, in order, or "" for the usual characters.

    Args:
        text: The characters ("012345678"), spans of them ("0-8", "0-F", "A-P", "1-9A"), or a span
            of numbers ("0-15"). Letters may have either case. "" means the usual characters.
        order: The required n, or None for any n.

    Raises:
        PuzzleError: The text has an invalid form, repeats a character, or has more or fewer than n
            characters.

    >>> symbols_from("0-8"), symbols_from("a-p", 16), symbols_from("1-9", 9)
    ('012345678', 'ABCDEFGHIJKLMNOP', '')
    """
    found = _characters(text) if isinstance(text, str) else None
    if found is None:
        shown = f"{text!r:.60}"
        raise PuzzleError(f"expected digits such as 0-8, 0-F or A-P, found {shown}")
    twice = next((char for char in found if found.count(char) > 1), None)
    if twice is not None:
        raise PuzzleError(f"expected different digits, found {twice!r} twice in {text!r:.60}")
    if len(found) > MAX_ORDER:
        raise PuzzleError(f"expected at most {MAX_ORDER} digits, found {len(found)}")
    if order is not None and found and len(found) != order:
        raise PuzzleError(f"expected {order} digits for {order}x{order}, found {len(found)}")
    return "" if found == DIGITS[: len(found)] else found


def _characters(text: str) -> str | None:
    if (numbers := _NUMBERS.fullmatch(text.strip())) is not None:
        return _between(int(numbers[1]), int(numbers[2]))
    rest, found = text.strip().upper(), ""
    while rest:
        part = _PART.match(rest)
        if part is None:
            return None
        first, last = VALUES.index(part[1]), VALUES.index(part[2] or part[1])
        span = _between(first, last)
        if span is None:
            return None
        found, rest = found + span, rest[part.end() :]
    return found


def _between(first: int, last: int) -> str | None:
    return VALUES[first : last + 1] if first <= last < len(VALUES) else None


def span_of(symbols: str) -> str:
    """Return characters in the short form that `symbols_from` accepts.

    >>> span_of("012345678"), span_of("123456789ABC"), span_of("GRANDVIEW")
    ('0-8', '1-C', 'GRANDVIEW')
    """
    is_span = len(symbols) > 2 and symbols in VALUES
    return f"{symbols[0]}-{symbols[-1]}" if is_span else symbols
