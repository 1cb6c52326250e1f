"""Even and odd cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Disc, Only, Puzzle, Tile, center_of
from pandoku.model.constraint import CellsLike, cell_defects

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


class _ParityCells(Constraint):
    """Cells whose digits are all even or all odd; their order does not matter."""

    __slots__ = ()
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)
    TOLD_BY: ClassVar[Literal["cells"]] = "cells"
    REMAINDER: ClassVar[int]

    cells: CellsLike

    def heading(self) -> str:
        """Return its kind, in the plural for several cells."""
        return f"{self.NAME}s" if len(self.cells) > 1 else self.NAME

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that no digit is even."""
        yield from cell_defects(self.cells, geometry)
        if geometry.order == 1 and self.REMAINDER == 0:
            yield "expected a grid with an even digit, found only the digit 1"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the digits of each cell."""
        digits = range(1, puzzle.order + 1)
        mask = sum(1 << (digit - 1) for digit in digits if digit % 2 == self.REMAINDER)
        return tuple(Only(cell, mask) for cell in self.cells)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all digits are even, or all are odd."""
        return all(digits[cell] % 2 == self.REMAINDER for cell in self.cells)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule elsewhere, if even digits stay even."""
        if digits is not None and any((old - new) % 2 for old, new in enumerate(digits, 1)):
            return None
        return self.moved(cells)


@dataclass(frozen=True, slots=True)
class Even(_ParityCells):
    """Cells with even digits.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "even cell"
    REMAINDER: ClassVar[int] = 0

    cells: CellsLike

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a square in each cell."""
        return (Tile("even", tuple(center_of(cell, geometry.order) for cell in self.cells), 0.7),)


@dataclass(frozen=True, slots=True)
class Odd(_ParityCells):
    """Cells with odd digits.

    Attributes:
        cells: The cells, at least one.
    """

    NAME: ClassVar[str] = "odd cell"
    REMAINDER: ClassVar[int] = 1

    cells: CellsLike

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a circle in each cell."""
        return tuple(Disc("odd", (center_of(cell, geometry.order),), 0.35) for cell in self.cells)


RULES = (
    Rule(
        make=Even,
        text="Cells with a square hold even digits.",
        example=Puzzle.sudoku(
            "..1....2.....1.......2.......45..6..",
            solution="641523325146213465456231162354534612",
        ).with_(
            Even("r6c6"),
            Even("r4c4"),
            Even("r4c3"),
            Even("r1c2"),
            Even("r1c1"),
        ),
        aliases=("even", "even cells"),
    ),
    Rule(
        make=Odd,
        text="Cells with a circle hold odd digits.",
        example=Puzzle.sudoku(
            "...........11.......56....2..454....",
            solution="314265256431163542425613632154541326",
        ).with_(
            Odd("r2c5"),
            Odd("r1c1"),
            Odd("r6c1"),
            Odd("r3c4"),
            Odd("r2c2"),
        ),
        aliases=("odd", "odd cells"),
    ),
)
