"""Clues outside the grid: sandwiches, X-sums, skyscrapers, numbered rooms, little killers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._beside import typed_beside
from pandoku.constraints._outside import OutsideClue
from pandoku.constraints._proposing import outside
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import (
    MAX_STATES,
    Automaton,
    Machine,
    Only,
    Pairs,
    Puzzle,
    Stroke,
    Total,
    automaton_of,
    table_of,
)
from pandoku.model.constraint import CellsLike

if TYPE_CHECKING:
    from pandoku.model import Decoration, Geometry, Relation

# States before the first crust and after the second crust. Between the crusts, the state is the sum
# so far.
_BEFORE, _AFTER = "before", "after"


@dataclass(frozen=True, slots=True)
class Sandwich(OutsideClue):
    """The sum of the digits between the crusts of a row or column, which are 1 and n.

    The sum is the same in both directions. Even so, clues at the two ends of a line do not compare
    equal, because the number is shown at only one end.

    Attributes:
        start: The cell at the edge of the grid next to the number, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the number into the grid.
        total: The sum of the digits between the crusts; 0 if the crusts are neighbors.
    """

    NAME: ClassVar[str] = "sandwich"
    VALUE: ClassVar[str] = "total"

    start: CellsLike
    direction: str
    total: int

    def rule(self, geometry: Geometry) -> str:
        """Return the rule with the crusts of the grid."""
        n = geometry.order
        return f"The digits between the 1 and the {n} of a line add up to the number beside it."

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield a defect if the order is 1, or if no digits between the crusts have the sum."""
        if order == 1:
            yield "expected a grid with two digits as crusts, found one"
            return
        most = order * (order + 1) // 2 - 1 - order
        odd = [total for total in (1, most - 1) if 0 < total < most]
        if not 0 <= self.total <= most or self.total in odd:
            but = f" but {' and '.join(map(str, dict.fromkeys(odd)))}" if odd else ""
            yield f"expected a total of 0..{most}{but}, found {self.total}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton. It reads the line in the same direction for a clue at either end."""
        cells = self.cells_on(puzzle.geometry)
        return (Machine(tuple(sorted(cells)), _sandwich(puzzle.order, self.total)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether there are two crusts, and the digits between them have the sum."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        crusts = [at for at, digit in enumerate(line) if digit in (1, puzzle.order)]
        return len(crusts) == 2 and sum(line[crusts[0] + 1 : crusts[1]]) == self.total


@lru_cache(maxsize=1024)
def _sandwich(order: int, total: int) -> Automaton:
    """Return the automaton, which has at most total + 3 states.

    The states do not record which crust came first. Each digit occurs once in a row or column, so
    the second crust is always the other digit.
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


_START = "start"


@dataclass(frozen=True, slots=True)
class XSum(OutsideClue):
    """The sum of the first X digits of a row or column, where X is the first digit.

    Attributes:
        start: The first cell, at the edge of the grid next to the number, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the first cell on.
        total: The sum of the first X digits, including X itself.
    """

    NAME: ClassVar[str] = "x-sum"
    NOUN: ClassVar[str] = "X-sum"
    VALUE: ClassVar[str] = "total"

    start: CellsLike
    direction: str
    total: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield a defect if no line has the sum, or if the automaton would be too large."""
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
        """Return an automaton that adds up the first digits."""
        automaton = _x_sum(puzzle.order, self.total)
        assert automaton is not None
        return (Machine(self.cells_on(puzzle.geometry), automaton),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the first digits have the sum."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        return sum(line[: line[0]]) == self.total


@lru_cache(maxsize=64)
def _totals(order: int) -> int:
    """Return the sums of X different digits that include X, as a mask: bit t is the sum t."""
    totals = 0
    for x in range(1, order + 1):
        sums = [1 << x] + [0] * (x - 1)  # indexed by the number of digits other than X
        for digit in range(1, order + 1):
            for count in range(x - 1, 0, -1) if digit != x else ():
                sums[count] |= sums[count - 1] << digit
        totals |= sums[-1]
    return totals


@lru_cache(maxsize=1024)
def _x_sum(order: int, total: int) -> Automaton | None:
    """Return the automaton, or None if it is too large.

    A state is the number of digits that are still to be added, and the sum that they must have.
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


# The state after the hidden digit. Before it, the state is the highest digit so far.
_FOUND = "found"


@dataclass(frozen=True, slots=True)
class Skyscraper(OutsideClue):
    """The number of digits of a row or column that are higher than all digits before them.

    Attributes:
        start: The cell at the edge of the grid next to the number, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the number into the grid.
        value: Number of these digits, which are called visible.
    """

    NAME: ClassVar[str] = "skyscraper"
    VALUE: ClassVar[str] = "value"

    start: CellsLike
    direction: str
    value: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield a defect if no line has the stated number of visible digits."""
        if not 1 <= self.value <= order:
            yield f"expected 1..{order} visible digits, found {self.value}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that counts the visible digits."""
        cells = self.cells_on(puzzle.geometry)
        return (Machine(cells, _skyscraper(puzzle.order, self.value)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the stated number of digits are higher than all digits before them."""
        highest = n_visible = 0
        for cell in self.cells_on(puzzle.geometry):
            if digits[cell] > highest:
                highest, n_visible = digits[cell], n_visible + 1
        return n_visible == self.value


@dataclass(frozen=True, slots=True)
class HiddenSkyscraper(OutsideClue):
    """The first hidden digit of a row or column: the first digit that comes after a higher one.

    Attributes:
        start: The cell at the edge of the grid next to the number, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the number into the grid.
        digit: The first hidden digit.
    """

    NAME: ClassVar[str] = "hidden skyscraper"
    VALUE: ClassVar[str] = "digit"

    start: CellsLike
    direction: str
    digit: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield a defect if the digit cannot be hidden."""
        if not 1 <= self.digit < order:
            yield f"expected a digit from 1 to below {order}, found {self.digit}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return an automaton that finds the first hidden digit."""
        return (Machine(self.cells_on(puzzle.geometry), _hidden(puzzle.order, self.digit)),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the clue is the first hidden digit."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        hidden = (digit for at, digit in enumerate(line) if digit <= max(line[:at], default=0))
        return next(hidden, None) == self.digit


@lru_cache(maxsize=1024)
def _skyscraper(order: int, value: int) -> Automaton:
    """Return the automaton. A state is the highest digit and the visible count so far."""

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


@dataclass(frozen=True, slots=True)
class NumberedRoom(OutsideClue):
    """The digit in the Nth cell of a row or column, where N is the digit in the first cell.

    Each digit occurs once in a row or column, so no other cell of the line has the digit.

    Attributes:
        start: The first cell, at the edge of the grid next to the digit, as a tuple of one cell.
        direction: "R", "L", "D" or "U", from the first cell on.
        digit: The digit in the Nth cell.
    """

    NAME: ClassVar[str] = "numbered room"
    VALUE: ClassVar[str] = "digit"

    start: CellsLike
    direction: str
    digit: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield a defect if no line can have the digit in its Nth cell."""
        if not 1 <= self.digit <= order:
            yield f"expected a digit 1..{order}, found {self.digit}"
        elif self.digit == order == 2:
            yield "expected the digit 1 in a grid of two rows, found 2"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return relations: a cell has the digit if and only if the first cell points at it."""
        n = puzzle.order
        first, *others = self.cells_on(puzzle.geometry)
        rooms = tuple(
            Pairs(_room(n, number, self.digit), ((first, cell),))
            for number, cell in enumerate(others, 2)
        )
        if self.digit == 1:  # a 1 in the first cell points at itself
            return rooms
        elsewhere = (1 << n) - 1 & ~1 & ~(1 << (self.digit - 1))
        return (Only(first, elsewhere), *rooms)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the digit is in the cell that the first cell points at, and only there."""
        line = [digits[cell] for cell in self.cells_on(puzzle.geometry)]
        return [number for number, each in enumerate(line, 1) if each == self.digit] == line[:1]


@lru_cache(maxsize=4096)
def _room(order: int, number: int, digit: int) -> tuple[int, ...]:
    """Return the table where *number* in the first cell means *digit* in the other cell."""
    return table_of(order, lambda first, other: (first == number) == (other == digit))


@dataclass(frozen=True, slots=True)
class LittleKiller(OutsideClue):
    """The sum of the digits along a diagonal, shown by a number and an arrow outside the grid.

    Digits may repeat unless a house forbids it.

    Attributes:
        start: The first cell of the diagonal, at the edge of the grid, as a tuple of one cell.
        direction: "DR", "DL", "UR" or "UL": down or up, then right or left.
        total: The sum of the digits.
    """

    NAME: ClassVar[str] = "little killer"
    DIRECTIONS: ClassVar[tuple[str, ...]] = ("DR", "DL", "UR", "UL")
    VALUE: ClassVar[str] = "total"

    start: CellsLike
    direction: str
    total: int

    def number_defects(self, length: int, order: int) -> Iterator[str]:
        """Yield a defect if no digits have the sum."""
        least, most = length, length * order
        if not least <= self.total <= most:
            yield f"expected a total of {least}..{most} for {length} cells, found {self.total}"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return a relation for the sum of the diagonal."""
        terms = ((cell, 1) for cell in self.cells_on(puzzle.geometry))
        return (Total.of(terms, (self.total,), puzzle.order),)

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether the diagonal has the sum."""
        n = puzzle.order
        (row, column), (down, right) = divmod(self.start[0], n), self.step
        found = 0
        while 0 <= row < n and 0 <= column < n:
            found += digits[row * n + column]
            row, column = row + down, column + right
        return found == self.total

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the number outside the grid, and an arrow from it."""
        (row, column), (down, right) = self.place(geometry.order), self.step
        x, y = column + 0.5, row + 0.5
        tip = (x + 0.5 * right, y + 0.5 * down)
        shaft = Stroke("diagonal", ((x + 0.28 * right, y + 0.28 * down), tip), has_head=True)
        return (*OutsideClue.decorations(self, geometry), shaft)


def _between_crusts(digits: Sequence[int]) -> int:
    first, last = sorted((digits.index(1), digits.index(len(digits))))
    return sum(digits[first + 1 : last])


def _first_hidden(digits: Sequence[int]) -> int | None:
    return next((after for before, after in pairwise(digits) if after < before), None)


def _n_seen(digits: Sequence[int]) -> int:
    return len({max(digits[: at + 1]) for at in range(len(digits))})


RULES = (
    Rule(
        make=Sandwich,
        typed=typed_beside(Sandwich, is_symmetric=True),
        nouns="sandwich sums",
        text=(
            "The digits between 1 and the greatest digit of a line add up to the number beside it."
        ),
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
        proposer=outside(Sandwich, _between_crusts, directions=("R", "D")),
    ),
    Rule(
        make=XSum,
        typed=typed_beside(XSum),
        text=(
            "A number beside the grid is the sum of the first X digits from its side, where X "
            "is the first of them."
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
        proposer=outside(XSum, lambda digits: sum(digits[: digits[0]])),
    ),
    Rule(
        make=Skyscraper,
        typed=typed_beside(Skyscraper),
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
        proposer=outside(Skyscraper, _n_seen),
    ),
    Rule(
        make=HiddenSkyscraper,
        typed=typed_beside(HiddenSkyscraper),
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
        proposer=outside(HiddenSkyscraper, _first_hidden),
    ),
    Rule(
        make=NumberedRoom,
        typed=typed_beside(NumberedRoom),
        text=(
            "A digit beside the grid stands in the Nth cell from its side, where N is the digit "
            "in the first cell."
        ),
        example=Puzzle.sudoku(
            "..........4............3............",
            solution="413652652341134526526413341265265134",
        ).with_(
            NumberedRoom("r6c1", "R", 6),
            NumberedRoom("r1c1", "D", 5),
            NumberedRoom("r1c3", "D", 4),
            NumberedRoom("r1c5", "D", 6),
            NumberedRoom("r6c6", "U", 6),
            NumberedRoom("r5c6", "L", 4),
        ),
        aliases=("numbered rooms",),
        proposer=outside(NumberedRoom, lambda digits: digits[digits[0] - 1]),
    ),
    Rule(
        make=LittleKiller,
        typed=typed_beside(LittleKiller),
        nouns="little killer sums",
        text=(
            "Digits along the diagonal that an arrow outside the grid points at add up to its "
            "number."
        ),
        example=Puzzle.sudoku(
            "............4..............6........",
            solution="526134134265462351315426251643643512",
        ).with_(
            LittleKiller("r1c5", "DL", 10),
            LittleKiller("r1c2", "DL", 3),
            LittleKiller("r1c4", "DL", 14),
            LittleKiller("r1c3", "DL", 13),
            LittleKiller("r1c6", "DL", 29),
        ),
        proposer=outside(LittleKiller, sum, directions=LittleKiller.DIRECTIONS, lengths=(3, 6)),
    ),
)
