"""Extra regions: cells that hold different digits.

A region of as many cells as there are digits holds each digit once. Formats read it as a house,
which serves the techniques better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Differ, Puzzle, Tile, center_of
from pandoku.model.constraint import CellsLike, cell_defects

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class AllDifferent(Constraint):
    """Cells with different digits; their order does not matter.

    Attributes:
        cells: The cells, from two up to the number of digits.
    """

    NAME: ClassVar[str] = "extra region"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that there are more than digits."""
        yield from cell_defects(self.cells, geometry, 2)
        if len(self.cells) > geometry.order:
            yield f"expected at most {geometry.order} cells, found {len(self.cells)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of all cells."""
        return (Differ(self.cells),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no digit occurs twice."""
        found = [digits[cell] for cell in self.cells]
        return len({*found}) == len(found)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same region elsewhere; digits may change as they like."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return its cells, filled."""
        return (Tile("region", tuple(center_of(cell, geometry.order) for cell in self.cells)),)


RULE = Rule(
    make=AllDifferent,
    text="Digits in an extra region do not repeat.",
    example=Puzzle.sudoku(
        ".....12.6.....51......6....3..4...5.",
        solution="354621216543645132123465562314431256",
    ).with_(
        AllDifferent("r1c6 r2c5 r2c6"),
        AllDifferent("r5c1 r5c2 r6c1 r6c2 r6c3"),
        AllDifferent("r4c2 r5c1 r6c2"),
        AllDifferent("r3c5 r4c6 r5c6"),
        AllDifferent("r5c1 r5c2 r5c3 r6c1 r6c2"),
    ),
    aliases=("all different",),
)
