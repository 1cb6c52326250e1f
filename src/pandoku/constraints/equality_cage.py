"""Equality cages: as many even digits as odd ones, and as many low digits as high ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Differ, Only, Puzzle, Tile, Total, center_of
from pandoku.model.constraint import CellsLike, cell_defects

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class EqualityCage(Constraint):
    """A cage of different digits: half of them are even, and half of them are low.

    Low digits are those below the middle, such as 1..4 of 1..9 and 1..3 of 1..6. The middle digit
    of an odd order, which is neither low nor high, does not occur.

    Attributes:
        cells: The cells, in any order.
    """

    NAME: ClassVar[str] = "equality cage"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that they cannot be balanced."""
        yield from cell_defects(self.cells, geometry, 2)
        n, k = geometry.order, len(self.cells)
        if k % 2:
            yield f"expected an even number of cells, found {k}"
        elif k > (most := _most_cells(n)):
            yield f"expected at most {most} cells, as digits are 1..{n}, found {k}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return that the cells differ, and two totals of zero."""
        digits = range(1, puzzle.order + 1)
        sides = tuple(_side(digit, puzzle.order) for digit in digits)
        parities = tuple(1 if digit % 2 else -1 for digit in digits)
        balances = (
            Total(tuple((cell, weights) for cell in self.cells), (0,))
            for weights in (parities, sides)
        )
        not_middle = sum(1 << at for at, side in enumerate(sides) if side)
        banned = (Only(cell, not_middle) for cell in self.cells if puzzle.order % 2)
        return (Differ(self.cells), *banned, *balances)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits differ, and both halves are equal."""
        found, n = [digits[cell] for cell in self.cells], puzzle.order
        n_even = sum(digit % 2 == 0 for digit in found)
        n_low, n_high = (sum(d < (n + 1) / 2 for d in found), sum(d > (n + 1) / 2 for d in found))
        return len({*found}) == len(found) == 2 * n_even == 2 * n_low == 2 * n_high

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same cage elsewhere."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells, with an equals sign in the first."""
        first, *others = (center_of(cell, geometry.order) for cell in self.cells)
        return (Tile("region", (first,), text="="), Tile("region", tuple(others)))


def _side(digit: int, order: int) -> int:
    """Return -1 for a low digit, 1 for a high one, 0 for the middle one."""
    return (2 * digit > order + 1) - (2 * digit < order + 1)


def _most_cells(order: int) -> int:
    """Return how many cells the largest cage has."""
    counts = dict.fromkeys([(side, parity) for side in (-1, 1) for parity in (0, 1)], 0)
    for digit in range(1, order + 1):
        if side := _side(digit, order):
            counts[side, digit % 2] += 1
    # As many low odd digits as high even ones, and as many low even digits as high odd ones.
    return 2 * (min(counts[-1, 1], counts[1, 0]) + min(counts[-1, 0], counts[1, 1]))


RULE = Rule(
    make=EqualityCage,
    text="Digits in an equality cage differ; half are even, half are low, none is the middle one.",
    example=Puzzle.sudoku(
        "....6.1..........25........4....3...",
        solution="345261162345634152521634256413413526",
    ).with_(
        EqualityCage("r5c1 r5c2 r6c1 r6c2"),
        EqualityCage("r2c4 r2c5 r3c5 r3c6"),
        EqualityCage("r5c4 r5c5 r6c4 r6c5"),
    ),
)
