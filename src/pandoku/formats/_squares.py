"""Decide whether n lines of n characters are one grid or n small puzzles.

People who write nine lines of nine characters rarely mean nine puzzles of 3x3. The lines are
therefore read as one grid, with two exceptions: a comment contains `MARK`, or more than half of the
lines contain a digit twice. A line with a digit twice cannot be a row of a grid.
"""

from __future__ import annotations

from itertools import dropwhile, takewhile
from math import isqrt
from typing import NamedTuple

from pandoku.formats._text import digit_of, usual_width
from pandoku.model import DIGITS

MARK = "one per line"  # a comment with these words means that each line is a separate puzzle


class Square(NamedTuple):
    """The first block of a text: consecutive lines that are neither blank nor comments.

    Attributes:
        n: The most common width of the lines.
        rows: The first n lines, or all lines if the block has fewer.
        n_lines: The number of lines in the block.
    """

    n: int
    rows: tuple[str, ...]
    n_lines: int

    @classmethod
    def first_of(cls, head: list[str]) -> Square:
        """Return the first block of a text, given the first lines of the text."""
        lines = (text.strip() for text in head)
        after = dropwhile(lambda text: not _is_content(text), lines)
        block = list(takewhile(_is_content, after))
        n = usual_width(map(len, block[: len(DIGITS) + 1]))
        return cls(n, tuple(block[:n]), len(block))

    @property
    def root(self) -> int:
        """The order of a puzzle that fills one line. Only meaningful if n is a square number."""
        return isqrt(self.n)

    @property
    def is_whole(self) -> bool:
        """True if the block has n lines of n characters."""
        return self.n_lines == self.n and all(len(row) == self.n for row in self.rows)

    @property
    def is_even(self) -> bool:
        """True if there are at least two rows, and each has n - 1, n or n + 1 characters."""
        return len(self.rows) > 1 and all(abs(len(row) - self.n) < 2 for row in self.rows)

    @property
    def has_only_whole_grids(self) -> bool:
        """True if the number of lines is a multiple of n, and `is_even` is True."""
        return self.is_even and self.n_lines % self.n == 0

    @property
    def has_small_digits(self) -> bool:
        """True if each row can be a separate puzzle.

        This requires that n is a square number, and that each character is valid in a puzzle of the
        order `root`.
        """
        root = self.root
        fits = (digit_of(char, root) is not None for row in self.rows for char in row)
        return 1 < root * root == self.n and all(fits)

    def are_puzzles(self, head: list[str]) -> bool:
        """Return True if each line should be read as a separate puzzle.

        Args:
            head: The first lines of the text, including comments.
        """
        if not self.has_small_digits or not self.is_whole:
            return self.has_small_digits
        is_marked = any(MARK in text for text in head if text.lstrip().startswith("#"))
        return is_marked or 2 * sum(map(_has_twins, self.rows)) > self.n


def _is_content(text: str) -> bool:
    return text != "" and not text.startswith("#")


def _has_twins(row: str) -> bool:
    digits = [char for char in row if char in DIGITS]
    return len(set(digits)) < len(digits)
