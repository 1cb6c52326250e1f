"""Format `pretty`: a grid whose boxes are drawn with + - and |.

    +-------+-------+-------+        |.3.|4..|...|
    | . . 4 | . . . | . 6 7 |        |...|.7.|2..|
    | 3 . . | 4 7 . | . . 5 |  and   ...
    ...

Frames may use other characters (* : . ' = and Unicode box drawing). The outer frame is optional.
Cells are separated by spaces, or are single characters without spaces. Digits above 9 are decimal
numbers, and blanks are `. 0 _ * - ? x X`. The lines inside the frame determine the boxes. Without
these lines, the grid is a Latin square. If every cell has a frame, the grid gets the default boxes
of its order. Text before a drawing is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from pandoku.formats._alphabet import alphabet_of, givens_as_numbers
from pandoku.formats._drawings import Drawn, drawings, is_border, measured, with_bars
from pandoku.formats._format import Format
from pandoku.formats._text import (
    Item,
    Lines,
    fail,
    guarded,
    looks_like_cells,
    number_words,
    rule_losses,
)
from pandoku.model import MAX_ORDER, Puzzle

_NAME = "pretty"
_EXAMPLE = """+-----+-----+
| . . | 3 . |
| 1 . | . . |
+-----+-----+
| . . | . 2 |
| . 4 | . . |
+-----+-----+
"""

_LOOK = 3  # the number of lines that detection examines


def _sniff(head: list[str]) -> bool:
    """Return whether the first lines contain a row of a drawing.

    The row must have bars. In addition, it must have cells, or one of the first lines must be a
    border.
    """
    first = [with_bars(text) for text in head if text.strip()][:_LOOK]
    rows = [text for text in first if "|" in text and not is_border(text)]
    if not rows:
        return False
    cells = re.sub(r"[|\s]", "", rows[0])
    return any(map(is_border, first)) or (cells != "" and looks_like_cells(cells, 9))


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each drawn grid. A grid ends after its last row or at a blank line."""
    for drawing in drawings(lines):
        yield guarded(drawing[0].line.number, _puzzle, drawing)


def _write(puzzle: Puzzle) -> str:
    """Return the drawing with right-aligned numbers and dots for blanks."""
    n = puzzle.order
    rows, columns = puzzle.geometry.box or (n, n)
    texts = givens_as_numbers(puzzle)
    width = max(len(str(n)), *map(len, texts))
    border = "+" + ("-" * (columns * (width + 1) + 1) + "+") * (n // columns)
    out = [border]
    for r in range(n):
        cells = [f"{text:>{width}}" for text in texts[r * n : r * n + n]]
        parts = [" ".join(cells[c : c + columns]) for c in range(0, n, columns)]
        out.append("| " + " | ".join(parts) + " |")
        if (r + 1) % rows == 0:
            out.append(border)
    return "\n".join(out) + "\n"


def _puzzle(drawing: list[Drawn]) -> Item:
    geometry, rows = measured(_NAME, drawing)
    texts = [text for row in rows for part in row.parts for _, text in part]
    alphabet = alphabet_of(texts, geometry, rows[0].line, _NAME)
    givens = []
    cells = ((row.line, *cell) for row in rows for part in row.parts for cell in part)
    for line, column, text in cells:
        digit = alphabet.digit_of(text)
        if digit is None:
            words = alphabet.words if alphabet.symbols else number_words(alphabet.order)
            fail(_NAME, f"expected {words}, found {text[:12]!r}", line, column)
        givens.append(digit)
    puzzle = Puzzle(geometry, tuple(givens), symbols=alphabet.symbols)
    return Item(drawing[0].line.number, puzzle, note=alphabet.note)


FORMAT = Format(
    name=_NAME,
    summary="boxes drawn with + - and |, as most programs print them; blanks . 0 _ * - ? x X",
    carries="givens, boxes of any size; orders 1 to 36",
    suffixes=(".ss",),
    example=_EXAMPLE,
    sniff_order=50,
    separator="\n",
    sniff=_sniff,
    read=_read,
    why_not=partial(rule_losses, orders=range(1, MAX_ORDER + 1), boxes="any"),
    write=_write,
    takes_digits=True,
)
