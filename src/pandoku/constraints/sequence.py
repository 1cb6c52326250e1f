"""Arithmetic sequences: along a line, each digit differs from the one before by the same step."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line import SymmetricLine, is_closed
from pandoku.constraints._rule import Rule
from pandoku.model import Automaton, Machine, Puzzle, automaton_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Geometry, Relation


@dataclass(frozen=True, slots=True)
class Progression(SymmetricLine):
    """A line along which digits rise or fall by the same step, which may be 0.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A line of
            two cells asks nothing.
    """

    NAME: ClassVar[str] = "arithmetic sequence"
    ROLE: ClassVar[str] = "sequence"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line: a loop would need equal digits beside each other."""
        yield from SymmetricLine.defects(self, geometry)
        if is_closed(self.cells):
            yield "expected a line with two ends, found a loop"
        elif len(self.cells_on(geometry)) < len(self.cells):
            yield "expected each cell once, found a line that crosses itself"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that knows the last digit and the step."""
        if len(self.cells) < 3:
            return ()
        return (Machine(self.cells, _in_steps(puzzle.order, len(self.cells))),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether all steps are equal."""
        return len({digits[b] - digits[a] for a, b in pairwise(self.cells)}) == 1


@lru_cache(maxsize=256)
def _in_steps(order: int, length: int) -> Automaton:
    def step(state: Hashable, digit: int) -> Hashable | None:
        if not isinstance(state, tuple):
            return (digit,)
        if len(state) == 2:
            last, change = state
            return (digit, change) if digit == last + change else None
        change = digit - state[0]
        farthest = state[0] + (length - 1) * change
        return (digit, change) if 1 <= farthest <= order else None

    return automaton_of(order, length, None, step, lambda state: True)


RULE = Rule(
    make=Progression,
    text="Digits along the line rise or fall by the same step, which may be 0.",
    example=Puzzle.sudoku(
        "..............6...................6.",
        solution="215643463512326451154326641235532164",
    ).with_(
        Progression("r5c1 r5c2 r6c3"),
        Progression("r3c3 r4c2 r4c3 r4c4"),
        Progression("r4c6 r5c6 r6c6 r5c5"),
        Progression("r1c1 r2c1 r2c2"),
    ),
    aliases=("sequence", "sequence line"),
)
