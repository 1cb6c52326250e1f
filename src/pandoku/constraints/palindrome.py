"""Palindromes: a line reads the same from either end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line import SymmetricLine
from pandoku.constraints._rule import Rule
from pandoku.model import Pairs, Puzzle, table_of
from pandoku.model.constraint import (
    CellsLike,
    cell_defects,
    gap_defects,
)

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Geometry, Relation


@dataclass(frozen=True, slots=True)
class Palindrome(SymmetricLine):
    """A line that reads the same from either end.

    Both directions are the same line: the end with the smaller number comes first.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next.
    """

    NAME: ClassVar[str] = "palindrome"
    ROLE: ClassVar[str] = "palindrome"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or which cells cannot be equal."""
        yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)
        for a, b in self._pairs:
            if a != b and any(a in house.cells and b in house.cells for house in geometry.houses):
                names = geometry.name(a), geometry.name(b)
                yield "expected equal cells in different houses, found {} and {}".format(*names)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of the cells that are equally far from the ends."""
        return (Pairs(_same(puzzle.order), self._pairs),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the line reads the same backwards."""
        found = [digits[cell] for cell in self.cells]
        return found == found[::-1]

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same line elsewhere; digits may change as they like."""
        return SymmetricLine.image(self, cells, None)

    @property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        half = len(self.cells) // 2
        return tuple(zip(self.cells[:half], reversed(self.cells), strict=False))


@lru_cache(maxsize=64)
def _same(order: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: a == b)


RULE = Rule(
    make=Palindrome,
    text="Digits along a palindrome read the same from either end.",
    example=Puzzle.sudoku(
        "..........6......13......2.....5....",
        solution="612453534162265341341526423615156234",
    ).with_(
        Palindrome("r4c1 r5c2 r6c3 r6c4 r6c5"),
        Palindrome("r1c4 r2c3"),
        Palindrome("r3c1 r4c1 r5c2"),
        Palindrome("r2c5 r3c5 r4c6"),
        Palindrome("r4c2 r5c1"),
    ),
    aliases=("palindromes",),
)
