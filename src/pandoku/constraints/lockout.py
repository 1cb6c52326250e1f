"""Lockout lines: the digits on the line lie outside the range between those at its ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._line_sums import OpenLine
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Automaton, Machine, Puzzle, Tile, automaton_of, center_of
from pandoku.model.constraint import CellsLike
from pandoku.model.whole import as_whole

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Lockout(OpenLine):
    """A line between two diamonds, whose digits lie outside the range of those in the diamonds.

    Either diamond may hold the greater digit. Both directions are the same line: the end with the
    smaller number comes first.

    Attributes:
        cells: The cells from diamond to diamond, at least two, each touching the next.
        value: The least difference of the digits in the diamonds. None means half the order,
            rounded up, less one: 4 for order 9.
    """

    NAME: ClassVar[str] = "lockout line"
    ROLE: ClassVar[str] = "lockout"

    cells: CellsLike
    value: int | None = None

    def __post_init__(self) -> None:
        if self.value is not None:
            if (value := as_whole(self.value)) is None or value < 1:
                raise PuzzleError(
                    "lockout line: expected a whole number of at least 1 or None, "
                    f"found {self.value!r:.60}"
                )
            object.__setattr__(self, "value", value)
        OpenLine.__post_init__(self)

    def difference(self, order: int) -> int:
        """Return the least difference of the digits in the diamonds in a grid of an order."""
        return max(1, (order + 1) // 2 - 1) if self.value is None else self.value

    def rule(self) -> str:
        """Return the rule with its value, if it has one."""
        if self.value is None:
            return ""
        return (
            f"The digits in the diamonds differ by at least {self.value}, and the digits between "
            "them lie outside their range."
        )

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield what is wrong with the line, or that the ends leave no digit for it."""
        yield from OpenLine.defects(self, geometry)
        n, value = geometry.order, self.difference(geometry.order)
        most = n - 1 if len(self.cells) == 2 else n - 2
        if value > most:
            yield f"expected a difference of at most {most} for digits 1..{n}, found {value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that reads both ends, then the cells between them."""
        first, *inner, last = self.cells
        n = puzzle.order
        return (Machine((first, last, *inner), _outside(n, len(self.cells), self.difference(n))),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the ends differ enough, and no digit lies between or equals them."""
        first, *inner, last = (digits[cell] for cell in self.cells)
        low, high = min(first, last), max(first, last)
        differ = high - low >= self.difference(puzzle.order)
        return differ and all(digit < low or digit > high for digit in inner)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line and its diamonds."""
        ends = tuple(center_of(cell, geometry.order) for cell in (self.cells[0], self.cells[-1]))
        return (*OpenLine.decorations(self, geometry), Tile("diamond", ends, 0.55))


@lru_cache(maxsize=256)
def _outside(order: int, length: int, value: int) -> Automaton:
    """Return the automaton; its states are the digits at the ends that have been read."""

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        match state:
            case ():
                return (digit,)
            case (first,):
                ends = tuple(sorted((first, digit)))
                return ends if ends[1] - ends[0] >= value else None
            case (low, high):
                return None if low <= digit <= high else state
        raise AssertionError(state)

    accepts = lambda state: len(state) == 2  # noqa: E731
    return automaton_of(order, length, (), step, accepts)


RULE = Rule(
    make=Lockout,
    text=(
        "Digits on a lockout line lie outside the range of its diamonds, which differ by at least "
        "4 in a 9x9 grid."
    ),
    example=Puzzle.sudoku(
        "..................6.............35..",
        solution="341625256134135246624351512463463512",
    ).with_(
        Lockout("r1c4 r2c5 r2c4 r3c5"),
        Lockout("r2c2 r3c1 r3c2"),
        Lockout("r1c5 r1c6 r2c6"),
        Lockout("r5c4 r6c4 r6c5"),
        Lockout("r4c2 r5c1 r5c2 r4c3"),
    ),
    aliases=("lockout",),
)
