"""Blocks of n lines of n characters, which are one grid or n small puzzles.

Nobody who writes nine lines of nine characters means nine puzzles of 3x3. So such a block is one
grid, unless it says otherwise by `MARK`, or most of its rows have a digit twice.
"""

from __future__ import annotations

from itertools import dropwhile, takewhile
from math import isqrt
from typing import NamedTuple

from pandoku.formats._text import DIGITS, digit_of, usual_width

__all__ = ["MARK", "Square"]

MARK = "one per line"  # in a comment: every line is a puzzle


class Square(NamedTuple):
    """The first block of a text: lines without a blank line or a comment between them.

    Attributes:
        n: The usual width of the lines.
        rows: The first n of them, or fewer.
        n_lines: How many lines the block has.
    """

    n: int
    rows: tuple[str, ...]
    n_lines: int

    @classmethod
    def first_of(cls, head: list[str]) -> Square:
        """Return the first block of a text that starts with these lines."""
        lines = (text.strip() for text in head)
        after = dropwhile(lambda text: not _is_content(text), lines)
        block = list(takewhile(_is_content, after))
        n = usual_width(map(len, block[: len(DIGITS) + 1]))
        return cls(n, tuple(block[:n]), len(block))

    @property
    def root(self) -> int:
        """The order of a puzzle on one line, if n is a square number."""
        return isqrt(self.n)

    @property
    def is_whole(self) -> bool:
        """Whether the block is n lines of n characters."""
        return self.n_lines == self.n and all(len(row) == self.n for row in self.rows)

    @property
    def is_even(self) -> bool:
        """Whether there are at least two rows, each n characters wide or one more or less."""
        return len(self.rows) > 1 and all(abs(len(row) - self.n) < 2 for row in self.rows)

    @property
    def has_only_whole_grids(self) -> bool:
        """Whether the block is one or more times n lines of about n characters."""
        return self.is_even and self.n_lines % self.n == 0

    @property
    def has_small_digits(self) -> bool:
        """Whether each row can be a puzzle of its own."""
        root = self.root
        fits = (digit_of(char, root) is not None for row in self.rows for char in row)
        return 1 < root * root == self.n and all(fits)

    def are_puzzles(self, head: list[str]) -> bool:
        """Return whether each line is a puzzle of its own."""
        if not self.has_small_digits or not self.is_whole:
            return self.has_small_digits
        is_marked = any(MARK in text for text in head if text.lstrip().startswith("#"))
        return is_marked or 2 * sum(map(_has_twins, self.rows)) > self.n


def _is_content(text: str) -> bool:
    return text != "" and not text.startswith("#")


def _has_twins(row: str) -> bool:
    digits = [char for char in row if char in DIGITS]
    return len(set(digits)) < len(digits)
