"""Skyscrapers: digits are heights, and a higher one hides those behind it from the number."""

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

_FOUND = "found"  # the first hidden digit; before that, the state is the highest digit so far


@dataclass(frozen=True, slots=True)
class Skyscraper(OutsideClue):
    """The number of digits of a row or column that are higher than all digits before them.

    Attributes:
        start: The cell beside the number, at the edge of the grid, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the number into the grid.
        value: How many digits are visible.
    """

    NAME: ClassVar[str] = "skyscraper"
    VALUE: ClassVar[str] = "value"

    start: CellsLike
    direction: str
    value: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield whether no line shows so many digits."""
        if not 1 <= self.value <= order:
            yield f"expected 1..{order} visible digits, found {self.value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that counts the visible digits."""
        cells = self.cells_on(puzzle.geometry)
        return (Machine(cells, _skyscraper(puzzle.order, self.value)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether so many digits are higher than all before them."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        visible = [digit for at, digit in enumerate(line) if digit > max(line[:at], default=0)]
        return len(visible) == self.value


@dataclass(frozen=True, slots=True)
class HiddenSkyscraper(OutsideClue):
    """The first hidden digit of a row or column: the first that comes after a higher one.

    Attributes:
        start: The cell beside the number, at the edge of the grid, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the number into the grid.
        digit: The first hidden digit.
    """

    NAME: ClassVar[str] = "hidden skyscraper"
    VALUE: ClassVar[str] = "digit"

    start: CellsLike
    direction: str
    digit: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield whether the digit cannot be hidden."""
        if not 1 <= self.digit < order:
            yield f"expected a digit from 1 to below {order}, found {self.digit}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that finds the first hidden digit."""
        return (Machine(self.cells_on(puzzle.geometry), _hidden(puzzle.order, self.digit)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the first digit that is not visible is the one of the clue."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        hidden = (digit for at, digit in enumerate(line) if digit <= max(line[:at], default=0))
        return next(hidden, None) == self.digit


@lru_cache(maxsize=1024)
def _skyscraper(order: int, value: int) -> Automaton:
    """Return the automaton; a state is the highest digit so far and how many were visible."""

    def step(state: Hashable, digit: int) -> Hashable | None:
        assert isinstance(state, tuple)
        highest, count = state
        if digit <= highest:
            return state
        return (digit, count + 1) if count < value else None

    return automaton_of(order, order, (0, 0), step, lambda state: state[1] == value)  # type: ignore[index]


@lru_cache(maxsize=1024)
def _hidden(order: int, first: int) -> Automaton:
    """Return the automaton that looks for the first hidden digit."""

    def step(state: Hashable, digit: int) -> Hashable | None:
        if state == _FOUND:
            return state
        assert isinstance(state, int)
        if digit > state:
            return digit
        return _FOUND if digit == first else None

    return automaton_of(order, order, 0, step, lambda state: state == _FOUND)


RULES = (
    Rule(
        make=Skyscraper,
        text=(
            "A number beside the grid counts the digits of its line that are higher than all "
            "before them."
        ),
        example=Puzzle.sudoku(
            "...4......1.2.................5..2..",
            solution="613425425613236154154362362541541236",
        ).with_(
            Skyscraper("r3c6", "L", 3),
            Skyscraper("r6c2", "U", 2),
            Skyscraper("r3c1", "R", 3),
            Skyscraper("r1c5", "D", 3),
            Skyscraper("r6c6", "L", 1),
            Skyscraper("r1c6", "L", 2),
            Skyscraper("r1c1", "R", 1),
            Skyscraper("r5c6", "L", 4),
        ),
        aliases=("skyscrapers",),
    ),
    Rule(
        make=HiddenSkyscraper,
        text=(
            "A number beside the grid is the first digit of its line that comes after a higher one."
        ),
        example=Puzzle.sudoku(
            ".5...............3..................",
            solution="156432342516614253523641461325235164",
        ).with_(
            HiddenSkyscraper("r6c6", "L", 1),
            HiddenSkyscraper("r1c1", "D", 5),
            HiddenSkyscraper("r4c6", "L", 3),
            HiddenSkyscraper("r1c3", "D", 2),
            HiddenSkyscraper("r1c5", "D", 1),
            HiddenSkyscraper("r1c6", "L", 5),
        ),
    ),
)
