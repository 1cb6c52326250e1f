"""Small drawings of single lines, for the pane next to the board."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content as Words

from pandoku.draw.decorated import shapes_of
from pandoku.model import Constraint, Decoration, Puzzle
from pandoku.terminal.cell_text import Content, cell_lines
from pandoku.terminal.grid import CellBox
from pandoku.terminal.strokes import CellStrokes, StrokeMap, StrokeMark, stroke_parts

__all__ = ["drawn_lines", "sketch"]

_EMPTY = "•"  # a cell of the line without a digit
_SPARE = 2  # columns in addition to a digit, so that circles can be around digits


def drawn_lines(puzzle: Puzzle) -> dict[Constraint, tuple[Decoration, ...]]:
    """Return the constraints that are drawn as lines, each with the parts of its line."""
    pairs = zip(puzzle.further, shapes_of(puzzle), strict=True)
    found = {constraint: stroke_parts(shape, puzzle.order) for constraint, shape in pairs}
    return {constraint: parts for constraint, parts in found.items() if parts}


def sketch(
    parts: Sequence[Decoration], puzzle: Puzzle, digits: Sequence[int], cursor: int, width: int
) -> list[Words]:
    """Return a drawing of one line with its digits, as lines of text.

    The drawing contains the rows and columns of the line only. The cell of the cursor is reversed.
    If the drawing is wider than *width*, cells are narrower. The result is empty if the drawing is
    still too wide.

    Args:
        parts: The parts of the line, as in `drawn_lines`.
        puzzle: The puzzle, whose symbols stand for the digits.
        digits: The digit of each cell, or 0.
        cursor: The cell of the cursor.
        width: Maximum number of columns.
    """
    order, symbols = puzzle.order, puzzle.symbols
    digit_width = 1 if symbols else len(str(order))
    for inner in (digit_width + _SPARE, digit_width):
        strokes = StrokeMap(parts, order, (inner, 1))
        rows = sorted({cell // order for cell in strokes.cells})
        columns = sorted({cell % order for cell in strokes.cells})
        needed = (columns[-1] - columns[0] + 1) * (inner + 1) - 1
        if needed <= width:
            box = CellBox("small", inner, 1, order, symbols)
            return [
                _line(strokes, box, at, (columns[0], columns[-1]), digits, cursor)
                for at in range(2 * rows[0] + 1, 2 * rows[-1] + 2)
            ]
    return []


def _line(
    strokes: StrokeMap,
    box: CellBox,
    at: int,
    columns: tuple[int, int],
    digits: Sequence[int],
    cursor: int,
) -> Words:
    """Return a line of a sketch: a line of cells if *at* is odd, or the line between two rows."""
    first, last = columns
    pieces: list[tuple[str, str]] = []
    for x in range(first, last + 1):
        start = x * (box.width + 1)
        if x > first:
            pieces.append((strokes.places.get((at, start), StrokeMark(" ", "")).char, "$muted"))
        cell = at // 2 * box.order + x
        inside = strokes.cells.get(cell) if at % 2 else None
        if inside is None:
            places = ((at, start + 1 + column) for column in range(box.width))
            text = "".join(strokes.places[each].char if each in strokes.places else " "
                           for each in places)  # fmt: skip
            pieces.append((text, "$muted"))
        else:
            pieces += _cell(inside, box, digits[cell], is_cursor=cell == cursor)
    return Words.assemble(*pieces)


def _cell(
    strokes: CellStrokes, box: CellBox, digit: int, *, is_cursor: bool
) -> list[tuple[str, str]]:
    """Return the pieces of a cell on the line: its strokes, and its digit or a bullet."""
    (runs,) = cell_lines(Content(digit, ""), box, strokes)
    text = "".join(run for run, _ in runs)
    has_sign = digit or strokes.hub or strokes.heads
    center = strokes.center[1]
    if not has_sign:
        text = text[:center] + _EMPTY + text[center + 1 :]
    wide = len(box.label_of(digit)) if digit else 1
    start = text.find(box.label_of(digit)) if digit else center
    style = "bold reverse" if is_cursor else "bold" if has_sign else ""
    return [
        (text[:start], "$muted"),
        (text[start : start + wide], style),
        (text[start + wide :], "$muted"),
    ]
