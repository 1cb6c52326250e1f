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

_Cells = list[tuple[int, str]]  # 1-based column and text of each cell


def sniff(head: list[str]) -> bool:
    """Whether there are bars, with a border or cells around them, in the first lines."""
    first = [text.translate(_UPRIGHTS) for text in head if text.strip()][:_LOOK]
    rows = [text for text in first if "|" in text and not _is_border(text)]
    if not rows:
        return False
    cells = re.sub(r"[|\s]", "", rows[0])
    return len(rows) < len(first) or (cells != "" and looks_like_cells(cells, 9))


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each drawn grid; a blank line, or the last row, ends it."""
    drawing: list[Line] = []
    widths: list[int] = []
    for raw in lines:
        line = Line(raw.number, raw.text.translate(_UPRIGHTS))
        is_border = _is_border(line.text)
        is_row = not is_border and line.text.strip() != ""
        is_next = is_row and widths != [] and len(widths) == usual_width(widths)
        if drawing and (is_next or not line.text.strip()):
            yield guarded(drawing[0].number, _puzzle, drawing)
            drawing, widths = [], []
        if is_border or "|" in line.text or (is_row and drawing):
            drawing.append(line)
            widths += [sum(map(len, _parts(line)))] if is_row else []
    if drawing:
        yield guarded(drawing[0].number, _puzzle, drawing)


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


def _parts(row: Line) -> list[_Cells]:
    """Return the cells of a row, box by box."""
    texts = row.text[:_LONGEST_ROW].split("|")
    parts = [
        [(match.start() + 1, match.group()) for match in re.finditer(r"\S+", part)]
        for part in texts
    ]
    start = 0
    for at, text in enumerate(texts):
        parts[at] = [(start + column, cell) for column, cell in parts[at]]
        # An empty frame among frames of one cell each is a blank.
        if not parts[at] and 0 < at < len(parts) - 1:
            parts[at] = [(start + 1, ".")]
        start += len(text) + 1
    parts = [part for part in parts if part]
    words = [part[0][1] for part in parts if len(part) == 1]
    lengths = {len(word) for word in words}
    numbers = lengths == {2} and len(words) > 9  # 10 and more, each in its own frame
    if len(words) < len(parts) or len(lengths) != 1 or lengths == {1} or numbers:
        return parts
    return [[(part[0][0] + i, char) for i, char in enumerate(part[0][1])] for part in parts]


def _bands(drawing: list[Line]) -> list[list[Line]]:
    """Return the rows between the borders, each run of rows a band."""
    bands: list[list[Line]] = [[]]
    for line in drawing:
        if not _is_border(line.text):
            bands[-1].append(line)
        elif bands[-1]:
            bands.append([])
    return [band for band in bands if band]


def _puzzle(drawing: list[Line]) -> Puzzle:
    bands = _bands(drawing)
    rows = [row for band in bands for row in band]
    if not rows:
        fail(NAME, "expected rows between the borders, found none", drawing[0])
    n = usual_width(sum(map(len, _parts(row))) for row in rows)
    if n > MAX_ORDER or any(len(row.text) > _LONGEST_ROW for row in rows):
        fail(NAME, f"expected at most {MAX_ORDER} cells a row, found more", rows[0])
    columns = usual_width(len(part) for row in rows for part in _parts(row))
    givens = [digit for row in rows for digit in _digits(row, n, columns)]
    if len(rows) != n:
        fail(NAME, f"expected {n} rows of {n} cells, found {len(rows)}", rows[-1])
    heights = [len(band) for band in bands]
    if len(set(heights)) > 1:
        fail(NAME, f"expected bands of the same height, found {heights}", drawing[0])
    return Puzzle(_geometry(n, heights[0], columns, drawing[0]), tuple(givens))


def _geometry(n: int, rows: int, columns: int, at: Line) -> Geometry:
    if rows * columns == n:
        return Geometry(n, (rows, columns))
    if columns == 1:
        return Geometry.standard(n)
    if columns != n:
        fail(NAME, f"expected boxes of {n} cells, found {rows} rows of {columns}", at)
    return Geometry(n)


def _digits(row: Line, n: int, columns: int) -> Iterator[int]:
    parts = _parts(row)
    if sum(map(len, parts)) != n or any(len(part) != columns for part in parts):
        found = " + ".join(str(len(part)) for part in parts[:MAX_ORDER])
        wanted = " + ".join([str(columns)] * max(n // columns, 1))
        fail(NAME, f"expected {wanted} cells, found {found}", row, len(row.text) + 1)
    for column, text in (cell for part in parts for cell in part):
        digit = digit_of(text, n)
        if text.isascii() and text.isdecimal() and len(text) <= 2:
            digit = int(text)
        if digit is None or digit > n:
            fail(NAME, f"expected a number 1-{n} or '.', found {text[:12]!r}", row, column)
        yield digit
