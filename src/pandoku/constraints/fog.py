"""Fog: cells that are hidden until correct digits around them are placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Constraint, Puzzle, Tile, center_of
from pandoku.model.constraint import CellsLike, are_touching, cell_defects

__all__ = ["Fog", "is_foggy"]

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Fog(Constraint):
    """Fog over the grid, except in some cells. A correct digit clears the cells around it.

    It says how a puzzle is shown while it is played and restricts no digits.

    Attributes:
        lights: The cells that are clear from the beginning, in any order. `around` returns those
            of lamps, which also light the cells around them.
    """

    NAME: ClassVar[str] = "fog"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("lights",)
    UNORDERED: ClassVar[tuple[str, ...]] = ("lights",)
    RESTRICTS_DIGITS: ClassVar[bool] = False

    lights: CellsLike

    @classmethod
    def around(cls, lamps: Iterable[int], order: int) -> Self:
        """Return fog with lamps that light their own cells and those that touch them.

        >>> Fog.around([0], 9)
        Fog(lights=(0, 1, 9, 10))
        """
        cells = {*lamps}
        near = (
            cell
            for cell in range(order * order)
            if any(are_touching(cell, lamp, order) for lamp in cells)
        )
        return cls(tuple(sorted(cells | {*near})))

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the lights."""
        yield from cell_defects(self.lights, geometry)

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return nothing: fog restricts no digits."""
        return ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return True for every grid."""
        return True

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same lights elsewhere; digits may change as they like."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the fog, if there is any left."""
        clear = {*self.lights}
        hidden = (cell for cell in range(geometry.n_cells) if cell not in clear)
        points = tuple(center_of(cell, geometry.order) for cell in hidden)
        return (Tile("fog", points),) if points else ()


def is_foggy(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has fog, over all or some of its cells."""
    return any(isinstance(each, Fog) for each in puzzle.further)


RULE = Rule(
    make=Fog,
    nouns="fog",
    text="Fog hides a cell until a correct digit is placed there or in a cell beside it.",
    example=Puzzle.sudoku(
        ".24........1.1....5...3...3..4.....6",
        solution="124653635241312465546132263514451326",
    ).with_(Fog("r1c1 r1c2 r2c1 r2c2 r3c1 r3c2 r2c5 r2c6 r3c5 r3c6 r4c5 r4c6")),
)
