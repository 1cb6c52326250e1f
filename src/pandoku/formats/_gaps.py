"""Blank lines between the rows or the bands of a puzzle.

A blank line ends a puzzle. It is removed if the rows around it clearly belong together. For this,
all rows of the text must have n cells. In addition, either there are n rows between two comments,
or the blocks between blank lines have the same height and form complete puzzles, and the gaps
between puzzles are at least as large as the gaps within them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from math import isqrt
from typing import NamedTuple

from pandoku.formats._form import Form, Rewrite
from pandoku.formats._squares import MARK
from pandoku.formats._text import DIGITS, SourceLine, digit_of, looks_like_cells
from pandoku.model import MAX_ORDER

__all__ = ["FORM"]

_SIGN = re.compile(r"\S[^\n]*\n\s*\n\s*\S")
_MOST_LINES = 50_000  # the most lines of a text
_ODD = re.compile(r"[^\s\w.,*?-]")


class _Block(NamedTuple):
    """Consecutive lines that are not blank.

    Attributes:
        n_before: The number of blank lines before the block.
        lines: The lines of the block.
    """

    n_before: int
    lines: list[SourceLine]


def _rewrite_of(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a text with gaps between its rows, or None."""
    rows = [text for text in head if text.strip() and not text.lstrip().startswith("#")]
    n = _width(rows[0]) if rows else 0
    if not 4 <= n <= MAX_ORDER and not (2 <= n < 4 and " " in rows[0].strip()):
        return None
    if any(_ODD.search(row) or _width(row) != n for row in rows):
        return None
    first = _blocks([SourceLine(0, text) for text in head])
    if not first or len(first[0].lines) >= n or _may_be_lines(rows, n) or not _are_cells(rows, n):
        return None
    if any(MARK in text for text in head):
        return None
    return lambda lines: _without_gaps(lines, n)


def _width(row: str) -> int:
    """Return the number of cells in a row, which are words, or characters of a single word."""
    words = row.split(",") if "," in row else row.split()
    return len(words) if len(words) > 1 else len(words[0])


def _may_be_lines(rows: list[str], n: int) -> bool:
    """Return whether each row can be a complete puzzle."""
    root = isqrt(n)
    are_words = all(len(row.split()) == 1 and "," not in row for row in rows)
    fits = (digit_of(char, root) is not None for row in rows for char in row.strip())
    return root * root == n and are_words and all(fits)


def _are_cells(rows: list[str], n: int) -> bool:
    if all(len(row.split()) == 1 and "," not in row for row in rows):
        return n <= len(DIGITS) and looks_like_cells("".join(row.strip() for row in rows), n)
    words: list[str] = [word for row in rows for word in re.split(r"[,\s]+", row.strip())]
    known = sum(len(word) < 3 and (word.isdecimal() or not word.isalnum()) for word in words)
    return 4 * known >= 3 * len(words)


def _without_gaps(lines: Iterator[SourceLine], n: int) -> Iterator[SourceLine]:
    taken: list[SourceLine] = []
    for line in lines:
        taken.append(line)
        if len(taken) >= _MOST_LINES:
            yield from taken
            yield from lines
            return
    for is_comment, group in groupby(taken, lambda line: line.text.lstrip().startswith("#")):
        part = list(group)
        yield from part if is_comment else _closed(part, n)


def _closed(part: list[SourceLine], n: int) -> list[SourceLine]:
    """Return the lines between two comments without blank lines inside puzzles."""
    blocks = _blocks(part)
    size = _n_blocks(blocks, n)
    if size < 2:
        return part
    found: list[SourceLine] = []
    for at, block in enumerate(blocks):
        if at % size == 0:
            found.append(block.lines[0].rewritten(""))
        found += block.lines
    return [*found, part[-1].rewritten("")]


def _n_blocks(blocks: list[_Block], n: int) -> int:
    """Return the number of blocks per puzzle, or 0 if it is unclear."""
    heights = {len(block.lines) for block in blocks}
    n_rows = sum(len(block.lines) for block in blocks)
    if any(_width(line.text) != n for block in blocks for line in block.lines):
        return 0
    if n_rows == n:
        return len(blocks)
    height = min(heights, default=0)
    if len(heights) != 1 or height >= n or n % height or n_rows % n:
        return 0
    size = n // height
    within = [block.n_before for at, block in enumerate(blocks) if at % size]
    between = [block.n_before for block in blocks[size::size]]
    return size if min(between) >= max(within) else 0


def _blocks(lines: list[SourceLine]) -> list[_Block]:
    blocks: list[_Block] = []
    n_before = 0
    for is_blank, group in groupby(lines, lambda line: not line.text.strip()):
        each = list(group)
        if is_blank:
            n_before = len(each)
        elif rows := [line for line in each if not line.text.lstrip().startswith("#")]:
            blocks.append(_Block(n_before, rows))
    return blocks


FORM = Form(frozenset(("sdk", "grid")), _SIGN, _rewrite_of)
