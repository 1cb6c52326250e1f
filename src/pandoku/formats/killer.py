"""Format `killer`: killer Sudoku as SumoCue writes it, or as a short string; one a line.

SumoCue:  `3x3::k:` (`3x3:d:k:` with both diagonals), then a number for every cell, each followed by
`:`; number = sum * 256 + cage, and a number below 256 is a cell in no cage.

Short:    one character a cell. A cage's sum stands in one of its cells (0-9, A-Z for 10 to 35,
a-j for 36 to 45; 0: no sum), the others point to a neighbour in the same cage:
v ^ < > down, up, left, right; ` ' , . up-left, up-right, down-left, down-right.

Digits of a cage differ. Written is the short string where it can say everything, else SumoCue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt

from pandoku.formats._text import Item, Line, Lines, fail, read_each_line, rule_losses
from pandoku.model import Cage, Geometry, Puzzle, default_box

NAME = "killer"
SUMMARY = "killer Sudoku: SumoCue's 3x3::k:... or a short string of sums and arrows"
CARRIES = "killer cages, cells in no cage (SumoCue), diagonals (SumoCue), boxes; orders 4 to 16"
KEEPS = ()
SUFFIXES = (".killer",)
EXAMPLE = "45<6^5<^7<64^3^^\n"
SNIFF_ORDER = 10
SEPARATOR = ""

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
_SUMOCUE = re.compile(r"(\d{1,2})x(\d{1,2}):(d?):k:")
_ORDERS = (4, 6, 8, 9, 10, 12, 16)


def sniff(head: list[str]) -> bool:
    """Whether the first line is SumoCue's, or sums and arrows of the right number."""
    text = next((t.strip() for t in head if t.strip() and not t.startswith("# ")), "")
    if _SUMOCUE.match(text):
        return True
    arrows = sum(c in "<>^v`'" for c in text)
    return len(text) >= 16 and arrows >= len(text) / 4 and set(text) <= {*_SUMS, *_STEPS}


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each line."""
    return read_each_line(lines, lambda line: _sumocue(line) if ":" in line.text else _short(line))


def why_not(puzzle: Puzzle) -> str | None:
    """What the text would lose: givens, jigsaw regions, cages that are no killer's."""
    geometry = puzzle.geometry
    lost = rule_losses(
        puzzle,
        orders=range(4, 17),
        cages=True,
        givens=False,
        boxes="any",
        diagonals=True,
    )
    if lost:
        return lost
    if geometry.box is None:
        return "it holds no grids without boxes"
    if not puzzle.cages:
        return "it holds puzzles with cages only"
    for cage in puzzle.cages:
        if len(cage.cells) > 1 and (cage.repeats or cage.operation != "+"):
            return "it holds killer cages only: sums of different digits"
        if cage.target is not None and cage.target < 1:
            return "it holds sums of 1 and more only"
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    if len(cells) != len(set(cells)):
        return "it holds no overlapping cages"
    if _write_short(puzzle) is None and any(cage.target is None for cage in puzzle.cages):
        return "a cage without a sum needs the short string, which cannot say the rest"
    return "it holds at most 255 cages" if len(puzzle.cages) > 255 else None


def write(puzzle: Puzzle) -> str:
    """The short string when it can say everything, else SumoCue's."""
    return (_write_short(puzzle) or _write_sumocue(puzzle)) + "\n"


