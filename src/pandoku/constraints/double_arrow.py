"""Double arrows: the digits in two circles add up to the sum of the line between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line_sums import OpenLine, equal_sums
from pandoku.constraints._rule import Rule
from pandoku.model import Disc, Puzzle, center_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class DoubleArrow(OpenLine):
    """A line between two circles, which have the sum of the digits between them.

    Both directions are the same line: the end with the smaller number comes first.

    Attributes:
        cells: The cells from circle to circle, at least two, each touching the next. A line of two
            cells asks nothing.
    """

    NAME: ClassVar[str] = "double arrow"
    ROLE: ClassVar[str] = "double-arrow"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or why the sum is out of reach."""
        yield from OpenLine.defects(self, geometry)
        n, k = geometry.order, len(self.cells) - 2
        if k > 2 * n:
            yield f"expected at most {2 * n} cells between the circles, found {k}"
        if k == n == 1:
            yield "expected digits 1..2 or more, found 1..1"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one total, in which the cells between the circles are subtracted."""
        first, *inner, last = self.cells
        return tuple(equal_sums([(first, last), inner], puzzle.order)) if inner else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the circles have the sum of the digits between them."""
        first, *inner, last = (digits[cell] for cell in self.cells)
        return not inner or first + last == sum(inner)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line and its circles."""
        ends = (center_of(cell, geometry.order) for cell in (self.cells[0], self.cells[-1]))
        circles = (Disc("ring", (point,), 0.38) for point in ends)
        return (*OpenLine.decorations(self, geometry), *circles)


RULE = Rule(
    make=DoubleArrow,
    text="Digits in the two circles of a double arrow add up to the sum of the digits between.",
    example=Puzzle.sudoku(
        ".......................1............",
        solution="251643436125513264642351124536365412",
    ).with_(
        DoubleArrow("r2c6 r2c5 r2c4 r3c4 r4c3 r4c4 r4c5"),
        DoubleArrow("r6c1 r5c2 r6c2 r6c3"),
        DoubleArrow("r5c3 r6c4 r6c5 r5c5 r6c6 r5c6"),
        DoubleArrow("r1c2 r1c1 r2c1 r3c1 r4c1"),
        DoubleArrow("r1c5 r1c4 r1c3 r2c2"),
    ),
    aliases=("double arrows",),
)
