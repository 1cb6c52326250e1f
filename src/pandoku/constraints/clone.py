"""Clones: two groups of cells that hold the same digits in the same places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Pairs, Puzzle, Tile, center_of, table_of
from pandoku.model.constraint import CellsLike, cell_defects, is_placed

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Clone(Constraint):
    """Two groups of cells; each cell holds the digit of its copy.

    The groups may overlap, and a cell that is its own copy asks nothing. The order of the pairs and
    of the two groups does not matter.

    Attributes:
        cells: The cells of the first group, at least one.
        copies: The copy of each of these cells, in the same order.
    """

    NAME: ClassVar[str] = "clone"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("cells", "copies")

    cells: CellsLike
    copies: CellsLike

    def __post_init__(self) -> None:
        groups = self.cells, self.copies
        if not all(map(is_placed, groups)) or not 0 < len(self.cells) == len(self.copies):
            return
        ways = (sorted(zip(*way, strict=True)) for way in (groups, groups[::-1]))
        cells, copies = zip(*min(ways), strict=True)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "copies", copies)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the groups, or which cells cannot be equal."""
        yield from cell_defects(self.cells, geometry)
        yield from cell_defects(self.copies, geometry)
        if len(self.cells) != len(self.copies):
            yield f"expected as many copies as cells, found {len(self.copies)}"
        for a, b in self._pairs:
            if any(a in house.cells and b in house.cells for house in geometry.houses):
                names = geometry.name(a), geometry.name(b)
                yield "expected equal cells in different houses, found {} and {}".format(*names)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of the cells and their copies."""
        return (Pairs(_same(puzzle.order), self._pairs),) if self._pairs else ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether both groups hold the same digits."""
        return [digits[cell] for cell in self.cells] == [digits[cell] for cell in self.copies]

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same groups elsewhere; digits may change as they like."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return squares with a letter, which two groups in different places rarely share."""
        letter = ascii_uppercase[self.cells[0] % len(ascii_uppercase)]
        points = tuple(center_of(cell, geometry.order) for cell in self.cells_on(geometry))
        return (Tile("clone", points, text=letter),)

    @property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of different cells that are equal."""
        pairs = zip(self.cells, self.copies, strict=False)
        return tuple((a, b) for a, b in pairs if a != b)


@lru_cache(maxsize=64)
def _same(order: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: a == b)


RULE = Rule(
    make=Clone,
    text="Two clones hold the same digits in the same places.",
    example=Puzzle.sudoku(
        ".....22.5....6.......1............4.",
        solution="614532235461561324342156423615156243",
    ).with_(
        Clone("r4c2", "r5c1"),
        Clone("r4c3", "r5c2"),
        Clone("r4c5", "r5c6"),
        Clone("r1c4", "r2c3"),
        Clone("r1c3", "r2c4"),
    ),
    aliases=("clones", "equal cells"),
)
