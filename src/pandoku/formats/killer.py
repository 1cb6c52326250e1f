"""Format `killer`: killer Sudoku puzzles, one per line, in SumoCue's form or as short strings.

SumoCue:  A line starts with `3x3::k:`, or with `3x3:d:k:` if the digits of each diagonal differ.
After this start, the line has a number and `:` for each cell. The number is sum * 256 + the number
of the cage. A number below 256 means that the cell is not in a cage. The reader also accepts
SumoCue's older form: `SumoCueV1`, then `=sum` or `+first cell of the cage` for each cell. The first
cell of the cage is a number that counts from 0.

Short:    A string has one character per cell. One cell of each cage has the sum of the cage (0-9,
A-Z for 10 to 35, a-j for 36 to 45). The character 0 means no sum. Each of the remaining cells has
an arrow to a neighbor in its cage: v ^ < > for down, up, left, right, and ` ' , . for up-left,
up-right, down-left, down-right.

The digits of a cage differ. The writer uses the short string where possible. Otherwise it uses
SumoCue's form, which supports diagonals, boxes of any size, cells without a cage, and disconnected
cages. However, this form does not support cages without a sum.
"""

from __future__ import annotations

import re
from functools import partial
from math import isqrt

from pandoku.formats._format import Format
from pandoku.formats._text import SourceLine, fail, first_line, read_each_line, rule_losses
from pandoku.model import Cage, Geometry, Puzzle, default_box

_NAME = "killer"
_IS_SUMOCUE = re.compile(r"[0-9]{1,2}x[0-9]{1,2}:[^:]*:[^:]*:|SumoCueV1")
_ORDERS = range(4, 17)
_HEAD = re.compile(r"([0-9]{1,2})x([0-9]{1,2}):([dD]?):k:")
_CELL = re.compile(r"([=+])([0-9]{1,4})(?:J([0-9]))?")

_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {
    "v": (1, 0),
    "^": (-1, 0),
    "<": (0, -1),
    ">": (0, 1),
    "`": (-1, -1),
    "'": (-1, 1),
    ",": (1, -1),
    ".": (1, 1),
}
_CHARS = frozenset(_SUMS) | frozenset(_STEPS)
_ARROWS = {step: arrow for arrow, step in _STEPS.items()}
_SHORT_ORDERS = tuple(n for n in _ORDERS if default_box(n))
_MAX_TARGET = (10**8 - 1) // 256  # SumoCue's numbers have at most 8 digits


