"""Renban lines: the digits are consecutive, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line import SymmetricLine
from pandoku.constraints._rule import Rule
from pandoku.constraints._together import together
from pandoku.model import Differ, Puzzle, table_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Geometry, Relation


@dataclass(frozen=True, slots=True)
class Renban(SymmetricLine):
    """A line of consecutive digits in any order; none of them repeats.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end; the rule counts it once.
    """

    NAME: ClassVar[str] = "renban line"
    ROLE: ClassVar[str] = "renban"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or that it has more cells than there are digits."""
        yield from SymmetricLine.defects(self, geometry)
        n, k = geometry.order, len(self.cells_on(geometry))
        if k > n:
            yield f"expected at most {n} cells, as digits are 1..{n}, found {k}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return that each two cells differ by less than the number of cells."""
        cells = self.cells_on(puzzle.geometry)
        if len(cells) == puzzle.order:
            return (Differ(cells),)
        return together(cells, _near(puzzle.order, len(cells)))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits are consecutive once they are sorted."""
        found = sorted(digits[cell] for cell in self.cells_on(puzzle.geometry))
        return found == [*range(found[0], found[0] + len(found))]


@lru_cache(maxsize=256)
def _near(order: int, length: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: 0 < abs(a - b) < length)


RULE = Rule(
    make=Renban,
    text="Digits along a renban line are consecutive, in any order, and do not repeat.",
    example=Puzzle.sudoku(
        "..6.................4............6..",
        solution="136452425136362514514263641325253641",
    ).with_(
        Renban("r1c2 r2c2 r2c3 r1c3 r1c4"),
        Renban("r4c5 r3c6 r4c6 r5c6"),
        Renban("r3c5 r4c4 r5c4"),
        Renban("r3c2 r3c1 r4c1 r5c2"),
        Renban("r2c5 r2c4 r3c3"),
    ),
    aliases=("renban", "renbans"),
)
