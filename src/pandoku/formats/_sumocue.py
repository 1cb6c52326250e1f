"""SumoCue's two formats for a killer on one line (see killer.py)."""

from __future__ import annotations

import re

from pandoku.formats._text import SourceLine, fail
from pandoku.model import Cage, Geometry, Puzzle

__all__ = ["IS_SUMOCUE", "ORDERS", "parse_cells", "parse_numbers", "write_numbers"]

IS_SUMOCUE = re.compile(r"[0-9]{1,2}x[0-9]{1,2}:[^:]*:[^:]*:|SumoCueV1")
ORDERS = range(4, 17)

_FORMAT = "killer"
_HEAD = re.compile(r"([0-9]{1,2})x([0-9]{1,2}):([dD]?):k:")
_CELL = re.compile(r"([=+])([0-9]{1,4})(?:J([0-9]))?")


def parse_numbers(line: SourceLine) -> Puzzle:
    """Return the puzzle of `3x3:d:k:` and a number for every cell: sum * 256 + cage.

    Raises:
        FormatError: The line is not in this format.
    """
    text = line.text.strip()
    column = line.text.index(text) + 1
    head = _HEAD.match(text)
    if head is None:
        fail(_FORMAT, "expected 3x3::k: (or 3x3:d:k: with diagonals) first", line, column)
    box = int(head[1]), int(head[2])
    n = box[0] * box[1]
    if n not in ORDERS or min(box) < 2:
        reason = f"expected boxes of {ORDERS[0]} to {ORDERS[-1]} cells, found {head[1]}x{head[2]}"
        fail(_FORMAT, reason, line, column)
    numbers = text[head.end() :].removesuffix(":").split(":")
    column += head.end()
    if len(numbers) != n * n:
        fail(_FORMAT, f"expected {n * n} numbers, found {len(numbers)}", line, column)
    cages: dict[int, tuple[int, list[int]]] = {}
    for cell, number in enumerate(numbers):
        if not (number.isascii() and number.isdigit() and len(number) < 9):
            fail(_FORMAT, f"expected sum * 256 + cage, found {number[:20]!r}", line, column)
        target, cage = divmod(int(number), 256)
        if target:
            known, cells = cages.setdefault(cage, (target, []))
            if known != target:
                reason = f"expected the sum {known} as before for cage {cage}, found {target}"
                fail(_FORMAT, reason, line, column)
            cells.append(cell)
        column += len(number) + 1
    return Puzzle(
        Geometry(n, box, diagonals=bool(head[3])),
        cages=tuple(
            Cage("+", total, tuple(cells), repeats=False) for total, cells in cages.values()
        ),
    )


def write_numbers(puzzle: Puzzle) -> str:
    """Return a line for `parse_numbers`. The puzzle needs boxes, and every cage a target."""
    assert puzzle.geometry.box is not None
    numbers = [0] * puzzle.geometry.n_cells
    for index, cage in enumerate(puzzle.cages):
        assert cage.target is not None
        for cell in cage.cells:
            numbers[cell] = cage.target * 256 + index
    rows, columns = puzzle.geometry.box
    diagonals = "d" if puzzle.geometry.diagonals else ""
    return f"{rows}x{columns}:{diagonals}:k:" + "".join(f"{number}:" for number in numbers)


def parse_cells(line: SourceLine) -> Puzzle:
    """Return the puzzle of `SumoCueV1`, `D` for diagonals, and 81 cells.

    A cell is `=sum` or `+first cell of its cage`, optionally followed by J and the number of its
    jigsaw region. A cell `=0` that no other cell refers to does not belong to a cage. If no cell
    refers to another, as in jigsaws, there are no cages and the sums are givens.

    Raises:
        FormatError: The line is not in this format.
    """
    text = line.text.strip()
    column = line.text.index(text) + 1
    at = len("SumoCueV1")
    has_diagonals = text[at : at + 1] == "D"
    at += has_diagonals
    cells: list[re.Match[str]] = []
    while at < len(text):
        cell = _CELL.match(text, at)
        if cell is None:
            reason = f"expected '=sum' or '+first cell', found {text[at : at + 8]!r}"
            fail(_FORMAT, reason, line, column + at)
        cells.append(cell)
        at = cell.end()
    if len(cells) != 81:
        fail(_FORMAT, f"expected 81 cells, found {len(cells)}", line, column + at)
    geometry = _geometry(cells, has_diagonals, line, column)
    if all(cell[1] == "=" for cell in cells):
        return Puzzle(geometry, tuple(int(cell[2]) for cell in cells))
    return Puzzle(geometry, cages=_cages(cells, line, column))


def _geometry(
    cells: list[re.Match[str]], diagonals: bool, line: SourceLine, column: int
) -> Geometry:
    regions = [cell[3] for cell in cells if cell[3]]
    if not regions:
        return Geometry(9, (3, 3), diagonals=diagonals)
    if len(regions) != len(cells):
        odd = next(cell for cell in cells if not cell[3])
        fail(_FORMAT, "expected J and a region, as in other cells", line, column + odd.end())
    return Geometry(9, regions=tuple(map(int, regions)), diagonals=diagonals)


def _cages(cells: list[re.Match[str]], line: SourceLine, column: int) -> tuple[Cage, ...]:
    members: dict[int, list[int]] = {}
    for number, cell in enumerate(cells):
        root = number if cell[1] == "=" else int(cell[2])
        if root >= len(cells) or cells[root][1] != "=":
            reason = f"expected a cell 0-80 with a sum, found {root}"
            fail(_FORMAT, reason, line, column + cell.start(2))
        members.setdefault(root, []).append(number)
    sums = {root: int(cells[root][2]) for root in members}
    return tuple(
        Cage("+", sums[root] or None, tuple(where), repeats=False)
        for root, where in members.items()
        if sums[root] or len(where) > 1
    )
