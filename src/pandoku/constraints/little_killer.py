"""Little killers: the digits along a diagonal add up to the number beside the grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._outside import OutsideClue
from pandoku.constraints._rule import Rule
from pandoku.model import Puzzle, Stroke, Total
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class LittleKiller(OutsideClue):
    """A number outside the grid, and the diagonal that its arrow points along.

    Digits may repeat where houses permit.

    Attributes:
        start: The first cell of the diagonal, at the edge of the grid, as a tuple of one cell.
        direction: "DR", "DL", "UR" or "UL": down or up, then right or left.
        total: The sum of the digits.
    """

    NAME: ClassVar[str] = "little killer"
    DIRECTIONS: ClassVar[tuple[str, ...]] = ("DR", "DL", "UR", "UL")
    VALUE: ClassVar[str] = "total"

    start: CellsLike
    direction: str
    total: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield whether the sum is out of reach."""
        least, most = length, length * order
        if not least <= self.total <= most:
            yield f"expected a total of {least}..{most} for {length} cells, found {self.total}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one total."""
        terms = ((cell, 1) for cell in self.cells_on(puzzle.geometry))
        return (Total.of(terms, (self.total,), puzzle.order),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the diagonal has the sum."""
        n = puzzle.order
        (row, column), (down, right) = divmod(self.start[0], n), self.step
        found = 0
        while 0 <= row < n and 0 <= column < n:
            found += digits[row * n + column]
            row, column = row + down, column + right
        return found == self.total

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the number outside the grid, and an arrow from it."""
        (row, column), (down, right) = self.place(geometry.order), self.step
        x, y = column + 0.5, row + 0.5
        tip = (x + 0.5 * right, y + 0.5 * down)
        shaft = Stroke("diagonal", ((x + 0.28 * right, y + 0.28 * down), tip), has_head=True)
        return (*OutsideClue.decorations(self, geometry), shaft)


RULE = Rule(
    make=LittleKiller,
    nouns="little killer sums",
    text="Digits along the diagonal that an arrow outside the grid points at add up to its number.",
    example=Puzzle.sudoku(
        "............4..............6........",
        solution="526134134265462351315426251643643512",
    ).with_(
        LittleKiller("r1c5", "DL", 10),
        LittleKiller("r1c2", "DL", 3),
        LittleKiller("r1c4", "DL", 14),
        LittleKiller("r1c3", "DL", 13),
        LittleKiller("r1c6", "DL", 29),
    ),
)
