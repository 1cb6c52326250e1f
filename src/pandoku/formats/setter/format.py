"""Format `setter`: a grid, and lines that each describe one constraint in words.

    title Two thermometers
    size 6
    ......
    .2....
    ......
    ......
    ....5.
    ......
    thermometer r1c1 r2c2 r3c3
    slow thermometer r6c1-r6c4
    anti-knight

The grid is n rows of n digits and blanks, or a single line of n*n. Digits from 10 on are letters,
or numbers with spaces between them. The lines before the grid may have `title`, `id`, `kind`,
`author`, `source` and `size n`. Lines in any place may have `boxes 3x2` or `boxes none`, `regions
AABB ...`, `diagonals`, `house "name" r1c1 r1c2 ...`, `houses windoku`, `candidates 1 2 r1c1`, and
`solution 123...`. All other lines are constraints (see `pandoku.constraints.read_constraints`).
Blank lines, and lines that start with #, are skipped. Another `title`, `size` or grid begins a new
puzzle. A line of up to 36 cells may be a complete grid, or a row of a larger grid. If another
puzzle follows a grid on such a line, the grid needs `size n`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pandoku.constraints import constraint_text
from pandoku.errors import PuzzleError
from pandoku.formats._alphabet import cells_text, kept_symbols
from pandoku.formats._format import Format
from pandoku.formats.setter.reader import is_about_setting, read_setter
from pandoku.model import DIGITS, Geometry, Puzzle, default_box, digits_of

_NAME = "setter"
_EXAMPLE = """title Two thermometers
size 4
....
.1..
....
....
thermometer r1c1 r1c2 r1c3
slow thermometer r4c4 r3c4 r2c4
difference 1 r3c1 r4c1
"""
_ABOUT = ("title", "id", "kind", "author", "source", "words")


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that the text would lose, such as user-defined constraints."""
    n = puzzle.order
    odd = next((given for given in puzzle.givens if not 0 <= given <= n), None)
    if odd is not None:
        return f"it stores givens up to {n}, found {odd}"
    for constraint in puzzle.constraints:
        try:
            constraint_text(constraint, n)
        except PuzzleError:
            return f"it cannot store a {constraint.NAME} as {constraint.heading()!r:.80}"
    return None


def _write(puzzle: Puzzle) -> str:
    """Return the lines about the puzzle, the grid, and the constraints."""
    n = puzzle.order
    lines = [
        f"{name} {_line_of(text)}" for name in _ABOUT if (text := getattr(puzzle, name)) is not None
    ]
    lines.append(f"size {n}")
    symbols = kept_symbols(puzzle) if puzzle.candidates is None else ""
    lines += [_row(puzzle.givens[at : at + n], n, symbols) for at in range(0, n * n, n)]
    lines += _shape(puzzle.geometry)
    lines += _candidates(puzzle)
    if puzzle.solution is not None and all(0 <= digit <= n for digit in puzzle.solution):
        lines.append(f"solution {_row(puzzle.solution, n, symbols)}")
    lines += [constraint_text(each, n) for each in puzzle.constraints]
    return "\n".join(lines) + "\n"


def _line_of(text: str) -> str:
    """Return a text as it is written in a line, in quotation marks where necessary."""
    is_plain = text.isprintable() and text == text.strip() != "" and text[0] != '"'
    return text if is_plain else json.dumps(text)


def _row(digits: tuple[int, ...], order: int, symbols: str) -> str:
    if order > len(DIGITS) and not symbols:
        return " ".join(str(digit or ".") for digit in digits)
    return cells_text(digits, symbols)


def _shape(geometry: Geometry) -> Iterator[str]:
    """Yield a line for each house, except for rows, columns and the default boxes of the order."""
    n = geometry.order
    if geometry.regions is not None:
        marks = [(DIGITS + "0")[region] for region in geometry.regions]
        rows = ("".join(marks[at : at + n]) for at in range(0, n * n, n))
        yield f"regions {' '.join(rows)}"
    elif geometry.box is None:
        yield from ["boxes none"] if default_box(n) else ()
    elif geometry.box != default_box(n):
        yield f"boxes {geometry.box[0]}x{geometry.box[1]}"
    if geometry.diagonals:
        yield "diagonals"
    for name, cells in zip(geometry.extra_names, geometry.extra, strict=True):
        yield f"house {json.dumps(name)} {geometry.names(cells)}"


def _candidates(puzzle: Puzzle) -> Iterator[str]:
    """Yield a line for each set of candidates in the puzzle."""
    by_mask: dict[int, list[int]] = {}
    for cell, mask in enumerate(puzzle.candidates or ()):
        by_mask.setdefault(mask, []).append(cell)
    for mask, cells in by_mask.items():
        if mask != puzzle.geometry.all_mask or len(by_mask) == 1:
            digits = " ".join(map(str, digits_of(mask))) or "none"
            yield f"candidates {digits} {puzzle.geometry.names(cells)}"


FORMAT = Format(
    name=_NAME,
    summary="a grid, then a constraint in words on each line: thermometer r1c1 r2c2; blanks . 0",
    carries="all rules, title, id, kind, author, source, words, solution; orders 1 to 36",
    keeps=("id", "kind", "title", "author", "source", "words", "solution"),
    suffixes=(".setter",),
    example=_EXAMPLE,
    sniff_order=6,
    separator="\n",
    sniff=is_about_setting,
    read=read_setter,
    why_not=_why_not,
    write=_write,
    could_be=is_about_setting,
    takes_digits=True,
)
