"""Format `kenken`: the input of KenKen solvers, with the order and a line for each cage.

    5                          5                  5
    [(0,0),(1,0)] add 6   or   6 + A1 A2     or   6#0-5#+
    [(4,4)] '' 3               3 = E5             3#24#=

A cell is written as (row, column), as a letter for the column and a number for the row, or as its
number in reading order. In each puzzle, the numbers of rows, columns and cells either all count
from 0 or all count from 1. An operation is a word (add, sub, mult, div) or a sign. A cage of one
cell has '' or = in place of the operation. Subtraction and division need exactly two cells, because
programs disagree about larger cages.

The cages cover every cell once, digits may repeat in a cage, and there are no boxes. Blank lines
and lines that start with # are ignored. A line with a single number starts the next puzzle. Puzzles
are written in the first form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, fail, guarded, is_content, rule_losses
from pandoku.formats.tatham.keen import why_no_clue
from pandoku.model import MAX_NUMBER, MAX_ORDER, Cage, Geometry, Puzzle

_NAME = "kenken"
_OPERATIONS = {
    "+": "+", "add": "+", "sum": "+", "plus": "+",
    "-": "-", "sub": "-", "subtract": "-", "minus": "-",
    "*": "*", "x": "*", "mul": "*", "mult": "*", "multiply": "*", "times": "*",
    "/": "/", "div": "/", "divide": "/",
    "=": "=", "": "=", "''": "=", '""': "=", "none": "=", "eq": "=", "const": "=",
}  # fmt: skip
_WORDS = {"+": "add", "-": "sub", "*": "mult", "/": "div", "=": "''"}
_PAIRS = re.compile(r"\[([0-9\s,()]*)\]\s+(\S+)\s+([0-9]+)")
_PAIR = re.compile(r"\(\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\)")
_LETTERS = re.compile(r"([0-9]+)\s+([^\w\s]|[A-Za-z]+)((?:\s+[A-Za-z][0-9]{1,4})+)")
_LETTER = re.compile(r"([A-Za-z])([0-9]+)")
_NUMBERS = re.compile(r"([0-9]+)#([0-9]{1,4}(?:-[0-9]{1,4})*)#(\S*)")
_ORDER = re.compile(r"[0-9]{1,2}")
_MAX_CAGES = MAX_ORDER * MAX_ORDER


@dataclass(frozen=True, slots=True)
class _Line:
    """The parsed line of a cage.

    `cells` has the numbers of the line, which count from 0 or from 1.
    """

    line: SourceLine
    target: str
    operation: str
    cells: list[tuple[int, ...]]


def _of_pairs(line: SourceLine) -> _Line | None:
    found = _PAIRS.fullmatch(line.text.strip())
    if found is None or _PAIR.sub("", found[1]).strip(" ,"):
        return None
    cells = [(int(row), int(column)) for row, column in _PAIR.findall(found[1])]
    return _Line(line, found[3], found[2], list(cells))


def _of_letters(line: SourceLine) -> _Line | None:
    found = _LETTERS.fullmatch(line.text.strip())
    if found is None:
        return None
    cells = [(int(row), ord(column.upper()) - 64) for column, row in _LETTER.findall(found[3])]
    return _Line(line, found[1], found[2], list(cells))


def _of_numbers(line: SourceLine) -> _Line | None:
    found = _NUMBERS.fullmatch(line.text.strip())
    if found is None:
        return None
    return _Line(line, found[1], found[3], [(int(cell),) for cell in found[2].split("-")])


_FORMS: tuple[tuple[str, Callable[[SourceLine], _Line | None]], ...] = (
    ("[(0,0),(1,0)] add 6", _of_pairs),
    ("6 + A1 A2", _of_letters),
    ("6#0-5#+", _of_numbers),
)


def _sniff(head: list[str]) -> bool:
    """Return whether an order comes first, and then a cage in one of the three forms."""
    lines = [text for text in head if is_content(text)][:2]
    if len(lines) < 2 or not _ORDER.fullmatch(lines[0].strip()):
        return False
    return any(form(SourceLine(0, lines[1])) for _, form in _FORMS)


def _read(lines: Lines) -> Iterator[Item]:
    """Yield the puzzles. A line with a single number, the order, starts each puzzle."""
    while (first := lines.take()) is not None:
        if not is_content(first.text):
            continue
        cages: list[SourceLine] = []
        while (line := lines.peek()) is not None and not line.text.strip().isdecimal():
            lines.take()
            if is_content(line.text) and len(cages) <= _MAX_CAGES:
                cages.append(line)
        yield guarded(first.number, _puzzle, first, cages)


def _puzzle(first: SourceLine, lines: list[SourceLine]) -> Puzzle:
    text = first.text.strip()
    if not _ORDER.fullmatch(text) or not 1 <= int(text) <= MAX_ORDER:
        fail(_NAME, f"expected an order from 1 to {MAX_ORDER}, found {text[:20]!r}", first, 1)
    if not lines:
        fail(_NAME, f"expected cages such as {_FORMS[0][0]!r} after the order, found none", first)
    example, form = next(
        (each for each in _FORMS if each[1](lines[0])), _FORMS[0]
    )  # The first cage determines the form of all cages, because the forms count cells differently.
    cages = []
    for line in lines:
        cage = form(line)
        if cage is None:
            found = line.text.strip()[:40]
            fail(_NAME, f"expected a cage such as {example!r}, found {found!r}", line, 1)
        cages.append(cage)
    n = int(text)
    return Puzzle(Geometry.latin(n), cages=tuple(_cages(cages, n)))


def _cages(lines: list[_Line], n: int) -> Iterator[Cage]:
    """Yield the cages.

    Raises:
        FormatError: The cages do not cover the grid exactly once.
    """
    geometry = Geometry.latin(n)
    owner: dict[int, int] = {}
    from_one = not any(0 in cell for each in lines for cell in each.cells)
    for each in lines:
        cells = []
        for place in each.cells:
            *row, column = (number - from_one for number in place)
            cell = row[0] * n + column if row else column
            if not 0 <= column < (n if row else n * n) or not 0 <= cell < n * n:
                shown = ", ".join(map(str, place))
                last = (n * n if len(place) == 1 else n) - (not from_one)
                expected = f"cells counted from {int(from_one)} to {last}"
                fail(_NAME, f"expected {expected}, found {shown}", each.line)
            if cell in owner:
                name = geometry.name(cell)
                reason = f"expected each cell in one cage, found {name} also on line {owner[cell]}"
                fail(_NAME, reason, each.line)
            owner[cell] = each.line.number
            cells.append(cell)
        yield _cage(each, tuple(cells))
    if len(owner) < n * n:
        free = next(cell for cell in range(n * n) if cell not in owner)
        reason = f"expected cages that cover all {n * n} cells, found no cage with "
        fail(_NAME, f"{reason}{geometry.name(free)}", lines[-1].line)


def _cage(line: _Line, cells: tuple[int, ...]) -> Cage:
    operation = _OPERATIONS.get(line.operation.lower())
    if operation is None:
        reason = f"expected an operation + - * / =, found {line.operation[:20]!r}"
        fail(_NAME, f"{reason}, which pandoku does not support", line.line)
    if len(line.target) > MAX_NUMBER:
        fail(_NAME, f"expected a target of at most {MAX_NUMBER} digits", line.line)
    if len(cells) == 1:
        operation = "="
    elif operation == "=" or not cells:
        reason = f"expected an operation for {len(cells)} cells, found {line.operation[:20]!r}"
        fail(_NAME, reason, line.line)
    elif operation in "-/" and len(cells) != 2:
        reason = f"expected two cells for {line.operation[:20]!r}, found {len(cells)}"
        fail(_NAME, f"{reason}: programs disagree about what more cells mean", line.line)
    return Cage(operation, int(line.target), cells)


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that the text would lose, or None.

    The text can store only puzzles where each cell is in exactly one cage.
    """
    orders = range(1, MAX_ORDER + 1)
    if lost := rule_losses(puzzle, orders=orders, cages=True, givens=False, boxes="none"):
        return lost
    for cage in puzzle.cages:
        if reason := why_no_clue(cage, MAX_NUMBER):
            return reason
    cells = sorted(cell for cage in puzzle.cages for cell in cage.cells)
    covered = cells == list(range(puzzle.geometry.n_cells))
    return None if covered else "it stores only cages that cover every cell once"


def _write(puzzle: Puzzle) -> str:
    """Return the text in the first form, with rows and columns from 0."""
    n = puzzle.order
    lines = [str(n)]
    for cage in puzzle.cages:
        cells = ",".join(f"({cell // n},{cell % n})" for cell in cage.cells)
        word = _WORDS["=" if len(cage.cells) == 1 else cage.operation]
        lines.append(f"[{cells}] {word} {cage.target}")
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name=_NAME,
    summary="solvers' lists of KenKen cages: [(0,0),(1,0)] add 6, or 6 + A1 A2, or 6#0-5#+",
    carries="cages of + - * / that cover the grid once; no boxes, no givens; orders 1 to 36",
    example=(
        "4\n[(0,0),(0,1)] add 4\n[(0,2),(1,2)] div 2\n[(0,3),(1,3)] sub 1\n[(1,0),(2,0)] mult 8\n"
        "[(1,1),(2,1)] add 5\n[(2,2),(2,3),(3,3)] mult 6\n[(3,0),(3,1)] add 5\n[(3,2)] '' 4\n"
    ),
    sniff_order=29,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
)
