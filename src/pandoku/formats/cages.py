"""Format `cages`: the number of cages, then the sum and the cells of each cage.

    9                       9
    5 0 5                   5 2 0 5          with the number of cells
    8 1 2 6       or        8 3 1 2 6        after the sum
    ...                     ...

Cells are numbered from 0, row by row. The cages cover every cell once, digits may repeat in a cage,
and there are no boxes. Blank lines and lines that start with # are ignored. A line with a single
number starts the next puzzle.

The reader tries the first form, which fits if the cells are exactly the numbers from 0 to n*n-1. It
then tries the second form, which fits if the second number of every line is the number of cells
after it. If neither form fits, the reader reports an error in one of the forms. It chooses the
second form if most lines fit this form, and only this form gives a square number of cells.
Otherwise it chooses the first form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt, sqrt
from typing import NamedTuple

from pandoku.formats._format import Format
from pandoku.formats._spaced import spaced_square
from pandoku.formats._text import Item, Lines, SourceLine, fail, guarded, is_content, rule_losses
from pandoku.model import MAX_NUMBER, MAX_ORDER, Cage, Geometry, Puzzle, cell_name

_NAME = "cages"
_EXAMPLE = """9
5 0 5
8 1 2 6
8 3 8
6 4 9 14
13 7 12 13
5 10 15
14 11 16 20 21
6 17 18 22
10 19 23 24
"""

_MAX_CAGES = MAX_ORDER * MAX_ORDER


class _Row(NamedTuple):
    line: SourceLine
    numbers: list[int]
    columns: list[int]  # the column of each number, from 1

    def without_count(self) -> _Row:
        return _Row(
            self.line,
            [*self.numbers[:1], *self.numbers[2:]],
            [*self.columns[:1], *self.columns[2:]],
        )

    @property
    def has_count(self) -> bool:
        return len(self.numbers) > 2 and self.numbers[1] == len(self.numbers) - 2


def _sniff(head: list[str]) -> bool:
    """Return whether the first line has one number, and the second line has two or more."""
    if spaced_square(head):  # the text is a grid with spaces for blanks
        return False
    lines = [text for text in head if is_content(text)][:2]
    numbers = [text.split() for text in lines]
    return (
        len(numbers) == 2
        and _count(lines[0]) is not None
        and len(numbers[1]) > 1
        and all(token.isascii() and token.isdecimal() for token in numbers[1])
    )


def _read(lines: Lines) -> Iterator[Item]:
    """Yield the puzzles. A line with a single number starts each puzzle."""
    while (first := lines.take()) is not None:
        if not is_content(first.text):
            continue
        rows: list[SourceLine] = []
        while (line := lines.peek()) is not None and not _starts(line.text):
            lines.take()
            # Keep at most one line more than a puzzle can have. It is enough for the error message,
            # and the other lines of a long file then use no memory.
            if is_content(line.text) and len(rows) <= _MAX_CAGES:
                rows.append(line)
        yield guarded(first.number, parse_cages, first, rows)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that the text would lose, or None.

    The text can store only cages with sums, and each cell must be in exactly one cage.
    """
    orders = range(1, MAX_ORDER + 1)
    if lost := rule_losses(puzzle, orders=orders, cages=True, givens=False, boxes="none"):
        return lost
    if any(cage.operation != "+" and len(cage.cells) > 1 for cage in puzzle.cages):
        return "it stores only sums"
    if any(cage.target is None for cage in puzzle.cages):
        return "it cannot store cages without a target"
    if any(not 0 <= (cage.target or 0) < 10**MAX_NUMBER for cage in puzzle.cages):
        return f"it stores only sums of at least 0 and at most {MAX_NUMBER} digits"
    if any(not cage.repeats and len(cage.cells) > 1 for cage in puzzle.cages):
        return "it cannot store cages whose digits must differ"
    cells = sorted(cell for cage in puzzle.cages for cell in cage.cells)
    covered = cells == list(range(puzzle.geometry.n_cells))
    return None if covered else "it stores only cages that cover every cell once"


def _write(puzzle: Puzzle) -> str:
    """Return the text in the first form, without numbers of cells."""
    rows = [" ".join(map(str, (cage.target, *cage.cells))) for cage in puzzle.cages]
    return "\n".join([str(len(rows)), *rows]) + "\n"


