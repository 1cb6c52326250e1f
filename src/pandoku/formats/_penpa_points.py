"""The points of a square grid of Penpa+, to which its drawings refer by number.

Around the grid are two more rows and columns on each side. One number after another stands for the
center of each cell, row by row; then for the corner at the lower right of each; the middle of the
lower side; the middle of the right side; four points for the quarters of each; and four points
above, right of, left of and below the center.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

__all__ = ["PenpaPoint", "PenpaSquare", "PointKind", "Points"]

_BORDER = 2  # rows and columns around the grid on each side
_QUARTERS = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
_SIDES = ((0.0, -0.3), (0.3, 0.0), (-0.3, 0.0), (0.0, 0.3))


class PointKind(IntEnum):
    """The part of a cell at which a point lies."""

    CENTER = 0
    CORNER = 1
    LOWER_SIDE = 2
    RIGHT_SIDE = 3
    QUARTER = 4
    SIDE = 5


class PenpaPoint(NamedTuple):
    """A point of the grid.

    Attributes:
        kind: The part of its cell at which it lies.
        row, column: The cell.
        part: Which of four points it is, 0..3.
        x, y: Its place, in cells from the upper left corner of the grid.
    """

    kind: PointKind
    row: int
    column: int
    part: int
    x: float
    y: float


class PenpaSquare(NamedTuple):
    """A square of cells.

    Attributes:
        top, left: The row and the column of its first cell.
        n: The number of its rows.
    """

    top: int
    left: int
    n: int

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The row and the column of each cell, row by row."""
        rows, columns = range(self.top, self.top + self.n), range(self.left, self.left + self.n)
        return [(row, column) for row in rows for column in columns]


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a grid.

    Attributes:
        n_columns, n_rows: Its size.
        top, left: The row and the column of the cell that counts as the first.
    """

    n_columns: int
    n_rows: int
    top: int = 0
    left: int = 0

    def point(self, number: int | str) -> PenpaPoint | None:
        """Return where a point is, or None if there is no such point.

        Args:
            number: Its number; as a text it may end with E, which makes no difference.

        >>> Points(9, 9).point(2 * 13 + 2)
        PenpaPoint(kind=<PointKind.CENTER: 0>, row=0, column=0, part=0, x=0.5, y=0.5)
        """
        if isinstance(number, str):
            digits = number.removesuffix("E")
            number = int(digits) if digits.isdecimal() and len(digits) < 8 else -1
        width, height = self.n_columns + 2 * _BORDER, self.n_rows + 2 * _BORDER
        n_cells = width * height
        if type(number) is not int or not 0 <= number < 12 * n_cells:
            return None
        if number < 4 * n_cells:
            kind, cell, part = PointKind(number // n_cells), number % n_cells, 0
        else:
            rest = number - 4 * n_cells
            kind = PointKind(PointKind.QUARTER + rest // (4 * n_cells))
            cell, part = rest % (4 * n_cells) // 4, rest % 4
        row, column = cell // width - _BORDER - self.top, cell % width - _BORDER - self.left
        right, down = self._offset(kind, part)
        return PenpaPoint(kind, row, column, part, column + 0.5 + right, row + 0.5 + down)

    @staticmethod
    def _offset(kind: PointKind, part: int) -> tuple[float, float]:
        if kind is PointKind.QUARTER:
            return _QUARTERS[part]
        if kind is PointKind.SIDE:
            return _SIDES[part]
        return {
            PointKind.CENTER: (0.0, 0.0),
            PointKind.CORNER: (0.5, 0.5),
            PointKind.LOWER_SIDE: (0.0, 0.5),
            PointKind.RIGHT_SIDE: (0.5, 0.0),
        }[kind]