def _sniff(head: list[str]) -> bool:
    """Return whether the first line is in SumoCue's form, or is like a short string.

    Of the characters in a short string, at least 90 % must be sums or arrows, and at least 25 %
    must be arrows.
    """
    text = first_line(head)
    if _IS_SUMOCUE.match(text):
        return True
    arrows = sum(c in "<>^v`'" for c in text)
    known = sum(c in _CHARS for c in text)
    return len(text) >= 15 and 4 * arrows >= len(text) and 10 * known >= 9 * len(text)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that the text would lose, or None."""
    lost = rule_losses(
        puzzle, orders=_ORDERS, cages=True, givens=False, boxes="any", diagonals=True
    )
    if lost:
        return lost
    if puzzle.geometry.box is None:
        return "it cannot store a grid without boxes"
    if not puzzle.cages:
        return "it stores only puzzles with cages"
    for cage in puzzle.cages:
        if cage.target is None:
            continue
        is_sum = cage.operation == "+" and not cage.repeats
        if not is_sum and (len(cage.cells) > 1 or cage.operation == "?"):
            return "it stores only killer cages: sums of different digits"
        if not 1 <= cage.target <= _MAX_TARGET:
            return f"it stores only sums from 1 to {_MAX_TARGET}"
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    if len(cells) != len(set(cells)):
        return "it cannot store overlapping cages"
    if not set(cells) <= set(range(puzzle.geometry.n_cells)):
        return "it stores only cages inside the grid"
    if any(cage.target is None for cage in puzzle.cages) and _write_short(puzzle) is None:
        return (
            "only the short string can store a cage without a sum, but it cannot store this puzzle"
        )
    return None


def _parse(line: SourceLine) -> Puzzle:
    text = line.text.lstrip()
    if text.startswith("SumoCueV1"):
        return _parse_cells(line)
    return _parse_numbers(line) if ":" in text else _parse_short(line)


def _parse_short(line: SourceLine) -> Puzzle:
    text = line.text.strip()
    column = line.text.index(text) + 1
    n = isqrt(len(text))
    if n * n != len(text) or n not in _SHORT_ORDERS:
        reason = f"expected 81 characters (or 16, 36, 64, ... 256), found {len(text)}"
        fail(_NAME, reason, line, column + len(text))
    next_of = [_next_cell(text, cell, n, line, column) for cell in range(n * n)]
    cages: dict[int, list[int]] = {}
    for cell in range(n * n):
        root = _root(next_of, cell)
        if root is None:
            fail(
                _NAME, "expected a sum at the end of the arrows, found a loop", line, column + cell
            )
        cages.setdefault(root, []).append(cell)
    found = tuple(
        Cage("+", _SUMS.index(text[root]) or None, tuple(cells), repeats=False)
        for root, cells in cages.items()
    )
    return Puzzle(Geometry.sudoku(n), cages=found)


def _next_cell(text: str, cell: int, n: int, line: SourceLine, column: int) -> int:
    """Return the cell that *cell* points to, or *cell* itself if it has a sum."""
    char = text[cell]
    if char in _SUMS:
        return cell
    if char not in _STEPS:
        reason = f"expected a sum (0-9, A-Z, a-j) or an arrow, found {char!r}"
        fail(_NAME, reason, line, column + cell)
    down, right = _STEPS[char]
    r, c = cell // n + down, cell % n + right
    if not (0 <= r < n and 0 <= c < n):
        reason = f"expected an arrow to a cell of the grid, found {char!r} at its edge"
        fail(_NAME, reason, line, column + cell)
    return r * n + c


def _root(next_of: list[int], cell: int) -> int | None:
    """Follow the arrows from *cell*, and return the cell with the sum, or None for a loop."""
    for _ in next_of:
        if next_of[cell] == cell:
            return cell
        cell = next_of[cell]
    return None


def _write_short(puzzle: Puzzle) -> str | None:
    """Return the short string, or None if it cannot store the puzzle.

    The result is also None if the string has too few arrows. A reader would not recognize
    the string, because its sums look like the digits of the format `line`.
    """
    n, geometry = puzzle.order, puzzle.geometry
    if geometry != Geometry.sudoku(n) or n not in _SHORT_ORDERS:
        return None
    out = [""] * (n * n)
    for cage in puzzle.cages:
        if (cage.target or 0) >= len(_SUMS) or not _point(out, cage, n):
            return None
    text = "".join(out) if all(out) else ""
    return text if _sniff([text]) else None


def _point(out: list[str], cage: Cage, n: int) -> bool:
    """Write the sum of a cage into its first cell, and arrows into its other cells.

    Return False for a disconnected cage, because arrows cannot reach all of its cells.
    """
    root = min(cage.cells)
    out[root] = _SUMS[cage.target or 0]
    reached = [root]
    for cell in reached:  # breadth-first search: the list grows during the loop
        for other in cage.cells:
            arrow = _ARROWS.get((cell // n - other // n, cell % n - other % n))
            if arrow and not out[other]:
                out[other] = arrow
                reached.append(other)
    return len(reached) == len(cage.cells)


# -------------------------------------------------------------------- SumoCue


def _parse_numbers(line: SourceLine) -> Puzzle:
    """Parse a line that has `3x3:d:k:` and a number for every cell: sum * 256 + cage.

    Raises:
        FormatError: The line is not in this format.
    """
    text = line.text.strip()
    column = line.text.index(text) + 1
    head = _HEAD.match(text)
    if head is None:
        fail(_NAME, "expected 3x3::k: (or 3x3:d:k: with diagonals) first", line, column)
    box = int(head[1]), int(head[2])
    n = box[0] * box[1]
    if n not in _ORDERS or min(box) < 2:
        reason = f"expected boxes of {_ORDERS[0]} to {_ORDERS[-1]} cells, found {head[1]}x{head[2]}"
        fail(_NAME, reason, line, column)
    numbers = text[head.end() :].removesuffix(":").split(":")
    column += head.end()
    if len(numbers) != n * n:
        fail(_NAME, f"expected {n * n} numbers, found {len(numbers)}", line, column)
    cages: dict[int, tuple[int, list[int]]] = {}
    for cell, number in enumerate(numbers):
        if not (number.isascii() and number.isdigit() and len(number) < 9):
            fail(_NAME, f"expected sum * 256 + cage, found {number[:20]!r}", line, column)
        target, cage = divmod(int(number), 256)
        if target:
            known, cells = cages.setdefault(cage, (target, []))
            if known != target:
                reason = f"expected the sum {known} as before for cage {cage}, found {target}"
                fail(_NAME, reason, line, column)
            cells.append(cell)
        column += len(number) + 1
    return Puzzle(
        Geometry(n, box, diagonals=bool(head[3])),
        cages=tuple(
            Cage("+", total, tuple(cells), repeats=False) for total, cells in cages.values()
        ),
    )


def _write_numbers(puzzle: Puzzle) -> str:
    """Return the line that `_parse_numbers` reads.

    The puzzle must have boxes, and every cage must have a sum.
    """
    assert puzzle.geometry.box is not None
    numbers = [0] * puzzle.geometry.n_cells
    for index, cage in enumerate(puzzle.cages):
        assert cage.target is not None
        for cell in cage.cells:
            numbers[cell] = cage.target * 256 + index
    rows, columns = puzzle.geometry.box
    diagonals = "d" if puzzle.geometry.diagonals else ""
    return f"{rows}x{columns}:{diagonals}:k:" + "".join(f"{number}:" for number in numbers)


def _parse_cells(line: SourceLine) -> Puzzle:
    """Parse a line with `SumoCueV1`, an optional `D` for diagonals, and 81 cells.

    A cell is `=sum` or `+first cell of its cage`, optionally followed by J and the number of its
    jigsaw region. A cell `=0` is not in a cage if no other cell refers to it. If no cell refers to
    another cell, the puzzle has no cages, and the sums are givens. This is the case in plain
    jigsaws.

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
            fail(_NAME, reason, line, column + at)
        cells.append(cell)
        at = cell.end()
    if len(cells) != 81:
        fail(_NAME, f"expected 81 cells, found {len(cells)}", line, column + at)
    regions = [cell[3] for cell in cells if cell[3]]
    if regions and len(regions) != len(cells):
        odd = next(cell for cell in cells if not cell[3])
        fail(_NAME, "expected J and a region, as in other cells", line, column + odd.end())
    if regions:
        geometry = Geometry(9, regions=tuple(map(int, regions)), diagonals=has_diagonals)
    else:
        geometry = Geometry(9, (3, 3), diagonals=has_diagonals)
    if all(cell[1] == "=" for cell in cells):
        return Puzzle(geometry, tuple(int(cell[2]) for cell in cells))
    return Puzzle(geometry, cages=_cages(cells, line, column))


def _cages(cells: list[re.Match[str]], line: SourceLine, column: int) -> tuple[Cage, ...]:
    members: dict[int, list[int]] = {}
    for number, cell in enumerate(cells):
        root = number if cell[1] == "=" else int(cell[2])
        if root >= len(cells) or cells[root][1] != "=":
            reason = f"expected a cell 0-80 with a sum, found {root}"
            fail(_NAME, reason, line, column + cell.start(2))
        members.setdefault(root, []).append(number)
    sums = {root: int(cells[root][2]) for root in members}
    return tuple(
        Cage("+", sums[root] or None, tuple(where), repeats=False)
        for root, where in members.items()
        if sums[root] or len(where) > 1
    )


FORMAT = Format(
    name=_NAME,
    summary="killer Sudoku: SumoCue's 3x3::k:... or a short string of sums and arrows",
    carries="killer cages, cells in no cage, boxes, diagonals; no givens; orders 4 to 16",
    suffixes=(".killer",),
    example="45<6^5<^7<64^3^^\n",
    sniff_order=10,
    sniff=_sniff,
    read=partial(read_each_line, parse=_parse),
    why_not=_why_not,
    write=lambda puzzle: (_write_short(puzzle) or _write_numbers(puzzle)) + "\n",
)
