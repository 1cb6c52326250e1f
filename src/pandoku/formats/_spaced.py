"""Recognize texts in which a space is a blank cell.

Usually spaces separate cells. A space is a cell in two cases. Either each line has the length of a
complete puzzle, including the spaces at its ends, or there are n lines of length n. Texts whose
words may be cells are excluded.
"""

from __future__ import annotations

import re
from math import isqrt

from pandoku.model import DIGITS

# Smaller grids are ambiguous. In larger grids, letters are digits, so words may look like cells.
_ORDERS = range(4, 10)
_APART = re.compile(r"\S(?: \S)+ ?")


def are_spaced_lines(head: list[str]) -> bool:
    """Return whether each line is a complete puzzle with spaces for blank cells."""
    lines = [text for text in head if text.strip() and not text.startswith("#")]
    if not lines or not any(" " in text.strip() for text in lines):
        return False
    order = isqrt(len(lines[0]))
    fits = all(len(text) == order * order and _has_only_cells(text, order) for text in lines)
    return order in _ORDERS and fits and not _may_be_rows(lines)


def spaced_square(head: list[str]) -> int:
    """Return n if a text has n lines of n cells with spaces for blank cells, else 0.

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
    if not all(_has_only_cells(text, n) for text in lines) or _may_be_rows(lines):
        return 0
    # Rows of separated cells with blank lines between them may be n lines by chance.
    rows = [text for text in lines if text.strip()]
    return 0 if len(rows) < n and all(_APART.fullmatch(text) for text in rows) else n


def _has_only_cells(text: str, order: int) -> bool:
    # 0 may be a digit, because the blanks are spaces.
    return set(text) <= {" ", "0", *DIGITS[:order]}


def _may_be_rows(lines: list[str]) -> bool:
    """Return whether the words of the lines may be cells that are separated by spaces.

    In that case, each line has n words, and the number of lines is a multiple of n.
    """
    counts = {len(text.split()) for text in lines}
    return len(counts) == 1 and len(lines) % (counts.pop() or 1) == 0
