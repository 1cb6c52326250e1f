"""Format `killer`: killer Sudoku in SumoCue's format or as a short string, one per line.

SumoCue:  `3x3::k:` (`3x3:d:k:` with both diagonals), then a number for every cell, each followed by
`:`. The number is sum * 256 + cage, or below 256 for a cell without a cage. The reader also accepts
SumoCue's older form: `SumoCueV1`, then `=sum` or `+first cell of the cage` (from 0) for every cell.

Short:    one character per cell. One cell of a cage has its sum (0-9, A-Z for 10 to 35, a-j for 36
to 45, and 0 for no sum), and the others point to a neighbor in the same cage:
v ^ < > for down, up, left, right, and ` ' , . for up-left, up-right, down-left, down-right.

The digits of a cage differ. The writer prefers the short string. Otherwise it uses SumoCue's form,
which supports diagonals, boxes of any size, cells without a cage and disconnected cages, but no
cages without a sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from pandoku.formats._format import Format
from pandoku.formats._sumocue import (
    IS_SUMOCUE,
    ORDERS,
    parse_cells,
    parse_numbers,
    write_numbers,
)
from pandoku.formats._text import (
    Item,
    Lines,
    SourceLine,
    fail,
    first_line,
    read_each_line,
    rule_losses,
)
from pandoku.model import Cage, Geometry, Puzzle, default_box

_NAME = "killer"

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
_SHORT_ORDERS = tuple(n for n in ORDERS if default_box(n))
_MAX_TARGET = (10**8 - 1) // 256  # SumoCue's numbers have at most 8 digits


def _sniff(head: list[str]) -> bool:
    """Return whether the first line is SumoCue's, or has at least 90 % sums and arrows."""
    text = first_line(head)
    if IS_SUMOCUE.match(text):
        return True
    arrows = sum(c in "<>^v`'" for c in text)
    known = sum(c in _CHARS for c in text)
    return len(text) >= 15 and 4 * arrows >= len(text) and 10 * known >= 9 * len(text)


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each line."""
    return read_each_line(lines, _parse)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that the text would lose: givens, jigsaw regions, cages of other kinds."""
    lost = rule_losses(puzzle, orders=ORDERS, cages=True, givens=False, boxes="any", diagonals=True)
    if lost:
        return lost
    if puzzle.geometry.box is None:
        return "it cannot store a grid without boxes"
    if not puzzle.cages:
        return "it stores only puzzles with cages"
    for cage in puzzle.cages:
        if reason := _why_no_cage(cage):
            return reason
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    if len(cells) != len(set(cells)):
        return "it cannot store overlapping cages"
    if not set(cells) <= set(range(puzzle.geometry.n_cells)):
        return "it stores only cages inside the grid"
    if any(cage.target is None for cage in puzzle.cages) and _write_short(puzzle) is None:
        return "only the short string can store a cage without a sum, and it cannot store the rest"
    return None


def _write(puzzle: Puzzle) -> str:
    """Return the short string if it can store the puzzle, otherwise SumoCue's form."""
    return (_write_short(puzzle) or write_numbers(puzzle)) + "\n"


def _why_no_cage(cage: Cage) -> str | None:
    if cage.target is None:
        return None
    is_sum = cage.operation == "+" and not cage.repeats
    if not is_sum and (len(cage.cells) > 1 or cage.operation == "?"):
        return "it stores only killer cages: sums of different digits"
    if not 1 <= cage.target <= _MAX_TARGET:
        return f"it stores only sums from 1 to {_MAX_TARGET}"
    return None


def _parse(line: SourceLine) -> Puzzle:
    text = line.text.lstrip()
    if text.startswith("SumoCueV1"):
        return parse_cells(line)
    return parse_numbers(line) if ":" in text else _parse_short(line)


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
    """Return the cell with the sum at the end of the arrows, or None if they form a loop."""
    for _ in next_of:
        if next_of[cell] == cell:
            return cell
        cell = next_of[cell]
    return None


def _write_short(puzzle: Puzzle) -> str | None:
    """Return the short string, or None if it cannot store the puzzle.

    With few arrows it would not be recognized, because sums look like the format `line`.
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
    """Write the sum into the cage's first cell, and arrows into the others.

    Returns False for a disconnected cage, where arrows do not reach all cells.
    """
    root = min(cage.cells)
    out[root] = _SUMS[cage.target or 0]
    reached = [root]
    for cell in reached:  # breadth first: the list grows during the loop
        for other in cage.cells:
            arrow = _ARROWS.get((cell // n - other // n, cell % n - other % n))
            if arrow and not out[other]:
                out[other] = arrow
                reached.append(other)
    return len(reached) == len(cage.cells)


FORMAT = Format(
    name=_NAME,
    summary="killer Sudoku: SumoCue's 3x3::k:... or a short string of sums and arrows",
    carries="killer cages, cells in no cage, boxes, diagonals; no givens; orders 4 to 16",
    suffixes=(".killer",),
    example="45<6^5<^7<64^3^^\n",
    sniff_order=10,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
