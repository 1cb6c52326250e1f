"""Rellik cages, "killer" read backward: no digits in a cage add up to its number."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import (
    MAX_STATES,
    Automaton,
    Constraint,
    Differ,
    Machine,
    Puzzle,
    Tile,
    automaton_of,
    center_of,
)
from pandoku.model.constraint import CellsLike, cell_defects
from pandoku.model.whole import as_whole

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class RellikCage(Constraint):
    """A cage of different digits in which no one or more of them add up to a value.

    Attributes:
        cells: The cells, in any order.
        value: The sum that does not occur, at least 1.
    """

    NAME: ClassVar[str] = "rellik cage"
    UNORDERED: ClassVar[tuple[str, ...]] = ("cells",)

    cells: CellsLike
    value: int

    def __post_init__(self) -> None:
        Constraint.__post_init__(self)
        value = as_whole(self.value)
        if value is None or value < 1:
            raise PuzzleError(
                f"rellik cage: expected a sum to avoid, at least 1, found {self.value!r:.60}"
            )
        object.__setattr__(self, "value", value)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the cells, or that every choice of digits has the sum."""
        yield from cell_defects(self.cells, geometry)
        n, k = geometry.order, len(self.cells)
        if k > n:
            yield f"expected at most {n} cells, as digits are 1..{n}, found {k}"
        elif (machine := _avoiding(n, k, self.value)) is None:
            yield (
                f"expected at most {MAX_STATES:,} sets of digits without the sum {self.value}, "
                "found more; use fewer cells"
            )
        elif not Machine(tuple(range(k)), machine).may_hold([geometry.all_mask] * k):
            yield f"expected {k} digits of 1..{n} without the sum {self.value}, found none"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return that the cells differ, and an automaton that collects digits."""
        machine = _avoiding(puzzle.order, len(self.cells), self.value)
        assert machine is not None  # otherwise the cage has a defect
        differ = (Differ(self.cells),) if len(self.cells) > 1 else ()
        return (*differ, Machine(self.cells, machine))

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits differ, and no one or more of them have the sum."""
        found = [digits[cell] for cell in self.cells]
        return len({*found}) == len(found) and not any(
            sum(part) == self.value
            for size in range(1, len(found) + 1)
            for part in combinations(found, size)
        )

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same cage elsewhere."""
        if digits is not None:
            return None
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the cells, with the sum in the first."""
        first, *others = (center_of(cell, geometry.order) for cell in self.cells)
        tile = Tile("region", (first,), text=f"≠{self.value}")
        return (tile, Tile("region", tuple(others))) if others else (tile,)


@lru_cache(maxsize=256)
def _avoiding(order: int, length: int, value: int) -> Automaton | None:
    """Return the automaton, or None if it is too large.

    A state is the set of digits that have been read, as a mask. Those above the value play no part.
    """

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, int)
        if digit > value:
            return state
        if state >> digit & 1 or _sums(state) >> (value - digit) & 1:
            return None
        return state | 1 << digit

    try:
        return automaton_of(order, length, 0, step, lambda state: True)
    except PuzzleError:
        return None


@lru_cache(maxsize=8192)
def _sums(digits: int) -> int:
    """Return the sums of some digits of a set, and 0, as a mask; the set is one, too."""
    sums = 1
    for digit in range(digits.bit_length()):
        if digits >> digit & 1:
            sums |= sums << digit
    return sums


RULE = Rule(
    make=RellikCage,
    text="Digits in a rellik cage differ, and no one or more of them add up to its number.",
    example=Puzzle.sudoku(
        "6........3.......5.......2....1.....",
        solution="631452245316413265562134326541154623",
    ).with_(
        RellikCage("r3c2 r3c3 r3c4", value=7),
        RellikCage("r1c1 r2c2 r2c3", value=7),
        RellikCage("r1c3 r1c4 r2c3", value=7),
        RellikCage("r1c2 r2c1 r2c2", value=8),
    ),
    aliases=("rellik",),
)
