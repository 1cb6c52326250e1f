"""Sum lines: a line divides into runs of cells that each add up to one value, usually 10."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line_sums import OpenLine
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import MAX_STATES, Automaton, Disc, Machine, Puzzle, automaton_of, center_of
from pandoku.model.constraint import CellsLike
from pandoku.model.whole import as_whole

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation

_USUAL = 10


@dataclass(frozen=True, slots=True)
class SumLine(OpenLine):
    """A line that divides into runs of neighboring cells whose digits each have one sum.

    Every cell belongs to exactly one run. Digits in a run may repeat where houses permit. Both
    directions are the same line: the end with the smaller number comes first.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next.
        value: The sum of each run, at least 1.
    """

    NAME: ClassVar[str] = "sum line"
    ROLE: ClassVar[str] = "sum-line"

    cells: CellsLike
    value: int = _USUAL

    def __post_init__(self) -> None:
        if (value := as_whole(self.value)) is None or value < 1:
            raise PuzzleError(
                f"sum line: expected a whole number of at least 1, found {self.value!r:.60}"
            )
        object.__setattr__(self, "value", value)
        OpenLine.__post_init__(self)

    def rule(self) -> str:
        """Return the rule with its value."""
        return f"The line divides into runs of neighboring digits that each add up to {self.value}."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or that its runs cannot have the sum."""
        yield from OpenLine.defects(self, geometry)
        k, least = len(self.cells), -(-self.value // geometry.order)
        if k < least:
            yield f"expected at least {least} cells for the sum {self.value}, found {k}"
        elif self.value > MAX_STATES:
            yield f"expected a sum of at most {MAX_STATES}, found {self.value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that adds up each run."""
        return (Machine(self.cells, _runs(puzzle.order, len(self.cells), self.value)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the line divides into runs of the sum."""
        sums = [*accumulate(digits[cell] for cell in self.cells)]
        return sums[-1] % self.value == 0 and {*range(self.value, sums[-1], self.value)} <= {*sums}

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line, with its sum if that is not the usual one."""
        (line,) = OpenLine.decorations(self, geometry)
        (x, y), (u, v) = (center_of(cell, geometry.order) for cell in self.cells[:2])
        middle = (((x + u) / 2, (y + v) / 2),)
        mark = () if self.value == _USUAL else (Disc("mark", middle, 0.2, str(self.value)),)
        return (line, *mark)


@lru_cache(maxsize=256)
def _runs(order: int, length: int, value: int) -> Automaton:
    """Return the automaton; its states are the sums of runs that are not complete."""

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, int)
        total = state + digit
        return None if total > value else total % value

    return automaton_of(order, length, 0, step, lambda state: state == 0)


RULE = Rule(
    make=SumLine,
    text="A sum line divides into runs of digits that each add up to 10, or to the given number.",
    example=Puzzle.sudoku(
        "...............2.........2..........",
        solution="413625652413536241241356325164164532",
    ).with_(
        SumLine("r1c5 r1c4 r2c3"),
        SumLine("r2c2 r3c2 r4c1"),
        SumLine("r3c5 r3c6 r4c5"),
        SumLine("r6c1 r5c1 r5c2 r6c3"),
        SumLine("r3c4 r4c3 r4c4 r5c4 r6c5"),
    ),
    aliases=("ten line",),
)
