"""Progress of a call for many puzzles: a function is called after each part of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TypeAlias

__all__ = ["OnProgress", "after", "check_progress", "in_parts"]

# Called with how many puzzles are done, and how many there are.
OnProgress: TypeAlias = Callable[[int, int], object]

_SHORT_S, _LONG_S = 0.1, 0.5  # a part that takes less is followed by a larger one


def check_progress(on_progress: object) -> None:
    """Raise TypeError if *on_progress* is neither a function nor None."""
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"expected on_progress as a function or None, found {on_progress!r:.60}")


def in_parts(n: int, on_progress: OnProgress | None, least: int) -> Iterator[slice]:
    """Yield 0..n-1 in parts, and call *on_progress* after each.

    The parts are so large that each takes a fraction of a second, where puzzles do; without
    *on_progress* there is one. It is called in the thread that takes the parts, with rising
    numbers, the last time when all are done. What it raises ends the call.

    Args:
        n: How many puzzles to do, at least 0.
        on_progress: The function, or None.
        least: The size of the smallest parts, at least 1: enough for every thread, but no more, as
            the hardest puzzles take seconds each.

    Raises:
        TypeError: *on_progress* is not a function.
    """
    check_progress(on_progress)
    return iter((slice(0, n),)) if on_progress is None or not n else _parts(n, on_progress, least)


def _parts(n: int, on_progress: OnProgress, least: int) -> Iterator[slice]:
    done, size = 0, least
    while done < n:
        started = monotonic()
        part = slice(done, min(done + size, n))
        yield part
        took, done = monotonic() - started, part.stop
        if took < _SHORT_S:
            size *= 2
        elif took > _LONG_S:
            size = max(size // 2, least)
        on_progress(done, n)


def after(n: int, on_progress: OnProgress | None) -> OnProgress | None:
    """Return the function for the rest of the puzzles when *n* are done before."""
    if on_progress is None or not n:
        return on_progress
    return lambda done, total: on_progress(n + done, n + total)
