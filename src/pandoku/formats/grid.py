"""Format `grid`: rows of numbers and blanks, separated by spaces, tabs or commas.

Digits are numbers (10 is ten), blanks are `. 0 _ - * x X ?`, or nothing between two commas.
Orders 1 to 36. A first column that counts 1, 2, 3, ... beside n further ones is a line number
and is left out. Many grids stand one after the other, with or without blank lines between.
Boxes are the usual ones of the order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pandoku.formats._text import Item, Line, Lines, fail, guarded, rule_losses
from pandoku.model import MAX_ORDER, Geometry, Puzzle

NAME = "grid"
SUMMARY = "rows of numbers and blanks separated by spaces, tabs or commas"
CARRIES = "givens; usual boxes; orders 1 to 36"
KEEPS = ()
SUFFIXES = (".grid", ".csv")
EXAMPLE = """0 0 3 0
1 0 0 0
0 0 0 2
0 4 0 0
"""
SNIFF_ORDER = 80
SEPARATOR = "\n"

_BLANKS = frozenset(("", ".", "0", "_", "-", "*", "x", "X", "?"))


class _Row(NamedTuple):
    line: Line
    cells: list[tuple[int, str]]  # column (1-based) and text of each cell


def sniff(head: list[str]) -> bool:
    """Whether the first row has at least two cells, most of them numbers or blanks."""
    text = next((t for t in head if t.strip() and not t.startswith("#")), "")
    if any(c in text for c in "|[]{}+:"):
        return False
    cells = [cell for _, cell in _cells(text)]
    known = sum(cell in _BLANKS or cell.isdecimal() for cell in cells)
    return len(cells) > 1 and known >= 0.75 * len(cells)


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each n rows."""
    rows: list[_Row] = []
    while (row := _next_row(lines)) is not None or rows:
        if row is not None:
            rows.append(row)
        following = lines.peek()
        at_end = row is None or following is None or not following.text.strip()
        if at_end or _is_whole(rows, following):
            block, rows = rows, []
            if block:
                yield guarded(block[0].line.number, lambda block=block: _puzzle(block))  # type: ignore[misc]


def why_not(puzzle: Puzzle) -> str | None:
    """What the text would lose: cages, candidates, unusual boxes."""
    return rule_losses(puzzle, orders=range(2, MAX_ORDER + 1))


def write(puzzle: Puzzle) -> str:
    """The rows, numbers right-aligned, dots as blanks."""
    n = puzzle.order
    width = len(str(n))
    cells = [f"{digit or '.':>{width}}" for digit in puzzle.givens]
    return "\n".join(" ".join(cells[r * n : r * n + n]) for r in range(n)) + "\n"


def _cells(text: str) -> list[tuple[int, str]]:
    if "," in text:
        cells, column = [], 1
        for part in text.rstrip().removesuffix(";").split(","):
            cells.append((column + len(part) - len(part.lstrip()), part.strip()))
            column += len(part) + 1
        return cells
    return [(match.start() + 1, match.group()) for match in re.finditer(r"\S+", text)]


def _next_row(lines: Lines) -> _Row | None:
    """Take the next row; None at a blank line (taken too) or at the end."""
    while (line := lines.take()) is not None and line.text.startswith("#"):
        pass
    if line is None or not line.text.strip():
        return None
    return _Row(line, _cells(line.text))


def _counts_up(rows: list[_Row]) -> bool:
    return all(row.cells[0][1] == str(number) for number, row in enumerate(rows, 1))


def _is_whole(rows: list[_Row], following: Line | None) -> bool:
    """Whether the rows make a grid although the next line is not blank."""
    width = len(rows[0].cells)
    if len(rows) == width - 1 and _counts_up(rows) and following is not None:
        # With line numbers the grid is whole, and the next one starts with 1 again: in one
        # without them the first column could not hold a second 1.
        return _cells(following.text)[0][1] == "1"
    return len(rows) >= width


def _puzzle(rows: list[_Row]) -> Puzzle:
    width = len(rows[0].cells)
    if len(rows) == width - 1 and _counts_up(rows):
        rows = [_Row(row.line, row.cells[1:]) for row in rows]
        width -= 1
    if width > MAX_ORDER:
        fail(NAME, f"expected at most {MAX_ORDER} cells a row, found {width}", rows[0].line)
    givens = [digit for row in rows for digit in _digits(row, width)]
    if len(rows) != width:
        reason = f"expected {width} rows of {width} cells, found {len(rows)} rows"
        fail(NAME, reason, rows[-1].line)
    return Puzzle(Geometry.standard(width), tuple(givens))


def _digits(row: _Row, n: int) -> Iterator[int]:
    if len(row.cells) != n:
        reason = f"expected a row of {n} cells, found {len(row.cells)}"
        fail(NAME, reason, row.line, row.cells[min(n, len(row.cells) - 1)][0])
    for column, text in row.cells:
        if text in _BLANKS:
            yield 0
        elif text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= n:
            yield int(text)
        else:
            fail(NAME, f"expected a number 1-{n} or '.', found {text[:20]!r}", row.line, column)
