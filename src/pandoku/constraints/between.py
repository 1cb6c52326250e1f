"""Between lines: the digits on the line lie strictly between those at its ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line import SymmetricLine
from pandoku.constraints._rule import Rule
from pandoku.model import (
    Automaton,
    Disc,
    Machine,
    Puzzle,
    automaton_of,
    center_of,
)
from pandoku.model.constraint import (
    CellsLike,
    cell_defects,
    gap_defects,
)

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Between(SymmetricLine):
    """A line between two circles; either may hold the greater digit.

    Both directions are the same line: the end with the smaller number comes first.

    Attributes:
        cells: The cells from circle to circle, at least two, each touching the next. A line of two
            cells asks nothing.
    """

    NAME: ClassVar[str] = "between line"
    ROLE: ClassVar[str] = "between"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line."""
        yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)
        if geometry.order < 3 and len(self.cells) > 2:
            yield f"expected digits with others between them, found 1..{geometry.order}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that reads both ends, then the cells between them."""
        first, *inner, last = self.cells
        if not inner:
            return ()
        return (Machine((first, last, *inner), _between(puzzle.order, len(self.cells))),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit on the line lies between those at the ends."""
        first, *inner, last = (digits[cell] for cell in self.cells)
        return all(min(first, last) < digit < max(first, last) for digit in inner)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line and its circles."""
        ends = (self.cells[0], self.cells[-1])
        discs = (Disc("end", (center_of(cell, geometry.order),), 0.38) for cell in ends)
        return (*SymmetricLine.decorations(self, geometry), *discs)


@lru_cache(maxsize=256)
def _between(order: int, length: int) -> Automaton:
    """Return the automaton; its states are the digits at the ends that have been read."""

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        if len(state) < 2:
            return tuple(sorted((*state, digit)))
        return state if state[0] < digit < state[1] else None

    return automaton_of(order, length, (), step, lambda state: len(state) == 2)  # type: ignore[arg-type]


RULE = Rule(
    make=Between,
    text="Digits along a line between two circles lie strictly between the digits in the circles.",
    example=Puzzle.sudoku(
        "....1........3..............3.......",
        solution="462315315624536241241563654132123456",
    ).with_(
        Between("r1c1 r2c1 r3c2 r2c2"),
        Between("r3c3 r4c4 r5c5 r5c6"),
        Between("r1c6 r2c6 r3c5 r3c6"),
        Between("r5c2 r6c2 r6c3 r5c4"),
        Between("r1c2 r2c3 r1c4"),
    ),
    aliases=("between",),
)
