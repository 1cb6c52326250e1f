"""Format `pretty`: a grid whose boxes are drawn with + - and |.

    +-------+-------+-------+        |.3.|4..|...|
    | . . 4 | . . . | . 6 7 |        |...|.7.|2..|
    | 3 . . | 4 7 . | . . 5 |  and   ...
    ...

Frames of other characters (* : ' = and Unicode's box drawing) are understood. Cells are separated
by spaces, or are single characters. The boxes are those drawn: a frame without lines inside
is a Latin square. Digits above 9 are numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.formats._text import Item, Line, Lines, digit_of, fail, guarded, rule_losses
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
_BORDER = re.compile(r"[\s|+*:.'`,=\-‐-―─-╿]*([-=─-╿])\1[\s|+*:.'`,=\-─-╿]*")


def sniff(head: list[str]) -> bool:
    """Whether a border, or a row between two bars, is among the first lines."""
    first = [t.translate(_UPRIGHTS).strip() for t in head if t.strip()][:3]
    return any(_is_border(t) or (t.startswith("|") and t.endswith("|")) for t in first) and any(
        "|" in t for t in first
    )


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each drawn grid; blank lines, or the last row, end it."""
    drawing: list[Line] = []
    n_rows = 0
    while (line := lines.take()) is not None or drawing:
        text = line.text.translate(_UPRIGHTS) if line else ""
        if line is not None and text.strip():
            is_row = not _is_border(text)
            if is_row and n_rows and n_rows == _width(drawing):
                yield _item(drawing)
                drawing, n_rows = [], 0
            drawing.append(Line(line.number, text))
            n_rows += is_row
        elif drawing:
            yield _item(drawing)
            drawing, n_rows = [], 0


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
    return _BORDER.fullmatch(text.strip()) is not None


def _item(drawing: list[Line]) -> Item:
    return guarded(drawing[0].number, lambda: _puzzle(drawing))


def _width(drawing: list[Line]) -> int:
    row = next((line for line in drawing if not _is_border(line.text)), None)
    return sum(len(part) for part in _parts(row)) if row else 0


def _parts(row: Line) -> list[list[tuple[int, str]]]:
    """Return the cells of a row, box by box, each with its 1-based column."""
    parts = []
    for match in re.finditer(r"[^|]+", row.text):
        cells = [(match.start() + m.start() + 1, m.group()) for m in re.finditer(r"\S+", match[0])]
        if cells:
            parts.append(cells)
    lengths = {len(part) for part in parts} | {0}
    if lengths == {0, 1} and all(len(part[0][1]) > 1 for part in parts):
        # One word between two bars: its characters are the cells.
        return [[(part[0][0] + i, c) for i, c in enumerate(part[0][1])] for part in parts]
    return parts


def _puzzle(drawing: list[Line]) -> Puzzle:
    bands: list[list[Line]] = [[]]
    for line in drawing:
        if not _is_border(line.text):
            bands[-1].append(line)
        elif bands[-1]:
            bands.append([])
    bands = [band for band in bands if band]
    if not bands:
        fail(NAME, "expected rows between the borders, found none", drawing[0])
    n = _width(drawing)
    if n > MAX_ORDER:
        fail(NAME, f"expected at most {MAX_ORDER} cells a row, found {n}", bands[0][0])
    if (found := sum(map(len, bands))) != n:
        fail(NAME, f"expected {n} rows of {n} cells, found {found} rows", bands[-1][-1])
    columns = [len(part) for part in _parts(bands[0][0])]
    if len(set(columns)) > 1 or len({len(band) for band in bands}) > 1:
        fail(NAME, "expected boxes of one size", bands[0][0])
    givens = [digit for band in bands for row in band for digit in _digits(row, n, columns)]
    box = (len(bands[0]), columns[0])
    if box == (n, n):
        return Puzzle(Geometry(n), tuple(givens))
    if box[0] * box[1] != n:
        reason = f"expected boxes of {n} cells, found {box[0]} rows of {box[1]}"
        fail(NAME, reason, bands[0][0])
    return Puzzle(Geometry(n, box), tuple(givens))


def _digits(row: Line, n: int, columns: list[int]) -> Iterator[int]:
    parts = _parts(row)
    if [len(part) for part in parts] != columns:
        found = sum(map(len, parts))
        reason = f"expected {n} cells in boxes of {columns[0]}, found {found} in {len(parts)}"
        fail(NAME, reason, row)
    for column, text in (cell for part in parts for cell in part):
        digit = digit_of(text, n) if len(text) == 1 else None
        if text.isascii() and text.isdecimal() and len(text) in (1, 2):
            digit = int(text)
        if digit is None or digit > n:
            fail(NAME, f"expected a digit 1-{n} or '.', found {text[:12]!r}", row, column)
        yield digit
