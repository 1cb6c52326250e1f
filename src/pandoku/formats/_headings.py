"""Headings above puzzles, such as `Grid 01` in the file of Project Euler.

A heading is a word such as Grid or Puzzle with a number, and becomes the title of the puzzle below.
An order above the rows, as programming contests have it, is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from pandoku.formats._form import Form, Rewrite
from pandoku.formats._text import SourceLine, looks_like_cells

__all__ = ["FORM"]

_WORDS = "grid|puzzle|sudoku|board|game|problem|level|example|test|case|number|nummer|no|nr"
_LEVELS = "easy|medium|hard|difficult|expert|extreme|evil|fiendish|simple"
_HEADING = re.compile(
    rf"[-=*_\s]*(?:(?:{_LEVELS})\s+)?(?:{_WORDS}|{_LEVELS})[\s.:_#-]*(?:no|nr|number)?[\s.:#-]*"
    rf"\d{{1,7}}(?:\s*\((?:{_LEVELS})\))?[-=*_\s.:]*",
    re.IGNORECASE,
)
_SIGN = re.compile(
    rf"(?:{_WORDS}|{_LEVELS})\W*\w*\W*\d|^\s*\d\d?\s*$", re.IGNORECASE | re.MULTILINE
)
_MAX_ORDER = 36


def _rewrite_of(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text below a heading, or None for another text."""
    content = [text.strip() for text in head if text.strip() and not text.lstrip().startswith("#")]
    if not content:
        return None
    if _is_heading(content[0]):
        n_lines = next(
            (at for at, text in enumerate(content[1:]) if _is_heading(text)), len(content) - 1
        )
        return partial(_without_headings, "# " if n_lines == 1 else "#D")
    n = _order(content[0])
    rows = content[1 : n + 1]
    if n < 2 or len(rows) < n or not all(_is_row(row, n) for row in rows):
        return None
    following = content[n + 1 : n + 2]
    return _without_orders if not following or _order(following[0]) else None


def _is_heading(text: str) -> bool:
    return len(text) < 80 and _HEADING.fullmatch(text) is not None


def _order(text: str) -> int:
    """Return the order if a line contains nothing else, or 0."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 3 and text[0] != "0"
    return int(text) if is_number and 1 < int(text) <= _MAX_ORDER else 0


def _is_row(text: str, n: int) -> bool:
    words = re.split(r"\s*[,;]\s*|\s+", text)
    return len(words) == n or (len(text) == n and looks_like_cells(text, n))


def _without_headings(sign: str, lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    """Yield the lines with headings as comments. *sign* is "#D" if rows follow, otherwise "# "."""
    for line in lines:
        if _is_heading(line.text):
            yield from _ended(line)
            yield line.rewritten(sign + line.text.strip())
        else:
            yield line


def _without_orders(lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    for line in lines:
        if _order(line.text.strip()):
            yield from _ended(line)
        else:
            yield line


def _ended(line: SourceLine) -> Iterator[SourceLine]:
    """Yield a blank line, which ends a puzzle with missing rows."""
    yield line.rewritten("")


FORM = Form(frozenset(("sdk", "grid", "line", "pretty")), _SIGN, _rewrite_of)
