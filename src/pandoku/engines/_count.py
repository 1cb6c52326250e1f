"""Count: a number of solutions that says whether it is exact."""

from __future__ import annotations

__all__ = ["Count"]


class Count(int):
    """A number of solutions: an int that shows as "at least 100000" if the search ended early.

    Attributes:
        is_exact: Whether there are no more solutions.

    >>> Count(7, True), Count(7, False)
    (7, at least 7)
    """

    is_exact: bool

    def __new__(cls, value: int, is_exact: bool) -> Count:
        """Return a count of *value* solutions."""
        made = super().__new__(cls, value)
        made.is_exact = is_exact
        return made

    def __getnewargs__(self) -> tuple[int, bool]:  # type: ignore[override]
        return int(self), self.is_exact

    def __repr__(self) -> str:
        return super().__repr__() if self.is_exact else f"at least {super().__repr__()}"

    __str__ = __repr__
