"""Lines that compare digits: thermometers, sequences, between lines and lockout lines."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal

from pandoku.constraints._line import OpenLine, SymmetricLine, is_closed, words_between
from pandoku.constraints._proposing import lines
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import (
    Automaton,
    Constraint,
    Disc,
    Machine,
    Pairs,
    Puzzle,
    Stroke,
    Tile,
    automaton_of,
    center_of,
    table_of,
)
from pandoku.model.constraint import CellsLike, cell_defects, gap_defects, image_of_line

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Thermometer(Constraint):
    """A line along which digits increase.

    Attributes:
        cells: The cells, beginning at the bulb, at least two, each touching the next.
        slow: Whether neighbors on the line may hold equal digits. A house may still forbid it.
    """

    NAME: ClassVar[str] = "thermometer"
    HAS_SIZE: ClassVar[bool] = True
    # While the bulb is in the fog, either end of the line could have the lowest digit.
    TOLD_BY: ClassVar[Literal["start"]] = "start"

    cells: CellsLike
    slow: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.slow, bool):
            raise PuzzleError(
                f"thermometer: expected slow as True or False, found {self.slow!r:.60}"
            )

    def noun(self) -> str:
        """Return the size and the kind: "six-cell slow thermometer"."""
        noun = Constraint.noun(self)
        return noun.replace(self.NAME, f"slow {self.NAME}") if self.slow else noun

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the place on the line: "bulb of the five-cell thermometer, then r2c2"."""
        at, name = self.cells.index(cell), geometry.name
        if at == 0:
            return f"bulb of the {self.noun()}, then {name(self.cells[1])}"
        if at == len(self.cells) - 1:
            return f"tip of the {self.noun()}, after {name(self.cells[at - 1])}"
        before, after = name(self.cells[at - 1]), name(self.cells[at + 1])
        return f"{self.noun()} after {before}, then {after}"

    def rule(self, geometry: Geometry) -> str:
        """Return the rule if the thermometer is slow."""
        if not self.slow:
            return ""
        return "Digits along a slow thermometer increase from the bulb or stay the same."

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line."""
        yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)
        if not self.slow and len(self.cells) > geometry.order:
            n = geometry.order
            yield f"expected at most {n} cells, as digits are 1..{n}, found {len(self.cells)}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the relation: digits increase from each cell to the next."""
        return (Pairs(_later(puzzle.order, self.slow), tuple(pairwise(self.cells))),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digits increase, or never decrease on a slow thermometer."""
        found = [digits[cell] for cell in self.cells]
        return found == sorted(found) and (self.slow or len({*found}) == len(found))

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the thermometer at its new place."""
        line = image_of_line(self.cells, cells)
        return None if line is None or digits is not None else replace(self, cells=line)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the bulb and the tube."""
        points = tuple(center_of(cell, geometry.order) for cell in self.cells)
        slow = "slow-" * self.slow
        return (Stroke(f"{slow}thermometer", points), Disc(f"{slow}bulb", points[:1], 0.425))


@lru_cache(maxsize=64)
def _later(order: int, slow: bool) -> tuple[int, ...]:
    """Return the table of pairs of digits that may follow each other."""
    return table_of(order, lambda a, b: b > a or (slow and b == a))


@dataclass(frozen=True, slots=True)
class Progression(SymmetricLine):
    """A line along which digits rise or fall by the same step, which may be 0.

    Attributes:
        cells: The cells from one end to the other, at least two, each touching the next. A line of
            two cells has no effect.
    """

    NAME: ClassVar[str] = "arithmetic sequence"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "sequence"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line. A loop is refused, as all its digits would be equal."""
        yield from SymmetricLine.defects(self, geometry)
        if is_closed(self.cells):
            yield "expected a line with two ends, found a loop"
        elif len(self.cells_on(geometry)) < len(self.cells):
            yield "expected each cell once, found a line that crosses itself"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton whose states are the last digit and the step."""
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


@dataclass(frozen=True, slots=True)
class Between(SymmetricLine):
    """A line between two circles. Each digit on the line is between the digits in the circles.

    Either circle may hold the greater digit.

    A line and its reverse are equal: both are stored from the end with the smaller number.

    Attributes:
        cells: The cells from circle to circle, at least two, each touching the next. A line of two
            cells has no effect.
    """

    NAME: ClassVar[str] = "between line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "between"

    cells: CellsLike

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line."""
        yield from cell_defects(self.cells, geometry, 2)
        yield from gap_defects(self.cells, geometry)
        if geometry.order < 3 and len(self.cells) > 2:
            yield f"expected digits with others between them, found 1..{geometry.order}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that reads both ends first, then the cells between them."""
        first, *inner, last = self.cells
        if not inner:
            return ()
        return (Machine((first, last, *inner), _between(puzzle.order, len(self.cells))),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether each digit on the line is between the digits at the ends."""
        first, *inner, last = (digits[cell] for cell in self.cells)
        return all(min(first, last) < digit < max(first, last) for digit in inner)

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the place on the line, and its circles: "between line from r1c1 to r2c3"."""
        return words_between(self, "circle", cell, geometry)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line and the circles at its ends."""
        ends = (self.cells[0], self.cells[-1])
        discs = (Disc("end", (center_of(cell, geometry.order),), 0.38) for cell in ends)
        return (*SymmetricLine.decorations(self, geometry), *discs)


@lru_cache(maxsize=256)
def _between(order: int, length: int) -> Automaton:
    """Return the automaton, whose states are the digits of the ends that have been read."""

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        if len(state) < 2:
            return tuple(sorted((*state, digit)))
        return state if state[0] < digit < state[1] else None

    return automaton_of(order, length, (), step, lambda state: len(state) == 2)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Lockout(OpenLine):
    """A line between two diamonds. No digit on the line is in the range of the diamonds' digits.

    Either diamond may hold the greater digit. A line and its reverse are equal: both are stored
    from the end with the smaller number.

    Attributes:
        cells: The cells from diamond to diamond, at least two, each touching the next.
        value: Minimum difference of the digits in the diamonds. None means half the order, rounded
            up, minus one: 4 for order 9.
    """

    NAME: ClassVar[str] = "lockout line"
    HAS_SIZE: ClassVar[bool] = True
    ROLE: ClassVar[str] = "lockout"

    cells: CellsLike
    value: int | None = None

    def __post_init__(self) -> None:
        if self.value is not None:
            self.require_whole("value")
        OpenLine.__post_init__(self)

    def difference(self, order: int) -> int:
        """Return the minimum difference of the digits in the diamonds, for a grid of an order."""
        return max(1, (order + 1) // 2 - 1) if self.value is None else self.value

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with its value."""
        return (
            f"The diamonds of a lockout line differ by at least {self.difference(geometry.order)}, "
            "and the digits between them lie outside their range."
        )

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the line, and a defect if no digits satisfy it."""
        yield from OpenLine.defects(self, geometry)
        n, value = geometry.order, self.difference(geometry.order)
        most = n - 1 if len(self.cells) == 2 else n - 2
        if value > most:
            yield f"expected a difference of at most {most} for digits 1..{n}, found {value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that reads both ends first, then the cells between them."""
        first, *inner, last = self.cells
        n = puzzle.order
        return (Machine((first, last, *inner), _outside(n, len(self.cells), self.difference(n))),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the ends differ enough, and no digit between them is in their range."""
        first, *inner, last = (digits[cell] for cell in self.cells)
        low, high = min(first, last), max(first, last)
        differ = high - low >= self.difference(puzzle.order)
        return differ and all(digit < low or digit > high for digit in inner)

    def spoken_kind(self, geometry: Geometry) -> str:
        """Return the kind with its size and its minimum difference."""
        return f"{self.noun()} of {self.difference(geometry.order)}"

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the place on the line, and its diamonds."""
        return words_between(self, "diamond", cell, geometry)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the line and its diamonds."""
        ends = tuple(center_of(cell, geometry.order) for cell in (self.cells[0], self.cells[-1]))
        return (*OpenLine.decorations(self, geometry), Tile("diamond", ends, 0.55))


@lru_cache(maxsize=256)
def _outside(order: int, length: int, value: int) -> Automaton:
    """Return the automaton, whose states are the digits of the ends that have been read."""

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


def _keeps_step(found: Sequence[int], digit: int, _: int) -> bool:
    return len(found) < 2 or digit - found[-1] == found[1] - found[0]


RULES = (
    Rule(
        make=Thermometer,
        text="Digits along a thermometer increase from the bulb.",
        example=Puzzle.sudoku(
            ".................5..................",
            solution="563421214653632145145362451236326514",
        ).with_(
            Thermometer("r5c3 r6c2 r5c1 r5c2"),
            Thermometer("r1c6 r2c6 r3c5"),
            Thermometer("r5c4 r5c5 r6c4 r6c3"),
            Thermometer("r2c2 r2c1 r3c2 r3c1"),
            Thermometer("r1c3 r2c3 r2c4"),
        ),
        aliases=("thermo",),
        proposer=lines(Thermometer, (3, 6), follows=lambda found, digit, _: digit > found[-1]),
    ),
    Rule(
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
        proposer=lines(Progression, (3, 5), follows=_keeps_step, keeps="reversed"),
    ),
    Rule(
        make=Between,
        text=(
            "Digits along a line between two circles lie strictly between the digits in the "
            "circles."
        ),
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
        proposer=lines(Between, (4, 6), keeps="reversed"),
    ),
    Rule(
        make=Lockout,
        text=(
            "Digits on a lockout line lie outside the range of its diamonds, which differ by at "
            "least 4 in a 9x9 grid."
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
        proposer=lines(Lockout, (4, 6), keeps="reversed"),
    ),
)
