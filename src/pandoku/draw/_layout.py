"""The position of a drawing's grid in its SVG, and the size of its cells."""

from __future__ import annotations

from pandoku.draw.decorated import has_dots, has_letters, margins_of, room_of
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.items import Drawing

__all__ = ["CELL", "MARGIN", "Layout"]

CELL = 48  # units per cell, if candidates fit in it
MARGIN = 6
_PLACES = (13.4, 16.5)  # units per candidate, for orders up to 9 and above
_LINKED_PLACES = (18.0, 19.0)  # the same if links end at candidates and run between them
_BESIDE = 0.36  # cells: additional margin for the numbers of rows and columns


class Layout:
    """The grid of a drawing in units, from the upper left corner of the picture.

    Attributes:
        left, top: The left and upper end of the grid.
        right, bottom: The right and lower end of the grid with its margin.
        cell: The side of a cell.
        has_cages: Whether candidates and digits are below clues.
        room: The part of a cell for candidates, in cells: left, top, width, height.
        columns, rows: Number of columns and rows of candidates in a cell.
        place: The space for one candidate, as a fraction of a cell's side.
    """

    def __init__(self, drawing: Drawing) -> None:
        n = drawing.order
        self.columns = candidate_columns(n)
        self.rows = -(-n // self.columns)
        self.has_cages = any(line.role in ("sum", "cage") for line in drawing.lines)
        has_clues = self.has_cages or has_letters(drawing.shapes)
        self.room = room_of(has_clues, has_dots(drawing.shapes))
        _, _, width, height = self.room
        self.place = min(width / self.columns, height / self.rows)
        has_candidates = any(text.role == "candidate" for text in drawing.texts)
        least = (_LINKED_PLACES if drawing.curves else _PLACES)[n > 9]
        self.cell = max(CELL, round(least / self.place) if has_candidates else 0)
        is_numbered = any(text.role == "coordinate" for text in drawing.texts)
        start = MARGIN + (round(_BESIDE * self.cell) if is_numbered else 0)
        left, top, right, bottom = (
            round(each * self.cell) for each in margins_of(drawing.shapes, n)
        )
        self.left, self.top = start + left, start + top
        self.right = self.left + n * self.cell + right + MARGIN
        self.bottom = self.top + n * self.cell + bottom + MARGIN

    def x(self, value: float) -> float:
        """Return a position from the left, in units."""
        return value * self.cell + self.left

    def y(self, value: float) -> float:
        """Return a position from the top, in units."""
        return value * self.cell + self.top
