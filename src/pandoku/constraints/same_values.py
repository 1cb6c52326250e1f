"""Same values: two sets of cells hold the same digits, each equally often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.constraints._two_groups import TwoGroups
from pandoku.model import Puzzle, Tile, Total, center_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class SameValues(TwoGroups):
    """Two sets of cells that hold the same digits, each equally often, in any order.

    Either set may come first: the one with the smallest cell does. More than two sets are several
    constraints, each of two of them.

    Attributes:
        first: The cells of one set, in any order.
        second: As many cells. Some or all may be in both sets.
    """

    NAME: ClassVar[str] = "same values"

    first: CellsLike
    second: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that the sets are of two sizes."""
        yield from TwoGroups.defects(self, geometry)
        if len(self.first) != len(self.second):
            sizes = len(self.first), len(self.second)
            yield "expected as many cells in either set, found {} and {}".format(*sizes)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one total for each digit: how often it is in either set."""
        n, both = puzzle.order, {*self.first} & {*self.second}
        if self.first == self.second:
            return ()
        return tuple(
            Total(
                tuple(
                    (cell, tuple(sign * (each == digit) for each in range(1, n + 1)))
                    for sign, cells in ((1, self.first), (-1, self.second))
                    for cell in cells
                    if cell not in both
                ),
                (0,),
            )
            for digit in range(1, n + 1)
        )

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits of either set are the same when sorted."""
        first, second = (sorted(digits[c] for c in cells) for cells in (self.first, self.second))
        return first == second

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same sets elsewhere; digits may change as they like."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells of both sets."""
        points = {cell: center_of(cell, geometry.order) for cell in (*self.first, *self.second)}
        return (Tile("clone", tuple(points.values())),)


RULE = Rule(
    make=SameValues,
    text="Two sets of cells hold the same digits, each equally often.",
    example=Puzzle.sudoku(
        "......6.3...2...........5.....1.....",
        solution="425613613425261534354261532146146352",
    ).with_(
        SameValues("r1c6 r2c5", "r5c3 r6c4"),
        SameValues("r1c1 r2c2", "r1c5 r2c4"),
        SameValues("r1c4 r2c5", "r4c4 r4c5"),
        SameValues("r4c3 r5c3", "r5c5 r6c6"),
    ),
    aliases=("same digits",),
    noun="same-value set",
)
