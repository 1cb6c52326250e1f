"""Numbered rooms: the first cell of a line says in which of its cells a digit stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._outside import OutsideClue
from pandoku.constraints._rule import Rule
from pandoku.model import Only, Pairs, Puzzle, table_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Relation


@dataclass(frozen=True, slots=True)
class NumberedRoom(OutsideClue):
    """The digit in the Nth cell of a row or column, where N is the digit in the first.

    The line has the digit nowhere else, as each digit occurs once in a row or column.

    Attributes:
        start: The first cell, beside the digit, at the edge of the grid, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the first cell on.
        digit: The digit in the Nth cell.
    """

    NAME: ClassVar[str] = "numbered room"
    VALUE: ClassVar[str] = "digit"

    start: CellsLike
    direction: str
    digit: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield whether no line has the digit there."""
        if not 1 <= self.digit <= order:
            yield f"expected a digit 1..{order}, found {self.digit}"
        elif self.digit == order == 2:
            yield "expected the digit 1 in a grid of two rows, found 2"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return for each further cell that it has the digit exactly if the first says so."""
        n = puzzle.order
        first, *others = self.cells_on(puzzle.geometry)
        rooms = tuple(
            Pairs(_room(n, number, self.digit), ((first, cell),))
            for number, cell in enumerate(others, 2)
        )
        if self.digit == 1:  # stands in the first cell if that says so
            return rooms
        elsewhere = (1 << n) - 1 & ~1 & ~(1 << (self.digit - 1))
        return (Only(first, elsewhere), *rooms)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digit stands in the cell that the first one says, and only there."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        return [number for number, each in enumerate(line, 1) if each == self.digit] == line[:1]


@lru_cache(maxsize=4096)
def _room(order: int, number: int, digit: int) -> tuple[int, ...]:
    """Return the table of the first cell and that of a number."""
    return table_of(order, lambda first, other: (first == number) == (other == digit))


RULE = Rule(
    make=NumberedRoom,
    text=(
        "A digit beside the grid stands in the Nth cell from its side, where N is the digit in the "
        "first cell."
    ),
    example=Puzzle.sudoku(
        "..........4............3............",
        solution="413652652341134526526413341265265134",
    ).with_(
        NumberedRoom("r6c1", "R", 6),
        NumberedRoom("r1c1", "D", 5),
        NumberedRoom("r1c3", "D", 4),
        NumberedRoom("r1c5", "D", 6),
        NumberedRoom("r6c6", "U", 6),
        NumberedRoom("r5c6", "L", 4),
    ),
    aliases=("numbered rooms",),
)