def parse_cages(first: SourceLine, rows: list[SourceLine]) -> Puzzle:
    """Return the puzzle of a text in this format.

    Args:
        first: The line with the number of cages.
        rows: The lines of the cages, without blank lines and comments.

    Raises:
        FormatError: The text is not in this format, or the cages do not cover a square grid
            exactly once.
    """
    wanted = _count(first.text)
    if wanted is None:
        found = first.text.strip()[:20]
        fail(_NAME, f"expected a number of cages from 1 to {_MAX_CAGES}, found {found!r}", first, 1)
    if len(rows) != wanted:
        found = str(len(rows)) if len(rows) <= _MAX_CAGES else "more"
        fail(_NAME, f"expected {wanted} cages, found {found}", rows[-1] if rows else first)
    cages = _without_counts([_numbers(line) for line in rows])
    n = _checked_order(cages)
    geometry = Geometry.latin(n)
    return Puzzle(
        geometry, cages=tuple(Cage("+", c.numbers[0], tuple(c.numbers[1:])) for c in cages)
    )


def _starts(text: str) -> bool:
    text = text.strip()
    return text.isascii() and text.isdecimal()


def _count(text: str) -> int | None:
    text = text.strip()
    in_range = _starts(text) and len(text) < 5 and 1 <= int(text) <= _MAX_CAGES
    return int(text) if in_range else None


def _numbers(line: SourceLine) -> _Row:
    row = _Row(line, [], [])
    for match in re.finditer(r"\S+", line.text):
        token = match.group()
        if not (token.isascii() and token.isdecimal()) or len(token) > MAX_NUMBER:
            fail(_NAME, f"expected a number, found {token[:20]!r}", line, match.start() + 1)
        row.numbers.append(int(token))
        row.columns.append(match.start() + 1)
    if len(row.numbers) < 2:
        fail(_NAME, "expected a sum and at least one cell", line, len(line.text) + 1)
    return row


def _without_counts(rows: list[_Row]) -> list[_Row]:
    """Return the rows without the numbers of cells, which the second form has after the sums."""
    n_counts = sum(row.has_count for row in rows)
    cells = sorted(number for row in rows for number in row.numbers[1:])
    is_square = isqrt(len(cells)) ** 2 == len(cells)
    if n_counts == 0 or (is_square and cells == list(range(len(cells)))):
        return rows
    if n_counts < len(rows):
        total = len(cells) - len(rows)
        only_second = isqrt(total) ** 2 == total and not is_square
        if not only_second or 2 * n_counts <= len(rows):
            return rows
        odd = next(row for row in rows if not row.has_count)
        reason = f"expected the number of cells, {len(odd.numbers) - 2}, found {odd.numbers[1]}"
        fail(_NAME, reason, odd.line, odd.columns[1])
    return [row.without_count() for row in rows]


def _checked_order(cages: list[_Row]) -> int:
    """Return the order of the grid.

    Raises:
        FormatError: The cages do not cover the grid exactly once.
    """
    total = sum(len(cage.numbers) - 1 for cage in cages)
    n = min(max(round(sqrt(total)), 1), MAX_ORDER)
    owner: dict[int, int] = {}
    for number, cage in enumerate(cages, 1):
        for cell, column in zip(cage.numbers[1:], cage.columns[1:], strict=True):
            if cell >= n * n:
                reason = f"expected a cell 0-{n * n - 1} ({n}x{n}), found {cell}"
                fail(_NAME, f"cage {number}: {reason}", cage.line, column)
            if cell in owner:
                reason = f"{cell} ({cell_name(n, cell)}) is already in cage {owner[cell]}"
                fail(_NAME, f"cage {number}: {reason}", cage.line, column)
            owner[cell] = number
    if len(owner) < n * n:
        free = next(cell for cell in range(n * n) if cell not in owner)
        reason = f"expected cages that cover {n * n} cells ({n}x{n}), found {total}"
        fail(_NAME, f"{reason}; cell {free} ({cell_name(n, free)}) is in no cage", cages[-1].line)
    return n


FORMAT = Format(
    name=_NAME,
    summary="number of cages, then lines of `sum cell cell ...` (Calcudoku's paper)",
    carries="cages of sums that cover the grid once; no boxes; orders 1 to 36",
    suffixes=(".in", ".cages"),
    example=_EXAMPLE,
    sniff_order=40,
    separator="\n",
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
