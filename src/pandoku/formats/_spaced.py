"""Texts with spaces for blank cells that no other format could read.

Elsewhere spaces separate cells. They are cells if the length of the lines, including spaces at the
ends, is the length of a puzzle on one line or the number of lines.
"""

from __future__ import annotations

from math import isqrt

from pandoku.formats._text import DIGITS

__all__ = ["are_spaced_lines", "spaced_square"]

_ORDERS = range(4, 10)  # smaller grids are ambiguous, and from order 10, letters can be words


def are_spaced_lines(head: list[str]) -> bool:
    """Return whether each line is a puzzle whose blanks are spaces."""
    lines = [text for text in head if text.strip() and not text.startswith("#")]
    if not lines or not any(" " in text.strip() for text in lines):
        return False
    order = isqrt(len(lines[0]))
    fits = all(len(text) == order * order and _has_only_cells(text, order) for text in lines)
    return order in _ORDERS and fits and not _may_be_rows(lines)


def spaced_square(head: list[str]) -> int:
    """Return n for a text of n lines with n cells and spaces for blanks, or 0.

    Spaces at the ends of lines are optional.
    """
    lines = [text for text in head if not text.startswith("#")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    n = len(lines)
    widest = max(map(len, lines), default=0)
    if n not in _ORDERS or widest != n or not any(" " in text.strip() for text in lines):
        return 0
    return n if all(_has_only_cells(text, n) for text in lines) and not _may_be_rows(lines) else 0


def _has_only_cells(text: str, order: int) -> bool:
    return set(text) <= {" ", "0", *DIGITS[:order]}  # 0 is a digit, as spaces are the blanks


def _may_be_rows(lines: list[str]) -> bool:
    """Return whether each line has as many words as there are lines, like rows of a grid."""
    counts = {len(text.split()) for text in lines}
    return len(counts) == 1 and len(lines) % (counts.pop() or 1) == 0
