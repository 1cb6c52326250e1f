"""The time limit of a call: the seconds that remain of its budget."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import monotonic

from pandoku.model import BudgetLike, OutOfTimeError, seconds_of, time_limit
from pandoku.techniques import TECHNIQUES

__all__ = ["UNBOUNDED", "OutOfTimeError", "Time"]


class Time:
    """The time limit of a call. It starts when the object is created.

    Args:
        budget: Seconds, or a Budget of seconds. None means no limit.

    Raises:
        ValueError: The budget counts nodes, or its seconds are not above 0.
        TypeError: The budget has another type.
    """

    __slots__ = ("_ends",)

    def __init__(self, budget: BudgetLike = None) -> None:
        seconds = seconds_of(budget)
        if seconds is not None:
            len(TECHNIQUES)  # the first call loads them, before the time begins
        self._ends = None if seconds is None else monotonic() + seconds

    def left(self) -> float | None:
        """Return the remaining seconds, more than 0, or None if there is no limit.

        Raises:
            OutOfTimeError: No time is left.
        """
        if self._ends is None:
            return None
        left = self._ends - monotonic()
        if left <= 0:
            raise OutOfTimeError
        return left

    def limit(self) -> AbstractContextManager[None]:
        """Return a context that stops building rules when this time is over.

        Raises:
            OutOfTimeError: No time is left.
        """
        return time_limit(self.left())


UNBOUNDED = Time()
