"""Combinations: the sets of digits that can still fill a cage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import prod
from operator import or_
from typing import NamedTuple

from pandoku.errors import PuzzleError
from pandoku.model import Board, Cage, digits_of, whole_number
from pandoku.words import cage_name, joined, sentence

__all__ = ["Combinations", "combinations"]

# Maximum number of digits to try for a cage, which takes about ten milliseconds. A cage of a 9x9
# needs far fewer.
_MOST_STEPS = 10_000
_MOST_SHOWN = 12
_ANY = "+*-/"


@dataclass(frozen=True, slots=True)
class Combinations:
    """The combinations of candidates that fill a cage, regardless of order.

    Attributes:
        name: The cage in words: "the 12 cage at r1c1".
        sets: The digits of each combination, ascending and with repeats, in sorted order. They
            include the digits already in the cage.
        masks: For each cell, in the order of the cage, the candidates that occur in at least one
            filling, bit d-1 for digit d. If `is_complete` is False, all candidates of the cell.
        is_complete: False if the cage has too many fillings to try them all, so that `sets` may
            lack combinations.
        order: The order n of the n x n grid.
    """

    name: str
    sets: tuple[tuple[int, ...], ...]
    masks: tuple[int, ...]
    is_complete: bool
    order: int

    @property
    def required(self) -> tuple[int, ...]:
        """The digits that are in every combination, ascending, or () if `sets` is not complete."""
        if not self.is_complete or not self.sets:
            return ()
        return tuple(sorted(set(self.sets[0]).intersection(*self.sets[1:])))

    @property
    def excluded(self) -> tuple[int, ...]:
        """The digits that do not occur in `sets`, ascending, or () if `sets` is not complete."""
        if not self.is_complete:
            return ()
        return tuple(sorted(set(range(1, self.order + 1)).difference(*self.sets)))

    @property
    def text(self) -> str:
        """The combinations in a sentence or two.

        >>> from pandoku.model import Puzzle
        >>> board = Board.start(Puzzle.killer(4, [(4, "r1c1 r1c2"), (9, "r2c1 r3c1 r4c1")]))
        >>> combinations(board, 0).text
        'The 4-cage at r1c1: 1 3.'
        """
        if not self.sets:
            none = "none of the digits left fill it" if self.is_complete else "too many to list"
            return sentence(f"{self.name}: {none}")
        shown = ", ".join(" ".join(map(str, digits)) for digits in self.sets[:_MOST_SHOWN])
        if not self.is_complete:
            return sentence(f"{self.name}: more than {len(self.sets)}, among them {shown}")
        if len(self.sets) > _MOST_SHOWN:
            return sentence(f"{self.name}: {len(self.sets)}, among them {shown}{self._all_have}")
        return sentence(f"{self.name}: {shown}{self._all_have}")

    @property
    def _all_have(self) -> str:
        if len(self.sets) < 2 or not self.required:
            return ""
        return f"; all have {joined(map(str, self.required))}"

    def __str__(self) -> str:
        return self.text


def combinations(board: Board, cage: int) -> Combinations:
    """Return the sets of digits that can still fill a cage.

    Cells that see each other hold different digits. Apart from that, the result depends only on the
    target of the cage and the candidates of its cells. The result is exact unless the cage is very
    large. Results are cached, and a cached result is used again while the candidates of the cage
    stay the same.

    Args:
        board: The digits and candidates to start from. `Game.working_board` is the player's board.
        cage: The index of the cage in `Puzzle.cages`.

    Raises:
        PuzzleError: The puzzle has no such cage, or the cage has a cell outside the grid.
    """
    puzzle, at = board.puzzle, whole_number("a cage", cage, 0)
    if not 0 <= at < len(puzzle.cages):
        raise PuzzleError(f"expected a cage 0..{len(puzzle.cages) - 1}, found {cage}")
    cells = puzzle.cages[at].cells
    if not all(0 <= cell < len(board.masks) for cell in cells) or len({*cells}) < len(cells):
        raise PuzzleError(f"expected a cage of different cells of the grid, found cells {cells}")
    masks = tuple(board.masks[cell] for cell in cells)
    seen = [puzzle.sight[cell] for cell in cells]
    apart = tuple(tuple(at for at, cell in enumerate(cells) if cell in each) for each in seen)
    sets, left, is_complete = _found(puzzle.order, puzzle.cages[at], apart, masks)
    return Combinations(cage_name(puzzle, at), sets, left, is_complete, puzzle.order)


class _OutOfStepsError(Exception):
    """Raised when the maximum number of digits has been tried."""


class _Steps:
    """A counter of the digits that were tried."""

    def __init__(self) -> None:
        self.left = _MOST_STEPS

    def take(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _OutOfStepsError


@lru_cache(maxsize=256)
def _found(
    order: int, cage: Cage, apart: tuple[tuple[int, ...], ...], masks: tuple[int, ...]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], bool]:
    """Return combinations, the candidates they leave each cell, and whether both are complete."""
    steps, places = _Steps(), _Places(apart, masks)
    candidates = digits_of(reduce(or_, masks))
    found: set[tuple[int, ...]] = set()
    try:
        for goal in _goals(order, cage, apart):
            for digits in _ascending(goal, candidates, (), steps):
                if digits not in found and places.take(digits, steps):
                    found.add(digits)
    except _OutOfStepsError:
        return tuple(sorted(found)), masks, False
    return tuple(sorted(found)), tuple(places.seen), True


class _Places:
    """A search for the digits that fit each cell of a cage. Cells are numbered as in the cage.

    Args:
        apart: For each cell, the numbers of the other cells in the cage that it sees.
        masks: For each cell, its candidates.

    Attributes:
        seen: For each cell, the candidates that it has in the fillings found so far.
    """

    def __init__(self, apart: Sequence[Sequence[int]], masks: tuple[int, ...]) -> None:
        places = range(len(masks))
        # Cells with few candidates are filled first, because they reveal dead ends soonest.
        self.cells = sorted(places, key=lambda at: masks[at].bit_count())
        self.masks = masks
        self.apart = apart
        self.seen = [0] * len(masks)
        self.filling = [0] * len(masks)

    def take(self, digits: tuple[int, ...], steps: _Steps) -> bool:
        """Return True if the digits of a combination can fill the cage.

        Each cell where a digit of the combination fits is then noted in `seen`.
        """
        counts = {digit: digits.count(digit) for digit in digits}
        if not self._fit(self.cells, counts, steps):
            return False
        for at, mask in enumerate(self.masks):
            for digit in counts:
                bit = 1 << (digit - 1)
                if mask & bit and not self.seen[at] & bit:
                    self._fit_with(at, digit, counts, steps)
        return True

    def _fit_with(self, at: int, digit: int, counts: dict[int, int], steps: _Steps) -> None:
        others = [cell for cell in self.cells if cell != at]
        self.filling[at] = digit
        self._fit(others, {**counts, digit: counts[digit] - 1}, steps)
        self.filling[at] = 0

    def _fit(self, cells: Sequence[int], counts: dict[int, int], steps: _Steps) -> bool:
        """Return True if *cells* can be filled with digits, each as often as in *counts*.

        The cells already filled are in `filling`. The first complete filling found is added to
        `seen`. *counts* and `filling` are the same after the call as before.
        """
        filling = self.filling
        if not cells:
            for at, digit in enumerate(filling):
                self.seen[at] |= 1 << (digit - 1)
            return True
        at, *others = cells
        taken = {filling[other] for other in self.apart[at]}
        for digit, left in counts.items():
            if left and digit not in taken and self.masks[at] >> (digit - 1) & 1:
                steps.take()
                filling[at], counts[digit] = digit, left - 1
                is_filled = self._fit(others, counts, steps)
                filling[at], counts[digit] = 0, left
                if is_filled:
                    return True
        return False


class _Goal(NamedTuple):
    """The result that the digits of a cage must give.

    Attributes:
        operation: One of ``+ - * / =``, or ``.`` for no target.
        target: The target, or 0 without one.
        size: Number of cells.
        most: Maximum number of times that a digit may occur.
    """

    operation: str
    target: int
    size: int
    most: int


def _goals(order: int, cage: Cage, apart: Sequence[Sequence[int]]) -> list[_Goal]:
    size, cells = len(cage.cells), cage.cells
    differ = all(len(others) == size - 1 for others in apart)
    lines = ({cell // order for cell in cells}, {cell % order for cell in cells})
    most = 1 if differ else min(map(len, lines))
    if cage.target is None:
        return [_Goal(".", 0, size, most)]
    operations = _ANY if cage.operation == "?" else cage.operation
    return [_Goal(each, cage.target, size, most) for each in operations]


def _ascending(
    goal: _Goal, candidates: Sequence[int], start: tuple[int, ...], steps: _Steps
) -> Iterator[tuple[int, ...]]:
    """Yield all ascending combinations that begin with *start* and give the goal."""
    n_left = goal.size - len(start)
    if not n_left:
        yield start
        return
    for at, digit in enumerate(candidates):
        steps.take()
        digits = (*start, digit)
        rest = candidates[at + (digits[-goal.most :] == (digit,) * goal.most) :]
        verdict = _may_reach(goal, digits, rest, n_left - 1)
        if verdict > 0:
            return
        if verdict == 0:
            yield from _ascending(goal, rest, digits, steps)


def _may_reach(goal: _Goal, digits: Sequence[int], rest: Sequence[int], n: int) -> int:
    """Compare the goal with the results of *digits*, followed by *n* digits out of *rest*.

    The result is 0 if the digits may give the goal. It is -1 if they may only give it with a larger
    last digit of *digits*, and 1 if even a larger last digit does not help.
    """
    if n > len(rest) * goal.most:
        return 1
    low = [rest[at // goal.most] for at in range(n)]
    if goal.operation in "+*":
        combine = sum if goal.operation == "+" else prod
        high = [rest[-1 - at // goal.most] for at in range(n)]
        verdict = _compared(combine((*digits, *low)), goal.target, combine((*digits, *high)))
        is_divisor = goal.operation == "+" or goal.target % prod(digits) == 0
        return verdict or -(not is_divisor)
    if goal.operation in "-/":
        return _may_lack(goal, digits, rest, low)
    if goal.operation == "=":
        return 1 if n else _compared(digits[-1], goal.target, digits[-1])
    return 0


def _may_lack(goal: _Goal, digits: Sequence[int], rest: Sequence[int], low: Sequence[int]) -> int:
    # The largest digit comes last. It must be the target plus (or times) all other digits.
    largest, others = (rest[-1], (*digits, *low[:-1])) if low else (digits[-1], digits[:-1])
    if goal.operation == "-":
        least = goal.target + sum(others)
    else:
        least = goal.target * prod(others) if goal.target > 0 else largest + 1
    if low:
        return int(least > largest)
    return 0 if least == largest else -1


def _compared(least: int, target: int, most: int) -> int:
    """Return 0 if *target* is in *least*..*most*, 1 if it is less, and -1 if it is greater."""
    return 1 if least > target else -(most < target)
