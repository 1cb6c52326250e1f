"""Read the rows, cells and geometry of grids that are drawn with bars and borders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from pandoku.formats._text import Lines, SourceLine, fail, usual_width
from pandoku.model import MAX_ORDER, Geometry

_UPRIGHTS = str.maketrans(dict.fromkeys("│┃║¦", "|"))
_DASHES = "-=‐‑‒–—─━═"
_FRAME = frozenset(" \t|+*:.'`," + _DASHES + "".join(map(chr, range(0x2500, 0x2580))))
_LONGEST_ROW = 4000  # maximum number of characters (36 framed cells take 200)

_WORD = re.compile(r"\S+")
DrawnCells = list[tuple[int, str]]  # the column (from 1) and the text of each cell


class Drawn(NamedTuple):
    """A line of a drawing: a border, or a row with its cells grouped by box."""

    line: SourceLine
    is_border: bool
    parts: list[DrawnCells]

    @property
    def width(self) -> int:
        """The number of cells in the row, or 0 for a border."""
        return sum(map(len, self.parts))


def with_bars(text: str) -> str:
    """Return a line with every kind of vertical bar replaced by |."""
    return text.translate(_UPRIGHTS)


def is_border(text: str) -> bool:
    """Return True if a line belongs to the frame and contains no cells."""
    return _FRAME.issuperset(text) and any(dash * 2 in text for dash in _DASHES)


def drawings(
    lines: Lines, starts: Callable[[str], bool] = lambda text: "|" in text
) -> Iterator[list[Drawn]]:
    """Yield the lines of each drawn grid, as one list per grid.

    A drawing ends at a blank line, or before a row that follows a complete grid.

    Args:
        lines: The source. Any text before a drawing is skipped.
        starts: A function that takes the text of a row. It returns True if a drawing may start with
            the row, without a border above.
    """
    drawing: list[Drawn] = []
    widths: list[int] = []
    for raw in lines:
        line = raw.rewritten(with_bars(raw.text))
        border = is_border(line.text)
        drawn = Drawn(line, border, [] if border else boxes_of_row(line.text[:_LONGEST_ROW]))
        is_complete = bool(widths) and len(widths) >= min(usual_width(widths), MAX_ORDER)
        if drawing and (not raw.text.strip() or (drawn.parts and is_complete)):
            yield drawing
            drawing, widths = [], []
        if drawn.is_border or (drawn.parts and (drawing or starts(drawn.line.text))):
            drawing.append(drawn)
            widths += [drawn.width] if drawn.parts else []
    if drawing:
        yield drawing


def measured(name: str, drawing: list[Drawn]) -> tuple[Geometry, list[Drawn]]:
    """Return the geometry of a drawing, and its n rows of n cells.

    *name* is the name of the format, for errors.

    Raises:
        FormatError: There are no rows, or the rows and boxes do not form a grid of n rows and n
            columns.
    """
    rows = [drawn for drawn in drawing if drawn.parts]
    if not rows:
        fail(name, "expected rows between the borders, found none", drawing[0].line)
    n = usual_width(row.width for row in rows)
    if n > MAX_ORDER or any(len(row.line.text) > _LONGEST_ROW for row in rows):
        fail(name, f"expected at most {MAX_ORDER} cells a row, found more", rows[0].line)
    columns = usual_width(len(part) for row in rows for part in row.parts)
    for row in rows:
        _check_width(name, row, n, columns)
    if len(rows) != n:
        fail(name, f"expected {n} rows of {n} cells, found {len(rows)}", rows[-1].line)
    bands = groupby(drawing, key=lambda drawn: drawn.is_border)
    heights = [len(list(band)) for is_border, band in bands if not is_border]
    if len(set(heights)) > 1:
        fail(name, f"expected bands of the same height, found {heights}", drawing[0].line)
    return _geometry(name, n, heights[0], columns, drawing[0].line), rows


def boxes_of_row(text: str) -> list[DrawnCells]:
    """Return the cells of a row, grouped by box."""
    parts: list[DrawnCells] = []
    column = 1
    between = text.split("|")
    for at, part in enumerate(between):
        cells = [(column + match.start(), match.group()) for match in _WORD.finditer(part)]
        # Two bars with nothing between them are the frame of a blank cell.
        if not cells and 0 < at < len(between) - 1:
            cells = [(column, ".")]
        parts += [cells] if cells else []
        column += len(part) + 1
    words = [part[0][1] for part in parts if len(part) == 1]
    lengths = {len(word) for word in words}
    numbers = lengths == {2} and len(words) > 9  # two-digit numbers, each in a separate frame
    if len(words) < len(parts) or len(lengths) != 1 or lengths == {1} or numbers:
        return parts
    return [[(part[0][0] + i, char) for i, char in enumerate(part[0][1])] for part in parts]


def _check_width(name: str, row: Drawn, n: int, columns: int) -> None:
    if row.width != n or any(len(part) != columns for part in row.parts):
        found = " + ".join(str(len(part)) for part in row.parts[:MAX_ORDER])
        wanted = " + ".join([str(columns)] * max(n // columns, 1))
        reason = f"expected {wanted} cells, found {found}"
        fail(name, reason, row.line, len(row.line.text) + 1)


def _geometry(name: str, n: int, rows: int, columns: int, at: SourceLine) -> Geometry:
    if rows * columns == n:
        return Geometry(n, (rows, columns))
    if columns == 1:
        return Geometry.sudoku(n)
    if columns != n:
        fail(name, f"expected boxes of {n} cells, found {rows} rows of {columns}", at)
    return Geometry.latin(n)
