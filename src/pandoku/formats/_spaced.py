"""Cells whose blanks are spaces, in a text that no other format could read.

Spaces elsewhere lie between cells. They are cells themselves if the lines, with the spaces at their
ends, are as long as a puzzle on one line or as the text has lines.
"""

from __future__ import annotations

from math import isqrt

from pandoku.formats._text import DIGITS

__all__ = ["are_spaced_lines", "spaced_square"]

_ORDERS = range(4, 10)  # smaller ones are read in many ways; from 10 on, letters are words, too


def are_spaced_lines(head: list[str]) -> bool:
    """Return whether each line is a puzzle whose blanks are spaces."""
    lines = [text for text in head if text.strip() and not text.startswith("#")]
    if not lines or not any(" " in text.strip() for text in lines):
        return False
    order = isqrt(len(lines[0]))
    fits = all(len(text) == order * order and _has_only_cells(text, order) for text in lines)
    return order in _ORDERS and fits and not _may_be_rows(lines)


def spaced_square(head: list[str]) -> int:
    """Return the n of a text that is n lines of n cells, with spaces as blanks; 0 if it is not.

    Spaces at the ends of lines may be missing.
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
    return set(text) <= {" ", "0", *DIGITS[:order]}  # 0 is a digit, as the spaces are blanks


def _may_be_rows(lines: list[str]) -> bool:
    """Return whether lines have as many words as there are lines, as rows of a grid have."""
    counts = {len(text.split()) for text in lines}
    return len(counts) == 1 and len(lines) % (counts.pop() or 1) == 0