def _sumocue(line: Line) -> Puzzle:
    text = line.text.strip()
    indent = line.text.index(text)
    match = _SUMOCUE.match(text)
    if match is None:
        fail(NAME, "expected 3x3::k: in front", line, indent + 1)
    rows, columns = int(match[1]), int(match[2])
    n = rows * columns
    if not 1 <= n <= 16:
        fail(NAME, f"expected an order from 1 to 16, found {n}", line, indent + 1)
    numbers = text[match.end() :].rstrip(":").split(":")
    if len(numbers) != n * n:
        reason = f"expected {n * n} numbers, found {len(numbers)}"
        fail(NAME, reason, line, indent + match.end() + 1)
    cages: dict[int, tuple[int, list[int]]] = {}
    column = indent + match.end() + 1
    for cell, number in enumerate(numbers):
        if not (number.isascii() and number.isdecimal() and len(number) < 9):
            fail(NAME, f"expected sum*256 + cage, found {number[:20]!r}", line, column)
        target, cage = divmod(int(number), 256)
        known, cells = cages.setdefault(cage, (target, [])) if target else (target, [])
        if known != target:
            reason = f"expected the sum {known} as in the rest of cage {cage}, found {target}"
            fail(NAME, reason, line, column)
        cells.append(cell)
        column += len(number) + 1
    geometry = Geometry(n, (rows, columns), diagonals=bool(match[3]))
    found = tuple(Cage("+", target, tuple(cells), repeats=False) for target, cells in cages.values())
    return Puzzle(geometry, cages=found)


def _write_sumocue(puzzle: Puzzle) -> str:
    numbers = [0] * puzzle.geometry.n_cells
    for index, cage in enumerate(puzzle.cages, 1):
        for cell in cage.cells:
            numbers[cell] = (cage.target or 0) * 256 + index
    rows, columns = puzzle.geometry.box or (1, puzzle.order)
    diagonals = "d" if puzzle.geometry.diagonals else ""
    return f"{rows}x{columns}:{diagonals}:k:" + "".join(f"{number}:" for number in numbers)


def _short(line: Line) -> Puzzle:
    text = line.text.strip()
    column = line.text.index(text) + 1
    n = isqrt(len(text))
    if n * n != len(text) or n not in _ORDERS:
        reason = f"expected 81 characters (or 16, 36, ... 256), found {len(text)}"
        fail(NAME, reason, line, column + len(text))
    target_of = [_points_to(text, cell, n, line, column) for cell in range(n * n)]
    cages: dict[int, list[int]] = {}
    for cell in range(n * n):
        seen = {cell}
        root = cell
        while target_of[root] != root:
            root = target_of[root]
            if root in seen:
                fail(NAME, "the arrows go round in a circle", line, column + cell)
            seen.add(root)
        cages.setdefault(root, []).append(cell)
    found = tuple(
        Cage("+", _SUMS.index(text[root]) or None, tuple(cells), repeats=False)
        for root, cells in cages.items()
    )
    return Puzzle(Geometry.standard(n), cages=found)


def _points_to(text: str, cell: int, n: int, line: Line, column: int) -> int:
    """Return the cell that *cell* points to: itself when it holds a sum."""
    char = text[cell]
    if char in _STEPS:
        down, right = _STEPS[char]
        r, c = cell // n + down, cell % n + right
        if not (0 <= r < n and 0 <= c < n):
            fail(NAME, f"{char!r} points out of the grid", line, column + cell)
        return r * n + c
    if char not in _SUMS:
        reason = f"expected a sum (0-9, A-Z, a-j) or an arrow, found {char!r}"
        fail(NAME, reason, line, column + cell)
    return cell


def _write_short(puzzle: Puzzle) -> str | None:
    """Return the short string, or None when it cannot say everything."""
    n, geometry = puzzle.order, puzzle.geometry
    usual = geometry.box == default_box(n) and not geometry.diagonals and n in _ORDERS
    if not usual or any((cage.target or 0) >= len(_SUMS) for cage in puzzle.cages):
        return None
    out = [""] * (n * n)
    for cage in puzzle.cages:
        root = min(cage.cells)
        out[root] = _SUMS[cage.target or 0]
        reached = [root]
        for cell in reached:  # grows while it is walked: breadth first
            for other in cage.cells:
                step = (cell // n - other // n, cell % n - other % n)
                arrow = next((a for a, s in _STEPS.items() if s == step), None)
                if arrow and not out[other]:
                    out[other] = arrow
                    reached.append(other)
        if len(reached) != len(cage.cells):
            return None
    return "".join(out) if all(out) else None
