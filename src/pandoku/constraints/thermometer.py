"""Thermometers: digits increase from the bulb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Disc, Pairs, Puzzle, Stroke, center_of, table_of
from pandoku.model.constraint import CellsLike, cell_defects, gap_defects, image_of_line

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Thermometer(Constraint):
    """A line along which digits increase.

    Attributes:
        cells: The cells from the bulb on, at least two, each touching the next.
        slow: Whether a digit may be followed by an equal one, where houses permit.
    """

    NAME: ClassVar[str] = "thermometer"
    TOLD_BY: ClassVar[Literal["start"]] = "start"  # without its bulb nobody knows which end is low

    cells: CellsLike
    slow: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.slow, bool):
            raise PuzzleError(
                f"thermometer: expected slow as True or False, found {self.slow!r:.60}"
            )

    def rule(self) -> str:
        """Return the rule of a slow thermometer."""
        if not self.slow:
            return ""
        return "Digits along a slow thermometer increase from the bulb or stay the same."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line."""
        yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)
        if not self.slow and len(self.cells) > geometry.order:
            n = geometry.order
            yield f"expected at most {n} cells, as digits are 1..{n}, found {len(self.cells)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return one relation of neighbors."""
        return (Pairs(_later(puzzle.order, self.slow), tuple(pairwise(self.cells))),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits increase, or never decrease on a slow thermometer."""
        found = [digits[cell] for cell in self.cells]
        return found == sorted(found) and (self.slow or len({*found}) == len(found))

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same thermometer elsewhere."""
        line = image_of_line(self.cells, cells)
        return None if line is None or digits is not None else replace(self, cells=line)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the bulb and the tube."""
        points = tuple(center_of(cell, geometry.order) for cell in self.cells)
        slow = "slow-" * self.slow
        return (Stroke(f"{slow}thermometer", points), Disc(f"{slow}bulb", points[:1], 0.425))


@lru_cache(maxsize=64)
def _later(order: int, slow: bool) -> tuple[int, ...]:
    """Return for each digit those that may follow it."""
    return table_of(order, lambda a, b: b > a or (slow and b == a))


RULE = Rule(
    make=Thermometer,
    text="Digits along a thermometer increase from the bulb.",
    example=Puzzle.sudoku(
        ".................5..................",
        solution="563421214653632145145362451236326514",
    ).with_(
        Thermometer("r5c3 r6c2 r5c1 r5c2"),
        Thermometer("r1c6 r2c6 r3c5"),
        Thermometer("r5c4 r5c5 r6c4 r6c3"),
        Thermometer("r2c2 r2c1 r3c2 r3c1"),
        Thermometer("r1c3 r2c3 r2c4"),
    ),
    aliases=("thermo",),
)
