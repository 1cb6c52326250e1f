"""Sandwiches: the digits between the least and the greatest one of a line have a sum."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._outside import OutsideClue
from pandoku.constraints._rule import Rule
from pandoku.model import Automaton, Machine, Puzzle, automaton_of
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Relation

_BEFORE, _AFTER = "before", "after"  # the crusts; between them, the state is the sum so far


@dataclass(frozen=True, slots=True)
class Sandwich(OutsideClue):
    """The sum of the digits between 1 and n, the crusts, in a row or column.

    The sum is the same from either side. Even so, clues at both ends of a line are different
    values, as a puzzle shows the number at one of them.

    Attributes:
        start: The cell beside the number, at the edge of the grid, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the number into the grid.
        total: The sum of the digits between the crusts; 0 if they are neighbors.
    """

    NAME: ClassVar[str] = "sandwich"
    VALUE: ClassVar[str] = "total"

    start: CellsLike
    direction: str
    total: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield whether there is one crust only, or no digits have the sum."""
        if order == 1:
            yield "expected a grid with two digits as crusts, found one"
            return
        most = order * (order + 1) // 2 - 1 - order
        odd = [total for total in (1, most - 1) if 0 < total < most]
        if not 0 <= self.total <= most or self.total in odd:
            but = f" but {' and '.join(map(str, dict.fromkeys(odd)))}" if odd else ""
            yield f"expected a total of 0..{most}{but}, found {self.total}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton, which reads the line in the same direction from either side."""
        cells = self.cells_on(puzzle.geometry)
        return (Machine(tuple(sorted(cells)), _sandwich(puzzle.order, self.total)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether there are two crusts and the digits between them have the sum."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        crusts = [at for at, digit in enumerate(line) if digit in (1, puzzle.order)]
        return len(crusts) == 2 and sum(line[crusts[0] + 1 : crusts[1]]) == self.total


@lru_cache(maxsize=1024)
def _sandwich(order: int, total: int) -> Automaton:
    """Return the automaton, of at most total + 3 states.

    It need not know which crust came first, as each digit occurs once in a row or column.
    """

    def step(state: Hashable, digit: int) -> Hashable | None:
        if digit in (1, order):
            if state == _BEFORE:
                return 0
            return _AFTER if state == total else None
        if not isinstance(state, int):
            return state
        return state + digit if state + digit <= total else None

    return automaton_of(order, order, _BEFORE, step, lambda state: state == _AFTER)


RULE = Rule(
    make=Sandwich,
    nouns="sandwich sums",
    text="The digits between 1 and the greatest digit of a line add up to the number beside it.",
    example=Puzzle.sudoku(
        "........6................4..........",
        solution="413652526413164235352164645321231546",
    ).with_(
        Sandwich("r1c6", "D", 0),
        Sandwich("r2c6", "L", 4),
        Sandwich("r1c5", "D", 3),
        Sandwich("r6c6", "L", 9),
        Sandwich("r3c1", "R", 0),
        Sandwich("r1c2", "D", 2),
    ),
    aliases=("sandwich sum",),
)
