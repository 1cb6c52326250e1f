"""A budget that many searches share."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from time import monotonic
from typing import Any

from pandoku.kernel.cages import CageResult, search_cages
from pandoku.model import BudgetLike, OutOfTimeError, Puzzle, budget_of, time_limit

__all__ = ["Purse"]

_DIVISOR = 4  # one hard search leaves most of the budget to the others


class Purse:
    """The rest of a budget that many searches share.

    Attributes:
        reason: The reason why a search ended early, "nodes" or "seconds", or None.
    """

    def __init__(self, budget: BudgetLike) -> None:
        spend = budget_of(budget)
        self._nodes = spend.nodes if spend else None
        self._end = monotonic() + spend.seconds if spend and spend.seconds else None
        self.reason: str | None = None

    @property
    def empty(self) -> str | None:
        """The part of the budget that is used up, or None."""
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
        """Call a function that searches, and subtract its cost.

        If the time runs out while rules are built, the result has no solution.
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
        """Return a share of the remaining budget for one search, which is never empty."""
        seconds = None if self._end is None else max((self._end - monotonic()) / divisor, 0.001)
        nodes = None if self._nodes is None else max(self._nodes // divisor, 1)
        return {"nodes": nodes, "seconds": seconds}

    def pay(self, result: CageResult) -> None:
        """Subtract the cost of a search."""
        if self._nodes is not None:
            self._nodes -= max(result.nodes, 1)
        if result.stopped in ("nodes", "seconds"):
            self.reason = result.stopped
