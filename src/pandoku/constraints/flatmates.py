"""Dutch flatmates: a middle digit has a least digit above it or a greatest digit below it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.model import Automaton, Constraint, Machine, Puzzle, automaton_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Geometry, Relation

_OPEN, _AFTER_LEAST, _NEEDS_GREATEST = range(3)


@dataclass(frozen=True, slots=True)
class DutchFlatmates(Constraint):
    """Each 5 of a 9x9 grid has a 1 directly above it, a 9 directly below it, or both.

    In other orders, these are the middle digit, 1 and the greatest digit. An even order has two
    middle digits: the rule is about the lower one, such as 3 of 1..6.
    """

    NAME: ClassVar[str] = "flatmates"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()

    def label(self, geometry: Geometry) -> str:
        """Return what a text calls it."""
        return f"{self.NAME} rule"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield whether there is no middle digit."""
        if geometry.order < 3:
            yield f"expected a digit between 1 and the greatest, found 1..{geometry.order}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton for each column, read downward."""
        n, columns = puzzle.order, range(puzzle.order)
        return tuple(Machine(tuple(range(c, n * n, n)), _column(n)) for c in columns)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each middle digit has a flatmate."""
        n = puzzle.order
        for cell, digit in enumerate(digits):
            if digit != _middle(n):
                continue
            above = digits[cell - n] if cell >= n else None
            below = digits[cell + n] if cell + n < n * n else None
            if above != 1 and below != n:
                return False
        return True

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same rule if columns still run downward, or upward with 1 and n swapped."""
        n = round(len(cells) ** 0.5)
        steps = {cells[cell + n] - cells[cell] for cell in range(n * n - n)}
        kept = [1, _middle(n), n]
        found = kept if digits is None else [digits[digit - 1] for digit in kept]
        return self if (steps, found) in (({n}, kept), ({-n}, kept[::-1])) else None


def _middle(order: int) -> int:
    return (order + 1) // 2


@lru_cache(maxsize=64)
def _column(order: int) -> Automaton:
    middle = _middle(order)

    def step(state: Hashable, digit: int) -> Hashable | None:
        if state == _NEEDS_GREATEST and digit != order:
            return None
        if digit == middle:
            return _OPEN if state == _AFTER_LEAST else _NEEDS_GREATEST
        return _AFTER_LEAST if digit == 1 else _OPEN

    return automaton_of(order, order, _OPEN, step, lambda state: state != _NEEDS_GREATEST)


RULE = Rule(
    make=DutchFlatmates,
    text=(
        "A 5 has a 1 directly above or a 9 directly below it; in other orders, a middle digit has "
        "1 or the greatest."
    ),
    example=Puzzle.sudoku(
        "..4..............3.4.6.5............",
        solution="614532523461156243342615435126261354",
    ).with_(
        DutchFlatmates(),
    ),
    aliases=("dutch flatmates",),
)
