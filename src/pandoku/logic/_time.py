"""The time that a call may take: what is left of a budget of seconds."""

from __future__ import annotations

from time import monotonic

from pandoku.model import BudgetLike, seconds_of

__all__ = ["UNBOUNDED", "OutOfTimeError", "Time"]


class OutOfTimeError(Exception):
    """The budget is over; whoever took it returns what is known by then."""


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


UNBOUNDED = Time()
