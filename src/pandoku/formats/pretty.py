"""Format `pretty`: a grid whose boxes are drawn with + - and |.

    +-------+-------+-------+        |.3.|4..|...|
    | . . 4 | . . . | . 6 7 |        |...|.7.|2..|
    | 3 . . | 4 7 . | . . 5 |  and   ...
    ...

Frames of other characters (* : . ' = and those of Unicode) are understood, or no outer frame. Cells
stand between spaces, or are single characters without any. Digits above 9 are numbers. The boxes
are those drawn: rows without a line inside make a Latin square, and where every cell has
a frame of its own the boxes are the usual ones of the order. Lines of text before a drawing are
passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from pandoku.formats._text import (
    Item,
    Line,
    Lines,
    digit_of,
    fail,
    guarded,
    looks_like_cells,
    rule_losses,
    usual_width,
)
from pandoku.model import MAX_ORDER, Geometry, Puzzle

NAME = "pretty"
SUMMARY = "boxes drawn with + - and |, as most programs print them"
CARRIES = "givens, boxes of any size; orders 1 to 36"
KEEPS = ()
SUFFIXES = (".ss",)
EXAMPLE = """+-----+-----+
| . . | 3 . |
| 1 . | . . |
+-----+-----+
| . . | . 2 |
| . 4 | . . |
+-----+-----+
"""
SNIFF_ORDER = 50
SEPARATOR = "\n"

_UPRIGHTS = str.maketrans(dict.fromkeys("│┃║¦", "|"))
_DASHES = "-=‐‑‒–—─━═"
_FRAME = frozenset(" \t|+*:.'`," + _DASHES + "".join(map(chr, range(0x2500, 0x2580))))
_LONGEST_ROW = 4000  # characters; 36 cells with frames of their own take 200
_LOOK = 3  # a drawing shows within so many lines

_WORD = re.compile(r"\S+")
_Cells = list[tuple[int, str]]  # 1-based column and text of each cell


class _Drawn(NamedTuple):
    """A line of a drawing: a border, or a row with the cells of each box."""

    line: Line
    is_border: bool
    parts: list[_Cells]


def sniff(head: list[str]) -> bool:
    """Whether there are bars, with a border or cells around them, in the first lines."""
    first = [text.translate(_UPRIGHTS) for text in head if text.strip()][:_LOOK]
    rows = [text for text in first if "|" in text and not _is_border(text)]
    if not rows:
        return False
    cells = re.sub(r"[|\s]", "", rows[0])
    return any(map(_is_border, first)) or (cells != "" and looks_like_cells(cells, 9))


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each drawn grid; a blank line, or the last row, ends it."""
    drawing: list[_Drawn] = []
    widths: list[int] = []
    for raw in lines:
        drawn = _drawn(Line(raw.number, raw.text.translate(_UPRIGHTS)))
        is_whole = len(widths) >= min(usual_width(widths), MAX_ORDER)
        is_next = drawn.parts != [] and widths != [] and is_whole
        if drawing and (is_next or not raw.text.strip()):
            yield guarded(drawing[0].line.number, _puzzle, drawing)
            drawing, widths = [], []
        if drawn.is_border or (drawn.parts and (drawing or "|" in drawn.line.text)):
            drawing.append(drawn)
            widths += [sum(map(len, drawn.parts))] if drawn.parts else []
    if drawing:
        yield guarded(drawing[0].line.number, _puzzle, drawing)


def why_not(puzzle: Puzzle) -> str | None:
    """What the drawing would lose: cages, candidates, regions, diagonals."""
    return rule_losses(puzzle, orders=range(1, MAX_ORDER + 1), boxes="any")


