"""Format `grid`: rows of numbers and blanks, separated by spaces, tabs or commas.

Digits are decimal numbers. Digits above 9 may also be letters, and a text may have other digits
such as 0-8 (see `_alphabet`). Blanks are `. 0 _ - * x X ?`, or nothing between two commas. Orders
are 2 to 36, with the default boxes. Lines that start with # are comments.

If n rows of n+1 cells start with 1, 2, 3, ..., the first column contains line numbers and is
ignored.

Blank lines between grids are optional. Without blank lines, n+1 rows of n+1 cells are ambiguous if
the first n rows start with 1, 2, 3, ... They are one grid, or they are a grid with line numbers and
the first row of the next grid. They are read as one grid, unless the last row starts with 1. In
that case they cannot be one grid, because its first column would contain 1 twice.

Tables in Markdown and LaTeX, and tables with semicolons, quotation marks or empty cells between
tabs, are first rewritten as rows with commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pandoku.formats._alphabet import Alphabet, alphabet_of, givens_as_numbers
from pandoku.formats._format import Format
from pandoku.formats._spaced import are_spaced_lines, spaced_square
from pandoku.formats._text import (
    Item,
    Lines,
    SourceLine,
    fail,
    guarded,
    number_words,
    rule_losses,
    usual_width,
)
from pandoku.model import MAX_ORDER, Geometry, Puzzle

_NAME = "grid"
_EXAMPLE = """0 0 3 0
1 0 0 0
0 0 0 2
0 4 0 0
"""

_TOO_MANY = MAX_ORDER + 2  # maximum number of cells read from a row
_BLANKS = frozenset(("", ".", "0", "_", "-", "*", "x", "X", "?"))


class _Row(NamedTuple):
    line: SourceLine
    cells: list[tuple[int, str]]  # the column (from 1) and the text of each cell


def _sniff(head: list[str]) -> bool:
    """Return whether the first row has two or more cells, and most cells are digits or blanks."""
    if are_spaced_lines(head) or spaced_square(head):
        return False
    text = next((t for t in head if t.strip() and not _is_comment(t)), "")
    cells = [cell for _, cell in _cells(text)]
    known = sum(
        cell in _BLANKS
        or (cell.isascii() and cell.isdecimal() and len(cell) <= 2)
        or (len(cells) > 9 and len(cell) == 1 and cell.isascii() and cell.isalpha())
        for cell in cells
    )
    return len(cells) > 1 and 4 * known >= 3 * len(cells)


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each grid of n rows."""
    rows: list[_Row] = []
    for line in lines:
        if _is_comment(line.text):
            continue
        if line.text.strip():
            rows.append(_Row(line, _cells(line.text)))
            if not _is_whole(rows, lines.peek()):
                continue
        if rows:
            yield guarded(rows[0].line.number, _puzzle, rows)
            rows = []
    if rows:
        yield guarded(rows[0].line.number, _puzzle, rows)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that the text would lose, or None."""
    n = puzzle.order
    if n > 2 and puzzle.givens[::n] == (*range(1, n), 1):
        return "its first column would be read as line numbers"
    return rule_losses(puzzle, orders=range(2, MAX_ORDER + 1))


def _write(puzzle: Puzzle) -> str:
    """Return the rows with right-aligned numbers and dots for blanks."""
    n = puzzle.order
    texts = givens_as_numbers(puzzle)
    width = max(len(str(n)), *map(len, texts))
    cells = [f"{text:>{width}}" for text in texts]
    return "\n".join(" ".join(cells[r * n : r * n + n]) for r in range(n)) + "\n"


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith("#")


def _cells(text: str) -> list[tuple[int, str]]:
    if "," not in text:
        found = islice(re.finditer(r"\S+", text), _TOO_MANY)
        return [(match.start() + 1, match.group()) for match in found]
    cells, column = [], 1
    for part in text.split(",", _TOO_MANY)[:_TOO_MANY]:
        cells.append((column + len(part) - len(part.lstrip()), part.strip()))
        column += len(part) + 1
    return cells


def _width(rows: list[_Row]) -> int:
    return usual_width(len(row.cells) for row in rows)


def _has_line_numbers(rows: list[_Row], width: int) -> bool:
    counted = (row.cells[0][1] == str(number) for number, row in enumerate(rows, 1))
    return width > 2 and len(rows) == width - 1 and all(counted)


def _is_whole(rows: list[_Row], following: SourceLine | None) -> bool:
    """Return whether the rows are a complete grid.

    If the rows seem to have line numbers, the line after the rows, *following*, decides.
    """
    width = _width(rows)
    if following is not None and _has_line_numbers(rows, width):
        return re.match(r"\s*(1(?!\d)|#)", following.text) is not None
    return len(rows) >= width


def _puzzle(rows: list[_Row]) -> Item:
    n = _width(rows)
    if _has_line_numbers(rows, n):
        rows = [_Row(row.line, row.cells[1:]) for row in rows]
        n -= 1
    if n > MAX_ORDER:
        fail(_NAME, f"expected at most {MAX_ORDER} cells a row, found more", rows[0].line)
    geometry = Geometry.sudoku(n)
    texts = [text for row in rows for _, text in row.cells]
    alphabet = alphabet_of(texts, geometry, rows[0].line, _NAME)
    givens = [digit for row in rows for digit in _digits(row, alphabet)]
    if len(rows) != n:
        reason = f"expected {n} rows of {n} cells, found {len(rows)}"
        fail(_NAME, reason, rows[-1].line)
    puzzle = Puzzle(geometry, tuple(givens), symbols=alphabet.symbols)
    return Item(rows[0].line.number, puzzle, note=alphabet.note)


def _digits(row: _Row, alphabet: Alphabet) -> Iterator[int]:
    n = alphabet.order
    if len(row.cells) != n:
        reason = f"expected a row of {n} cells, found {len(row.cells)}"
        column = row.cells[n][0] if len(row.cells) > n else len(row.line.text) + 1
        fail(_NAME, reason, row.line, column)
    for column, text in row.cells:
        digit = alphabet.digit_of(text)
        if digit is None:
            words = alphabet.words if alphabet.symbols else number_words(n)
            fail(_NAME, f"expected {words}, found {text[:20]!r}", row.line, column)
        yield digit


FORMAT = Format(
    name=_NAME,
    summary=(
        "rows of numbers and blanks separated by spaces, tabs or commas; blanks . 0 _ * - ? x X"
    ),
    carries="givens; default boxes; orders 2 to 36",
    suffixes=(".grid", ".csv"),
    example=_EXAMPLE,
    sniff_order=80,
    separator="\n",
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
    takes_digits=True,
)
