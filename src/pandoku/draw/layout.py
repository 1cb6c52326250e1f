"""The arithmetic of pages: positions and sizes of grids. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["PUZZLE_GAP", "Area", "Slots", "booklet_sheets", "fit"]

PUZZLE_GAP = 24.0  # points: space between two puzzles


class Area(NamedTuple):
    """A rectangle of a page.

    Attributes:
        left: Distance from the left edge of the page.
        bottom: Distance from the lower edge of the page.
        width: Width of the area.
        height: Height of the area.
    """

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.bottom + self.height

    def cut(
        self, *, top: float = 0.0, bottom: float = 0.0, left: float = 0.0, right: float = 0.0
    ) -> Area:
        """Return the area without strips of the given widths at its four sides."""
        return Area(
            self.left + left,
            self.bottom + bottom,
            self.width - left - right,
            self.height - top - bottom,
        )


@dataclass(frozen=True, slots=True)
class Slots:
    """Places for squares of equal size in an area, numbered row by row.

    Attributes:
        area: The area.
        columns: Number of columns.
        rows: Number of rows.
        side: Side of a square.
        gap: Space between two columns of squares.
        band: Space above each square, for its caption.
        below: Space below each square, for its rules.
        beside: Space to the right of each square, for its rules.
    """

    area: Area
    columns: int
    rows: int
    side: float
    gap: float = PUZZLE_GAP
    band: float = 0.0
    below: float = 0.0
    beside: float = 0.0

    @property
    def count(self) -> int:
        """The number of squares."""
        return self.columns * self.rows

    @property
    def pitch(self) -> float:
        """The distance between the left edges of neighboring squares."""
        return self.side + self.beside + self.gap

    def place(self, index: int) -> tuple[float, float]:
        """Return the upper left corner of a square.

        The columns are centered. The remaining height is divided equally above, between and below
        the rows.
        """
        row, column = divmod(index, self.columns)
        width = self.columns * self.pitch - self.gap
        left = self.area.left + (self.area.width - width) / 2
        part = self.band + self.side + self.below
        free = (self.area.height - self.rows * part) / (self.rows + 1)
        top = self.area.top - (row + 1) * free - row * part - self.band
        return left + column * self.pitch, top

    def places(self) -> Iterator[tuple[float, float]]:
        """Yield the upper left corner of each square."""
        return map(self.place, range(self.count))


def fit(
    area: Area,
    count: int,
    *,
    gap: float = PUZZLE_GAP,
    band: float = 0.0,
    below: float = 0.0,
    beside: float = 0.0,
) -> Slots:
    """Return the places in an area where *count* squares are as large as possible.

    If several numbers of rows give the largest squares, the smallest number of rows is chosen. The
    side of the squares is 0 or less if the area is too small.

    Args:
        area: The area.
        count: Number of squares, at least 1.
        gap: Space between two squares, horizontally and vertically.
        band: Space above each square for a caption.
        below: Space below each square for its rules.
        beside: Space to the right of each square for its rules.
    """
    best: Slots | None = None
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        if columns * (rows - 1) >= count:
            continue  # the last row would be empty
        across = (area.width - gap * (columns - 1)) / columns - beside
        down = (area.height - gap * (rows - 1)) / rows - band - below
        side = min(across, down)
        if best is None or side > best.side + 1e-6:
            best = Slots(area, columns, rows, side, gap, band, below, beside)
    assert best is not None
    return best


def booklet_sheets(count: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the numbers (from 1) of the pages on each sheet of a folded booklet.

    Args:
        count: Number of pages, a multiple of 4.

    Returns:
        For each sheet, the front and the back, each with the left and the right page.

    >>> booklet_sheets(8)
    [((8, 1), (2, 7)), ((6, 3), (4, 5))]
    """
    return [((count - 2 * i, 2 * i + 1), (2 * i + 2, count - 2 * i - 1)) for i in range(count // 4)]
