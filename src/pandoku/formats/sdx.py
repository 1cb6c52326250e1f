"""Format `sdx`: unfinished puzzles of SudoCue, as n lines of n cells separated by spaces.

    2 679 u8 1 ...

A single digit is a given, a digit after u is placed, and several digits are the remaining
candidates of a cell. The candidates and placed digits are stored in `Item.board`. A board that has
an empty cell with only one candidate cannot be written, because the cell would look like a given.
The order is 4 to 9, and boxes have the default shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pandoku.formats._format import Format
from pandoku.formats._masks import progress_of
from pandoku.formats._text import Item, Lines, SourceLine, fail, guarded, rule_losses
from pandoku.model import Board, Geometry, Puzzle

_NAME = "sdx"
_ORDERS = range(4, 10)
_CELL = re.compile(r"u?[1-9]|[1-9]{2,9}")


def _sniff(head: list[str]) -> bool:
    """Return whether the first lines are rows of cells that include a placed digit."""
    rows = [text.split() for text in head if text.strip()]
    n = len(rows[0]) if rows else 0
    block = rows[:n]
    return (
        n in _ORDERS
        and all(_CELL.fullmatch(cell) for row in block for cell in row)
        and any(cell.startswith("u") for row in block for cell in row)
    )


def _read(lines: Lines) -> Iterator[Item]:
    """Yield the puzzle and board of each block of n lines."""
    rows = (line for line in lines if line.text.strip() and not line.text.startswith("#"))
    for first in rows:
        block = [first, *islice(rows, max(len(first.text.split()) - 1, 0))]
        yield guarded(first.number, _parse, block)


def _parse(block: list[SourceLine]) -> Item:
    n = len(block[0].text.split())
    if n not in _ORDERS:
        fail(_NAME, f"expected {_ORDERS[0]} to {_ORDERS[-1]} cells in a line, found {n}", block[0])
    if len(block) < n:
        fail(_NAME, f"expected {n} lines of {n} cells, found {len(block)}", block[-1])
    givens, digits, left = [0] * (n * n), [0] * (n * n), dict[int, int]()
    for row, line in enumerate(block):
        cells = [*re.finditer(r"\S+", line.text)]
        if len(cells) != n:
            fail(_NAME, f"expected {n} cells, found {len(cells)}", line)
        for column, found in enumerate(cells):
            text, cell = found[0], row * n + column
            numbers = [int(char) for char in text.removeprefix("u") if char.isdecimal()]
            if not _CELL.fullmatch(text) or max(numbers) > n:
                expected = f"a digit 1-{n}, a digit after u, or several digits"
                fail(_NAME, f"expected {expected}, found {text[:12]!r}", line, found.start() + 1)
            if len(numbers) > 1:
                left[cell] = sum(1 << (digit - 1) for digit in {*numbers})
            else:
                digits[cell] = numbers[0]
                givens[cell] = 0 if text.startswith("u") else numbers[0]
    puzzle = Puzzle(Geometry.sudoku(n), tuple(givens))
    return Item(block[0].number, puzzle, progress_of(puzzle, digits, left))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the reason that the format cannot store a puzzle, such as lost rules, or None."""
    if reason := rule_losses(puzzle, orders=_ORDERS):
        return reason
    return _why_not_board(Board.start(puzzle))


def _why_not_board(board: Board) -> str | None:
    """Return the reason that the format cannot store a board, such as lost rules, or None."""
    if reason := rule_losses(board.puzzle, orders=_ORDERS):
        return reason
    pairs = enumerate(zip(board.digits, board.masks, strict=True))
    name = board.puzzle.geometry.name
    for cell, (digit, mask) in pairs:
        if not digit and mask.bit_count() < 2:
            found = f"{mask.bit_count()} at {name(cell)}"
            return f"it needs two candidates in an empty cell, found {found}"
    if board.digits == board.puzzle.givens:
        return "without a placed digit, use the format candidates"
    return None


def _write_board(board: Board) -> str:
    """Return the board as rows of cells."""
    n = board.puzzle.order
    cells = [
        ("" if given else "u") + str(digit)
        if digit
        else "".join(str(d + 1) for d in range(n) if mask >> d & 1)
        for given, digit, mask in zip(board.puzzle.givens, board.digits, board.masks, strict=True)
    ]
    return "".join(" ".join(cells[at : at + n]) + "\n" for at in range(0, n * n, n))


FORMAT = Format(
    name=_NAME,
    summary="SudoCue's work in progress: rows of givens, placed digits as u8, candidates as 679",
    carries="givens, progress; default boxes; orders 4 to 9",
    suffixes=(".sdx",),
    example="1 u2 34 34\n34 34 12 12\n234 134 134 24\n234 134 134 24\n",
    sniff_order=40,
    separator="\n",
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=lambda puzzle: _write_board(Board.start(puzzle)),
    why_not_board=_why_not_board,
    write_board=_write_board,
)
