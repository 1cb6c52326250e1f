"""The arithmetic of pages: where grids stand, and how large they are. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["PUZZLE_GAP", "Area", "Slots", "booklet_sheets", "fit"]

PUZZLE_GAP = 24.0  # between two puzzles


class Area(NamedTuple):
    """A rectangle of a page.

    Attributes:
        left: From the left end of the page.
        bottom: From the lower end of the page.
        width: How wide it is.
        height: How high it is.
    """

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right end."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """The upper end."""
        return self.bottom + self.height

    def cut(
        self, *, top: float = 0.0, bottom: float = 0.0, left: float = 0.0, right: float = 0.0
    ) -> Area:
        """Return the area without strips at its sides."""
        return Area(
            self.left + left,
            self.bottom + bottom,
            self.width - left - right,
            self.height - top - bottom,
        )


@dataclass(frozen=True, slots=True)
class Slots:
    """Places for squares of one size in an area, row by row.

    Attributes:
        area: Where they are.
        columns: How many stand side by side.
        rows: How many rows there are.
        side: The side of a square.
        gap: The room between two columns.
        band: The room above each square, for its caption.
        below: The room below each square, for its rules.
        beside: The room to the right of each square, for its rules.
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
        """How many squares there are."""
        return self.columns * self.rows

    @property
    def pitch(self) -> float:
        """The room from the left end of a square to that of the next."""
        return self.side + self.beside + self.gap

    def place(self, index: int) -> tuple[float, float]:
        """Return the upper left corner of a square.

        The columns are centered; the height that is left is shared above, between and below the
        rows.
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
    """Return the places at which *count* squares are as large as they can be.

    Of equally large ones those with fewer rows are taken. The side is 0 or less if there is no
    room.

    Args:
        area: Where they are to be.
        count: How many, at least 1.
        gap: The room between two squares, side by side or above each other.
        band: The room above each for a caption.
        below: The room below each for its rules.
        beside: The room to the right of each for its rules.
    """
    best: Slots | None = None
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        if columns * (rows - 1) >= count:
            continue  # a row would be empty
        across = (area.width - gap * (columns - 1)) / columns - beside
        down = (area.height - gap * (rows - 1)) / rows - band - below
        side = min(across, down)
        if best is None or side > best.side + 1e-6:
            best = Slots(area, columns, rows, side, gap, band, below, beside)
    assert best is not None
    return best


def booklet_sheets(count: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return which pages share a sheet of a folded booklet, as numbers from 1.

    Args:
        count: The number of pages, a multiple of 4.

    Returns:
        For each sheet its front and its back, each with the page on the left and on the right.

    >>> booklet_sheets(8)
    [((8, 1), (2, 7)), ((6, 3), (4, 5))]
    """
    return [((count - 2 * i, 2 * i + 1), (2 * i + 2, count - 2 * i - 1)) for i in range(count // 4)]
