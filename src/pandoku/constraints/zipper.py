"""Zipper lines: cells equally far from the center add up to one sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line_sums import OpenLine, equal_sums
from pandoku.constraints._rule import Rule
from pandoku.model import Puzzle
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Geometry, Relation


@dataclass(frozen=True, slots=True)
class Zipper(OpenLine):
    """A line on which any two cells equally far from the center have the same sum.

    If the line has a cell at its center, that cell holds the sum. Both directions are the same
    line: the end with the smaller number comes first.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A line of
            two cells asks nothing.
    """

    NAME: ClassVar[str] = "zipper line"
    ROLE: ClassVar[str] = "zipper"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or that no digit is a sum."""
        yield from OpenLine.defects(self, geometry)
        if geometry.order < 2 and len(self.cells) > 2:
            yield "expected digits 1..2 or more, found 1..1"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return totals of pairs of cells, and of the center."""
        cells, half = self.cells, len(self.cells) // 2
        center = [cells[half : half + 1]] if len(cells) % 2 else []
        pairs = zip(cells[:half], reversed(cells), strict=False)
        return tuple(equal_sums([*center, *pairs], puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all pairs have one sum, and the center is that sum."""
        found = [digits[cell] for cell in self.cells]
        sums = {a + b for a, b in zip(found, reversed(found), strict=True)}
        if len(found) % 2:  # the center was added to itself
            center = found[len(found) // 2]
            pairs = found[: len(found) // 2], reversed(found)
            sums = {center, *(a + b for a, b in zip(*pairs, strict=False))}
        return len(sums) == 1


RULE = Rule(
    make=Zipper,
    text=(
        "Cells equally far from the center of a zipper line add up to one sum, which a cell at "
        "the center holds."
    ),
    example=Puzzle.sudoku(
        "..3..........................1......",
        solution="453162216345561423342516634251125634",
    ).with_(
        Zipper("r3c1 r4c2 r5c1 r6c1 r5c2 r6c2"),
        Zipper("r3c5 r4c6 r5c6 r5c5"),
        Zipper("r1c6 r2c5 r3c4 r4c3 r5c4 r5c3"),
        Zipper("r1c2 r1c1 r2c1 r2c2"),
    ),
    aliases=("zipper",),
)
