"""Nabner lines: no two digits on the line are equal or consecutive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line import SymmetricLine
from pandoku.constraints._rule import Rule
from pandoku.constraints._together import together
from pandoku.model import Puzzle, table_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Geometry, Relation


@dataclass(frozen=True, slots=True)
class Nabner(SymmetricLine):
    """A line without equal or consecutive digits, wherever on the line they are.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A closed
            line repeats its first cell at the end; the rule counts it once.
    """

    NAME: ClassVar[str] = "nabner line"
    ROLE: ClassVar[str] = "nabner"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or that its cells are too many."""
        yield from SymmetricLine.defects(self, geometry)
        n, k = geometry.order, len(self.cells_on(geometry))
        if 2 * k > n + 1:
            most = (n + 1) // 2
            yield f"expected at most {most} cells, as 1..{n} has no more such digits, found {k}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return that each two cells hold digits that are neither equal nor consecutive."""
        return together(self.cells_on(puzzle.geometry), _apart(puzzle.order))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether no two of the digits are equal or consecutive."""
        found = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        return all(abs(a - b) > 1 for a, b in combinations(found, 2))


@lru_cache(maxsize=64)
def _apart(order: int) -> tuple[int, ...]:
    return table_of(order, lambda a, b: abs(a - b) > 1)


RULE = Rule(
    make=Nabner,
    text="No two digits on a nabner line are equal or consecutive, wherever on it they are.",
    example=Puzzle.sudoku(
        "4........1...................2......",
        solution="413256562143134625625431341562256314",
    ).with_(
        Nabner("r2c2 r3c3 r4c2"),
        Nabner("r3c1 r4c1 r5c2"),
        Nabner("r5c3 r6c4 r6c3"),
        Nabner("r2c5 r3c4 r3c5"),
        Nabner("r5c5 r5c6 r6c6"),
    ),
    aliases=("nabner", "nabners"),
)
