"""Minimum and maximum cells: a digit below, or above, those of all neighbors.

Marked cells that share a side are not compared if both have the same mark. So the rule depends on
the other marks of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Pairs, Puzzle, Stroke, Tile, center_of, table_of
from pandoku.model.constraint import CellsLike, cell_defects

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # across and down
_WING = 0.1  # cells: half the width of a chevron
_FAR, _NEAR = 0.44, 0.36  # cells: from the center of the cell to both ends of a chevron


class _Extreme(Constraint):
    """Cells with the same mark; their order does not matter."""

    __slots__ = ()
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)
    DEPENDS_ON_OTHERS: ClassVar[bool] = True
    IS_LESS: ClassVar[bool]

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells."""
        yield from cell_defects(self.cells, geometry)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of each cell and its neighbors without the mark."""
        pairs = self._compared(puzzle)
        return (Pairs(_comparing(puzzle.order, self.IS_LESS), pairs),) if pairs else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit is below, or above, those beside it."""
        sign = 1 if self.IS_LESS else -1
        return all(sign * digits[a] < sign * digits[b] for a, b in self._compared(puzzle))

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule elsewhere, if the neighbors move along."""
        n = round(len(cells) ** 0.5)
        for cell in self.cells:
            beside = {cells[other] for other in _neighbors(cell, n)}
            if beside != {*_neighbors(cells[cell], n)}:
                return None
        return self.moved(cells) if digits is None else None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a square in each cell, and chevrons that point at the lesser digits."""
        centers = tuple(center_of(cell, geometry.order) for cell in self.cells)
        tip, ends = (_NEAR, _FAR) if self.IS_LESS else (_FAR, _NEAR)
        chevrons = []
        for x, y in centers:
            for across, down in _WAYS:
                wings = [
                    (x + ends * across + side * down, y + ends * down + side * across)
                    for side in (-_WING, _WING)
                ]
                point = x + tip * across, y + tip * down
                chevrons.append(Stroke("comparison", (wings[0], point, wings[1])))
        return (Tile("extreme", centers), *chevrons)

    def _compared(self, puzzle: Puzzle) -> tuple[tuple[int, int], ...]:
        """Return pairs of a cell and a neighbor that does not have the same mark."""
        marked = {
            cell for each in puzzle.further if type(each) is type(self) for cell in each.cells
        }
        marked |= {*self.cells}
        return tuple(
            (cell, other)
            for cell in self.cells
            for other in _neighbors(cell, puzzle.order)
            if other not in marked
        )


@dataclass(frozen=True, slots=True)
class Minimum(_Extreme):
    """Cells with digits below those of all neighbors that are not minimum cells.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "minimum"
    IS_LESS: ClassVar[bool] = True

    cells: CellsLike


@dataclass(frozen=True, slots=True)
class Maximum(_Extreme):
    """Cells with digits above those of all neighbors that are not maximum cells.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "maximum"
    IS_LESS: ClassVar[bool] = False

    cells: CellsLike


def _neighbors(cell: int, order: int) -> tuple[int, ...]:
    """Return the cells that share a side with one."""
    row, column = divmod(cell, order)
    return tuple(
        (row + down) * order + column + across
        for across, down in _WAYS
        if 0 <= row + down < order and 0 <= column + across < order
    )


@lru_cache(maxsize=64)
def _comparing(order: int, is_less: bool) -> tuple[int, ...]:
    return table_of(order, lambda a, b: a < b if is_less else a > b)


RULES = (
    Rule(
        make=Minimum,
        nouns="minimum cells",
        text="A minimum cell is less than its neighbors, apart from other minimum cells.",
        example=Puzzle.sudoku(
            "..465.....4......4.........2....6...",
            solution="234651615342563124142563451236326415",
        ).with_(
            Minimum("r4c6"),
            Minimum("r5c3"),
            Minimum("r3c4"),
            Minimum("r4c1"),
            Minimum("r1c1"),
        ),
        aliases=("minimum cell",),
    ),
    Rule(
        make=Maximum,
        nouns="maximum cells",
        text="A maximum cell is greater than its neighbors, apart from other maximum cells.",
        example=Puzzle.sudoku(
            "2.......4......3.4.3.............1..",
            solution="253416164532621354435621516243342165",
        ).with_(
            Maximum("r1c6"),
            Maximum("r3c1"),
            Maximum("r5c1"),
            Maximum("r5c3"),
            Maximum("r4c4"),
        ),
        aliases=("maximum cell", "fortress"),
    ),
)
