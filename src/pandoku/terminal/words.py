"""Numbers in words, for the screens."""

from __future__ import annotations

__all__ = ["bar", "count_text"]


def count_text(count: int, noun: str) -> str:
    """Return a number and a noun, in the plural if necessary.

    >>> count_text(1, "cell"), count_text(3, "cell")
    ('1 cell', '3 cells')
    """
    return f"{count} {noun}{'s' * (count != 1)}"


def bar(done: int, of: int, width: int) -> tuple[str, str]:
    """Return the two parts of a progress bar of *width* columns: the finished part and the rest."""
    filled = width if of == 0 else width * done // of
    return "━" * filled, "─" * (width - filled)
