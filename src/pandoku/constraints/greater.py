"""Inequalities: a sign between two neighbors points at the lesser digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._borders import OnBorder
from pandoku.constraints._rule import Rule
from pandoku.model import Pairs, Puzzle, Stroke, center_of, table_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation

_WING, _REACH = 0.12, 0.06  # cells: half the width and half the length of a chevron


@dataclass(frozen=True, slots=True)
class GreaterThan(OnBorder):
    """A greater digit beside a lesser one.

    Attributes:
        cells: Two cells that share a side, that of the greater digit first.
    """

    NAME: ClassVar[str] = "inequality"

    cells: CellsLike

    def places(self, geometry: Geometry) -> str:
        """Return its cells with the sign: "r1c1 > r1c2"."""
        return super(GreaterThan, self).places(geometry).replace(" ", " > ")

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation of the two cells."""
        return (Pairs(_greater(puzzle.order), (self.cells,)),)  # type: ignore[arg-type]

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the first digit is greater."""
        first, second = (digits[cell] for cell in self.cells)
        return first > second

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return a chevron on the border, which points at the second cell."""
        (x, y), (u, v) = (center_of(cell, geometry.order) for cell in self.cells)
        across, down = u - x, v - y
        x, y = self.middle(geometry)
        wings = [
            (x - _REACH * across + side * down, y - _REACH * down + side * across)
            for side in (-_WING, _WING)
        ]
        point = x + _REACH * across, y + _REACH * down
        return (Stroke("comparison", (wings[0], point, wings[1])),)


@lru_cache(maxsize=64)
def _greater(order: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: a > b)


RULE = Rule(
    make=GreaterThan,
    noun="greater-than",
    nouns="inequality signs",
    text="The sign between two cells points at the lesser digit.",
    example=Puzzle.sudoku(
        ".2........4...1.2......4..5.......1.",
        solution="524361136245451623362154215436643512",
    ).with_(
        GreaterThan("r3c1 r4c1"),
        GreaterThan("r2c6 r2c5"),
        GreaterThan("r5c6 r4c6"),
        GreaterThan("r1c1 r1c2"),
        GreaterThan("r4c5 r5c5"),
    ),
    aliases=("greater than",),
)
