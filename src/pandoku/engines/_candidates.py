"""The number of solutions for each candidate."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.engines._purse import Purse
from pandoku.kernel.cages import MAX_KEPT, true_masks
from pandoku.model import (
    BudgetLike,
    OutOfTimeError,
    Puzzle,
    PuzzleLike,
    digits_of,
    puzzle_of,
    whole_number,
)

__all__ = ["candidate_counts"]

_ALL = 1  # each search may spend the complete rest, because all of them are needed


def candidate_counts(
    puzzle: PuzzleLike, cap: int = 8, *, budget: BudgetLike = None
) -> tuple[tuple[int, ...], ...] | None:
    """Return for each cell the number of solutions with each digit there, up to a cap.

    Args:
        puzzle: Any puzzle that the compiled core supports, in any form that `pandoku.solve`
            accepts.
        cap: Where counting ends, at least 1. With 1, the result is equivalent to `true_candidates`.
        budget: As in `pandoku.solve`, for the complete call. Nodes are guesses.

    Returns:
        For each cell, row by row, a number for each of the digits 1..n. If it equals the cap, there
        may be more solutions. None if the budget ran out.

    Raises:
        FormatError, PuzzleError, ValueError, TypeError: As `pandoku.solve`.
        EngineError: As `true_candidates`.

    >>> candidate_counts(Puzzle(2))
    ((1, 1), (1, 1), (1, 1), (1, 1))
    >>> candidate_counts("12..............", 5)[2:4]
    ((0, 0, 5, 5), (0, 0, 5, 5))
    """
    cap, purse = whole_number("cap", cap), Purse(budget)
    puzzle = puzzle_of(puzzle)
    try:
        with purse.limit():
            puzzle.require_sound()
            (masks,) = true_masks([puzzle], threads=1, **purse.share(_ALL))
    except OutOfTimeError:
        return None
    if masks is None:
        return None
    tally = _Tally(puzzle.order, cap)
    first = purse.search(puzzle, min(cap * puzzle.order, MAX_KEPT), _ALL)
    tally.add(first.solutions)
    if first.stopped not in (None, "limit"):
        return None
    if first.stopped is None:
        return tally.counts()
    for cell, mask in enumerate(masks):
        for digit in digits_of(mask):
            if tally.is_full(cell, digit):
                continue
            result = purse.search(_with_given(puzzle, cell, digit), cap, _ALL)
            if result.stopped not in (None, "limit"):
                return None
            tally.add(result.solutions)
            tally.settle(cell, digit, result.count)
    return tally.counts()


class _Tally:
    """Counts candidates in different solutions, up to a cap."""

    def __init__(self, order: int, cap: int) -> None:
        self._cap = cap
        self._seen: set[tuple[int, ...]] = set()
        self._numbers = [[0] * order for _ in range(order * order)]

    def add(self, solutions: Iterable[tuple[int, ...]]) -> None:
        """Count the candidates of solutions that have not been counted yet."""
        for solution in solutions:
            if solution not in self._seen:
                self._seen.add(solution)
                for cell, digit in enumerate(solution):
                    self._numbers[cell][digit - 1] += 1

    def settle(self, cell: int, digit: int, number: int) -> None:
        """Set the number of a candidate, found by a separate search."""
        self._numbers[cell][digit - 1] = max(number, self._numbers[cell][digit - 1])

    def is_full(self, cell: int, digit: int) -> bool:
        """Return whether a candidate has reached the cap."""
        return self._numbers[cell][digit - 1] >= self._cap

    def counts(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers for each cell, at most the cap."""
        return tuple(tuple(min(n, self._cap) for n in numbers) for numbers in self._numbers)


def _with_given(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    return puzzle.replace(givens=(*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :]))
