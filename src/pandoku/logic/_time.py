"""The time that a call may take: what is left of a budget of seconds."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import monotonic

from pandoku.model import BudgetLike, OutOfTimeError, seconds_of, time_limit

__all__ = ["UNBOUNDED", "OutOfTimeError", "Time"]


class Time:
    """The time of a call, which begins when this is made.

    Args:
        budget: Seconds, or a Budget of seconds; unlimited if None.

    Raises:
        ValueError: The budget counts nodes, or its seconds are not above 0.
        TypeError: It is no budget.
    """

    __slots__ = ("_ends",)

    def __init__(self, budget: BudgetLike = None) -> None:
        seconds = seconds_of(budget)
        self._ends = None if seconds is None else monotonic() + seconds

    def left(self) -> float | None:
        """Return the seconds that are left, more than 0; None if there is no bound.

        Raises:
            OutOfTimeError: None are left.
        """
        if self._ends is None:
            return None
        left = self._ends - monotonic()
        if left <= 0:
            raise OutOfTimeError
        return left

    def limit(self) -> AbstractContextManager[None]:
        """Return a context that ends the building of rules with this time.

        Raises:
            OutOfTimeError: No time is left.
        """
        return time_limit(self.left())


UNBOUNDED = Time()
