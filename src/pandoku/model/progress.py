"""Progress of a call for many puzzles: a function that is called after each part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TypeAlias

__all__ = ["OnProgress", "after", "check_progress", "in_parts"]

# Called with the number of finished puzzles, and the number of all.
OnProgress: TypeAlias = Callable[[int, int], object]

_SHORT_S, _LONG_S = 0.1, 0.5  # parts outside these limits change the size of the next


def check_progress(on_progress: object) -> None:
    """Raise TypeError if *on_progress* is neither a function nor None."""
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"expected on_progress as a function or None, found {on_progress!r:.60}")


def in_parts(n: int, on_progress: OnProgress | None, least: int) -> Iterator[slice]:
    """Yield 0..n-1 in parts, and call *on_progress* after each.

    Parts are sized to take a fraction of a second, unless single puzzles take longer. Without
    *on_progress* there is one part. The function is called in the thread that consumes the parts,
    with rising numbers, and a last time when all puzzles are done. Its exceptions end the call.

    Args:
        n: Number of puzzles, at least 0.
        on_progress: The function, or None.
        least: Size of the smallest parts, at least 1. It should be enough for every thread, but not
            more, because the hardest puzzles take seconds each.

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
    """Return the function for the remaining puzzles when *n* are done."""
    if on_progress is None or not n:
        return on_progress
    return lambda done, total: on_progress(n + done, n + total)
