"""X-sums: the first digit of a line says how many of its digits have the sum."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._outside import OutsideClue
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import MAX_STATES, Automaton, Machine, Puzzle, automaton_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Relation

_START = "start"


@dataclass(frozen=True, slots=True)
class XSum(OutsideClue):
    """The sum of the first X digits of a row or column, where X is the first of them.

    Attributes:
        start: The first cell, beside the number, at the edge of the grid, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the first cell on.
        total: The sum of X digits, X among them.
    """

    NAME: ClassVar[str] = "x-sum"
    VALUE: ClassVar[str] = "total"

    start: CellsLike
    direction: str
    total: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield whether no line has the sum, or the rule is too large."""
        most = order * (order + 1) // 2
        if not 1 <= self.total <= most:
            yield f"expected a total of 1..{most}, found {self.total}"
        elif not _totals(order) >> self.total & 1:
            yield f"no line of different digits 1..{order} has the x-sum {self.total}"
        elif _x_sum(order, self.total) is None:
            yield (
                f"expected a smaller total in a grid of order {order}, as an automaton for "
                f"{self.total} has more than {MAX_STATES:,} states"
            )

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that adds up digits."""
        automaton = _x_sum(puzzle.order, self.total)
        assert automaton is not None
        return (Machine(self.cells_on(puzzle.geometry), automaton),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the first digits have the sum."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        return sum(line[: line[0]]) == self.total


@lru_cache(maxsize=64)
def _totals(order: int) -> int:
    """Return the sums of X different digits with X among them, as a mask: bit t is the sum t."""
    totals = 0
    for x in range(1, order + 1):
        sums = [1 << x] + [0] * (x - 1)  # by how many digits there are beside X
        for digit in range(1, order + 1):
            for count in range(x - 1, 0, -1) if digit != x else ():
                sums[count] |= sums[count - 1] << digit
        totals |= sums[-1]
    return totals


@lru_cache(maxsize=1024)
def _x_sum(order: int, total: int) -> Automaton | None:
    """Return the automaton, or None if it is too large.

    A state is how many digits follow, and what they add up to.
    """

    def step(state: Hashable, digit: int) -> Hashable | None:
        if state == _START:
            left, missing = digit - 1, total - digit
        elif state == (0, 0):
            return state
        else:
            assert isinstance(state, tuple)
            left, missing = state[0] - 1, state[1] - digit
        return (left, missing) if left <= missing <= left * order else None

    try:
        return automaton_of(order, order, _START, step, lambda state: state == (0, 0))
    except PuzzleError:
        return None


RULE = Rule(
    make=XSum,
    text=(
        "A number beside the grid is the sum of the first X digits from its side, where X is the "
        "first of them."
    ),
    example=Puzzle.sudoku(
        "....................3.............3.",
        solution="125346346512461253253461634125512634",
    ).with_(
        XSum("r6c3", "U", 6),
        XSum("r3c1", "R", 13),
        XSum("r6c1", "U", 20),
        XSum("r5c6", "L", 15),
        XSum("r1c6", "D", 21),
        XSum("r6c4", "U", 21),
    ),
    noun="X-sum",
)