def write(puzzle: Puzzle) -> str:
    """The rows between bars, numbers right-aligned, dots as blanks."""
    n = puzzle.order
    rows, columns = puzzle.geometry.box or (n, n)
    width = len(str(n))
    border = "+" + ("-" * (columns * (width + 1) + 1) + "+") * (n // columns)
    out = [border]
    for r in range(n):
        cells = [f"{digit or '.':>{width}}" for digit in puzzle.givens[r * n : r * n + n]]
        parts = [" ".join(cells[c : c + columns]) for c in range(0, n, columns)]
        out.append("| " + " | ".join(parts) + " |")
        if (r + 1) % rows == 0:
            out.append(border)
    return "\n".join(out) + "\n"


def _is_border(text: str) -> bool:
    return any(dash * 2 in text for dash in _DASHES) and set(text) <= _FRAME


def _drawn(line: Line) -> _Drawn:
    is_border = _is_border(line.text)
    return _Drawn(line, is_border, [] if is_border else _parts(line.text[:_LONGEST_ROW]))


def _parts(text: str) -> list[_Cells]:
    """Return the cells of a row, box by box."""
    parts: list[_Cells] = []
    column = 1
    between = text.split("|")
    for at, part in enumerate(between):
        cells = [(column + match.start(), match.group()) for match in _WORD.finditer(part)]
        # An empty frame among frames of one cell each is a blank.
        if not cells and 0 < at < len(between) - 1:
            cells = [(column, ".")]
        parts += [cells] if cells else []
        column += len(part) + 1
    words = [part[0][1] for part in parts if len(part) == 1]
    lengths = {len(word) for word in words}
    numbers = lengths == {2} and len(words) > 9  # 10 and more, each in its own frame
    if len(words) < len(parts) or len(lengths) != 1 or lengths == {1} or numbers:
        return parts
    return [[(part[0][0] + i, char) for i, char in enumerate(part[0][1])] for part in parts]


def _puzzle(drawing: list[_Drawn]) -> Puzzle:
    rows = [drawn for drawn in drawing if drawn.parts]
    if not rows:
        fail(NAME, "expected rows between the borders, found none", drawing[0].line)
    n = usual_width(sum(map(len, row.parts)) for row in rows)
    if n > MAX_ORDER or any(len(row.line.text) > _LONGEST_ROW for row in rows):
        fail(NAME, f"expected at most {MAX_ORDER} cells a row, found more", rows[0].line)
    columns = usual_width(len(part) for row in rows for part in row.parts)
    givens = [digit for row in rows for digit in _digits(row, n, columns)]
    if len(rows) != n:
        fail(NAME, f"expected {n} rows of {n} cells, found {len(rows)}", rows[-1].line)
    bands = groupby(drawing, key=lambda drawn: drawn.is_border)
    heights = [len(list(band)) for is_border, band in bands if not is_border]
    if len(set(heights)) > 1:
        fail(NAME, f"expected bands of the same height, found {heights}", drawing[0].line)
    return Puzzle(_geometry(n, heights[0], columns, drawing[0].line), tuple(givens))


def _geometry(n: int, rows: int, columns: int, at: Line) -> Geometry:
    if rows * columns == n:
        return Geometry(n, (rows, columns))
    if columns == 1:
        return Geometry.standard(n)
    if columns != n:
        fail(NAME, f"expected boxes of {n} cells, found {rows} rows of {columns}", at)
    return Geometry(n)


def _digits(row: _Drawn, n: int, columns: int) -> Iterator[int]:
    if sum(map(len, row.parts)) != n or any(len(part) != columns for part in row.parts):
        found = " + ".join(str(len(part)) for part in row.parts[:MAX_ORDER])
        wanted = " + ".join([str(columns)] * max(n // columns, 1))
        reason = f"expected {wanted} cells, found {found}"
        fail(NAME, reason, row.line, len(row.line.text) + 1)
    for column, text in (cell for part in row.parts for cell in part):
        digit = digit_of(text, n)
        if text.isascii() and text.isdecimal() and len(text) <= 2:
            digit = int(text)
        if digit is None or digit > n:
            reason = f"expected a number 1-{n} or '.', found {text[:12]!r}"
            fail(NAME, reason, row.line, column)
        yield digit
