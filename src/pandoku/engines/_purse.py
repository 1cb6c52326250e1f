"""Share a budget between many searches, and count solutions for each candidate."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from time import monotonic
from typing import Any

from pandoku.kernel.cages import MAX_KEPT, CageResult, search_cages, true_masks
from pandoku.model import (
    BudgetLike,
    OutOfTimeError,
    Puzzle,
    PuzzleLike,
    budget_of,
    digits_of,
    puzzle_of,
    time_limit,
    whole_number,
)

_DIVISOR = 4  # a search gets a quarter of the remaining budget, to leave enough for later searches


class Purse:
    """The remaining part of a budget that many searches share.

    Attributes:
        reason: The limit that ended a search early, "nodes" or "seconds". None if all searches are
            complete.
    """

    def __init__(self, budget: BudgetLike) -> None:
        spend = budget_of(budget)
        self._nodes = spend.nodes if spend else None
        self._end = monotonic() + spend.seconds if spend and spend.seconds else None
        self.reason: str | None = None

    @property
    def empty(self) -> str | None:
        """The part of the budget that is used up, "nodes" or "seconds", or None."""
        if self._nodes is not None and self._nodes < 1:
            self.reason = "nodes"
            return "nodes"
        if self._end is not None and monotonic() >= self._end:
            self.reason = "seconds"
            return "seconds"
        return None

    def search(self, puzzle: Puzzle, limit: int = 2, divisor: int = _DIVISOR) -> CageResult:
        """Search one puzzle with a share of the remaining budget, and subtract the cost."""

        def searched() -> CageResult:
            share = self.share(divisor)
            return search_cages([puzzle], limit=limit, threads=1, **share)[0]

        return self.spend(searched)

    def spend(self, search: Callable[[], CageResult]) -> CageResult:
        """Call a function that searches, and subtract its cost from the budget.

        If the time runs out while rules are being built, the result has no solution.
        """
        try:
            with self.limit():
                result = search()
        except OutOfTimeError:
            result = CageResult((), 0, "seconds", 0, 0, 0.0)
        self.pay(result)
        return result

    def limit(self) -> AbstractContextManager[None]:
        """Return a context that stops building rules when this budget is used up."""
        return time_limit(None if self._end is None else self._end - monotonic())

    def share(self, divisor: int = _DIVISOR) -> dict[str, Any]:
        """Return a share of the remaining budget for one search. The share is never empty."""
        seconds = None if self._end is None else max((self._end - monotonic()) / divisor, 0.001)
        nodes = None if self._nodes is None else max(self._nodes // divisor, 1)
        return {"nodes": nodes, "seconds": seconds}

    def pay(self, result: CageResult) -> None:
        """Subtract the cost of a search from the budget."""
        if self._nodes is not None:
            self._nodes -= max(result.nodes, 1)
        if result.stopped in ("nodes", "seconds"):
            self.reason = result.stopped


# ---- counts of candidates


# A search may use all of the remaining budget, because all results are lost if one is missing.
_ALL = 1


def candidate_counts(
    puzzle: PuzzleLike, cap: int = 8, *, budget: BudgetLike = None
) -> tuple[tuple[int, ...], ...] | None:
    """Return, for each cell and digit, the number of solutions with that digit there, up to a cap.

    Args:
        puzzle: Any puzzle that the compiled core supports, in any form that `pandoku.solve`
            accepts.
        cap: Stop counting a candidate at this number, at least 1. With 1, the result shows the same
            candidates as `true_candidates`.
        budget: As in `pandoku.solve`, for the complete call. Nodes are guesses.

    Returns:
        For each cell, row by row: the number of solutions with the digit 1 there, with the digit 2,
        and so on. If a number equals the cap, there may be more solutions. None if the budget ran
        out.

    Raises:
        FormatError, PuzzleError, ValueError, TypeError: As in `pandoku.solve`.
        EngineError: As in `true_candidates`.

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
            givens = (*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :])
            result = purse.search(puzzle.replace(givens=givens), cap, _ALL)
            if result.stopped not in (None, "limit"):
                return None
            tally.add(result.solutions)
            tally.settle(cell, digit, result.count)
    return tally.counts()


class _Tally:
    """The number of different solutions that contain each candidate, up to a cap."""

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
        """Raise the number of a candidate to at least *number*, which a separate search found."""
        self._numbers[cell][digit - 1] = max(number, self._numbers[cell][digit - 1])

    def is_full(self, cell: int, digit: int) -> bool:
        """Return whether a candidate has reached the cap."""
        return self._numbers[cell][digit - 1] >= self._cap

    def counts(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of each cell, limited to the cap."""
        return tuple(tuple(min(n, self._cap) for n in numbers) for numbers in self._numbers)
