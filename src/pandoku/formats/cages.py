"""Format `cages`: the number of cages, then each cage's sum and cells (Calcudoku's paper).

    9                       9
    5 0 5                   5 2 0 5          with the number of cells
    8 1 2 6       or        8 3 1 2 6        after the sum
    ...                     ...

Cells are numbered from 0, row by row; the cages cover every cell once, digits may repeat in
a cage, and there are no boxes. Which of the two forms a text has follows from how many numbers
it holds: cages + cells, or 2 x cages + cells with every second number telling the cells that follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from pandoku.formats._text import Item, Line, Lines, fail, guarded, rule_losses
from pandoku.model import MAX_ORDER, Cage, Geometry, Puzzle, cell_name

NAME = "cages"
SUMMARY = "number of cages, then `sum cell cell ...` a line (Calcudoku's paper)"
CARRIES = "cages of sums that cover the grid once; no boxes; orders 1 to 36"
KEEPS = ()
SUFFIXES = (".in", ".cages")
EXAMPLE = """9
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
SNIFF_ORDER = 40
SEPARATOR = "\n"


def sniff(head: list[str]) -> bool:
    """Whether a lone number is followed by lines of numbers, two or more in the first."""
    lines = [text.split() for text in head if text.strip()]
    return (
        len(lines) > 1
        and len(lines[0]) == 1
        and lines[0][0].isdecimal()
        and len(lines[1]) > 1
        and all(token.isdecimal() for token in lines[1])
    )


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each number of cages and the lines it announces."""
    while (first := lines.take()) is not None:
        if not first.text.strip():
            continue
        rows: list[Line] = []
        wanted = _count(first)
        while wanted is not None and len(rows) < wanted and (line := lines.take()) is not None:
            if line.text.strip():
                rows.append(line)
        yield guarded(first.number, lambda f=first, r=rows: parse_cages(f, r))  # type: ignore[misc]


def why_not(puzzle: Puzzle) -> str | None:
    """What the text would lose: everything but sums that cover the grid once."""
    lost = rule_losses(
        puzzle, orders=range(1, MAX_ORDER + 1), cages=True, givens=False, boxes="none"
    )
    if lost:
        return lost
    if any(cage.operation not in "+=" for cage in puzzle.cages):
        return "it holds sums only"
    if any(cage.target is None or cage.target < 0 for cage in puzzle.cages):
        return "it holds targets of 0 and more only"
    if any(not cage.repeats and len(cage.cells) > 1 for cage in puzzle.cages):
        return "it cannot say that the digits of a cage differ"
    cells = sorted(cell for cage in puzzle.cages for cell in cage.cells)
    return None if cells == list(range(puzzle.geometry.n_cells)) else "its cages cover every cell once"


def write(puzzle: Puzzle) -> str:
    """The paper's own form, without the number of cells."""
    rows = [" ".join(map(str, (cage.target, *cage.cells))) for cage in puzzle.cages]
    return "\n".join([str(len(rows)), *rows]) + "\n"


def _count(line: Line) -> int | None:
    text = line.text.strip()
    small = text.isascii() and text.isdecimal() and len(text) < 5
    return int(text) if small and 1 <= int(text) <= MAX_ORDER * MAX_ORDER else None


def parse_cages(first: Line, rows: list[Line]) -> Puzzle:
    """Return the puzzle of a text's first line and its cage lines.

    Raises:
        FormatError: The text is not of this format, or the cages do not cover a square grid once.
    """
    wanted = _count(first)
    if wanted is None:
        found = first.text.strip()[:20]
        fail(NAME, f"expected the number of cages, found {found!r}", first, 1)
    if len(rows) != wanted:
        reason = f"expected {wanted} cages, found {len(rows)}"
        fail(NAME, reason, rows[-1] if rows else first)
    numbers = [_numbers(line) for line in rows]
    if _has_counts(numbers):
        numbers = [[row[0], *row[2:]] for row in numbers]
    total = sum(len(row) - 1 for row in numbers)
    n = isqrt(total)
    if n * n != total or n > MAX_ORDER:
        near = min(max(round(total**0.5), 1), MAX_ORDER)
        reason = f"expected cages that cover {near * near} cells ({near}x{near}), found {total} cells"
        fail(NAME, reason, rows[-1])
    seen: dict[int, int] = {}
    for number, (line, row) in enumerate(zip(rows, numbers, strict=True)):
        for cell in row[1:]:
            if cell >= total:
                fail(NAME, f"cage {number}: expected cells 0..{total - 1}, found {cell}", line)
            if cell in seen:
                where = f"{cell} ({cell_name(n, cell)})"
                fail(NAME, f"cage {number}: cell {where} is in cage {seen[cell]} already", line)
            seen[cell] = number
    return Puzzle(Geometry(n), cages=tuple(Cage("+", row[0], tuple(row[1:])) for row in numbers))


def _numbers(line: Line) -> list[int]:
    numbers = []
    for token in line.text.split():
        if not (token.isascii() and token.isdecimal()) or len(token) > 6:
            column = line.text.index(token) + 1
            fail(NAME, f"expected a number, found {token[:20]!r}", line, column)
        numbers.append(int(token))
    if len(numbers) < 2:
        fail(NAME, "expected a sum and at least one cell", line, len(line.text) + 1)
    return numbers


def _has_counts(numbers: list[list[int]]) -> bool:
    if not all(len(row) > 2 and row[1] == len(row) - 2 for row in numbers):
        return False
    # Both readings may fit by chance; the one whose cells are 0 .. n*n-1 is meant.
    with_counts = sorted(cell for row in numbers for cell in row[2:])
    without = sorted(cell for row in numbers for cell in row[1:])
    return with_counts == list(range(len(with_counts))) or without != list(range(len(without)))
