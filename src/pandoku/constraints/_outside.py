"""The base class of clues outside the grid. Each applies to the line of cells next to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Sign
from pandoku.model.constraint import CellsLike
from pandoku.model.whole import as_whole

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry

# The change of (row, column) for a step in each direction.
_STEPS = {
    "R": (0, 1),
    "L": (0, -1),
    "D": (1, 0),
    "U": (-1, 0),
    "DR": (1, 1),
    "DL": (1, -1),
    "UR": (-1, 1),
    "UL": (-1, -1),
}

SIDES = {"R": "left of row", "L": "right of row", "D": "above column", "U": "below column"}


class OutsideClue(Constraint):
    """A number outside the grid that applies to a line of cells, which begins at the edge.

    A subclass has the fields `start` (the first cell of the line) and `direction`, and a field for
    the number, whose name is in `VALUE`.
    """

    __slots__ = ()
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("start",)
    DIRECTIONS: ClassVar[tuple[str, ...]] = ("R", "L", "D", "U")
    VALUE: ClassVar[str]

    start: CellsLike
    direction: str

    def __post_init__(self) -> None:
        if not isinstance(self.direction, str) or self.direction not in self.DIRECTIONS:
            raise PuzzleError(
                f"{self.NAME}: expected a direction {', '.join(self.DIRECTIONS)}, "
                f"found {self.direction!r:.60}"
            )
        if (number := as_whole(self.number)) is None:
            raise PuzzleError(
                f"{self.NAME}: expected a whole number as the {self.VALUE}, "
                f"found {self.number!r:.60}"
            )
        object.__setattr__(self, self.VALUE, number)

    @property
    def number(self) -> int:
        """The number outside the grid."""
        number: int = getattr(self, self.VALUE)
        return number

    @property
    def step(self) -> tuple[int, int]:
        """The change of (row, column) for a step along the line, each -1, 0 or 1."""
        return _STEPS[self.direction]

    def place(self, order: int) -> tuple[int, int]:
        """Return the row and the column of the number, counted from 0. At least one is -1 or n."""
        (row, column), (down, right) = divmod(self.start[0], order), self.step
        return row - down, column - right

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells of the line, beginning next to the number."""
        return line_from(self.start[0], self.direction, geometry.order) if self.start else ()

    def noun(self) -> str:
        """Return the number and the kind: "12 sandwich"."""
        return f"{self.number} {super().noun()}"

    def nouns(self) -> str:
        """Return "", because each clue has its number."""
        return ""

    def label(self, geometry: Geometry) -> str:
        """Return the number, the kind and the place: "12 sandwich above column 3"."""
        return (
            f"{self.noun()} {side}" if (side := self._side(geometry)) else super().label(geometry)
        )

    def short_label(self, geometry: Geometry) -> str:
        """Return the number and the place: "12 above column 3"."""
        return f"{self.number} {side}" if (side := self._side(geometry)) else self.label(geometry)

    def _side(self, geometry: Geometry) -> str:
        """Return the place beside the grid, such as "above column 3", or "" for a diagonal."""
        side, cells = SIDES.get(self.direction), self.cells_on(geometry)
        if side is None or not cells:
            return ""
        row, column = divmod(cells[0], geometry.order)
        return f"{side} {(row if 'row' in side else column) + 1}"

    def places(self, geometry: Geometry) -> str:
        """Return the place beside the grid: "left of row 4". For a diagonal, return its cells."""
        return self._side(geometry) or super().places(geometry)

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the kind, the number and the place: "sandwich 5 left of row 1"."""
        where = self._side(geometry)
        if not where:
            down, right = self.step
            way = f"{'down' if down > 0 else 'up'}-{'right' if right > 0 else 'left'}"
            where = f"{way} from {geometry.name(self.start[0])}"
        return f"{self.NOUN or self.NAME} {self.number} {where}"

    def heading(self) -> str:
        """Return the kind and the number. `places` shows the direction."""
        return f"{self.NAME} {self.number}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield a defect if the line does not begin at the edge, or cannot satisfy the number."""
        n = geometry.order
        if len(self.start) != 1 or not 0 <= self.start[0] < n * n:
            yield f"expected one cell 0..{n * n - 1} as its start, found {self.start}"
        elif not starts_at_edge(self.start[0], self.direction, n):
            yield "expected a line that begins at the edge of the grid, found a cell before it"
        else:
            yield from self.number_defects(len(self.cells_on(geometry)), n)

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield a reason if no line of this length can satisfy the number.

        Args:
            length: Number of cells of the line.
            order: The order of the grid.
        """
        raise NotImplementedError

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the clue at its new place, if the line still begins at the edge."""
        n = round(len(cells) ** 0.5)
        line = tuple(cells[cell] for cell in line_from(self.start[0], self.direction, n))
        if digits is not None:
            return None
        # A line of one cell looks the same in any direction.
        for direction in (self.direction, *self.DIRECTIONS):
            if line_from(line[0], direction, n) == line and starts_at_edge(line[0], direction, n):
                return replace(self, start=line[:1], direction=direction)  # type: ignore[type-var]
        return None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the number, in the middle of its cell outside the grid."""
        row, column = self.place(geometry.order)
        return (Sign(column + 0.5, row + 0.5, str(self.number)),)


@lru_cache(maxsize=1 << 12)
def line_from(cell: int, direction: str, order: int) -> tuple[int, ...]:
    """Return the cells from *cell* in a direction, up to the edge of the grid.

    >>> line_from(6, "L", 4), line_from(1, "DR", 4)
    ((6, 5, 4), (1, 6, 11))
    """
    (row, column), (down, right) = divmod(cell, order), _STEPS[direction]
    cells = []
    while 0 <= row < order and 0 <= column < order:
        cells.append(row * order + column)
        row, column = row + down, column + right
    return tuple(cells)


def line_beside(row: int, column: int, order: int) -> tuple[int, str] | None:
    """Return the first cell and direction of the row or column next to a place outside the grid.

    Args:
        row: The row of the place, from 0; -1 is above the grid.
        column: The column of the place, from 0; -1 is to the left of the grid.
        order: The order of the grid.

    >>> line_beside(-1, 2, 4), line_beside(1, 4, 4), line_beside(1, 1, 4)
    ((2, 'D'), (7, 'L'), None)
    """
    for direction in OutsideClue.DIRECTIONS:
        down, right = _STEPS[direction]
        r, c = row + down, column + right
        if 0 <= r < order and 0 <= c < order and starts_at_edge(r * order + c, direction, order):
            return r * order + c, direction
    return None


def starts_at_edge(cell: int, direction: str, order: int) -> bool:
    """Return whether a step back from *cell*, against the direction, leaves the grid."""
    (row, column), (down, right) = divmod(cell, order), _STEPS[direction]
    return not (0 <= row - down < order and 0 <= column - right < order)
