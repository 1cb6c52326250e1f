"""Count: a number of solutions that knows whether it is exact."""

from __future__ import annotations

__all__ = ["Count"]


class Count(int):
    """A number of solutions: an int displayed as "at least 100000" if the search ended early.

    Attributes:
        stopped: As in `Outcome`: None if there are no more solutions, otherwise why the search
            ended.

    >>> Count(7), Count(7, "limit")
    (7, at least 7)
    """

    stopped: str | None

    def __new__(cls, value: int, stopped: str | None = None) -> Count:
        """Return a count of *value* solutions."""
        made = super().__new__(cls, value)
        made.stopped = stopped
        return made

    @property
    def is_exact(self) -> bool:
        """Whether there are no more solutions."""
        return self.stopped is None

    def __getnewargs__(self) -> tuple[int, str | None]:  # type: ignore[override]
        return int(self), self.stopped

    def __repr__(self) -> str:
        return super().__repr__() if self.is_exact else f"at least {super().__repr__()}"

    __str__ = __repr__
