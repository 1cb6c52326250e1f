"""Budgets: limits on the search nodes or the seconds that a call may use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from numbers import Real
from time import monotonic
from typing import TypeAlias

from pandoku.model.whole import whole_number

__all__ = [
    "Budget",
    "BudgetLike",
    "OutOfTimeError",
    "budget_of",
    "check_time",
    "seconds_of",
    "time_limit",
]

_ENDS: ContextVar[float | None] = ContextVar("ends", default=None)  # in seconds of `monotonic`


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search. None means no limit.

    Attributes:
        nodes: Maximum number of search nodes, at least 1. A node is a guess or a placement,
            depending on the engine.
        seconds: Maximum number of wall-clock seconds, greater than 0.
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None:
            object.__setattr__(self, "nodes", whole_number("a budget's nodes", self.nodes))
        if self.seconds is None:
            return
        if isinstance(self.seconds, bool) or not isinstance(self.seconds, Real):
            raise TypeError(f"expected a budget's seconds as a number, found {self.seconds!r}")
        if not self.seconds > 0:
            raise ValueError(f"expected a budget of more than 0 seconds, found {self.seconds}")
        object.__setattr__(self, "seconds", float(self.seconds))


BudgetLike: TypeAlias = Budget | float | None  # a number means seconds


def budget_of(budget: BudgetLike) -> Budget | None:
    """Return a budget in any form as a Budget, or None for no limit. A number means seconds.

    Raises:
        TypeError: The argument is neither a Budget nor a number nor None.
        ValueError: The seconds are not above 0.

    >>> budget_of(1)
    Budget(nodes=None, seconds=1.0)
    """
    if budget is None or isinstance(budget, Budget):
        return budget
    if isinstance(budget, bool) or not isinstance(budget, Real):
        raise TypeError(f"expected a Budget, a number of seconds or None, found {budget!r}")
    return Budget(seconds=float(budget))


def seconds_of(budget: BudgetLike) -> float | None:
    """Return the seconds of a budget, or None for no limit. The budget must not limit nodes.

    Raises:
        TypeError: As in `budget_of`.
        ValueError: As in `budget_of`, or the budget limits nodes.

    >>> seconds_of(Budget(seconds=2)), seconds_of(None)
    (2.0, None)
    """
    spend = budget_of(budget)
    if spend is not None and spend.nodes is not None:
        raise ValueError(
            f"expected a budget of seconds, found {spend}: this call does not count nodes"
        )
    return None if spend is None else spend.seconds


class OutOfTimeError(Exception):
    """Raised inside a call that has used up its seconds. The call then returns a partial result."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Make `check_time` raise an error after this many seconds. None sets no limit.

    A nested limit can shorten the enclosing limit, but not extend it.

    >>> with time_limit(10):
    ...     check_time()
    """
    ends, own = _ENDS.get(), None if seconds is None else monotonic() + seconds
    if own is None or (ends is not None and ends <= own):
        yield
        return
    token = _ENDS.set(own)
    try:
        yield
    finally:
        _ENDS.reset(token)


def check_time() -> None:
    """Raise an error if no time is left.

    Code in Python that takes long, such as the builders of automata, calls this function regularly.
    Searches check the time in the core instead.

    Raises:
        OutOfTimeError: The time of any enclosing `time_limit` is over.
    """
    ends = _ENDS.get()
    if ends is not None and monotonic() > ends:
        raise OutOfTimeError
