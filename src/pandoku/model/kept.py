"""Bad puzzles among many: whether they are kept, and a list that says what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

__all__ = ["KeptList", "keeps_errors", "reason_of"]

_T = TypeVar("_T")


class KeptList(list[_T]):
    """A list with an answer for each of many puzzles, good or bad.

    Attributes:
        errors: The messages of the bad puzzles, by position from 0. Lists made from this one, such
            as its slices, have no such attribute.
    """

    errors: Mapping[int, str]

    def __init__(self, answers: Iterable[_T] = (), errors: Mapping[int, str] | None = None) -> None:
        super().__init__(answers)
        self.errors = errors or {}


def keeps_errors(on_error: Any) -> bool:
    """Return whether a call for many puzzles keeps the places of bad ones, instead of raising.

    Args:
        on_error: The option: "raise" or "keep".

    Raises:
        ValueError: It is anything else.
    """
    if isinstance(on_error, str) and on_error in ("raise", "keep"):
        return on_error == "keep"
    raise ValueError(f"expected on_error as 'raise' or 'keep', found {on_error!r:.60}")


def reason_of(error: Exception) -> str:
    """Return the message of an error in one line, without its place in a text."""
    reason = str(getattr(error, "reason", error)).split("\n", 1)[0]
    return f"givens: {reason}" if getattr(error, "problems", ()) else reason
